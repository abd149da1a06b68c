internal import BoundedCrop

/// The signing keys, as given in settings.
package enum SigningKeys {
    /// Shorter keys can be found by brute force.
    static let shortestSafe = 16

    /// Splits a text into keys at commas and removes white space around them, so a key cannot contain either. An empty text has no keys.
    ///
    /// - Throws: `invalidSetting` when one of them is empty, since anybody could sign with it.
    package static func list(_ text: String) throws -> [String] {
        guard !text.isEmpty else { return [] }
        let keys = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingSpaces() }
        try check(keys)
        return keys
    }

    /// Throws `invalidSetting` when one of the keys is empty or only white space.
    static func check(_ keys: [String]) throws {
        guard !keys.contains(where: { $0.trimmingSpaces().isEmpty }) else {
            throw BoundedCropError(.invalidSetting, "a key is empty, so anybody could sign URLs: remove it or set one")
        }
    }
}
