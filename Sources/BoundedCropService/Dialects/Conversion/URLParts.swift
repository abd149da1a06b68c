/// A URL or a path as people write it, in its parts.
struct URLParts: Sendable {
    /// The scheme and the host: `https://images.example.com`, or `//images.example.com`; empty for a path.
    let origin: String
    /// The path and the query, as in a request line.
    let target: String
    /// What browsers keep to themselves, with its `#`; empty if there is none.
    let fragment: String

    /// Splits a URL with `http`, `https` or no scheme, or a path with or without its leading slash.
    init(_ text: String) {
        let end = text.firstIndex(of: "#") ?? text.endIndex
        fragment = String(text[end...])
        let start = ["https://", "http://", "//"].first { text.prefix($0.count).lowercased() == $0 }
        let host = text[..<end].dropFirst(start?.count ?? 0).prefix { start != nil && $0 != "/" && $0 != "?" }
        origin = String(text[..<host.endIndex])
        let rest = text[host.endIndex..<end]
        target = (rest.hasPrefix("/") ? "" : "/") + rest
    }
}
