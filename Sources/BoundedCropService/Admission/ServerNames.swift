internal import BoundedCrop

/// The names that the service is asked by (the Host of requests).
///
/// A service that answers unsigned URLs on this machine alone must not be asked by a page of somewhere else whose name was made to lead
/// here (DNS rebinding): it would read the folder through the visitor's browser.
struct ServerNames: Sendable {
    /// Nil where any name will do.
    private let names: Set<String>?

    init(_ configuration: ServiceConfiguration) {
        let given = Set(configuration.serverNames.map { $0.lowercased() })
        if !given.isEmpty {
            names = given
        } else {
            names = configuration.isLocal && configuration.isUnsafe ? [] : nil
        }
    }

    /// Throws `misdirectedRequest` for a name that is not this service's.
    /// - Parameter authority: the Host of a request, with its port; nil where it has none.
    func check(_ authority: String?) throws {
        guard let names, let authority else { return }
        let name = Self.name(authority.lowercased())
        let isLoopback = name == "localhost" || name.hasSuffix(".localhost") || name == "::1" || Self.isLoopbackIPv4(name)
        guard names.contains(name) || isLoopback else {
            throw BoundedCropError(
                .misdirectedRequest,
                "“\(name.prefix(200))” is no name of this service: if it is meant to be, list it in server-names"
            )
        }
    }

    private static func name(_ authority: String) -> String {
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") { return String(authority[..<end].dropFirst()) }
        return String(authority.prefix { $0 != ":" })
    }

    private static func isLoopbackIPv4(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
