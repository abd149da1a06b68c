package import BoundedCrop
internal import BoundedCropEffects

extension ImageRenderer {
    /// Returns a key for the bytes of an answer: different wherever they may differ, and equal as far as equality can be known without
    /// rendering.
    ///
    /// - Parameters:
    ///   - request: What is asked.
    ///   - text: The request's JSON, if it is known.
    ///   - content: Must change when the picture does, such as a hash of its bytes or its URL with its ETag.
    ///   - pictures: The same for the pictures that the steps need, by `RenderRequest.pictureNames`.
    ///   - format: The negotiated format; nil for the source's.
    ///   - isRaw: Whether the answer is the file as it is.
    /// - Throws: What the provider of named detectors throws.
    package func cacheKey(
        _ request: RenderRequest,
        text: String? = nil,
        content: String,
        pictures: [String: String] = [:],
        format: ImageFormat? = nil,
        isRaw: Bool = false
    ) throws -> String {
        let parts =
            [content, isRaw ? "raw" : "", try text ?? JSONText.text(request), settings.cacheKey]
            + [(request.output.format ?? format)?.rawValue ?? "source"]
            + (try request.stages.map { try detector(for: $0.crop, giving: []).cacheKey })
            + (try request.stages.filter(\.redacts).map { try redactionDetector(for: $0.crop).cacheKey })
        return EffectKey.lengthSafe(parts + request.pictureNames.map { pictures[$0] ?? "" })
    }

    /// Everything that decides what detection finds for a request: different wherever that may differ, and equal for all sizes and aspects of a
    /// picture. Nil if nothing is looked for.
    ///
    /// - Parameters:
    ///   - content: Must change when the picture does, such as a hash of its bytes.
    ///   - animates: Whether the frames of an animation are looked at.
    /// - Throws: What the provider of named detectors throws.
    package func detectionKey(_ source: ImageSource, _ request: RenderRequest, content: String, animates: Bool) throws -> String? {
        let stage = request.first
        guard stage.crop.searches else { return nil }
        // Frames are looked at whole; so far, only pictures are looked at in other colors.
        var region = RenderRequest.Stage()
        if !animates { (region.trim, region.cuts) = (stage.trim, stage.cuts) }
        let frame = request.output.frame.flatMap { $0 > 1 ? String($0) : nil } ?? ""
        let isConverted = request.output.convertsToSRGB && request.answer != .plan && source.options.colorProfile == .keep
        return EffectKey.lengthSafe([
            content, try detector(for: stage.crop).cacheKey, stage.crop.accuracy.rawValue, animates ? "frames" : "picture" + frame,
            isConverted ? "sRGB" : "", try JSONText.text(region),
        ])
    }
}
