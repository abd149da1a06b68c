internal import FoundationEssentials

/// Cleans requests and errors for logs and traces: removes queries and passwords, including those in picture URLs, and line breaks.
package enum LogText {
    private static let longest = 500
    /// A question mark: bare, escaped, and escaped twice, in lowercase.
    private static let queryMarks = ["?", "%3f", "%253f"].map { Array($0.utf8) }

    /// The beginning of a path or URL, without its query, its user and password, and anything beyond the maximum length.
    package static func path(_ target: some StringProtocol) -> String {
        let bytes = target.utf8.prefix(longest).map { (0x20..<0x7F).contains($0) || $0 >= 0x80 ? $0 : UInt8(ascii: "?") }
        let small = bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        let end = small.indices.first { index in queryMarks.contains { small[index...].starts(with: $0) } } ?? bytes.endIndex
        let text = String(decoding: bytes[..<end], as: UTF8.self)
        guard text.contains("@") || text.contains("%40") else { return text }
        let segments = text.replacing("%40", with: "@").split(separator: "/", omittingEmptySubsequences: false)
        return segments.indices.map { index in
            // user:password@host, or anything@host in the place of a host.
            guard let at = segments[index].lastIndex(of: "@") else { return String(segments[index]) }
            let isAuthority = index > 1 && segments[index - 1].isEmpty
            let user = segments[index][..<at]
            return isAuthority || user.contains(":") || user.lowercased().contains("%3a")
                ? "…" + segments[index][at...] : String(segments[index])
        }
        .joined(separator: "/")
    }

    /// An error's description, with each of its words cleaned by `path`.
    package static func sentence(_ text: String) -> String {
        text.prefix(2 * longest).split(separator: " ", omittingEmptySubsequences: false).map(path).joined(separator: " ")
    }
}

extension URL {
    /// The URL without the query, which may contain tokens, and without user and password, for logs.
    var logged: String { "\(scheme ?? "")://\(host ?? "")\(port.map { ":\($0)" } ?? "")\(path)" }
}
