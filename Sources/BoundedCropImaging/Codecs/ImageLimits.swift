/// The size limits of a picture, checked on the header before memory for pixels is allocated.
public struct ImageLimits: Hashable, Sendable {
    /// The maximum number of bytes of the file; 64 MB by default.
    public var maximumBytes = 64_000_000
    /// The maximum number of pixels along either side; 32768 by default.
    public var maximumSide = 32_768
    /// The maximum number of pixels; 100 million by default.
    public var maximumPixels = 100_000_000
    /// The maximum number of frames of an animation; 1000 by default.
    public var maximumFrames = 1000
    /// The maximum number of pixels of all frames of an animation; 1000 million by default.
    public var maximumAnimationPixels = 1_000_000_000

    /// Creates the default limits: 64 MB, 32768 pixels along a side, 100 million pixels, 1000 frames of 1000 million pixels in all.
    package init() {}

    package func check(byteCount: Int) throws {
        guard byteCount > maximumBytes else { return }
        throw BoundedCropError(.limitExceeded, "\(byteCount) bytes exceed the limit of \(maximumBytes) bytes")
    }

    func check(_ header: ImageHeader) throws {
        try check(header.storedSize)
        let pixels = header.decodedPixels
        if pixels - Self.edgePixels > maximumPixels {
            throw BoundedCropError(
                .limitExceeded,
                "\(header.storedSize) is cut from \(pixels) decoded pixels, which exceed the limit of \(megapixels) MP"
            )
        }
    }

    /// How many pixels more are decoded of a picture whose sides are filled up to whole blocks or tiles.
    private static let edgePixels = 1_000_000

    private var megapixels: String { Decimals.text(Double(maximumPixels) / 1_000_000) }

    func check(_ size: PixelSize) throws {
        if size.longSide > maximumSide {
            throw BoundedCropError(.limitExceeded, "\(size) exceeds the limit of \(maximumSide) pixels along a side")
        }
        if size.area > maximumPixels {
            throw BoundedCropError(.limitExceeded, "\(size) exceeds the limit of \(megapixels) MP")
        }
    }
}
