/// The trace that a client says its request belongs to, as `traceparent` names it (W3C Trace Context, 3.2).
struct TraceParent: Equatable, Sendable {
    /// 32 hexadecimal digits.
    let traceID: String
    /// The client's span: 16 hexadecimal digits.
    let spanID: String

    /// Nil for what is not valid to the letter. Fields that a later version may add at the end are ignored.
    init?(_ text: String?) {
        guard let text else { return nil }
        let bytes = Array(text.utf8)
        guard bytes.count == Self.length || bytes.count > Self.length && bytes[Self.length] == Self.dash else { return nil }
        guard [2, 35, 52].allSatisfy({ bytes[$0] == Self.dash }) else { return nil }
        let (version, trace, span, flags) = (bytes[0..<2], bytes[3..<35], bytes[36..<52], bytes[53..<55])
        guard [version, trace, span, flags].allSatisfy({ $0.allSatisfy(Self.isDigit) }) else { return nil }
        // Version 00 has no more fields, and ff is never one.
        let isFirst = version.allSatisfy { $0 == Self.zero }
        guard !isFirst || bytes.count == Self.length, !version.allSatisfy({ $0 == UInt8(ascii: "f") }) else { return nil }
        guard !trace.allSatisfy({ $0 == Self.zero }), !span.allSatisfy({ $0 == Self.zero }) else { return nil }
        (traceID, spanID) = (String(decoding: trace, as: UTF8.self), String(decoding: span, as: UTF8.self))
    }

    private static let length = 55
    private static let dash = UInt8(ascii: "-")
    private static let zero = UInt8(ascii: "0")

    /// Capital letters are not valid.
    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
