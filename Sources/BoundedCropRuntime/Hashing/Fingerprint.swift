/// A fingerprint of bytes: their SHA-256 in hexadecimal.
package enum Fingerprint {
    package static func text(of bytes: some Sequence<UInt8>) -> String {
        Array(bytes).withUnsafeBytes { text(of: $0) }
    }

    package static func text(of bytes: UnsafeRawBufferPointer) -> String {
        text(ofDigest: SHA256.hash(of: bytes))
    }

    /// A digest that is known already, in hexadecimal.
    package static func text(ofDigest digest: [UInt8]) -> String {
        digest.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count < 2 ? "0" + digits : digits
        }.joined()
    }
}
