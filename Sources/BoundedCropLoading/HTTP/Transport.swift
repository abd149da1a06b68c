internal import AsyncHTTPClient
internal import NIOCore

/// What lies below HTTP: names, and how connections are made. Injected, so that tests have servers and certificates of their own.
package struct Transport: Sendable {
    var resolver: AddressResolver
    var client: HTTPClient.Configuration

    init(resolver: AddressResolver, client: HTTPClient.Configuration = Self.clientConfiguration) {
        self.resolver = resolver
        self.client = client
    }

    /// The system's name servers and certificates.
    package static let system = Transport(resolver: .system)

    /// Redirects are followed where they can be looked at, and attempts are counted in one place.
    static var clientConfiguration: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        configuration.timeout.connect = .seconds(10)
        configuration.timeout.read = .seconds(30)
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.httpVersion = .automatic
        return configuration
    }
}
