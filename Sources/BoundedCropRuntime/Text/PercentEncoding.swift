/// Percent-encoding of URLs (RFC 3986, 2.1).
package enum PercentEncoding {
    /// The characters, besides letters and digits, that are not escaped in a path or query here. `?`, `#` and `%` are always escaped.
    package static let plain = "-._~!$&'()*+,;=:@/"

    /// Decodes the escapes once; a `%` that does not begin an escape stays. Returns nil if the bytes are not valid UTF-8.
    package static func decoded(_ text: some StringProtocol) -> String? {
        String(validating: decodedBytes(text), as: UTF8.self)
    }

    /// Decodes the escapes once, to bytes; a `%` that does not begin an escape stays.
    package static func decodedBytes(_ text: some StringProtocol) -> [UInt8] {
        let bytes = Array(text.utf8)
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), let byte = escaped(bytes, at: index) {
                decoded.append(byte)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return decoded
    }

    /// Escapes everything except letters, digits and the characters to keep.
    package static func encoded(_ text: some StringProtocol, keeping plain: String = plain, keepingEscapes: Bool = false) -> String {
        let bytes = Array(text.utf8)
        let kept = Set(plain.utf8)
        var encoded = ""
        for (index, byte) in bytes.enumerated() {
            let isEscape = keepingEscapes && byte == UInt8(ascii: "%") && escaped(bytes, at: index) != nil
            if isLetterOrDigit(byte) || kept.contains(byte) || isEscape {
                encoded.unicodeScalars.append(UnicodeScalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += byte < 16 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return encoded
    }

    private static func escaped(_ bytes: [UInt8], at index: Int) -> UInt8? {
        guard index + 2 < bytes.count, let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2]) else { return nil }
        return high << 4 | low
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        default: false
        }
    }
}
