package import BoundedCrop

/// Removes the colors and keeps the luma (Rec. 601, as in JPEG).
package struct Grayscale: WritableEffect, Hashable {
    /// Creates the effect.
    package init() {}

    package var call: EffectCall { EffectCall("grayscale") }

    /// The picture's size, changed in place.
    package func footprint(on size: PixelSize) -> EffectFootprint { .inPlace(size) }

    /// Removes the colors.
    ///
    /// - Throws: `CancellationError`.
    package func apply(to image: inout PixelBuffer) throws {
        // The luma of premultiplied colors is the premultiplied luma. The weights are those of `PixelBuffer.luma()`.
        try image.changeRows { bytes, _ in
            for pixel in stride(from: 0, to: bytes.count, by: 4) {
                let sum = UInt32(bytes[pixel]) * 19595 + UInt32(bytes[pixel + 1]) * 38470 + UInt32(bytes[pixel + 2]) * 7471
                let luma = UInt8(truncatingIfNeeded: (sum + 32768) >> 16)
                for channel in pixel..<pixel + 3 { bytes[channel] = luma }
            }
        }
    }
}

extension ImageEffect where Self == Effect {
    /// Removes the colors.
    public static var grayscale: Effect { Effect(Grayscale()) }
}
