internal import BoundedCrop
internal import FoundationEssentials

/// Signs instructions, and verifies signatures of paths.
///
/// A signature is the padded, URL-safe base64 (RFC 4648, 5) of an HMAC (RFC 2104) of the instructions as they stand in the URL.
public struct URLSigner: Sendable {
    /// The hash function of the HMAC.
    public enum Algorithm: String, Hashable, Sendable, CaseIterable {
        /// Used by thumbor and its clients.
        case sha1
        /// For URLs that only this service verifies.
        case sha256
    }

    /// The hash function of the HMAC.
    package let algorithm: Algorithm
    private let keys: [[UInt8]]

    /// Creates a signer. The first key signs, and all keys verify, so that keys can be replaced while old URLs are still in use.
    ///
    /// Keys are used exactly as given.
    ///
    /// - Throws: `invalidSetting` when there is no key, or one that is empty or only white space, since anybody could sign with it.
    public init(keys: [String], algorithm: Algorithm = .sha1) throws {
        guard !keys.isEmpty else { throw BoundedCropError(.invalidSetting, "a signer needs a key") }
        try SigningKeys.check(keys)
        self.algorithm = algorithm
        self.keys = keys.map { Array($0.utf8) }
    }

    /// Returns the signature of instructions as they will stand in the URL, without a leading slash.
    package func signature(of instructions: String) -> String {
        let code = authentication.code(of: Array(instructions.utf8), key: keys[0])
        return URLSafeBase64.text(code)
    }

    /// Returns the whole path: `/SIGNATURE/INSTRUCTIONS`. A leading slash of the instructions is not signed.
    public func sign(_ instructions: String) -> String {
        let instructions = instructions.hasPrefix("/") ? String(instructions.dropFirst()) : instructions
        return "/\(signature(of: instructions))/\(instructions)"
    }

    /// Returns the instructions that were signed; nil if the path has no signature, or one that does not match any key.
    ///
    /// A query that was not signed is left out: thumbor does not sign queries, and clients add them to bypass caches.
    ///
    /// Parse these instead of the path's own instructions. If a proxy has re-encoded the path, these are in the form that was signed, so
    /// that re-encoding a signed URL cannot change its meaning.
    package func signedInstructions(of path: RequestPath) -> String? {
        guard case .signature(let signature) = path.authorization, let code = URLSafeBase64.bytes(signature) else { return nil }
        let received = Array(path.instructions.utf8)
        let plain = Array(received.prefix { $0 != UInt8(ascii: "?") })
        for text in plain == received ? [received] : [received, plain] {
            // Nearly all URLs arrive as they were signed and need no other forms.
            let signed = isValid(code, for: text) ? text : SignedForms(text).first { isValid(code, for: $0) }
            if let signed { return String(decoding: signed, as: UTF8.self) }
        }
        return nil
    }

    /// Whether any key gives this code, compared in constant time.
    private func isValid(_ code: [UInt8], for message: [UInt8]) -> Bool {
        keys.contains { authentication.isValid(code, for: message, key: $0) }
    }

    private var authentication: MessageAuthentication {
        switch algorithm {
        case .sha1: .sha1
        case .sha256: .sha256
        }
    }

    /// Whether a text has the length and the characters of a signature.
    static func isSignature(_ text: String) -> Bool {
        let digits = text.utf8.prefix { $0 != UInt8(ascii: "=") }
        let isBase64 = digits.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || Int.isDigit(byte) || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: "_")
        }
        // 20 or 32 bytes, with or without padding.
        return isBase64 && (digits.count == 27 || digits.count == 43) && text.utf8.count <= digits.count + 1
    }
}
