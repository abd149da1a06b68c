import BoundedCropRuntime
import Testing

/// Against texts that OpenSSL encrypted.
@Suite(.timeLimit(.minutes(15))) struct AESTests {
    private static let key = [UInt8](0..<16)
    private static let zeros = [UInt8](repeating: 0, count: 16)

    private func bytes(_ digits: String) -> [UInt8] {
        let digits = Array(digits)
        return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...($0 + 1)]), radix: 16) }
    }

    @Test(arguments: [
        (16, "b6cac2bb7f7b67b1b6ee2a3333b415e0", "local:///a.jpg"), (24, "9f8c532ab0a763f9dfe84e9f3abd8378", "local:///a.jpg"),
        (16, "954f64f2e4e86e9eee82d20216684899", ""),
    ])
    func `what was encrypted is decrypted`(keySize: UInt8, text: String, expected: String) {
        #expect(AES.decrypted(Self.zeros + bytes(text), key: Array(0..<keySize)) == Array(expected.utf8))
    }

    @Test(arguments: [0, 1, 15, 16, 17, 31, 33]) func `other lengths are not decrypted`(count: Int) {
        #expect(AES.decrypted([UInt8](repeating: 7, count: count), key: Self.key) == nil)
    }

    @Test(arguments: [0, 8, 15, 17, 33]) func `other keys do not decrypt`(count: Int) {
        #expect(AES.decrypted(Self.zeros + Self.zeros, key: [UInt8](repeating: 1, count: count)) == nil)
    }

    @Test func `a text without the padding is not decrypted`() {
        let text = bytes("b6cac2bb7f7b67b1b6ee2a3333b415e0")
        var changed = Self.zeros
        // The last byte of the vector changes the padding's length.
        for bit in [UInt8(2), 1, 17, 128] {
            changed[15] = bit
            #expect(AES.decrypted(changed + text, key: Self.key) == nil)
        }
    }
}
