package import BoundedCrop

/// Shows the picture in flat squares, each with the average color of its pixels.
package struct Pixelate: WritableEffect, Hashable {
    /// The side of a square in pixels, 1 or above; 1 changes nothing.
    package let side: Int

    /// Creates the effect. Parameters are checked when it is applied.
    package init(side: Int) {
        self.side = side
    }

    package var call: EffectCall { EffectCall("pixelate", "\(side)") }

    /// The same effect with the side multiplied, but not below a pixel. An invalid side stays as it is, for `check()` to find.
    package func scaled(by scale: Double) -> any ImageEffect {
        Pixelate(side: side < 1 ? side : max(1, Argument.wholePixels(Double(side) * scale)))
    }

    /// A new picture of the same size.
    package func footprint(on size: PixelSize) -> EffectFootprint { .newPicture(size) }

    /// Throws `invalidArgument` for a side below 1.
    package func check() throws {
        guard side >= 1 else {
            throw BoundedCropError(.invalidArgument, "squares of \(side) pixels are not possible: 1 pixel is the least")
        }
    }

    /// Averages the squares.
    ///
    /// - Throws: `invalidArgument` when the side is below 1, and `CancellationError`.
    package func apply(to image: inout PixelBuffer) throws {
        try check()
        guard side > 1 else { return }
        // A larger square would only be cut off.
        let square = min(side, max(image.width, image.height))
        image = try image.mosaic(of: Span2D(covering: image.size.bounds, within: image.size), side: square)
    }
}

extension ImageEffect where Self == Pixelate {
    /// Shows the picture in flat squares. See `Pixelate`.
    package static func pixelate(side: Int) -> Pixelate { Pixelate(side: side) }
}
