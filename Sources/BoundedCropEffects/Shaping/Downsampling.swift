package import BoundedCrop

/// Decodes the whole picture, no larger than needed.
package struct Downsampling: ImageEffect, Hashable {
    /// The maximum number of pixels on the picture's long side; smaller pictures stay as they are.
    package var longSide: Int

    /// Creates an effect that limits the long side to this number of pixels.
    package init(longSide: Int) {
        self.longSide = longSide
    }

    /// For example `downsampling(300)`.
    package var cacheKey: String { "downsampling(\(longSide))" }

    /// A new picture whose long side is at most `longSide`.
    package func footprint(on size: PixelSize) -> EffectFootprint { .scaling(size, to: size.fitted(longSide: longSide)) }

    /// Returns the picture with a long side of at most `longSide`.
    ///
    /// - Throws: `invalidArgument` for a side below 1, `malformedImage` for a damaged file.
    package func applied(to picture: any Picture) throws -> PixelBuffer {
        guard longSide > 0 else { throw BoundedCropError(.invalidArgument, "the long side must be at least 1 pixel, not \(longSide)") }
        return try picture.pixels(of: PixelRect(all: picture.size), scaledTo: picture.size.fitted(longSide: longSide))
    }

    /// Shrinks the picture if its long side exceeds `longSide`.
    ///
    /// - Throws: `invalidArgument` for a side below 1.
    package func apply(to image: inout PixelBuffer) throws {
        image = try applied(to: image)
    }

    /// Returns the effect with its side multiplied by a scale.
    package func scaled(by scale: Double) -> any ImageEffect {
        Downsampling(longSide: Argument.wholePixels(Double(longSide) * scale))
    }
}

extension ImageEffect where Self == Effect {
    /// Decodes the whole picture with at most this many pixels on the long side.
    public static func downsampled(longSide: Int) -> Effect { Effect(Downsampling(longSide: longSide)) }
}
