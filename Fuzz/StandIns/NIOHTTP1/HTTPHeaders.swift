/// The part of swift-nio's headers that the linked files use: names and values in order.
public struct HTTPHeaders: Sendable {
    private let fields: [(name: String, value: String)]

    /// Creates headers from pairs in order.
    public init(_ fields: [(String, String)]) {
        self.fields = fields.map { (name: $0.0.lowercased(), value: $0.1) }
    }

    /// The first value of a name, ignoring case.
    public func first(name: String) -> String? { fields.first { $0.name == name.lowercased() }?.value }

    /// All values of a name.
    public subscript(name: String) -> [String] { fields.filter { $0.name == name.lowercased() }.map(\.value) }

    /// Lists are split at commas, and the parts are trimmed.
    public subscript(canonicalForm name: String) -> [Substring] {
        self[name].flatMap { value in
            value.split(separator: ",").map { part in
                let start = part.drop { $0 == " " || $0 == "\t" }
                let length = start.reversed().drop { $0 == " " || $0 == "\t" }.count
                return start.prefix(length)
            }
        }
    }
}
