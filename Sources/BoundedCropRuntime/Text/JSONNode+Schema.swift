/// The usual parts of JSON Schemas.
extension JSONNode {
    /// An object with named members.
    package static func record(
        _ required: [String: JSONNode],
        optional: [String: JSONNode] = [:],
        description: String? = nil,
        example: JSONNode? = nil
    ) -> JSONNode {
        var schema: [String: JSONNode] = [
            "type": "object", "required": .texts(required.keys.sorted()), "properties": .object(required.merging(optional) { $1 }),
        ]
        if let description { schema["description"] = .text(description) }
        if let example { schema["examples"] = [example] }
        return .object(schema)
    }

    /// A text with a meaning.
    package static func string(_ description: String) -> JSONNode { ["type": "string", "description": .text(description)] }

    /// One of the names of a type.
    package static func choice<Choice: CaseIterable & RawRepresentable<String>>(of type: Choice.Type) -> JSONNode {
        ["type": "string", "enum": .texts(Choice.allCases.map(\.rawValue))]
    }

    /// What a schema describes, or null.
    package static func nullable(_ schema: JSONNode) -> JSONNode { ["anyOf": [schema, ["type": "null"]]] }

    /// What one of some schemas describes.
    package static func any(of schemas: [JSONNode]) -> JSONNode { ["anyOf": .list(schemas)] }

    /// A whole number that is not below a limit.
    package static func count(from minimum: Int = 0) -> JSONNode { ["type": "integer", "minimum": .integer(minimum)] }

    package static func array(of items: JSONNode) -> JSONNode { ["type": "array", "items": items] }

    /// The members of a rectangle.
    package static func rectangle(of number: JSONNode = ["type": "number"]) -> [String: JSONNode] {
        ["x": number, "y": number, "width": number, "height": number]
    }
}
