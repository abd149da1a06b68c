internal import BoundedCrop
internal import NIOHTTP1
internal import Synchronization
package import Tracing

/// Puts the stages of the work into spans: of the tracer of a configuration, or else of the one that the program has bootstrapped. Without
/// either, the stages only run.
package struct StageTracer: Sendable {
    /// What makes spans of one stage the children of another stage's.
    package typealias Context = ServiceContext

    private struct Choice {
        let tracer: (any Tracer)?
        let instrument: (any Instrument)?
    }

    /// Without spans.
    package static let none = StageTracer(choice: Choice(tracer: nil, instrument: nil))

    /// Nil for what the program has bootstrapped, at each use.
    private let choice: Choice?

    private init(choice: Choice?) {
        self.choice = choice
    }

    /// - Parameter tracer: Nil for the one that the program has bootstrapped at the time.
    package init(_ tracer: (any Tracer)?) {
        choice = tracer.map { $0 is NoOpTracer ? Choice(tracer: nil, instrument: nil) : Choice(tracer: $0, instrument: $0) }
    }

    /// This tracer, with what is bootstrapped now. Worker threads see only what is bootstrapped for the whole program.
    package var resolved: StageTracer { StageTracer(choice: current) }

    /// What reads and writes the header fields of traces; nil if nothing does.
    var instrument: (any Instrument)? { current.instrument }

    private var current: Choice {
        if let choice { return choice }
        let instrument = InstrumentationSystem.instrument
        if instrument is NoOpInstrument || instrument is NoOpTracer { return Choice(tracer: nil, instrument: nil) }
        let tracer = InstrumentationSystem.tracer
        return Choice(tracer: tracer is NoOpTracer ? nil : tracer, instrument: instrument)
    }

    /// Runs a stage in a span. The stage is given the span, or nil without a tracer.
    package func run<Result>(
        _ name: @autoclosure () -> String,
        _ attributes: @autoclosure () -> SpanAttributes = [:],
        as kind: SpanKind = .internal,
        in context: Context? = Context.current,
        _ stage: (_ span: (any Tracing.Span)?) async throws -> Result
    ) async rethrows -> Result {
        let current = current
        guard let tracer = current.tracer else {
            guard current.instrument != nil else { return try await stage(nil) }
            // Instruments without spans, such as one for baggage, need the context too.
            return try await Context.withValue(context) { try await stage(nil) }
        }
        let span = tracer.startSpan(name(), context: context ?? .topLevel, ofKind: kind)
        span.attributes = attributes()
        defer { span.end() }
        do {
            return try await Context.withValue(span.context) { try await stage(span) }
        } catch {
            span.record(error)
            throw error
        }
    }

    /// Runs a blocking stage in a span.
    package func perform<Result>(
        _ name: @autoclosure () -> String,
        _ attributes: @autoclosure () -> SpanAttributes = [:],
        in context: Context? = Context.current,
        _ stage: () throws -> Result
    ) rethrows -> Result {
        guard let tracer = current.tracer else { return try stage() }
        let span = tracer.startSpan(name(), context: context ?? .topLevel)
        span.attributes = attributes()
        defer { span.end() }
        do {
            return try Context.withValue(span.context) { try stage() }
        } catch {
            span.record(error)
            throw error
        }
    }

    /// Runs a blocking stage in a span on a thread of a pool, which has no context of its own.
    package func run<Result: Sendable>(
        _ name: @escaping @autoclosure @Sendable () -> String,
        on workers: WorkerPool,
        _ attributes: @escaping @autoclosure @Sendable () -> SpanAttributes = [:],
        _ stage: @escaping @Sendable (Cancellation) throws -> Result
    ) async throws -> Result {
        let (tracer, context) = (resolved, Context.current)
        return try await workers.run { cancellation in
            try tracer.perform(name(), attributes(), in: context) { try stage(cancellation) }
        }
    }

    /// Starts a span that someone else ends.
    package func start(_ name: @autoclosure () -> String) -> OpenSpan {
        OpenSpan(current.tracer?.startSpan(name(), context: Context.current ?? .topLevel))
    }
}

extension StageTracer {
    /// Adds what tells a server which trace a request belongs to, such as `traceparent`.
    func inject(into headers: inout HTTPHeaders) {
        guard let context = Context.current, let instrument else { return }
        instrument.inject(context, into: &headers, using: FieldInjector())
    }

    /// The context that a request brings from its client; nil if nothing reads it.
    /// - Parameter field: The value of a header field, by its name.
    package func context(_ field: @escaping @Sendable (_ name: String) -> String?) -> Context? {
        guard let instrument else { return nil }
        var context = Context.topLevel
        instrument.extract(FieldReader(value: field), into: &context, using: FieldExtractor())
        return context
    }
}

private struct FieldInjector: Injector {
    /// What cannot be sent is left out: a trace must not make a load fail.
    func inject(_ value: String, forKey name: String, into headers: inout HTTPHeaders) {
        let isName = !name.isEmpty && name.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"\"(),/:;<=>?@[\\]{}".utf8.contains($0) }
        guard isName, value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return }
        headers.replaceOrAdd(name: name, value: value)
    }
}

private struct FieldReader: Sendable {
    let value: @Sendable (String) -> String?
}

private struct FieldExtractor: Extractor {
    func extract(key: String, from fields: FieldReader) -> String? { fields.value(key) }
}

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

extension Tracing.Span {
    /// Records how a stage failed, without queries and passwords. What a cancelled stage ends with is not an error.
    package func record(_ error: any Error) {
        if error is CancellationError || Task.isCancelled { return addEvent("cancelled") }
        let known = error as? BoundedCropError ?? BoundedCropError(.init(rawValue: "\(type(of: error))"), "\(error)")
        let status = (known.underlying as? HTTPStatusError)?.status
        attributes["error.type"] = status.map { String($0) } ?? known.code.rawValue
        recordError(BoundedCropError(known.code, LogText.sentence(known.message)))
        setStatus(SpanStatus(code: .error))
    }
}
