package import BoundedCrop

/// Makes colors stronger or weaker: multiplies the distance of each channel from the perceived brightness.
package struct Saturation: WritableEffect, Hashable {
    /// 0 is gray, 1 changes nothing; at most 100.
    package let factor: Double

    /// Creates a change of saturation. Parameters are checked when the effect is applied.
    package init(_ factor: Double) {
        self.factor = factor
    }

    package var call: EffectCall { EffectCall("saturation", .number(factor)) }

    /// The picture's size, changed in place.
    package func footprint(on size: PixelSize) -> EffectFootprint { .inPlace(size) }

    /// Throws `invalidArgument` for a factor outside 0...100.
    package func check() throws {
        _ = try Argument.number(factor, in: 0...100, "a saturation")
    }

    /// Changes the saturation.
    ///
    /// - Throws: `invalidArgument` when the factor is outside 0...100.
    package func apply(to image: inout PixelBuffer) throws {
        try check()
        let factor = Float(factor)
        try image.changeRows { bytes, _ in
            for pixel in stride(from: 0, to: bytes.count, by: 4) {
                // Everything scales with alpha, so there is no need to divide by it and multiply again.
                let (red, green, blue) = (Float(bytes[pixel]), Float(bytes[pixel + 1]), Float(bytes[pixel + 2]))
                let limit = Float(bytes[pixel + 3])
                let brightness = (0.299 * red * red + 0.587 * green * green + 0.114 * blue * blue).squareRoot()
                func changed(_ level: Float) -> UInt8 {
                    UInt8(truncatingIfNeeded: Int32(min(max(brightness + (level - brightness) * factor + 0.5, 0), limit)))
                }
                bytes[pixel] = changed(red)
                bytes[pixel + 1] = changed(green)
                bytes[pixel + 2] = changed(blue)
            }
        }
    }
}

extension ImageEffect where Self == Effect {
    /// Makes colors stronger with a factor above 1, weaker with one below.
    ///
    /// The perceived brightness is `sqrt(0.299 r² + 0.587 g² + 0.114 b²)` (Darel Rex Finley, "HSP Color Model", 2006), as in thumbor.
    public static func saturation(_ factor: Double) -> Effect { Effect(Saturation(factor)) }
}
