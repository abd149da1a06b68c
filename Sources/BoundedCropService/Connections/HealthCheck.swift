internal import AsyncHTTPClient
internal import BoundedCrop
internal import BoundedCropLoading
internal import NIOCore
internal import NIOHTTP1
internal import NIOSSL

/// Asks a running service whether it accepts requests, for supervisors without an HTTP client of their own.
package struct HealthCheck {
    private let url: String
    private let isEncrypted: Bool
    /// Whether the certificate may be for other names, or signed by itself. Nobody can stand between this machine and itself.
    private let trustsAnyone: Bool

    /// - Parameter configuration: The settings that the service was started with.
    package init(of configuration: ServiceConfiguration) {
        // These addresses stand for all interfaces: a service listens on them, but clients do not connect to them.
        let host =
            switch configuration.host {
            case "0.0.0.0": "127.0.0.1"
            case "::": "::1"
            default: configuration.host
            }
        isEncrypted = configuration.tlsCertificate != nil
        let authority = "\(host.contains(":") ? "[\(host)]" : host):\(configuration.port)"
        trustsAnyone = RequestAuthority(authority)?.isLoopback ?? false
        url = "\(isEncrypted ? "https" : "http")://\(authority)/readyz"
    }

    /// - Throws: `connectionFailed` if the service does not answer within the limit, `invalidStatusCode`, with what it says, if it is not
    ///   ready.
    package func run(within limit: Duration = .seconds(4)) async throws {
        let (status, text): (UInt, String)
        do {
            (status, text) = try await answer(within: limit)
        } catch {
            throw BoundedCropError(.connectionFailed, "\(url) does not answer: \(error)", underlying: error)
        }
        if status != 200 { throw BoundedCropError(.invalidStatusCode, "\(url) answered \(status): \(text.prefix(200))") }
    }

    /// The status of the answer, and its text.
    private func answer(within limit: Duration) async throws -> (UInt, String) {
        guard isEncrypted, trustsAnyone else { return try await answer(of: .shared, within: limit) }
        var configuration = HTTPClient.Configuration()
        configuration.tlsConfiguration = .makeClientConfiguration()
        configuration.tlsConfiguration?.certificateVerification = .none
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        do {
            let answer = try await answer(of: client, within: limit)
            try await client.shutdown()
            return answer
        } catch {
            try? await client.shutdown()
            throw error
        }
    }

    private func answer(of client: HTTPClient, within limit: Duration) async throws -> (UInt, String) {
        let response = try await client.execute(HTTPClientRequest(url: url), timeout: TimeAmount(limit))
        let body = try await response.body.collect(upTo: 10_000)
        return (response.status.code, String(buffer: body).trimmingSpaces())
    }
}
