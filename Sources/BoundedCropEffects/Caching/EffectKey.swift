/// The text of cache keys: whatever the parts hold, two different lists of parts never give the same text.
package enum EffectKey {
    /// A name and its parameters; each stands behind its length in bytes, so that no part can be taken for two.
    package static func text(_ name: String, _ parts: [String]) -> String {
        "\(name)(\(lengthSafe(parts)))"
    }

    /// Texts put one behind the other so that they can be told apart.
    package static func lengthSafe(_ parts: [String]) -> String {
        parts.map { "\($0.utf8.count):\($0)" }.joined()
    }
}
