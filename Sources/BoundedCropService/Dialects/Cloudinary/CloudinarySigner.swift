internal import BoundedCrop

/// Signs transformations and source as Cloudinary's clients do: the first characters of the URL-safe base64 of a digest of both and the
/// secret. 8 characters are of SHA-1 or SHA-256, 32 characters are of SHA-256.
struct CloudinarySigner: Sendable {
    private static let (short, long) = (8, 32)
    private let secrets: [[UInt8]]

    /// Throws `invalidSetting` for an empty secret.
    init(secrets: [String]) throws {
        try SigningKeys.check(secrets)
        self.secrets = secrets.map { Array($0.utf8) }
    }

    /// The long signature, since a short one has only 48 bits.
    func signature(of text: String) -> String {
        "s--\(URLSafeBase64.text(SHA256.hash(of: Array(text.utf8) + secrets[0])).prefix(Self.long))--"
    }

    /// The text that was signed, which may be another form of the same path; nil if the signature is wrong.
    func signedText(_ signature: String, _ path: CloudinaryPath) -> String? {
        let code = Array(signature.utf8)
        guard code.count == Self.short || code.count == Self.long else { return nil }
        let received = Array(path.signedText.utf8)
        if isValid(code, for: received) { return path.signedText }
        // As the clients escape the source.
        let escaped = PercentEncoding.decoded(path.source).map { path.signedComponents + PercentEncoding.encoded($0, keeping: "_.-/:") }
        let forms = [escaped.map { Array($0.utf8) } ?? received] + SignedForms(received)
        return forms.first { isValid(code, for: $0) }.map { String(decoding: $0, as: UTF8.self) }
    }

    private func isValid(_ code: [UInt8], for text: [UInt8]) -> Bool {
        secrets.contains { secret in
            let message = text + secret
            let isLong = Self.begins(SHA256.hash(of: message), with: code)
            guard code.count == Self.short else { return isLong }
            return Self.begins(SHA1.hash(of: message), with: code) || isLong
        }
    }

    private static func begins(_ digest: [UInt8], with code: [UInt8]) -> Bool {
        MessageAuthentication.areEqual(code, Array(URLSafeBase64.text(digest).utf8.prefix(code.count)))
    }
}
