internal import BoundedCrop
internal import BoundedCropEffects

extension PictureStep {
    /// What the step takes on a picture of this size, and how large it leaves it.
    /// - Parameters:
    ///   - box: what `fill` fills.
    ///   - detector: finds what `redact` hides.
    ///   - pictures: those that steps name.
    func footprint(
        on size: PixelSize,
        box: PixelSize,
        detector: any FeatureDetector,
        pictures: [String: ImageSource]
    ) -> EffectFootprint {
        switch self {
        case .effect(let effect): return effect.detecting(with: detector).footprint(on: size)
        case .proportion(let share): return Scale(to: size.proportion(share)).footprint(on: size)
        case .fill(let ground, let showsThrough): return Fill(to: box, with: ground, showsThrough: showsThrough).footprint(on: size)
        case .watermark(let watermark):
            guard let source = pictures[watermark.picture] else { return EffectFootprint(resultSize: size) }
            let own = watermark.size(of: source.size, on: size)
            let decoding = source.decodingBytes(covering: [(PixelRect(all: source.size), own)])
            // Decoded, and faded once more.
            return EffectFootprint(resultSize: size, workingBytes: decoding.addingSaturated(own.area.multipliedSaturated(by: 8)))
        case .mask(let name):
            guard let source = pictures[name] else { return EffectFootprint(resultSize: size) }
            let plane = source.size.fitted(longSide: size.longSide.multipliedSaturated(by: 2))
            let decoding = source.decodingBytes(covering: [(PixelRect(all: source.size), plane)])
            // The plane itself, and resampled to the picture's size.
            return EffectFootprint(resultSize: size, workingBytes: decoding.addingSaturated(size.area.multipliedSaturated(by: 2)))
        }
    }
}
