package import BoundedCrop

/// Makes the picture more transparent. See `PixelBuffer.withAlpha(_:)`.
package struct Alpha: WritableEffect, Hashable {
    /// The factor for the picture's own opacity.
    package let alpha: Double

    /// Creates an opacity; values outside 0...1 are clamped.
    package init(_ alpha: Double) {
        self.alpha = alpha
    }

    package var call: EffectCall { EffectCall("alpha", .number(alpha)) }

    /// The picture's size, changed in place.
    package func footprint(on size: PixelSize) -> EffectFootprint { .inPlace(size) }

    /// Throws `invalidArgument` for an opacity that is not a number.
    package func check() throws {
        _ = try Argument.opacity(alpha)
    }

    /// Multiplies the opacity.
    ///
    /// - Throws: `invalidArgument` when the opacity is not a number.
    package func apply(to image: inout PixelBuffer) throws {
        let factor = try Argument.opacity(alpha)
        guard factor < 1 else { return }
        let table = Premultiplied.table(factor)
        try table.withUnsafeBufferPointer { table in
            try image.changeRows { bytes, _ in
                for index in bytes.indices { bytes[index] = table[Int(bytes[index])] }
            }
        }
    }
}

extension ImageEffect where Self == Effect {
    /// Multiplies the picture's opacity by 0...1. Other values are clamped, so nothing becomes more opaque; one that is not a number is
    /// invalid.
    public static func alpha(_ alpha: Double) -> Effect { Effect(Alpha(alpha)) }
}

extension PixelBuffer {
    /// Returns this picture with its opacity multiplied by `alpha`: each byte is `value * alpha`, rounded to the nearest, halves up.
    ///
    /// Values outside 0...1 are clamped, so nothing becomes more opaque.
    ///
    /// - Throws: `invalidArgument` when the opacity is not a number.
    package func withAlpha(_ alpha: Double) throws -> PixelBuffer {
        try applying([.alpha(alpha)])
    }
}
