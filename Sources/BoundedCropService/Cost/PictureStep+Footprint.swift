internal import BoundedCrop
internal import BoundedCropEffects

extension PictureStep {
    /// The memory that the step needs for a picture of this size, and the size of the result.
    ///
    /// - Parameters:
    ///   - box: The box that `fill` fills.
    ///   - pictures: The pictures that steps name.
    func footprint(on size: PixelSize, box: PixelSize, pictures: [String: ImageSource]) -> EffectFootprint {
        switch self {
        case .effect(let effect): return effect.footprint(on: size)
        case .proportion(let share): return Scale(to: size.proportion(share)).footprint(on: size)
        case .fill(let fill): return fill.effect(on: box).footprint(on: size)
        case .watermark(let watermark):
            guard let source = pictures[watermark.picture] else { return EffectFootprint(resultSize: size, workingBytes: 0) }
            let own = watermark.size(of: source.size, on: size)
            let decoding = source.decodingBytes(covering: [PictureCut(PixelRect(all: source.size), scaledTo: own)])
            // Decoded, and faded once more.
            return EffectFootprint(resultSize: size, workingBytes: decoding.plus(own.area.times(8)))
        case .mask(let name):
            guard let source = pictures[name] else { return EffectFootprint(resultSize: size, workingBytes: 0) }
            let plane = source.size.fitted(longSide: size.longSide.times(2))
            let decoding = source.decodingBytes(covering: [PictureCut(PixelRect(all: source.size), scaledTo: plane)])
            // The plane itself, and resampled to the picture's size.
            return EffectFootprint(resultSize: size, workingBytes: decoding.plus(size.area.times(2)))
        }
    }
}
