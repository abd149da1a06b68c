/// What of requests and errors may stand in a log: no queries and no passwords, those of pictures' own URLs neither, and no line breaks.
enum LogText {
    private static let longest = 500
    /// A question mark as itself, escaped, and escaped twice, in small letters.
    private static let queryMarks = ["?", "%3f", "%253f"].map { Array($0.utf8) }

    /// The beginning of a path or URL, without its query, the user that it names, and what does not fit on a line.
    static func path(_ target: some StringProtocol) -> String {
        let bytes = target.utf8.prefix(longest).map { (0x20..<0x7F).contains($0) || $0 >= 0x80 ? $0 : UInt8(ascii: "?") }
        let small = bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        let end = small.indices.first { index in queryMarks.contains { small[index...].starts(with: $0) } } ?? bytes.endIndex
        let text = String(decoding: bytes[..<end], as: UTF8.self)
        guard text.contains("@") || text.contains("%40") else { return text }
        let segments = text.replacing("%40", with: "@").split(separator: "/", omittingEmptySubsequences: false)
        return segments.indices.map { index in
            // user:password@host, or anything@host where a host stands.
            guard let at = segments[index].lastIndex(of: "@") else { return String(segments[index]) }
            let isAuthority = index > 1 && segments[index - 1].isEmpty
            let user = segments[index][..<at]
            return isAuthority || user.contains(":") || user.lowercased().contains("%3a")
                ? "…" + segments[index][at...] : String(segments[index])
        }
        .joined(separator: "/")
    }

    /// An error's description, each of its words as `path` shows it.
    static func sentence(_ text: String) -> String {
        text.prefix(2 * longest).split(separator: " ", omittingEmptySubsequences: false).map(path).joined(separator: " ")
    }
}
