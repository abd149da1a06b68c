internal import Synchronization
internal import Tracing

/// A span that may end in several places; the first one counts.
package final class OpenSpan: Sendable {
    private let span: (any Tracing.Span)?
    private let hasEnded = Atomic(false)

    init(_ span: (any Tracing.Span)?) {
        self.span = span
    }

    package func end(_ error: (any Error)? = nil) {
        guard let span, !hasEnded.exchange(true, ordering: .relaxed) else { return }
        if let error { span.record(error) }
        span.end()
    }
}
