package import BoundedCrop

/// What a finished picture depends on: the source picture, and the effects with all their parameters, in order.
package struct EffectCacheKey: Hashable, Sendable {
    private enum Input: Hashable {
        case content(PixelSize, fingerprint: String)
        /// As bytes, since file names may differ where `String` compares equal.
        case named([UInt8])
    }

    private let input: Input
    private let effects: [[UInt8]]

    /// Creates the key of effects on pixels: two pictures share a key only when they are equal, by SHA-256 of their bytes.
    ///
    /// The hash takes time for each cache lookup, so pass a name where you have one.
    package init(_ picture: PixelBuffer, applying effects: [any ImageEffect]) {
        input = .content(picture.size, fingerprint: Fingerprint.text(of: picture.bytes))
        self.effects = effects.map { Array($0.cacheKey.utf8) }
    }

    /// Creates the key of effects on a picture that the caller can name.
    ///
    /// - Parameters:
    ///   - name: Must change when the picture does. It never collides with a key computed from pixels.
    ///   - effects: The effects, in the order in which they are applied.
    package init(named name: String, applying effects: [any ImageEffect]) {
        input = .named(Array(name.utf8))
        self.effects = effects.map { Array($0.cacheKey.utf8) }
    }

    /// The approximate memory size of the key.
    var byteCount: Int {
        let inputBytes = if case .named(let name) = input { name.count } else { 128 }
        return effects.reduce(128 + inputBytes) { $0 + 32 + $1.count }
    }
}
