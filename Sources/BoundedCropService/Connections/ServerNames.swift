internal import BoundedCrop

/// The host names of the service, compared with the Host of requests.
///
/// A service that answers unsigned URLs on this machine alone must not answer a foreign page whose host name was made to resolve to this
/// machine (DNS rebinding): that page could read the folder through the visitor's browser.
struct ServerNames: Sendable {
    /// Nil where any name is accepted.
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
    ///
    /// - Parameter authority: The Host of a request, with its port; nil where it has none.
    func check(_ authority: String?) throws {
        guard let names, let authority else { return }
        guard let asked = RequestAuthority(authority), names.contains(asked.host) || asked.isLoopback else {
            throw BoundedCropError(
                .misdirectedRequest,
                "“\(authority.prefix(200))” is not a name of this service; to allow it, list it in server-names"
            )
        }
    }
}
