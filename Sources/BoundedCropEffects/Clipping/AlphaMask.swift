public import BoundedCrop

/// Turns the picture into a mask of its own shape. See `PixelBuffer.maskFromAlpha()`.
public struct AlphaMask: ImageEffect, Hashable {
    /// The only one there is.
    public init() {}

    /// The effect has no parameters.
    public var cacheKey: String { "maskFromAlpha()" }

    /// The picture's own size, changed where it is.
    public func footprint(on size: PixelSize) -> EffectFootprint { .inPlace(size) }

    /// Makes the mask. Throws `CancellationError`.
    public func apply(to image: inout PixelBuffer) throws {
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
    public static var maskFromAlpha: AlphaMask { AlphaMask() }
}

extension PixelBuffer {
    /// An opaque gray picture as bright as this one is opaque: what `masked(by:)` takes to give another picture this one's shape.
    ///
    /// Throws `CancellationError`.
    public func maskFromAlpha() throws -> PixelBuffer {
        try applying([.maskFromAlpha])
    }
}
