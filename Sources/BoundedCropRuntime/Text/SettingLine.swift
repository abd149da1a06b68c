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
