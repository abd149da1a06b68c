import BoundedCropRuntime
import Testing

/// Against the published vectors: FIPS 180-4's examples, RFC 2202 (HMAC-SHA-1) and RFC 4231 (HMAC-SHA-256).
@Suite(.timeLimit(.minutes(15))) struct HashTests {
    @Test(arguments: [
        ([UInt8](), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (Array("abc".utf8), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        ([UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ])
    func fingerprintsAreSHA256(_ bytes: [UInt8], _ expected: String) {
        #expect(Fingerprint.text(of: bytes) == expected)
    }

    @Test func bytesThatAreNotContiguousHaveTheSameHash() {
        let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
        #expect(SHA256.hash(of: bytes.lazy.map { $0 }) == SHA256.hash(of: bytes))
        #expect(SHA256.hash(of: bytes[100..<900]) == SHA256.hash(of: Array(bytes[100..<900])))
    }

    @Test(arguments: [
        (MessageAuthentication.sha1, "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
        (.sha256, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    ])
    func codesAreThoseOfTheStandard(_ authentication: MessageAuthentication, _ expected: String) {
        let code = authentication.code(of: Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))
        #expect(hexadecimal(code) == expected)
    }

    @Test(arguments: [
        (MessageAuthentication.sha1, "aa4ae5e15272d00e95705637ce8a3b55ed402112"),
        (.sha256, "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
    ])
    func keysMayBeLongerThanABlock(_ authentication: MessageAuthentication, _ expected: String) {
        let key = [UInt8](repeating: 0xAA, count: authentication == .sha1 ? 80 : 131)
        let message = "Test Using Larger Than Block-Size Key - Hash Key First"
        #expect(hexadecimal(authentication.code(of: Array(message.utf8), key: key)) == expected)
    }

    @Test(arguments: [MessageAuthentication.sha1, .sha256])
    func onlyTheWholeCodeIsValid(_ authentication: MessageAuthentication) {
        let (message, key) = (Array("300x300/photo.jpg".utf8), Array("key".utf8))
        let code = authentication.code(of: message, key: key)
        #expect(authentication.isValid(code, for: message, key: key))
        #expect(!authentication.isValid([], for: message, key: key))
        #expect(!authentication.isValid(Array(code.dropLast()), for: message, key: key))
        #expect(!authentication.isValid(code + [0], for: message, key: key))
        #expect(!authentication.isValid(code, for: message + [0], key: key))
        #expect(!authentication.isValid(code, for: message, key: key + [1]))
        for index in code.indices {
            var other = code
            other[index] ^= 1
            #expect(!authentication.isValid(other, for: message, key: key), "byte \(index)")
        }
    }

    @Test func anEmptyMessageHasACode() {
        let code = MessageAuthentication.sha256.code(of: [], key: Array("key".utf8))
        #expect(hexadecimal(code) == "5d5d139563c95b5967b9bd9a8c9b233a9dedb45072794cd232dc1b74832607d0")
    }

    private func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
