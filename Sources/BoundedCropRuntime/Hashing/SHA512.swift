internal import CNettle

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
