internal import BoundedCrop

/// The keys that URLs are signed with, as they are given in settings.
public enum SigningKeys {
    /// With less, a key can be guessed by trying.
    static let shortestSafe = 16

    /// The keys of a text: split at commas, without white space around them. Keys themselves can have neither.
    ///
    /// None of an empty text. Throws `invalidSetting` where one of them is empty: with that, anybody could sign.
    public static func list(_ text: String) throws -> [String] {
        guard !text.isEmpty else { return [] }
        let keys = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingSpaces() }
        try check(keys)
        return keys
    }

    /// Throws `invalidSetting` where one of them is empty, or nothing but white space.
    static func check(_ keys: [String]) throws {
        guard !keys.contains(where: { $0.trimmingSpaces().isEmpty }) else {
            throw BoundedCropError(.invalidSetting, "a key is empty, and with that anybody could sign: leave it out, or say one")
        }
    }
}
