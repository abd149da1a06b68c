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

    /// How long the step takes for a pixel, in units of 10 ns.
    var effort: Double { effect?.effort ?? 1 }
}

extension ImageEffect {
    /// How long the effect takes for a pixel of its result, in units of 10 ns: measured by `Scripts/bench-steps` for pictures of 9 megapixels.
    var effort: Double {
        switch made {
        case is Alpha, is Bitonal, is Border, is Brightness, is Colorize, is ColorShift, is Contrast, is CornerRadius, is Crop:
            0.3
        case is Curve, is Flip, is Grayscale, is Rotate: 0.3
        case is Noise: 2
        case is Saturation: 1.5
        case is Tint: 2.8
        case let blur as Blur: 0.45 * Double(blur.iterations)
        case let blur as RegionBlur: 1 + 0.45 * Double(blur.iterations)
        case let blur as GaussianBlur: blur.sigma < 12 ? 1.2 + 0.8 * blur.sigma : 2
        case is Shadow: 2
        case let sharpen as Sharpen: GaussianBlur(sigma: sharpen.radius).effort + 2.2
        case let convolution as Convolution: 2 + 0.2 * Double(convolution.kernel.count)
        case let turn as Turn: turn.degrees.truncatingRemainder(dividingBy: 90) == 0 ? 0.3 : 7
        default: 1
        }
    }
}
