internal import AsyncHTTPClient
internal import BoundedCrop
internal import BoundedCropLoading
internal import NIOCore
internal import NIOHTTP1

/// Asks a running service whether it accepts requests, for supervisors without an HTTP client of their own.
package struct HealthCheck {
    private let url: String

    /// - Parameter configuration: The settings that the service was started with.
    package init(of configuration: ServiceConfiguration) {
        // These addresses stand for all interfaces: a service listens on them, but clients do not connect to them.
        let host =
            switch configuration.host {
            case "0.0.0.0": "127.0.0.1"
            case "::": "::1"
            default: configuration.host
            }
        url = "http://\(host.contains(":") ? "[\(host)]" : host):\(configuration.port)/readyz"
    }

    /// - Throws: `connectionFailed` if the service does not answer within the limit, `invalidStatusCode`, with what it says, if it is not
    ///   ready.
    package func run(within limit: Duration = .seconds(4)) async throws {
        let (status, text): (UInt, String)
        do {
            let response = try await HTTPClient.shared.execute(HTTPClientRequest(url: url), timeout: TimeAmount(limit))
            (status, text) = (response.status.code, String(buffer: try await response.body.collect(upTo: 10_000)).trimmingSpaces())
        } catch {
            throw BoundedCropError(.connectionFailed, "\(url) does not answer: \(ConnectionWords.text(error))", underlying: error)
        }
        if status != 200 { throw BoundedCropError(.invalidStatusCode, "\(url) answered \(status): \(text.prefix(200))") }
    }
}
