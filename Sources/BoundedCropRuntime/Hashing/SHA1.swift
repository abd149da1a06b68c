internal import CNettle

/// SHA-1 (FIPS 180-4), for signatures that other services define by it. It does not resist collisions: use ``SHA256`` for everything else.
package enum SHA1 {
    package static func hash(of bytes: [UInt8]) -> [UInt8] {
        let size = Int(BC_SHA1_SIZE)
        return [UInt8](unsafeUninitializedCapacity: size) { digest, count in
            guard let start = digest.baseAddress else { return }
            bytes.withUnsafeBufferPointer { bytes in
                // Nettle takes no null pointer, not even for no bytes.
                bc_sha1(bytes.baseAddress ?? UnsafePointer(start), bytes.count, start)
            }
            count = size
        }
    }
}
