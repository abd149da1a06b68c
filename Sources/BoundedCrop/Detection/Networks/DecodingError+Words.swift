extension DecodingError {
    /// The field of a JSON document, and what is wrong with it.
    package var inWords: String {
        func field(_ path: [any CodingKey]) -> String {
            let name = path.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
            return "“\(name.hasPrefix(".") ? String(name.dropFirst()) : name)”"
        }
        switch self {
        case .keyNotFound(let key, let context): return "\(field(context.codingPath + [key])) is missing"
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            let place = context.codingPath.isEmpty ? "it" : field(context.codingPath)
            return "\(place) is not of the type that it should have (\(type))"
        case .dataCorrupted(let context):
            return context.codingPath.isEmpty ? "it is not JSON" : "\(field(context.codingPath)) is not what it should be"
        @unknown default: return "it cannot be read"
        }
    }
}
