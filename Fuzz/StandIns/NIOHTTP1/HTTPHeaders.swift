/// As much of swift-nio's headers as is read here: names and values in their order.
public struct HTTPHeaders: Sendable {
    private let fields: [(name: String, value: String)]

    /// Headers in their order.
    public init(_ fields: [(String, String)]) {
        self.fields = fields.map { (name: $0.0.lowercased(), value: $0.1) }
    }

    /// The first value of a name, however that is written.
    public func first(name: String) -> String? { fields.first { $0.name == name.lowercased() }?.value }

    /// All values of a name.
    public subscript(name: String) -> [String] { fields.filter { $0.name == name.lowercased() }.map(\.value) }

    /// Lists are split at their commas, and the parts trimmed.
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
