/// A picture in memory: premultiplied RGBA with 8 bits per channel in sRGB, with rows tightly packed from the top.
///
/// Copies share their bytes until one is changed.
public struct PixelBuffer: Hashable, Sendable {
    /// Width and height in pixels, both above 0.
    public let size: PixelSize
    /// `width * height * 4` bytes: red, green, blue, alpha; no color exceeds its alpha.
    public package(set) var bytes: [UInt8] {
        _read { yield storage }
        // Modifies in place; an observer would copy the whole picture for every change.
        _modify {
            // The changed picture is no longer the one that a cache returned.
            retention = nil
            yield &storage
        }
    }
    private var storage: [UInt8]
    /// Tracked by the cache that returned this picture; not part of its value.
    package var retention: Retention?

    /// Whether two pictures have the same size and the same pixels.
    public static func == (left: PixelBuffer, right: PixelBuffer) -> Bool {
        left.size == right.size && left.bytes == right.bytes
    }

    /// Hashes the size and the pixels.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(size)
        hasher.combine(bytes)
    }

    /// The number of pixels in a row, which has four times as many bytes.
    public var width: Int { size.width }
    /// The number of rows.
    public var height: Int { size.height }

    /// Creates a picture from its bytes. The caller must ensure that colors are premultiplied.
    ///
    /// - Throws: `invalidArgument` when a side is below 1 or the number of bytes is not `width * height * 4`.
    public init(size: PixelSize, bytes: [UInt8]) throws {
        guard size.width > 0, size.height > 0, size.area <= Int.max / 4, bytes.count == size.area * 4 else {
            throw BoundedCropError(.invalidArgument, "\(bytes.count) bytes are not a picture of \(size) with 4 bytes a pixel")
        }
        self.size = size
        storage = bytes
    }

    /// Creates a picture of one color; transparent by default.
    /// - Precondition: Both sides are above 0.
    public init(size: PixelSize, filledWith color: (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) = (0, 0, 0, 0)) {
        precondition(size.width > 0 && size.height > 0, "a picture has sides above 0, not \(size)")
        self.size = size
        // Whole pixels in one call, which is fast in unoptimized builds too.
        let word = UInt32(littleEndian: UInt32(color.alpha) << 24 | UInt32(color.blue) << 16 | UInt32(color.green) << 8 | UInt32(color.red))
        storage = [UInt8](unsafeUninitializedCapacity: size.area * 4) { buffer, count in
            count = size.area * 4
            if word == 0 {
                buffer.initialize(repeating: 0)
            } else {
                buffer.withMemoryRebound(to: UInt32.self) { $0.initialize(repeating: word) }
            }
        }
    }

    /// Creates a picture whose bytes `fill` writes into zeroed memory.
    package init(size: PixelSize, fill: (UnsafeMutablePointer<UInt8>) throws -> Void) rethrows {
        self.size = size
        storage = try [UInt8].zeroed(count: size.area * 4, fill: fill)
    }

    /// Creates a picture in existing memory of the right length and any content. `fill` must write all bytes.
    init(size: PixelSize, in memory: [UInt8], fill: (UnsafeMutablePointer<UInt8>) throws -> Void) throws {
        try self.init(size: size, bytes: memory)
        try bytes.withUnsafeMutableBufferPointer { buffer in
            if let start = buffer.baseAddress { try fill(start) }
        }
    }

    /// Returns a window of this picture at another size: averaged where it shrinks, cubic where it grows. Fractional edges are respected.
    ///
    /// - Throws: `invalidArgument` when the window is empty or extends outside the picture, or the target's sides are not 1...65535.
    package func resampled(_ window: Rect, to target: PixelSize) throws -> PixelBuffer {
        if window == size.bounds, target == size { return self }
        try Resampling.check(outputSize: target)
        return try PixelBuffer(size: target) { try Resampling.resample(bytes, size, channels: 4, window, to: target, into: $0) }
    }

    /// Returns a part of this picture as it is.
    ///
    /// Throws `invalidArgument` when the part is empty or extends outside the picture.
    package func part(_ part: PixelRect) throws -> PixelBuffer {
        guard !part.rect.isEmpty, size.bounds.contains(part.rect) else {
            throw BoundedCropError(.invalidArgument, "the picture of \(size) does not contain \(part)")
        }
        var result = [UInt8]()
        result.reserveCapacity(part.size.area * 4)
        for row in part.y..<part.y + part.height {
            let start = (row * width + part.x) * 4
            result += bytes[start..<start + part.width * 4]
        }
        return try PixelBuffer(size: part.size, bytes: result)
    }

    /// Returns the whole picture at another size, which may change its aspect.
    ///
    /// - Throws: `invalidArgument` for a size that is not possible.
    public func resized(to target: PixelSize) throws -> PixelBuffer {
        try resampled(size.bounds, to: target)
    }

    /// Turns stored pixels upright, in place if the sides are not swapped.
    ///
    /// Throws `CancellationError`, which may leave the picture partly turned.
    package mutating func orient(_ orientation: ImageOrientation) throws {
        guard !orientation.swapsSides else { return self = try oriented(orientation) }
        guard orientation != .up else { return }
        let size = size
        try bytes.withUnsafeMutableBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return }
            try Resampling.orient(start, size, channels: 4, orientation, into: start)
        }
    }

    /// Returns the stored pixels turned upright.
    package func oriented(_ orientation: ImageOrientation) throws -> PixelBuffer {
        if orientation == .up { return self }
        return try PixelBuffer(size: orientation.upright(size)) { try Resampling.orient(bytes, size, channels: 4, orientation, into: $0) }
    }

    /// The picture's brightness, on black where it is transparent (Rec. 601 weights, as in JPEG's own luma).
    package func luma() -> LumaPlane {
        LumaPlane(size: size) { output in
            for index in 0..<size.area {
                let red = Int(bytes[index * 4]) * 19595
                let green = Int(bytes[index * 4 + 1]) * 38470
                let blue = Int(bytes[index * 4 + 2]) * 7471
                output[index] = UInt8((red + green + blue + 32768) >> 16)
            }
        }
    }
}

