extension StringProtocol {
    /// The text with its control characters written as escapes, so that a file's name cannot move a terminal's cursor, or break a line.
    var printable: String {
        unicodeScalars.contains(where: Self.isControl)
            ? unicodeScalars.map { Self.isControl($0) ? Self.escape($0) : String($0) }.joined() : String(self)
    }

    /// Controls of ASCII and Latin-1, separators of lines, and characters that turn the direction of text.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\t": "\\t"
        case "\r": "\\r"
        default: "\\u{\(String(scalar.value, radix: 16))}"
        }
    }
}
