public import BoundedCrop
internal import BoundedCropEffects

extension ImageRenderer {
    /// A name for the bytes of an answer: equal for requests that give equal bytes as far as can be known without rendering, different
    /// wherever they may differ.
    ///
    /// Throws what the provider of named detectors throws.
    /// - Parameters:
    ///   - filters: of the URL's own calls.
    ///   - content: has to change when the picture does, such as a hash of its bytes or its URL with its ETag.
    ///   - pictures: the same for those that the filters need, by `ImageFilters.pictureNames`.
    ///   - format: the negotiated one; nil is the source's.
    public func cacheKey(
        _ url: ImageURL,
        filters: ImageFilters,
        content: String,
        pictures: [String: String] = [:],
        format: ImageFormat? = nil
    ) throws -> String {
        var url = url
        // How long others may keep the answer changes no byte of it.
        url.filters.removeAll { $0.name == "max_age" }
        let parts = [
            content, url.description, try detector(for: filters.crop).cacheKey, settings.cacheKey,
            (filters.output.format ?? format)?.rawValue ?? "source",
        ]
        return EffectKey.lengthSafe(parts + filters.pictureNames.map { pictures[$0] ?? "" })
    }
}
