internal import CNettle

/// Message authentication codes: HMAC (RFC 2104) with one of two hash functions.
package enum MessageAuthentication: Sendable {
    case sha1
    case sha256

    package func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        let size = Int(self == .sha1 ? BC_SHA1_SIZE : BC_SHA256_SIZE)
        return [UInt8](unsafeUninitializedCapacity: size) { code, count in
            guard let start = code.baseAddress else { return }
            switch self {
            case .sha1: bc_hmac_sha1(key, key.count, message, message.count, start)
            case .sha256: bc_hmac_sha256(key, key.count, message, message.count, start)
            }
            count = size
        }
    }

    /// Whether the code belongs to the message, compared in constant time.
    package func isValid(_ code: [UInt8], for message: [UInt8], key: [UInt8]) -> Bool {
        Self.areEqual(code, self.code(of: message, key: key))
    }

    /// Whether two codes or digests are equal, in a time that does not depend on where they differ.
    package static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.count == other.count && bc_are_equal_codes(one, other, one.count)
    }
}
