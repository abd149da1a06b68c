internal import FoundationEssentials

/// Base64 with the letters for URLs (RFC 4648, 5).
enum URLSafeBase64 {
    /// The text of bytes, with padding.
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
    }

    /// The bytes of a text, with or without padding; nil unless these bytes have no other text than this one.
    static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        let padding = UInt8(ascii: "=")
        let given = Array(text.utf8)
        let digits = given.prefix { $0 != padding }
        let padded = digits + Array(repeating: padding, count: (4 - digits.count % 4) % 4)
        guard given.count == digits.count || given == Array(padded) else { return nil }
        let standard = padded.map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        // The last digit may have unused bits, and the decoder may skip what is no digit.
        guard let data = Data(base64Encoded: Data(standard)), Self.text(data).utf8.elementsEqual(padded) else { return nil }
        return Array(data)
    }

    /// The text that is encoded in a text; nil if it is not UTF-8, or the same as for ``bytes(_:)``.
    static func string(_ text: some StringProtocol) -> String? {
        bytes(text).flatMap { String(validating: $0, as: UTF8.self) }
    }
}
