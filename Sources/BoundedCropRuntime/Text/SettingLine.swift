/// A line of a file of settings, `name = value`: the one grammar for the settings of the service and the options of the command.
package struct SettingLine: Sendable {
    /// The number of the line, from 1.
    package let number: Int
    /// What stands before the equals sign, without spaces around it; the whole line if there is none.
    package let name: String
    /// What stands after it, without spaces around it; nil if there is no equals sign.
    package let value: String?

    /// The lines of a file, without empty lines and those that begin with `#`. A byte order mark at its beginning, as some editors write it,
    /// belongs to no line.
    package static func lines(of text: String) -> [SettingLine] {
        let lines = text.withoutByteOrderMark().split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return lines.enumerated().compactMap { index, line in
            let line = line.trimmingSpaces()
            guard !line.isEmpty, !line.hasPrefix("#") else { return nil }
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { $0.trimmingSpaces() }
            return SettingLine(number: index + 1, name: parts[0], value: parts.count == 2 ? parts[1] : nil)
        }
    }
}

extension StringProtocol {
    /// Whether there is a control character of ASCII.
    package var hasControlCharacters: Bool { utf8.contains { $0 < 0x20 || $0 == 0x7F } }

    /// Whether the text is in quotes, as shells and other formats of settings have it.
    package var isQuoted: Bool { count > 1 && (first == "'" || first == "\"") && first == last }

    /// Returns the text without the byte order mark with which some editors begin a file.
    package func withoutByteOrderMark() -> SubSequence { dropFirst(first == "\u{FEFF}" ? 1 : 0) }

    /// Returns the text without white space at either end.
    package func trimmingSpaces() -> String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}

extension Bool {
    /// A flag as people write it: true, yes, on or 1, false, no, off or 0, in any case; nil for everything else.
    package init?(flag text: String) {
        switch text.lowercased() {
        case "true", "yes", "on", "1": self = true
        case "false", "no", "off", "0": self = false
        default: return nil
        }
    }
}
