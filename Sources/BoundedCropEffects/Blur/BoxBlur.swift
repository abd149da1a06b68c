internal import BoundedCrop

/// The checked parameters of the box blur that several effects share.
struct BoxBlur: Hashable {
    /// The widest box; wider ones count as this.
    static let widest = 1_000_001
    private static let mostIterations = 100

    /// The side of the box in pixels, odd.
    let width: Int
    let iterations: Int

    /// Throws `invalidArgument` when the radius is negative or not finite, or the iterations are not 0...100.
    init(radius: Double, iterations: Int) throws {
        guard radius >= 0, radius.isFinite else {
            throw BoundedCropError(.invalidArgument, "a blur's radius must be 0 or more pixels, not \(radius)")
        }
        guard (0...Self.mostIterations).contains(iterations) else {
            throw BoundedCropError(.invalidArgument, "a blur's iterations must be 0 to \(Self.mostIterations), not \(iterations)")
        }
        // FXBlurView: `boxSize = (uint32_t)radius; if (boxSize % 2 == 0) boxSize++`.
        let whole = Int(radius, within: 0...Self.widest, rounded: .down)
        width = whole % 2 == 0 ? whole + 1 : whole
        self.iterations = iterations
    }

    /// Whether the blur changes nothing.
    var isIdentity: Bool { width == 1 || iterations == 0 }

    /// How far a pixel's color can spread, in pixels.
    var reach: Int { width / 2 * iterations }

    /// The new picture, a second one for several iterations, and the rows that OpenCV keeps for the widest box passed to it.
    static func footprint(on size: PixelSize, iterations: Int) -> EffectFootprint {
        let rows = size.width.times(16).times(min(size.height, 256) + 16)
        let pictures = size.pictureBytes.times(iterations > 1 ? 2 : 1)
        return EffectFootprint(resultSize: size, workingBytes: pictures.plus(rows))
    }

    /// Uses two buffers besides the picture's own, or one for a single iteration.
    func apply(to image: inout PixelBuffer) throws {
        if isIdentity { return }
        image = try image.boxBlurred(box: width, iterations: iterations)
    }
}

extension PixelBuffer {
    /// Adds a quarter of a color to each pixel and keeps alpha.
    ///
    /// Where a picture is opaque, this is what FXBlurView did with `kCGBlendModePlusLighter` at an alpha of 0.25. Where it is not, less is
    /// added to the premultiplied color, so that edges do not glow. Throws `CancellationError`.
    mutating func lighten(with tint: Color) throws {
        guard tint.alpha > 0 else { return }
        // The value to add, by channel and alpha.
        let added = [tint.red, tint.green, tint.blue].flatMap { component in
            (0...255).map { UInt8((component * Double($0) / 4).rounded()) }
        }
        try changeRows { bytes, _ in
            for pixel in stride(from: 0, to: bytes.count, by: 4) {
                let alpha = bytes[pixel + 3]
                for channel in 0..<3 {
                    let sum = Int(bytes[pixel + channel]) + Int(added[channel * 256 + Int(alpha)])
                    bytes[pixel + channel] = UInt8(min(sum, Int(alpha)))
                }
            }
        }
    }
}
