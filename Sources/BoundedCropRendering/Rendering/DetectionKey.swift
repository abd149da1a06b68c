package import BoundedCrop
internal import BoundedCropEffects

extension ImageRenderer {
    /// Everything that decides what detection finds for a request: different wherever that may differ, and equal for all sizes and aspects of a
    /// picture. Nil if nothing is looked for.
    ///
    /// - Parameters:
    ///   - content: Must change when the picture does, such as a hash of its bytes.
    ///   - animates: Whether the frames of an animation are looked at.
    /// - Throws: What the provider of named detectors throws.
    package func detectionKey(_ source: ImageSource, _ request: RenderRequest, content: String, animates: Bool) throws -> String? {
        let stage = request.first
        guard stage.crop.detects, !stage.crop.hasPlaces else { return nil }
        // Frames are looked at whole; so far, only pictures are looked at in other colors.
        var region = RenderRequest.Stage()
        if !animates { (region.trim, region.cuts) = (stage.trim, stage.cuts) }
        let isConverted = request.output.convertsToSRGB && request.answer != .plan && source.options.colorProfile == .keep
        return EffectKey.lengthSafe([
            content, try detector(for: stage.crop).cacheKey, stage.crop.accuracy.rawValue, animates ? "frames" : "picture",
            isConverted ? "sRGB" : "", try JSONText.text(region),
        ])
    }
}
