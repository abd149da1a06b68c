internal import CNettle

/// AES (FIPS 197) in CBC mode, for what other services' clients encrypt by it. It does not show whether a text was changed.
package enum AES {
    package static let blockSize = Int(BC_AES_BLOCK_SIZE)
    /// The numbers of bytes that a key may have.
    package static let keySizes = [16, 24, 32]

    /// The bytes that were encrypted with PKCS #7 padding (RFC 5652, 6.3), from the initialization vector and what follows it; nil unless they
    /// can have been.
    package static func decrypted(_ bytes: [UInt8], key: [UInt8]) -> [UInt8]? {
        let (vector, blocks) = (Array(bytes.prefix(blockSize)), Array(bytes.dropFirst(blockSize)))
        guard keySizes.contains(key.count), !blocks.isEmpty, blocks.count % blockSize == 0 else { return nil }
        let plain = [UInt8](unsafeUninitializedCapacity: blocks.count) { plain, count in
            guard let start = plain.baseAddress, bc_aes_cbc_decrypt(key, key.count, vector, blocks, blocks.count, start) else { return }
            count = blocks.count
        }
        guard let padding = plain.last.map(Int.init), (1...blockSize).contains(padding), plain.suffix(padding).allSatisfy({ $0 == padding })
        else { return nil }
        return plain.dropLast(padding)
    }
}
