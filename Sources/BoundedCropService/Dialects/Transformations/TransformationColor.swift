internal import BoundedCrop

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
