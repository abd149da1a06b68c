public import BoundedCrop

/// Takes the colours away and leaves the brightness (Rec. 601, as JPEG's own luma).
public struct Grayscale: ImageEffect, Hashable {
    /// The only one there is.
    public init() {}

    /// The effect has no parameters.
    public var cacheKey: String { "grayscale()" }

    /// The picture's own size, changed where it is.
    public func footprint(on size: PixelSize) -> EffectFootprint { .inPlace(size) }

    /// Takes the colours away. Throws `CancellationError`.
    public func apply(to image: inout PixelBuffer) throws {
        // The brightness of premultiplied colours is the premultiplied brightness. The weights are those of `PixelBuffer.luma()`.
        try image.changeRows { bytes, _ in
            for pixel in stride(from: 0, to: bytes.count, by: 4) {
                let sum = UInt32(bytes[pixel]) * 19595 + UInt32(bytes[pixel + 1]) * 38470 + UInt32(bytes[pixel + 2]) * 7471
                let luma = UInt8(truncatingIfNeeded: (sum + 32768) >> 16)
                for channel in pixel..<pixel + 3 { bytes[channel] = luma }
            }
        }
    }
}

extension ImageEffect where Self == Grayscale {
    /// Takes the colours away. See ``Grayscale``.
    public static func grayscale() -> Grayscale { Grayscale() }
}
