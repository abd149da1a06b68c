internal import BoundedCrop
internal import BoundedCropEffects

extension RenderStep {
    /// The memory that the step needs for a picture of this size, and the size of the result.
    ///
    /// - Parameters:
    ///   - box: The box that `fill` fills.
    ///   - pictures: The pictures that steps name.
    func footprint(on size: PixelSize, box: PixelSize, pictures: [String: ImageSource]) -> EffectFootprint {
        if let effect { return effect.footprint(on: size) }
        switch self {
        case .effect, .corners, .background: return EffectFootprint(resultSize: size, workingBytes: 0)
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
            let plane = Self.maskSize(of: source, on: size)
            let decoding = source.decodingBytes(covering: [PictureCut(PixelRect(all: source.size), scaledTo: plane)])
            // The plane itself, and resampled to the picture's size.
            return EffectFootprint(resultSize: size, workingBytes: decoding.plus(size.area.times(2)))
        }
    }

    /// The pixels of another picture that the step decodes.
    func decodedPixels(_ pictures: [String: ImageSource]) -> Int { pictureName.flatMap { pictures[$0]?.size.area } ?? 0 }

    /// What the step keeps of another picture for the frames that follow, in bytes.
    func keptBytes(on size: PixelSize, pictures: [String: ImageSource]) -> Int {
        switch self {
        case .effect, .corners, .background, .proportion, .fill: return 0
        case .watermark(let watermark):
            return pictures[watermark.picture].map { watermark.size(of: $0.size, on: size).pictureBytes } ?? 0
        case .mask(let name): return pictures[name].map { Self.maskSize(of: $0, on: size).area } ?? 0
        }
    }

    private static func maskSize(of source: ImageSource, on size: PixelSize) -> PixelSize {
        source.size.fitted(longSide: size.longSide.times(2))
    }

    /// How much longer the step takes for a pixel than a simple one.
    var effort: Int { effect?.effort ?? 1 }
}

extension ImageEffect {
    /// How much longer the effect takes for a pixel than a simple one: measured for pictures of 9 megapixels.
    var effort: Int {
        switch self {
        case is Turn: 8
        case is Blur, is GaussianBlur, is RegionBlur, is Sharpen, is Convolution, is Shadow: 3
        default: 1
        }
    }
}
