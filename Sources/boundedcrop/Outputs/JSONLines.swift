import FoundationEssentials

/// One JSON object a line, its keys always in the same order.
enum JSONLines {
    static func text(_ value: any Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
