internal import BoundedCrop
internal import Synchronization

/// A picture as set or loaded, with its pixels per point.
final class EffectsOriginal: Sendable {
    let pixels: PixelBuffer
    let pixelsPerPoint: Double
    /// The cache name under which it was loaded; nil unless it came through a network.
    let name: String?
    private let fingerprint = Mutex<String?>(nil)
    private let hash: @Sendable ([UInt8]) -> String

    /// - Parameter hash: Names the bytes of the picture.
    init(
        _ pixels: PixelBuffer,
        pixelsPerPoint: Double,
        name: String? = nil,
        hash: @escaping @Sendable ([UInt8]) -> String = { Fingerprint.text(of: $0) }
    ) {
        self.pixels = pixels
        self.pixelsPerPoint = pixelsPerPoint
        self.name = name
        self.hash = hash
    }

    /// A cache name that equal pictures share. Asking for the first time takes the time to read all pixels.
    var contentName: String {
        let known = fingerprint.withLock { $0 }
        // Not in the lock, where another thread would wait for it to learn that the name is not known.
        let text = known ?? hash(pixels.bytes)
        if known == nil { fingerprint.withLock { $0 = text } }
        return "content \(text) \(pixels.size) at \(pixelsPerPoint)"
    }

    /// Whether asking for ``contentName`` takes no time.
    var hasContentName: Bool { fingerprint.withLock { $0 != nil } }
}
