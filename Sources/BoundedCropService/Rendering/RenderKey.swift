package import BoundedCrop
internal import BoundedCropEffects

extension ImageRenderer {
    /// Returns a key for the bytes of an answer: different wherever they may differ, and equal as far as equality can be known without
    /// rendering.
    ///
    /// - Parameters:
    ///   - url: The URL, parsed.
    ///   - filters: The filters parsed from the URL.
    ///   - content: Must change when the picture does, such as a hash of its bytes or its URL with its ETag.
    ///   - pictures: The same for the pictures that the filters need, by `ImageFilters.pictureNames`.
    ///   - format: The negotiated format; nil for the source's.
    /// - Throws: What the provider of named detectors throws.
    package func cacheKey(
        _ url: ImageURL,
        filters: ImageFilters,
        content: String,
        pictures: [String: String] = [:],
        format: ImageFormat? = nil
    ) throws -> String {
        var url = url
        // These change only headers.
        url.filters.removeAll { ["max_age", "expires", "filename", "attachment"].contains($0.name) }
        let parts =
            [content, url.description, try detector(for: filters.crop).cacheKey, settings.cacheKey]
            + [(filters.output.format ?? format)?.rawValue ?? "source"]
            + (try filters.earlier.map { try detector(for: $0.crop).cacheKey })
            + (try (filters.earlier + [filters]).filter(\.redacts).map { try redactionDetector(for: $0.crop).cacheKey })
        return EffectKey.lengthSafe(parts + filters.pictureNames.map { pictures[$0] ?? "" })
    }
}
