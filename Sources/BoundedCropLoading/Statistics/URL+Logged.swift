internal import FoundationEssentials

extension URL {
    /// The URL without the query, which may contain tokens, and without user and password, for logs.
    var logged: String { "\(scheme ?? "")://\(host ?? "")\(port.map { ":\($0)" } ?? "")\(path)" }
}
