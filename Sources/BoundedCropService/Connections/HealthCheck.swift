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

    /// - Throws: `connectionFailed` if the service does not answer within four seconds, `invalidStatusCode` if it is shutting down.
    package func run() async throws {
        let status: UInt
        do {
            status = try await HTTPClient.shared.execute(HTTPClientRequest(url: url), timeout: .seconds(4)).status.code
        } catch {
            throw BoundedCropError(.connectionFailed, "\(url) does not answer: \(error)", underlying: error)
        }
        if status != 200 { throw BoundedCropError(.invalidStatusCode, "\(url) answered \(status)") }
    }
}
