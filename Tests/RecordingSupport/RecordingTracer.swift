package import InMemoryTracing
internal import Synchronization
package import Tracing

/// Records spans in memory. It speaks `traceparent` and `tracestate`, and believes whatever it is given.
package struct RecordingTracer: Tracer {
    package typealias Span = InMemorySpan

    private enum StateKey: ServiceContextKey {
        typealias Value = String
    }

    private let memory: InMemoryTracer

    package init() {
        let last = Counter()
        memory = InMemoryTracer(
            idGenerator: .init(nextTraceID: { last.next(digits: 32) }, nextSpanID: { last.next(digits: 16) }),
            recordInjections: false,
            recordExtractions: false
        )
    }

    /// The spans that have ended, in the order in which they started.
    package var spans: [RecordedSpan] {
        memory.finishedSpans.map(RecordedSpan.init).sorted { $0.id < $1.id }
    }

    /// The number of spans that have not ended.
    package var openCount: Int { memory.activeSpans.count }

    /// The names of the spans that have ended, each below its parent and indented.
    package var tree: String {
        let spans = spans
        let ids = Set(spans.map(\.id))
        func lines(below parent: String?, _ indentation: String) -> [String] {
            spans.filter { span in parent == nil ? !ids.contains(span.parentID ?? "") : span.parentID == parent }
                .flatMap { [indentation + $0.name] + lines(below: $0.id, indentation + "  ") }
        }
        return lines(below: nil, "").joined(separator: "\n")
    }

    package func startSpan<Instant: TracerInstant>(
        _ operationName: String,
        context: @autoclosure () -> ServiceContext,
        ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant,
        function: String,
        file fileID: String,
        line: UInt
    ) -> InMemorySpan {
        memory.startSpan(operationName, context: context(), ofKind: kind, at: instant(), function: function, file: fileID, line: line)
    }

    package func forceFlush() {}

    package func inject<Carrier, Inject: Injector>(_ context: ServiceContext, into carrier: inout Carrier, using injector: Inject)
    where Inject.Carrier == Carrier {
        guard let span = context.inMemorySpanContext else { return }
        injector.inject("00-\(span.traceID)-\(span.spanID)-01", forKey: "traceparent", into: &carrier)
        if let state = context[StateKey.self] { injector.inject(state, forKey: "tracestate", into: &carrier) }
    }

    package func extract<Carrier, Extract: Extractor>(_ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract)
    where Extract.Carrier == Carrier {
        guard let parts = extractor.extract(key: "traceparent", from: carrier)?.split(separator: "-"), parts.count > 2 else { return }
        context.inMemorySpanContext = InMemorySpanContext(traceID: String(parts[1]), spanID: String(parts[2]), parentSpanID: nil)
        context[StateKey.self] = extractor.extract(key: "tracestate", from: carrier)
    }
}

private final class Counter: Sendable {
    private let last = Atomic<UInt64>(0)

    func next(digits: Int) -> String {
        let text = String(last.add(1, ordering: .relaxed).newValue, radix: 16)
        return String(repeating: "0", count: digits - text.count) + text
    }
}
