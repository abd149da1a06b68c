internal import AsyncHTTPClient
internal import FoundationEssentials
internal import Synchronization
internal import Tracing

/// How the requests of a load are traced.
struct ExchangeTracing: Sendable {
    /// Counts the requests of a load.
    final class Count: Sendable {
        private let sent = Atomic(0)

        func next() -> Int { sent.add(1, ordering: .relaxed).oldValue }
    }

    let tracer: StageTracer
    /// Whether the server is told which trace the request belongs to.
    var isTold: Bool
    let count = Count()

    init(_ tracer: StageTracer, isTold: Bool) {
        (self.tracer, self.isTold) = (tracer, isTold)
    }
}

extension HTTPExchange {
    /// Makes the exchange in a span, as OpenTelemetry describes those of HTTP clients.
    /// - Parameter address: Nil if the client finds it by itself.
    func run(_ client: HTTPClient, at address: IPAddress?, _ progress: HTTPFetcher.Progress) async throws -> Outcome {
        try await tracing.tracer.run(own.method, attributes(address), as: .client) { try await run(client, $0, progress) }
    }

    private func attributes(_ address: IPAddress?) -> SpanAttributes {
        var attributes: SpanAttributes = [
            "http.request.method": .string(own.method),
            "server.address": .string(url.host ?? ""),
            "url.full": .string(url.traced),
        ]
        if let address { attributes["network.peer.address"] = address.description }
        attributes["server.port"] = url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80)
        let earlier = tracing.count.next()
        if earlier > 0 { attributes["http.request.resend_count"] = earlier }
        return attributes
    }
}

extension URL {
    /// The URL as spans show it: without query, user and password, and nothing of a `data` URL's content.
    var traced: String { scheme?.lowercased() == "data" ? "data:" : LogText.path(logged) }
}
