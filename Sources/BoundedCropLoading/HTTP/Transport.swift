internal import AsyncHTTPClient
internal import NIOCore

/// The layers below HTTP: name resolution and connections. Injectable, so that tests can use their own servers and certificates.
package struct Transport: Sendable {
    var resolver: AddressResolver
    var client: HTTPClient.Configuration

    init(resolver: AddressResolver, client: HTTPClient.Configuration = Self.clientConfiguration) {
        self.resolver = resolver
        self.client = client
    }

    /// The system's name resolution and certificates.
    package static let system = Transport(resolver: .system)

    /// Disables the client's own redirects, retries and timeout for silence: `HTTPFetcher` handles redirects and silence, and
    /// `OriginalLoader` counts attempts.
    static var clientConfiguration: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        configuration.timeout.connect = .seconds(10)
        configuration.connectionPool.retryConnectionEstablishment = false
        // The parser of HTTP/2 keeps all that it receives while no read ends where a frame ends, so that a server could fill the memory.
        configuration.httpVersion = .http1Only
        return configuration
    }
}