extension PixelBuffer {
    /// Draws the opaque outline of a rectangle, centered on the rectangle's edge. Anything outside the picture is left out.
    package mutating func stroke(_ rectangle: Rect, color: (red: UInt8, green: UInt8, blue: UInt8), width: Int) {
        let half = Double(width) / 2
        let thickness = Double(width)
        let (left, top) = (rectangle.minX - half, rectangle.minY - half)
        let (right, bottom) = (rectangle.maxX - half, rectangle.maxY - half)
        fill(Rect(minX: left, minY: top, maxX: right + thickness, maxY: top + thickness), color)
        fill(Rect(minX: left, minY: bottom, maxX: right + thickness, maxY: bottom + thickness), color)
        fill(Rect(minX: left, minY: top, maxX: left + thickness, maxY: bottom + thickness), color)
        fill(Rect(minX: right, minY: top, maxX: right + thickness, maxY: bottom + thickness), color)
    }

    private mutating func fill(_ rectangle: Rect, _ color: (red: UInt8, green: UInt8, blue: UInt8)) {
        let inside = Span2D(covering: rectangle, within: size)
        for row in inside.vertical.low..<inside.vertical.high {
            for column in inside.horizontal.low..<inside.horizontal.high {
                let index = (row * size.width + column) * 4
                bytes[index] = color.red
                bytes[index + 1] = color.green
                bytes[index + 2] = color.blue
                bytes[index + 3] = 255
            }
        }
    }
}

/// Where the pixels of a result lie in a picture, in its pixels. The grid may be turned.
package struct SamplingGrid: Hashable, Sendable {
    /// The corner of the result's first pixel.
    package var origin: Point
    /// The step to the next pixel of a row.
    package var across: Point
    /// The step to the next row.
    package var down: Point

    package init(origin: Point, across: Point, down: Point) {
        self.origin = origin
        self.across = across
        self.down = down
    }

    /// What shows beyond the edges of a picture.
    package enum Beyond {
        /// Its nearest pixels.
        case edge
        /// A color, which mixes with the picture along the edges of a part of the plane.
        case color(Color, outside: Rect)
        /// Its nearest pixels, which fade into those of a softer picture of its size, so many pixels beyond a part of the plane. The softer
        /// one is mirrored at its edges, but only as far as a part that is not shown again, if that is not empty.
        case fading(PixelBuffer, outside: Rect, reach: Double, unrepeated: Rect)
    }
}

extension PixelBuffer {
    /// Returns this picture's colors along a grid, with a cubic kernel. Steps of more than a pixel alias: shrink the picture first.
    ///
    /// - Parameters:
    ///   - grid: Where the pixels of the result lie in this picture.
    ///   - target: The size of the result.
    ///   - beyond: What shows beyond this picture's edges.
    /// - Throws: `invalidArgument` for a size that is not possible and for numbers that are not finite or beyond a billion.
    package func sampled(_ grid: SamplingGrid, to target: PixelSize, beyond: SamplingGrid.Beyond = .edge) throws -> PixelBuffer {
        try Resampling.check(outputSize: target)
        return try PixelBuffer(size: target) { try Resampling.sample(bytes, size, grid, beyond: beyond, to: target, into: $0) }
    }
}

extension PixelBuffer {
    /// The bytes with unpremultiplied colors.
    package var straightBytes: [UInt8] {
        var straight = bytes
        for index in straight.indices where index % 4 != 3 {
            let alpha = Int(bytes[index - index % 4 + 3])
            if alpha > 0, alpha < 255 { straight[index] = UInt8(min(255, (Int(bytes[index]) * 255 + alpha / 2) / alpha)) }
        }
        return straight
    }
}

/// Held by all copies of a picture that a cache returned, so that the cache can tell when the last one is released.
package final class Retention: Sendable {
    private let onRelease: @Sendable () -> Void

    /// - Parameter onRelease: Called when the last copy is released, on any thread.
    package init(onRelease: @escaping @Sendable () -> Void) {
        self.onRelease = onRelease
    }

    deinit { onRelease() }
}
