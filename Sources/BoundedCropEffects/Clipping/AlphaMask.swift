public import BoundedCrop

/// Turns the picture into a mask of its own shape. See `PixelBuffer.maskFromAlpha()`.
package struct AlphaMask: ImageEffect, Hashable {
    /// Creates the effect.
    package init() {}

    /// Constant, since the effect has no parameters.
    package var cacheKey: String { "maskFromAlpha()" }

    /// The picture's size, changed in place.
    package func footprint(on size: PixelSize) -> EffectFootprint { .inPlace(size) }

    /// Makes the mask.
    ///
    /// - Throws: `CancellationError`.
    package func apply(to image: inout PixelBuffer) throws {
        try image.changeRows { bytes, _ in
            for pixel in stride(from: 0, to: bytes.count, by: 4) {
                for channel in pixel..<pixel + 3 { bytes[channel] = bytes[pixel + 3] }
                bytes[pixel + 3] = 255
            }
        }
    }
}

extension ImageEffect where Self == AlphaMask {
    /// Turns the picture's alpha into an opaque gray picture.
    package static var maskFromAlpha: AlphaMask { AlphaMask() }
}

extension PixelBuffer {
    /// Returns an opaque gray picture whose brightness is this picture's alpha: pass it to `ImageEffect.mask(_:)` to give another
    /// picture this shape.
    ///
    /// - Throws: `CancellationError`.
    public func maskFromAlpha() throws -> PixelBuffer {
        try applying([.maskFromAlpha])
    }
}
