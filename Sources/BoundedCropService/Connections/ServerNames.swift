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
        guard let asked = RequestAuthority(authority), names.contains(asked.host) || asked.isLoopback else {
            throw BoundedCropError(
                .misdirectedRequest,
                "“\(authority.prefix(200))” is no name of this service: if it is meant to be, list it in server-names"
            )
        }
    }
}
