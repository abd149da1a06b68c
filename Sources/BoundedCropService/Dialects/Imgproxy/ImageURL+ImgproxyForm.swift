internal import BoundedCrop
internal import BoundedCropEffects

extension ImageURL {
    /// An equivalent request, the same for all that mean the same in imgproxy: without what has no effect, with the filters that are in no
    /// order sorted, and with a manual crop as a window.
    func imgproxyForm() -> ImageURL {
        var stages: [ImageURL] = []
        for stage in earlier + [self] {
            var stage = stage
            stage.earlier = []
            stage.isMeta = isMeta
            stages += stage.withWindow().map { $0.simplified() }
        }
        guard var url = stages.popLast() else { return self }
        url.earlier = stages.map { stage in
            var stage = stage
            (stage.image, stage.isMeta) = ("", false)
            return stage
        }
        return url
    }

    /// The request with its manual crop in a request before it, if there is any resizing after it.
    private func withWindow() -> [ImageURL] {
        guard let crop = manualCrop else { return [self] }
        var rest = self
        rest.manualCrop = nil
        guard crop.left < crop.right else { return [rest] }
        var window = ImageURL(image: "")
        window.trim = trim
        (window.horizontalAlignment, window.verticalAlignment) = (.left, .top)
        window.filters = [FilterCall(name: "window", argumentText: "\(crop.right - crop.left),\(crop.bottom - crop.top)")]
        if crop.left > 0 || crop.top > 0 { window.filters.append(FilterCall(name: "offset", argumentText: "\(crop.left),\(crop.top)")) }
        rest.trim = nil
        guard !rest.isResized else { return [window, rest] }
        window.filters += rest.filters
        (window.image, window.isMeta, window.isDebug) = (image, isMeta, isDebug)
        return [window]
    }

    private var isResized: Bool {
        dimensions.map { $0 != Dimensions() } ?? false || filters.contains { ["scale", "at_least", "aspect", "window"].contains($0.name) }
    }

    private func has(_ name: String) -> Bool { filters.contains { $0.name == name } }

    /// Whether parts of the picture may be cut off.
    private var cuts: Bool {
        if has("window") || has("aspect") { return true }
        guard let dimensions, fitIn == nil, !has("stretch") else { return false }
        return dimensions.width != .proportional && dimensions.height != .proportional
    }

    private func simplified() -> ImageURL {
        var url = self
        if url.dimensions == Dimensions() { url.dimensions = nil }
        if url.dimensions.map({ $0.width == .proportional && $0.height == .proportional }) ?? true { url.fitIn = nil }
        if url.horizontalAlignment == .center { url.horizontalAlignment = nil }
        if url.verticalAlignment == .middle { url.verticalAlignment = nil }
        if !url.cuts {
            (url.horizontalAlignment, url.verticalAlignment) = (nil, nil)
            if !isMeta { url.isSmart = false }
            url.filters.removeAll { ["offset", "focal_point", "zoom"].contains($0.name) || !isMeta && $0.name == "keep" }
        }
        url.filters = url.filters.map(\.imgproxyForm).filter { call in
            switch call.name {
            case "no_upscale": return url.fitIn == nil || url.fitIn?.isFull == true
            case "upscale": return url.fitIn != nil || url.has("auto_fit")
            default: return !FilterCall.withoutEffect.contains(call)
            }
        }
        url.filters = Self.sorted(url.filters)
        return url
    }

    /// Filters for pixels in their order, then the last one of each other name, by name.
    private static func sorted(_ filters: [FilterCall]) -> [FilterCall] {
        let pixels = filters.filter(\.changesPixels)
        var others: [String: FilterCall] = [:]
        for call in filters where !call.changesPixels { others[call.name] = call }
        return pixels + others.values.sorted { $0.name < $1.name }
    }
}

extension FilterCall {
    /// Filters that say what is so without them.
    fileprivate static let withoutEffect: Set = [
        FilterCall(name: "scheme", argumentText: "all"), FilterCall(name: "fallback", argumentText: "attention"),
        FilterCall(name: "placement", argumentText: "center"), FilterCall(name: "accuracy", argumentText: "low"),
    ]

    /// Filters whose arguments are numbers.
    private static let numeric: Set = [
        "gaussian_blur", "saturation", "brightness", "contrast", "pixelate", "quality", "max_bytes", "scale", "at_least", "zoom", "window",
        "offset",
    ]

    fileprivate var changesPixels: Bool {
        PictureStep.readers[name] != nil || PictureStep.expressionNames.contains(name)
            || ["extend", "border", "pixelate", "bitonal", "turn"].contains(name)
    }

    /// The same filter as imgproxy's options say it.
    fileprivate var imgproxyForm: FilterCall {
        switch name {
        case "blur":
            guard let blur = try? PictureStep.blur(self) as? GaussianBlur else { return self }
            return FilterCall(name: "gaussian_blur", argumentText: ImgproxyNumber.text(blur.sigma))
        case "rotate":
            // Counterclockwise.
            guard arguments.count == 1, let degrees = Int(arguments[0]), abs(degrees) <= 1_000_000 else { return self }
            return FilterCall(name: "turn", argumentText: "\(((-degrees) % 360 + 360) % 360)")
        case "keep":
            return (try? KeptKinds(argumentText)).map { FilterCall(name: name, argumentText: $0.text) } ?? self
        case "format":
            return argumentText.lowercased() == "jpg" ? FilterCall(name: name, argumentText: "jpeg") : self
        default:
            guard Self.numeric.contains(name) else { return self }
            let texts = arguments.map { text in ImgproxyNumber.value(text).map { ImgproxyNumber.text($0) } ?? text }
            return FilterCall(name: name, argumentText: texts.joined(separator: ","))
        }
    }
}
