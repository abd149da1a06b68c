internal import BoundedCrop
internal import BoundedCropEffects
internal import Synchronization

/// A picture in a surface's size. It is scaled when its pixels are first needed, on the thread that needs them.
final class FittedPicture: Picture {
    let size: PixelSize
    let contentMode: ContentMode
    private let original: @Sendable () throws -> PixelBuffer
    private let result = Mutex<Result<PixelBuffer, any Error>?>(nil)

    /// Returns nil for a size that no picture can have, such as that of a surface without an area.
    init?(_ size: PixelSize, _ contentMode: ContentMode, _ original: @escaping @Sendable () throws -> PixelBuffer) {
        guard (try? Resampling.check(outputSize: size)) != nil else { return nil }
        self.size = size
        self.contentMode = contentMode
        self.original = original
    }

    /// The pixels in the surface's size.
    var pixels: PixelBuffer {
        get throws {
            // In the lock, so that a thread that comes later waits instead of scaling too.
            let result = result.withLock { known in
                if let known { return known }
                let new = Result { try original().fitted(on: size, contentMode) }
                // The next one may have more time.
                if case .failure(is CancellationError) = new { return new }
                known = new
                return new
            }
            return try result.get()
        }
    }

    /// Whether asking for the pixels takes no time.
    var isFitted: Bool { result.withLock { $0 != nil } }

    func luma(longSide: Int) throws -> LumaPlane { try pixels.luma(longSide: longSide) }

    func pixels(longSide: Int) throws -> PixelBuffer { try pixels.pixels(longSide: longSide) }

    func pixels(of rectangle: PixelRect, scaledTo size: PixelSize) throws -> PixelBuffer {
        try pixels.pixels(of: rectangle, scaledTo: size)
    }
}

extension PixelBuffer {
    /// This picture in another size, on a transparent background: by default scaled to fit and centered, as surfaces show it.
    func fitted(on size: PixelSize, _ contentMode: ContentMode = .aspectFit) throws -> PixelBuffer {
        self.size == size ? self : try croppedAndScaled(to: size, contentMode: contentMode, padToFit: true)
    }
}

extension Rect {
    /// The pixels that it covers, each edge rounded. Numbers that are not finite cover none.
    var pixels: PixelRect {
        guard isFinite else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
        let place = { (edge: Double) in Int(edge, within: -1_000_000_000...1_000_000_000) }
        let (left, top) = (place(minX), place(minY))
        return PixelRect(x: left, y: top, width: max(0, place(maxX) - left), height: max(0, place(maxY) - top))
    }
}
