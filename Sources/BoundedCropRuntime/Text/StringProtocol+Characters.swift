extension StringProtocol {
    /// Whether there is a control character of ASCII.
    package var hasControlCharacters: Bool { utf8.contains { $0 < 0x20 || $0 == 0x7F } }

    /// Returns the text without the byte order mark with which some editors begin a file.
    package func withoutByteOrderMark() -> SubSequence { dropFirst(first == "\u{FEFF}" ? 1 : 0) }

    /// Returns the text without white space at either end.
    package func trimmingSpaces() -> String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
