internal import BoundedCrop
internal import RawStructuredFieldValues

/// A hash function of digest fields, by its name in them (RFC 9530, 5).
enum DigestAlgorithm: String, Hashable, Sendable, CaseIterable {
    case sha256 = "sha-256"
    case sha512 = "sha-512"

    /// The one that a client prefers (RFC 9530, 4): the highest number from 1 to 10 in a list such as `sha-256=3, sha-512=10`. Of equal
    /// ones, the first in this type.
    ///
    /// Nil if the client asks for none of them, and for a field that is not a dictionary (RFC 9651).
    init?(wanted text: String?) {
        var parser = StructuredFieldValueParser(Array((text ?? "").readPart.utf8))
        guard let members = try? parser.parseDictionaryFieldValue() else { return nil }
        func preference(_ algorithm: Self) -> Int64 {
            guard case .item(let item) = members[algorithm.rawValue], case .integer(let number) = item.rfc9651BareItem else { return 0 }
            return (0...10).contains(number) ? number : 0
        }
        // Of equal ones, the first.
        guard let first = Self.allCases.reversed().max(by: { preference($0) <= preference($1) }), preference(first) > 0 else { return nil }
        self = first
    }

    func digest(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
        switch self {
        case .sha256: SHA256.hash(of: bytes)
        case .sha512: SHA512.hash(of: bytes)
        }
    }
}
