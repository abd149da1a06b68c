internal import BoundedCrop

/// A hash function of digest fields, by its name in them (RFC 9530, 5).
enum DigestAlgorithm: String, Hashable, Sendable, CaseIterable {
    case sha256 = "sha-256"
    case sha512 = "sha-512"

    /// The one that a client prefers (RFC 9530, 4): the highest number from 1 to 10 in a list such as `sha-256=3, sha-512=10`. Of equal
    /// ones, the first in this type.
    ///
    /// Nil if the client asks for none of them.
    init?(wanted text: String?) {
        var preferences: [String: Int] = [:]
        for member in (text ?? "").readPart.split(separator: ",") {
            // Parameters have no meaning here.
            let pair = member.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, let preference = Int(digits: pair[1].trimmingSpaces()[...]) else { continue }
            preferences[pair[0].trimmingSpaces()] = (0...10).contains(preference) ? preference : 0
        }
        let wanted = Self.allCases.filter { preferences[$0.rawValue, default: 0] > 0 }
        guard let highest = wanted.map({ preferences[$0.rawValue, default: 0] }).max(),
            let first = wanted.first(where: { preferences[$0.rawValue] == highest })
        else { return nil }
        self = first
    }

    func digest(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
        switch self {
        case .sha256: SHA256.hash(of: bytes)
        case .sha512: SHA512.hash(of: bytes)
        }
    }
}
