package import BoundedCrop

/// Makes every pixel black or white, by its luma (Rec. 601, as in JPEG). Transparency stays.
package struct Bitonal: WritableEffect, Hashable {
    /// The lowest luma that becomes white, 0...255.
    package let threshold: Int

    /// Creates the effect. Parameters are checked when it is applied.
    package init(threshold: Int = 128) {
        self.threshold = threshold
    }

    package var call: EffectCall { EffectCall("bitonal", "\(threshold)") }

    /// The picture's size, changed in place.
    package func footprint(on size: PixelSize) -> EffectFootprint { .inPlace(size) }

    /// Throws `invalidArgument` for a threshold that is not in 0...255.
    package func check() throws {
        guard (0...255).contains(threshold) else {
            throw BoundedCropError(.invalidArgument, "a threshold of \(threshold) is not between 0 and 255")
        }
    }

    /// Makes every pixel black or white.
    ///
    /// - Throws: `invalidArgument` when the threshold is not in 0...255, and `CancellationError`.
    package func apply(to image: inout PixelBuffer) throws {
        try check()
        try Grayscale().apply(to: &image)
        let threshold = threshold
        try image.changeRows { bytes, _ in
            for pixel in stride(from: 0, to: bytes.count, by: 4) {
                // The luma is premultiplied, so the threshold is, too.
                let alpha = bytes[pixel + 3]
                let isWhite = Int(bytes[pixel]) * 255 >= threshold * Int(alpha)
                for channel in pixel..<pixel + 3 { bytes[channel] = isWhite ? alpha : 0 }
            }
        }
    }
}

extension ImageEffect where Self == Bitonal {
    /// Makes every pixel black or white. See `Bitonal`.
    package static func bitonal(threshold: Int = 128) -> Bitonal { Bitonal(threshold: threshold) }
}
