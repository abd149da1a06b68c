internal import CImageCodecs
internal import Synchronization

/// Converts pixels without transparency to sRGB.
protocol ColorConverting: Sendable {
    func apply(to pixels: inout PixelBuffer) throws
}

/// A transform from an ICC profile to sRGB, created by Little CMS.
///
/// Unchecked, because the compiler cannot see that the transform never changes: it is created without a cache.
final class ColorTransform: ColorConverting, @unchecked Sendable {
    let handle: OpaquePointer

    /// Nil if the bytes are not a usable profile for such pixels. The pixels are then treated as sRGB, as browsers do.
    private init?(profile: [UInt8], model: bc_color_model) {
        guard let handle = profile.withUnsafeBytes({ bc_color_transform_create(bc_span($0), model) }) else { return nil }
        self.handle = handle
    }

    deinit {
        bc_color_transform_destroy(handle)
    }

    /// Converts pixels without transparency to sRGB.
    func apply(to pixels: inout PixelBuffer) throws {
        let rowBytes = pixels.width * 4
        try pixels.bytes.withUnsafeMutableBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return }
            for row in stride(from: 0, to: bytes.count, by: rowBytes) {
                try Cancellation.checkCurrent()
                bc_color_transform_rgba(handle, start + row, rowBytes / 4)
            }
        }
    }

    // MARK: Cache

    private struct Key: Hashable {
        let profile: [UInt8]
        let model: UInt32
    }

    /// Creating a transform takes milliseconds, and the photos of one camera or program share a profile.
    private static let recent = Mutex(LeastRecentlyUsed<Key, ColorTransform>(countLimit: 16, costLimit: 4_000_000))

    /// Nil if the bytes are not a usable profile for such pixels.
    static func from(profile: [UInt8], model: bc_color_model) -> ColorTransform? {
        let key = Key(profile: profile, model: model.rawValue)
        if let transform = recent.withLock({ $0.use(key) }) { return transform }
        guard let transform = ColorTransform(profile: profile, model: model) else { return nil }
        recent.withLock { $0.insert(transform, for: key, cost: profile.count) }
        return transform
    }
}
