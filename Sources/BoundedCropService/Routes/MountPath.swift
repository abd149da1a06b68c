internal import BoundedCrop

/// The path in an application below which the service's routes are.
struct MountPath: Sendable {
    /// The path with a slash before each component; empty for the whole application.
    let path: String
    private let depth: Int

    /// Throws `invalidArgument` for a path with parameters or wildcards.
    init(_ path: String) throws {
        let components = path.split(separator: "/")
        guard !path.contains(where: { "*:{}?#".contains($0) }) else {
            throw BoundedCropError(.invalidArgument, "the routes cannot be at “\(path)”: a path without parameters and wildcards is needed")
        }
        self.path = components.map { "/" + $0 }.joined()
        depth = components.count
    }

    /// The rest of the target of a request to this path or below it, with its query; nil if nothing follows the path.
    ///
    /// Components are counted, not compared: the router may ignore their case, and ignores empty ones.
    func remainder(of target: String) -> String? {
        var rest = target[...]
        // The absolute form, as proxies send it (RFC 9112, 3.2.2).
        if !rest.hasPrefix("/"), let scheme = rest.firstRange(of: "://") {
            rest = rest[scheme.upperBound...].drop { $0 != "/" && $0 != "?" }
        }
        for _ in 0..<depth {
            rest = rest.drop { $0 == "/" }
            rest = rest.drop { $0 != "/" && $0 != "?" }
        }
        if rest.hasPrefix("/") { return String(rest) }
        return depth == 0 ? "/" + rest : nil
    }
}
