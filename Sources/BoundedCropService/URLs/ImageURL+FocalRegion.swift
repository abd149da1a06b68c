internal import BoundedCrop

extension ImageURL {
    /// Returns the URL with its `extract_focal` filter applied.
    ///
    /// If the URL has this filter and its image is an image URL itself, with or without a server before it, the inner image replaces it,
    /// and the inner manual crop becomes a focal region. Otherwise the URL is returned unchanged.
    ///
    /// This way a crop chosen by hand stays visible at other aspects. The inner URL's signature is ignored.
    public func extractingFocalRegion() -> ImageURL {
        guard filters.contains(where: { $0.name == "extract_focal" }), let inner = Self.inner(of: image), let crop = inner.manualCrop else {
            return self
        }
        var url = self
        url.image = inner.image
        if crop.left < crop.right {
            let region = "\(crop.left)x\(crop.top):\(crop.right)x\(crop.bottom)"
            url.filters.append(FilterCall(name: "focal", argumentText: region))
        }
        return url
    }

    /// The image URL inside a text: what follows the first `unsafe` or signature.
    private static func inner(of text: String) -> ImageURL? {
        var rest = text[...]
        while let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/")) {
            // The text is encoded and parsed only once, where it begins like an image URL.
            if RequestPath.Authorization(first: String(rest[..<slash])) != .missing {
                return try? ImageURL(instructions: RequestPath(PercentEncoding.encoded(rest)).instructions)
            }
            rest = rest[rest.utf8.index(after: slash)...]
        }
        return nil
    }
}
