internal import FoundationEssentials

extension URL {
    /// What of it may stand in a log: neither the query, where tokens are, nor a user and password.
    var logged: String { "\(scheme ?? "")://\(host ?? "")\(port.map { ":\($0)" } ?? "")\(path)" }
}
