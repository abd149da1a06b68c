public import BoundedCrop

/// Takes the colours away and leaves the brightness (Rec. 601, as JPEG's own luma).
public struct Grayscale: ImageEffect, Hashable {
    /// The only one there is.
    public init() {}

    /// The effect has no parameters.
    public var cacheKey: String { "grayscale()" }

    /// Takes the colours away. Never throws.
    public func apply(to image: inout PixelBuffer) {
        // The brightness of premultiplied colours is the premultiplied brightness.
        let luma = image.luma()
        luma.bytes.withUnsafeBufferPointer { luma in
            image.bytes.withUnsafeMutableBufferPointer { bytes in
                for index in luma.indices {
                    for channel in index * 4..<index * 4 + 3 { bytes[channel] = luma[index] }
                }
            }
        }
    }
}

extension ImageEffect where Self == Grayscale {
    /// Takes the colours away. See ``Grayscale``.
    public static func grayscale() -> Grayscale { Grayscale() }
}
