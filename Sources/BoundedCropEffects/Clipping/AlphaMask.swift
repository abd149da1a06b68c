public import BoundedCrop

/// Turns the picture into a mask of its own shape. See `PixelBuffer.maskFromAlpha()`.
public struct AlphaMask: ImageEffect, Hashable {
    /// The only one there is.
    public init() {}

    /// The effect has no parameters.
    public var cacheKey: String { "maskFromAlpha()" }

    /// Makes the mask. Never throws.
    public func apply(to image: inout PixelBuffer) throws {
        image = image.maskFromAlpha()
    }
}

extension ImageEffect where Self == AlphaMask {
    /// Turns the picture's alpha into an opaque gray picture.
    public static var maskFromAlpha: AlphaMask { AlphaMask() }
}

extension PixelBuffer {
    /// An opaque gray picture as bright as this one is opaque: what `masked(by:)` takes to give another picture this one's shape.
    public func maskFromAlpha() -> PixelBuffer {
        PixelBuffer(size: size) { output in
            bytes.withUnsafeBufferPointer { bytes in
                for index in 0..<size.area {
                    let alpha = bytes[index * 4 + 3]
                    for channel in index * 4..<index * 4 + 3 { output[channel] = alpha }
                    output[index * 4 + 3] = 255
                }
            }
        }
    }
}
