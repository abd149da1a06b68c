internal import CLibrary
internal import CNettle

/// MD5 (RFC 1321), which is broken: only for signatures that other services' clients make.
package enum MD5 {
    package static let byteCount = Int(BC_MD5_SIZE)

    package static func hash(of bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: byteCount) { digest, count in
            guard let start = digest.baseAddress else { return }
            bc_md5(bytes, bytes.count, start)
            count = byteCount
        }
    }

    /// Whether this is the hash of the bytes, compared in constant time.
    package static func isHash(_ hash: [UInt8], of bytes: [UInt8]) -> Bool {
        hash.count == byteCount && bc_are_equal_codes(hash, self.hash(of: bytes), byteCount)
    }
}

/// SHA-1 (FIPS 180-4), for signatures that other services define by it. It does not resist collisions: use `SHA256` for everything else.
package enum SHA1 {
    package static let byteCount = Int(BC_SHA1_SIZE)

    package static func hash(of bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: byteCount) { digest, count in
            guard let start = digest.baseAddress else { return }
            bytes.withUnsafeBufferPointer { bytes in
                // Nettle takes no null pointer, not even for no bytes.
                bc_sha1(bytes.baseAddress ?? UnsafePointer(start), bytes.count, start)
            }
            count = byteCount
        }
    }
}

/// SHA-256 (FIPS 180-4).
package enum SHA256 {
    package static let byteCount = Int(BC_SHA256_SIZE)

    package static func hash(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: byteCount) { digest, count in
            guard let start = digest.baseAddress else { return }
            // Nettle takes no null pointer, not even for no bytes.
            bc_sha256(bytes.assumingMemoryBound(to: UInt8.self).baseAddress ?? UnsafePointer(start), bytes.count, start)
            count = byteCount
        }
    }

    /// The hash of a file of any size. Blocks.
    ///
    /// - Throws: `unreadableFile`.
    package static func hash(ofFile path: String) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        var failure = descriptor < 0 ? errno : 0
        defer { if descriptor >= 0 { close(descriptor) } }
        let hash = [UInt8](unsafeUninitializedCapacity: byteCount) { digest, count in
            guard failure == 0, let start = digest.baseAddress else { return }
            failure = bc_sha256_rest(descriptor, start)
            count = failure == 0 ? byteCount : 0
        }
        guard failure == 0 else {
            throw BoundedCropError(.unreadableFile, "\(path) cannot be read", underlying: SystemError(code: failure))
        }
        return hash
    }

    package static func hash(of bytes: some Collection<UInt8>) -> [UInt8] {
        bytes.withContiguousStorageIfAvailable { hash(of: UnsafeRawBufferPointer($0)) } ?? Array(bytes).withUnsafeBytes { hash(of: $0) }
    }
}

/// SHA-512 (FIPS 180-4).
package enum SHA512 {
    package static let byteCount = Int(BC_SHA512_SIZE)

    package static func hash(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: byteCount) { digest, count in
            guard let start = digest.baseAddress else { return }
            // Nettle takes no null pointer, not even for no bytes.
            bc_sha512(bytes.assumingMemoryBound(to: UInt8.self).baseAddress ?? UnsafePointer(start), bytes.count, start)
            count = byteCount
        }
    }
}

/// A fingerprint of bytes: their SHA-256 in hexadecimal.
package enum Fingerprint {
    package static func text(of bytes: some Sequence<UInt8>) -> String {
        Array(bytes).withUnsafeBytes { text(of: $0) }
    }

    package static func text(of bytes: UnsafeRawBufferPointer) -> String {
        Hexadecimal.text(SHA256.hash(of: bytes))
    }
}

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
