internal import BoundedCrop

/// Signs imgproxy URLs, and verifies their signatures: URL-safe base64, without padding, of an HMAC-SHA256 over the salt and the path
/// after the signature, with its leading slash.
struct ImgproxySigner: Sendable {
    private let pairs: [(key: [UInt8], salt: [UInt8])]
    private let size: Int

    /// Creates a signer; nil if there is no key. Throws `invalidSetting` for keys and salts that are not pairs of hexadecimal texts.
    init?(_ settings: DialectSettings) throws {
        let (keys, salts) = (settings.imgproxyKeys, settings.imgproxySalts)
        guard keys.count == salts.count else {
            throw BoundedCropError(.invalidSetting, "imgproxy-key has \(keys.count) keys, and imgproxy-salt \(salts.count) salts")
        }
        guard !keys.isEmpty else { return nil }
        pairs = try zip(keys, salts).map { (try Self.bytes($0, "imgproxy-key"), try Self.bytes($1, "imgproxy-salt")) }
        guard (1...32).contains(settings.imgproxySignatureSize) else {
            throw BoundedCropError(.invalidSetting, "imgproxy-signature-size is 1 to 32 bytes, not \(settings.imgproxySignatureSize)")
        }
        size = settings.imgproxySignatureSize
    }

    /// The signature of a path without its leading slash, by the first key.
    func signature(of path: String) -> String { signature(of: path, pairs[0]) }

    /// The path that was signed: as received, or with the slash that a proxy removed and the colons that it escaped; nil if the signature
    /// is wrong.
    func signedPath(_ path: String, signature: String) -> String? {
        let plain = [path, ImgproxySource.withPlainOptions(path), ImgproxySource.withPlainColons(path)]
        let forms = plain + plain.compactMap(ImgproxySource.repaired)
        let given = Array(signature.utf8)
        return forms.first { form in
            pairs.contains { MessageAuthentication.areEqual(given, Array(self.signature(of: form, $0).utf8)) }
        }
    }

    private func signature(of path: String, _ pair: (key: [UInt8], salt: [UInt8])) -> String {
        let code = MessageAuthentication.sha256.code(of: pair.salt + [UInt8(ascii: "/")] + Array(path.utf8), key: pair.key)
        return ImgproxySource.base64(code.prefix(size))
    }

    private static func bytes(_ text: String, _ setting: String) throws -> [UInt8] {
        guard let bytes = Hexadecimal.bytes(text), !bytes.isEmpty else {
            // The value is a secret, so it is not shown.
            throw BoundedCropError(.invalidSetting, "\(setting) has a text that is not hexadecimal digits, two for each byte")
        }
        return bytes
    }
}
