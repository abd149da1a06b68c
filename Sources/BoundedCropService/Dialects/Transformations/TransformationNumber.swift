internal import BoundedCrop

/// Numbers in URLs: digits with at most one point, and no exponents, infinities or spaces.
enum TransformationNumber {
    /// The number of digits that any sensible number has at most.
    private static let longest = 12

    static func isNumber(_ text: some StringProtocol) -> Bool {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let points = digits.utf8.count { $0 == UInt8(ascii: ".") }
        return digits.utf8.count <= longest && points <= 1 && digits.utf8.count > points
            && digits.utf8.allSatisfy { Int.isDigit($0) || $0 == UInt8(ascii: ".") }
    }

    /// The number of a text; nil for everything else.
    static func number(_ text: some StringProtocol) -> Double? {
        guard isNumber(text) else { return nil }
        let sign = text.hasPrefix("-") ? "-" : ""
        let digits = text.drop { $0 == "-" }
        // Double needs digits on both sides of the point.
        return Double(sign + (digits.hasPrefix(".") ? "0" : "") + digits + (digits.hasSuffix(".") ? "0" : ""))
    }

    /// A number with four decimals: as many as are written.
    static func rounded(_ number: Double) -> Double { (number * 10_000).rounded() / 10_000 }

    /// A number with at most four decimals, and none that are 0.
    static func text(_ number: Double) -> String {
        let parts = Int(number * 10_000, within: -10_000_000_000_000_000...10_000_000_000_000_000)
        let (whole, rest) = (abs(parts) / 10_000, abs(parts) % 10_000)
        var decimals = String(rest + 10_000).dropFirst()
        while decimals.hasSuffix("0") { decimals.removeLast() }
        return (parts < 0 ? "-" : "") + String(whole) + (decimals.isEmpty ? "" : "." + decimals)
    }
}

/// Colors in URLs.
enum TransformationColor {
    /// The color of a name or of hexadecimal digits, as digits: `ff8800`, or `ff880080` if it is not opaque; nil for everything else.
    static func digits(_ text: String) -> String? {
        let isPlain = text.utf8.allSatisfy { Int.isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
        guard isPlain, text.utf8.count <= 32, let color = Color(abbreviated: text)?.description, color.hasPrefix("#") else { return nil }
        return String(color.dropFirst())
    }

    /// The two digits of an opacity, from a percentage of 0...100.
    static func opacity(percent: Int) -> String {
        let level = Int(Double(percent) * 255 / 100, within: 0...255)
        return (level < 16 ? "0" : "") + String(level, radix: 16)
    }
}
