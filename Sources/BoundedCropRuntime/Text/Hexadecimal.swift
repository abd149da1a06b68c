/// Bytes as hexadecimal digits.
package enum Hexadecimal {
    /// Two digits in lower case for each byte.
    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { byte in
            let digits = String(byte, radix: 16)
            return digits.utf8.count < 2 ? "0" + digits : digits
        }.joined()
    }

    /// The values of the digits in either case; nil if there are other characters.
    package static func values(_ digits: some StringProtocol) -> [UInt8]? {
        var values: [UInt8] = []
        for digit in digits.utf8 {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): values.append(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): values.append(digit - UInt8(ascii: "a") + 10)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): values.append(digit - UInt8(ascii: "A") + 10)
            default: return nil
            }
        }
        return values
    }

    /// The bytes of two digits each; nil if there are other characters, or an odd number of digits.
    package static func bytes(_ digits: some StringProtocol) -> [UInt8]? {
        guard let values = values(digits), values.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }
}
