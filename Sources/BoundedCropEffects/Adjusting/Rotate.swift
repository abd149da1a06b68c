package import BoundedCrop

/// Rotates the picture by quarter turns.
package struct Rotate: WritableEffect, Hashable {
    /// Degrees counterclockwise, a multiple of 90; full turns are ignored.
    package let degrees: Int

    /// Creates a rotation. Parameters are checked when the effect is applied.
    package init(degrees: Int) {
        self.degrees = degrees
    }

    /// With the degrees within a full turn, 0...359.
    package var call: EffectCall { EffectCall("rotate", "\((degrees % 360 + 360) % 360)") }

    /// A new picture with width and height swapped, or the picture's own size.
    package func footprint(on size: PixelSize) -> EffectFootprint {
        degrees % 180 == 0 ? .inPlace(size) : .newPicture(PixelSize(width: size.height, height: size.width))
    }

    /// Throws `invalidArgument` for degrees that are not a multiple of 90.
    package func check() throws {
        guard degrees % 90 == 0 else { throw BoundedCropError(.invalidArgument, "\(degrees) degrees is not a multiple of 90") }
    }

    /// Rotates the picture.
    ///
    /// - Throws: `invalidArgument` when the degrees are not a multiple of 90, and `CancellationError`.
    package func apply(to image: inout PixelBuffer) throws {
        try check()
        switch (degrees % 360 + 360) % 360 {
        case 90: try image.orient(.left)
        case 180: try image.orient(.down)
        case 270: try image.orient(.right)
        default: break
        }
    }
}

extension ImageEffect where Self == Effect {
    /// Rotates the picture counterclockwise by a multiple of 90 degrees.
    public static func rotate(degrees: Int) -> Effect { Effect(Rotate(degrees: degrees)) }
}
