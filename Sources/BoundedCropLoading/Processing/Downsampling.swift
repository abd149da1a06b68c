public import BoundedCrop

/// Decodes the whole picture, no larger than needed.
public struct Downsampling: ImageProcessor, Hashable {
    /// The most pixels that the picture's long side has; smaller pictures stay as they are.
    public var longSide: Int

    /// A decoding to at most so many pixels on the long side.
    public init(longSide: Int) {
        self.longSide = longSide
    }

    /// Such as `downsampling(300)`.
    public var cacheKey: String { "downsampling(\(longSide))" }

    /// The picture, its long side at most `longSide`. Throws `invalidArgument` for a side below 1, `malformedImage` for a damaged file.
    public func process(_ picture: any Picture, _ cancellation: Cancellation) throws -> PixelBuffer {
        guard longSide > 0 else { throw BoundedCropError(.invalidArgument, "a long side of \(longSide) pixels is not possible") }
        let size = picture.size
        let target = size.fitted(longSide: longSide)
        let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        return try picture.pixels(of: whole, scaledTo: target)
    }
}

extension ImageProcessor where Self == Downsampling {
    /// Decodes the whole picture to at most so many pixels on the long side.
    public static func downsampled(longSide: Int) -> Downsampling { Downsampling(longSide: longSide) }
}
