internal import BoundedCrop

/// A path below which something of the service is: its routes in an application, or a grammar.
struct MountPath: Sendable {
    /// The path with a slash before each component; empty for the whole application.
    let path: String
    private let depth: Int

    /// Throws `invalidArgument` for a path with other characters than letters, digits, `-`, `_` and `.`, such as parameters and wildcards have,
    /// and for one with `.` or `..` as a component, which clients resolve before they ask.
    init(_ path: String) throws {
        let isPlain = path.utf8.allSatisfy { byte in
            Int.isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || "-_./".utf8.contains(byte)
        }
        let components = path.split(separator: "/")
        guard isPlain, !components.contains(where: { [".", ".."].contains($0) }) else {
            throw BoundedCropError(
                .invalidArgument,
                "nothing can be at “\(path)”: names in paths have letters, digits, “-”, “_”, “.”, and are not “.” or “..”"
            )
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
