internal import BoundedCrop
internal import BoundedCropEffects

extension PictureStep {
    /// The memory that the step needs for a picture of this size, and the size of the result.
    ///
    /// - Parameters:
    ///   - box: The box that `fill` fills.
    ///   - detector: Finds what `redact` hides.
    ///   - pictures: The pictures that steps name.
    func footprint(
        on size: PixelSize,
        box: PixelSize,
        detector: any FeatureDetector,
        pictures: [String: ImageSource]
    ) -> EffectFootprint {
        switch self {
        case .effect(let effect): return effect.footprint(on: size, detecting: detector)
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

extension ImageEffect {
    /// The footprint, including detection where the effect uses it.
    func footprint(on size: PixelSize, detecting detector: any FeatureDetector) -> EffectFootprint {
        var footprint = footprint(on: size)
        if let redaction = self as? Redact {
            let copy = size.fitted(longSide: detector.lookingSide(at: redaction.accuracy)).pictureBytes
            footprint.workingBytes = footprint.workingBytes.plus(copy).plus(detector.lookingBytes(at: redaction.accuracy, on: size))
        }
        return footprint
    }
}
