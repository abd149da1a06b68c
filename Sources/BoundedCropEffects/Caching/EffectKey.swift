/// Text for cache keys: two different lists of parts never give the same text, whatever the parts contain.
package enum EffectKey {
    /// A name and its parameters; each part follows its length in bytes, so that parts cannot be confused.
    package static func text(_ name: String, _ parts: [String]) -> String {
        "\(name)(\(lengthSafe(parts)))"
    }

    /// Joins texts so that they can be told apart.
    package static func lengthSafe(_ parts: [String]) -> String {
        parts.map { "\($0.utf8.count):\($0)" }.joined()
    }
}
