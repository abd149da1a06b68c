public import BoundedCrop

/// What a finished picture depends on: the picture that it was made from, and the effects with all their parameters, in their order.
public struct EffectCacheKey: Hashable, Sendable {
    private enum Input: Hashable {
        case content(PixelSize, fingerprint: String)
        /// As bytes: file names may differ in what `String` takes for the same.
        case named([UInt8])
    }

    private let input: Input
    private let effects: [[UInt8]]

    /// The key of effects on pixels: two pictures share one only when they are equal, by SHA-256 of their bytes. That takes time for each
    /// look into the cache, so give a name where you have one.
    public init(_ picture: PixelBuffer, applying effects: [any ImageEffect]) {
        input = .content(picture.size, fingerprint: Fingerprint.text(of: picture.bytes))
        self.effects = effects.map { Array($0.cacheKey.utf8) }
    }

    /// The key of effects on a picture that the caller has a name for.
    /// - Parameter name: has to change when the picture does. It never meets a key computed from pixels.
    public init(named name: String, applying effects: [any ImageEffect]) {
        input = .named(Array(name.utf8))
        self.effects = effects.map { Array($0.cacheKey.utf8) }
    }

    /// About what the key takes in memory.
    var byteCount: Int {
        let inputBytes = if case .named(let name) = input { name.count } else { 128 }
        return effects.reduce(128 + inputBytes) { $0 + 32 + $1.count }
    }
}
