internal import InMemoryTracing
package import Tracing

/// A span that has ended.
package struct RecordedSpan: Sendable {
    package let name: String
    package let kind: SpanKind
    package let traceID: String
    package let id: String
    package let parentID: String?
    /// The values of the attributes as text.
    package let attributes: [String: String]
    package let events: [String]
    /// The errors as text.
    package let errors: [String]
    package let hasErrorStatus: Bool

    init(_ span: FinishedInMemorySpan) {
        (name, kind, traceID, id) = (span.operationName, span.kind, span.traceID, span.spanID)
        parentID = span.parentSpanID
        var attributes: [String: String] = [:]
        span.attributes.forEach { name, value in
            switch value {
            case .string(let text): attributes[name] = text
            case .int32(let number): attributes[name] = String(number)
            case .int64(let number): attributes[name] = String(number)
            case .bool(let flag): attributes[name] = String(flag)
            default: attributes[name] = "\(value)"
            }
        }
        self.attributes = attributes
        events = span.events.map(\.name)
        errors = span.errors.map { "\($0.error)" }
        hasErrorStatus = span.status?.code == .error
    }

    /// Everything that the span tells.
    package var text: String { "\(name) \(attributes) \(events) \(errors)" }
}
