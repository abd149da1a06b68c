import BoundedCropRuntime
import Testing

/// Against the published vectors: RFC 1321's (MD5), FIPS 180-4's examples, RFC 2202 (HMAC-SHA-1) and RFC 4231 (HMAC-SHA-256).
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

    @Test(arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
        ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"), ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
        ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"),
        (String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a"),
    ])
    func md5IsThatOfTheStandard(_ text: String, _ expected: String) {
        let hash = MD5.hash(of: Array(text.utf8))
        #expect(hexadecimal(hash) == expected)
        #expect(MD5.isHash(hash, of: Array(text.utf8)))
        #expect(!MD5.isHash(hash, of: Array(text.utf8) + [0]) && !MD5.isHash(Array(hash.dropLast()), of: Array(text.utf8)))
    }

    @Test(arguments: [
        ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"), ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
    ])
    func digestsAreSHA1(_ text: String, _ expected: String) {
        #expect(hexadecimal(SHA1.hash(of: Array(text.utf8))) == expected)
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
