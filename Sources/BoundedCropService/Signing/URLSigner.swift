internal import BoundedCrop
internal import Crypto
internal import FoundationEssentials

/// Signs instructions, and tells whether a path's signature is right.
///
/// A signature is the padded, URL-safe base64 (RFC 4648, 5) of an HMAC (RFC 2104) over the instructions as they stand in the URL.
public struct URLSigner: Sendable {
    /// The hash under the HMAC.
    public enum Algorithm: String, Hashable, Sendable, CaseIterable {
        /// What thumbor and its clients use.
        case sha1
        /// For those who sign for this service alone.
        case sha256
    }

    /// The hash under the HMAC.
    public let algorithm: Algorithm
    private let keys: [SymmetricKey]

    /// A signer with keys, the first of which signs, and all of which are good for verifying: so keys can be replaced while old URLs are
    /// still about. Keys are taken as they are.
    ///
    /// Throws `invalidSetting` where there is no key, or one that is empty or nothing but white space: with that, anybody could sign.
    public init(keys: [String], algorithm: Algorithm = .sha1) throws {
        guard !keys.isEmpty else { throw BoundedCropError(.invalidSetting, "a signer needs a key") }
        try SigningKeys.check(keys)
        self.algorithm = algorithm
        self.keys = keys.map { SymmetricKey(data: Array($0.utf8)) }
    }

    /// The signature of instructions as they will stand in the URL, without a leading slash.
    public func signature(of instructions: String) -> String {
        let message = Array(instructions.utf8)
        let code: [UInt8] =
            switch algorithm {
            case .sha1: Array(HMAC<Insecure.SHA1>.authenticationCode(for: message, using: keys[0]))
            case .sha256: Array(HMAC<SHA256>.authenticationCode(for: message, using: keys[0]))
            }
        return Data(code).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
    }

    /// The whole path: `/SIGNATURE/INSTRUCTIONS`. A slash that the instructions begin with is not signed.
    public func sign(_ instructions: String) -> String {
        let instructions = instructions.hasPrefix("/") ? String(instructions.dropFirst()) : instructions
        return "/\(signature(of: instructions))/\(instructions)"
    }

    /// The instructions that were signed; nil where the path has no signature, or one that no key gives.
    ///
    /// A query that was not signed is left out: thumbor does not sign queries, and clients add them to get past caches.
    ///
    /// Read these, not the path's own: where a proxy has encoded the path anew on the way, they are the form that was signed, so that
    /// nobody can make something else of a signed URL by encoding it.
    public func signedInstructions(of path: RequestPath) -> String? {
        guard case .signature(let signature) = path.authorization, let code = Self.code(signature) else { return nil }
        let received = Array(path.instructions.utf8)
        let plain = Array(received.prefix { $0 != UInt8(ascii: "?") })
        for text in plain == received ? [received] : [received, plain] {
            // What arrives as it was signed, as nearly all does, needs no other forms.
            let signed = isValid(code, for: text) ? text : SignedForms(text).first { isValid(code, for: $0) }
            if let signed { return String(decoding: signed, as: UTF8.self) }
        }
        return nil
    }

    /// Whether some key gives this code. Takes as long for a code that is nearly right as for any other.
    private func isValid(_ code: [UInt8], for message: [UInt8]) -> Bool {
        keys.contains { key in
            switch algorithm {
            case .sha1: HMAC<Insecure.SHA1>.isValidAuthenticationCode(code, authenticating: message, using: key)
            case .sha256: HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: message, using: key)
            }
        }
    }

    /// Whether a text has the length and the characters of a signature.
    static func isSignature(_ text: String) -> Bool {
        let digits = text.utf8.prefix { $0 != UInt8(ascii: "=") }
        let isBase64 = digits.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || Int.isDigit(byte) || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: "_")
        }
        // 20 or 32 bytes, with or without the padding.
        return isBase64 && (digits.count == 27 || digits.count == 43) && text.utf8.count <= digits.count + 1
    }

    private static func code(_ signature: String) -> [UInt8]? {
        let digits = signature.replacing("-", with: "+").replacing("_", with: "/").prefix { $0 != "=" } + "="
        // The last digit has bits that are no part of the code: with any but those that are written, it is another text, not another form.
        guard let code = Data(base64Encoded: String(digits)), code.base64EncodedString() == digits else { return nil }
        return Array(code)
    }
}
