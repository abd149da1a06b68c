extension [UInt8] {
    /// The maximum number of bytes of a program's standard error that messages quote.
    static let mostQuoted = 300

    /// The last line of a program's standard error, or its last 300 bytes, for messages; nil if there is none.
    package var lastLine: String? {
        String(decoding: suffix(Self.mostQuoted), as: UTF8.self).split(whereSeparator: \.isNewline).last.map(String.init)
    }
}
