internal import BoundedCrop

/// Signs URLs as ImageKit's clients do: the HMAC-SHA1, in hexadecimal, of the path after the endpoint with its query, and the expiry.
struct ImageKitSigner: Sendable {
    /// What is signed in place of an expiry if there is none.
    private static let never = 9_999_999_999
    private let keys: [[UInt8]]

    /// Throws `invalidSetting` for an empty key.
    init(keys: [String]) throws {
        try SigningKeys.check(keys)
        self.keys = keys.map { Array($0.utf8) }
    }

    /// A URL split into what a signature covers, and the signature.
    struct Signed {
        /// The path and query before the signature and the expiry; the whole text if there are none.
        let text: String
        /// The value of `ik-s`.
        let signature: String?
        /// The value of `ik-t`, in seconds since 1970.
        let expiry: Int?

        /// Throws `invalidURL` for an expiry that is not a time.
        init(_ text: some StringProtocol) throws {
            let text = String(text)
            let starts = ["?ik-s=", "&ik-s=", "?ik-t=", "&ik-t="].compactMap { text.firstRange(of: $0)?.lowerBound }
            guard let start = starts.min() else {
                (self.text, signature, expiry) = (text, nil, nil)
                return
            }
            self.text = String(text[..<start])
            // What follows is not signed, and is only looked at for these two.
            var (signature, expiry): (String?, Int?) = (nil, nil)
            for item in text[start...].dropFirst().split(separator: "&") {
                if item.hasPrefix("ik-s="), signature == nil { signature = String(item.dropFirst(5)) }
                guard item.hasPrefix("ik-t="), expiry == nil else { continue }
                let digits = item.dropFirst(5)
                guard let seconds = Int(digits), digits.utf8.allSatisfy(Int.isDigit), (1...never).contains(seconds) else {
                    throw BoundedCropError(.invalidURL, "“\(item.prefix(40))” is not a time: ik-t must be seconds since 1970")
                }
                expiry = seconds
            }
            (self.signature, self.expiry) = (signature, expiry == never ? nil : expiry)
        }
    }

    /// The text that was signed, which may be another form of the same text; nil if the signature is wrong.
    func signedText(_ signed: Signed) -> String? {
        guard let code = signed.signature.flatMap(Self.bytes) else { return nil }
        let received = Array(signed.text.utf8)
        func isValid(_ text: [UInt8]) -> Bool {
            keys.contains { MessageAuthentication.sha1.isValid(code, for: Self.message(text, signed.expiry), key: $0) }
        }
        if isValid(received) { return signed.text }
        return SignedForms(received).first(where: isValid).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func message(_ text: [UInt8], _ expiry: Int?) -> [UInt8] { text + Array(String(expiry ?? never).utf8) }

    private static func bytes(_ text: String) -> [UInt8]? {
        // ImageKit's digits are in lower case.
        text == text.lowercased() ? Hexadecimal.bytes(text).flatMap { $0.count == SHA1.byteCount ? $0 : nil } : nil
    }
}
