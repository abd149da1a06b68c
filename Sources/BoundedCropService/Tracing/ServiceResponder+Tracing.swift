internal import BoundedCropLoading
internal import HTTPTypes
internal import Tracing

extension ServiceResponder {
    typealias Outcome = (answer: Answer, failure: (any Error)?)

    /// Answers a request for work on pictures in a span, as OpenTelemetry describes those of HTTP servers.
    func traced(_ request: ServiceRequest, _ route: Route, _ answer: () async -> Outcome) async -> Answer {
        guard let template = route.template else { return await answer().answer }
        let tracer = request.stages.tracer
        // An application that the routes are mounted in may have a span of its own for the request. On the service's own connections, a
        // context is that in which the service was started.
        let outer = request.channel == nil ? StageTracer.Context.current : nil
        let context = outer ?? tracer.context { request.tracingField($0) }
        // Behind a proxy that encrypts, the setting knows what clients use.
        let scheme = configuration.dialects.publicURL?.hasPrefix("https:") == true ? "https" : "http"
        let kind = outer == nil ? SpanKind.server : .internal
        return await tracer.run(request.spanName(template), request.attributes(template, scheme: scheme), as: kind, in: context) { span in
            let outcome = await answer()
            guard let span else { return outcome.answer }
            span.attributes["http.response.status_code"] = outcome.answer.status.code
            span.attributes["boundedcrop.cache"] = request.stages.times.origin?.rawValue
            // A client's mistake is not an error of the service, nor is a client that leaves.
            let isError = outcome.answer.status.code >= 500 || outcome.failure is CancellationError
            if isError, let failure = outcome.failure { span.record(failure) }
            return outcome.answer
        }
    }
}

extension ServiceRequest {
    /// The trace that the client says its request belongs to.
    var traceParent: TraceParent? { TraceParent(headers[.traceParent]) }

    /// The method; nil for one that a client has made up.
    fileprivate var knownMethod: String? {
        let known: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options, .trace, .connect]
        return known.contains(method) ? method.rawValue : nil
    }

    fileprivate func spanName(_ template: String) -> String { "\(knownMethod ?? "HTTP") \(template)" }

    /// A field for the program's tracer, which need not be as strict as `TraceParent`.
    fileprivate func tracingField(_ name: String) -> String? {
        guard let field = HTTPField.Name(name) else { return nil }
        let isTraceContext = [HTTPField.Name.traceParent, .traceState].contains(field)
        return isTraceContext && traceParent == nil ? nil : headers[field]
    }

    fileprivate func attributes(_ template: String, scheme: String) -> SpanAttributes {
        [
            "boundedcrop.request.id": .string(id),
            "client.address": .string(client),
            "http.request.method": .string(knownMethod ?? "_OTHER"),
            "http.route": .string(template),
            "url.path": .string(LogText.path(path)),
            "url.scheme": .string(scheme),
        ]
    }
}

extension HTTPField.Name {
    static let serverTiming = named("Server-Timing")
    fileprivate static let traceParent = named("traceparent")
    fileprivate static let traceState = named("tracestate")
}
