public import BoundedCrop

/// A processor that decodes the whole picture, no larger than needed.
public struct Downsampling: ImageProcessor, Hashable {
    /// The maximum length of the picture's long side in pixels; smaller pictures keep their size.
    public var longSide: Int

    /// Creates a processor that limits the long side to this number of pixels.
    public init(longSide: Int) {
        self.longSide = longSide
    }

    /// Such as `downsampling(300)`.
    public var cacheKey: String { "downsampling(\(longSide))" }

    /// Returns the picture, scaled down so that its long side is at most `longSide`.
    /// - Throws: `invalidArgument` if `longSide` is below 1; `malformedImage` if the file is damaged.
    public func process(_ picture: any Picture, _ cancellation: Cancellation) throws -> PixelBuffer {
        guard longSide > 0 else { throw BoundedCropError(.invalidArgument, "the long side must be at least 1 pixel, not \(longSide)") }
        let size = picture.size
        let target = size.fitted(longSide: longSide)
        let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        return try picture.pixels(of: [(whole, target)])[0]
    }
}

extension ImageProcessor where Self == Downsampling {
    /// Decodes the whole picture with its long side limited to this number of pixels.
    public static func downsampled(longSide: Int) -> Downsampling { Downsampling(longSide: longSide) }
}
