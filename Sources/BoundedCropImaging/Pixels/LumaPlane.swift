internal import CLibrary

/// A gray picture in memory: one byte of brightness per pixel, with rows tightly packed from the top.
public struct LumaPlane: Hashable, Sendable {
    /// Width and height in pixels, both above 0.
    public let size: PixelSize
    /// `width * height` bytes.
    public let bytes: [UInt8]

    /// The number of pixels in a row, which is also its number of bytes.
    package var width: Int { size.width }
    /// The number of rows.
    package var height: Int { size.height }

    /// Creates a plane from its bytes.
    ///
    /// - Throws: `invalidArgument` when a side is below 1 or the number of bytes is not `width * height`.
    public init(size: PixelSize, bytes: [UInt8]) throws {
        guard size.width > 0, size.height > 0, bytes.count == size.area else {
            throw BoundedCropError(.invalidArgument, "\(bytes.count) bytes are not a gray picture of \(size)")
        }
        self.size = size
        self.bytes = bytes
    }

    package init(size: PixelSize, fill: (UnsafeMutablePointer<UInt8>) throws -> Void) rethrows {
        self.size = size
        bytes = try [UInt8].zeroed(count: size.area, fill: fill)
    }

    package func resampled(_ window: Rect, to target: PixelSize) throws -> LumaPlane {
        if window == size.bounds, target == size { return self }
        try Resampling.check(outputSize: target)
        return try LumaPlane(size: target) { try Resampling.resample(bytes, size, channels: 1, window, to: target, into: $0) }
    }

    package func oriented(_ orientation: ImageOrientation) throws -> LumaPlane {
        if orientation == .up { return self }
        return try LumaPlane(size: orientation.upright(size)) { try Resampling.orient(bytes, size, channels: 1, orientation, into: $0) }
    }
}

extension [UInt8] {
    /// Returns bytes that `fill` writes into zeroed memory.
    static func zeroed(count: Int, fill: (UnsafeMutablePointer<UInt8>) throws -> Void) rethrows -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            guard let start = buffer.baseAddress else { return }
            // Fast in unoptimized builds too, where generic code fills buffers byte by byte.
            memset(start, 0, count)
            try fill(start)
            initialized = count
        }
    }
}
