package import BoundedCrop

/// Cuts the largest circle out of the center of the picture. See `PixelBuffer.circular()`.
package struct Circle: WritableEffect, Hashable {
    /// Creates the effect.
    package init() {}

    package var call: EffectCall { EffectCall("circle") }

    /// A new, square picture.
    package func footprint(on size: PixelSize) -> EffectFootprint {
        let side = min(size.width, size.height)
        return .inPlace(PixelSize(width: side, height: side), layers: 1)
    }

    /// Cuts out the circle.
    ///
    /// - Throws: `CancellationError`.
    package func apply(to image: inout PixelBuffer) throws {
        image = try image.circular()
    }
}

extension ImageEffect where Self == Effect {
    /// The largest circle in the center of the picture.
    public static var circle: Effect { Effect(Circle()) }
    /// The largest circle in the center of the picture, under the name that loading pipelines use.
    package static var round: Effect { Effect(Circle()) }
}

extension PixelBuffer {
    /// Returns the largest circle in the center of this picture, as a square picture that is transparent outside the circle, antialiased.
    ///
    /// Where the center lies between two pixels, the square is shifted to the left or to the top.
    ///
    /// - Throws: `CancellationError`.
    package func circular() throws -> PixelBuffer {
        let side = min(width, height)
        let square = try croppedAndScaled(to: PixelSize(width: side, height: side), contentMode: .center)
        return try square.withCornerRadius(Double(side) / 2)
    }
}
