internal import NIOHTTP1
internal import Tracing

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
