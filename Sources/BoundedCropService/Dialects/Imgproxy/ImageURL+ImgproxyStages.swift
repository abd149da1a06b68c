extension ImageURL {
    /// The requests of the chain as imgproxy says them: without what has no effect, and with a manual crop as a window in a request of its
    /// own, if there is any resizing after it.
    func imgproxyStages() -> [ImageURL] {
        (earlier + [self]).flatMap { $0.withoutIdleParts(showsPlan: isMeta).withWindow() }
    }

    private func withWindow() -> [ImageURL] {
        guard let crop = manualCrop else { return [self] }
        var (window, rest) = (ImageURL(image: ""), self)
        window.trim = trim
        (window.horizontalAlignment, window.verticalAlignment) = (.left, .top)
        window.filters = [FilterCall("window", "\(crop.right - crop.left)", "\(crop.bottom - crop.top)")]
        if crop.left > 0 || crop.top > 0 { window.filters.append(FilterCall("offset", "\(crop.left)", "\(crop.top)")) }
        (rest.manualCrop, rest.trim) = (nil, nil)
        guard !rest.isResized else { return [window, rest] }
        window.filters += rest.filters
        return [window]
    }

    private var isResized: Bool {
        dimensions != nil || filters.contains { ["scale", "at_least", "aspect", "window"].contains($0.name) }
    }
}
