internal import CNettle

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

    package static func hash(of bytes: some Collection<UInt8>) -> [UInt8] {
        bytes.withContiguousStorageIfAvailable { hash(of: UnsafeRawBufferPointer($0)) } ?? Array(bytes).withUnsafeBytes { hash(of: $0) }
    }
}
