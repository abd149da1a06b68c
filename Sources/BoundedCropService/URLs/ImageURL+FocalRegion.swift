internal import BoundedCrop

extension ImageURL {
    /// Where the URL has the filter `extract_focal` and its image is an image URL itself, with or without a server before it: that one's
    /// image, with its manual crop as a focal region. Otherwise the URL as it is.
    ///
    /// So a crop that somebody chose by hand is kept in view at other shapes. The inner URL's signature says nothing here.
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

    /// The image URL within a text: what follows the first `unsafe` or signature.
    private static func inner(of text: String) -> ImageURL? {
        var rest = text[...]
        while let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/")) {
            // The text is only encoded and read once, where it begins like an image URL.
            if RequestPath.Authorization(first: String(rest[..<slash])) != .missing {
                return try? ImageURL(instructions: RequestPath(PercentEncoding.encoded(rest)).instructions)
            }
            rest = rest[rest.utf8.index(after: slash)...]
        }
        return nil
    }
}
