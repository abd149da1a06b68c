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
