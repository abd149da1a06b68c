/// Any JSON: a part of a document, written as a literal, or one that was read.
package enum JSONNode: Codable, Hashable, Sendable {
    case text(String)
    case number(Double)
    case integer(Int)
    case flag(Bool)
    case list([JSONNode])
    case object([String: JSONNode])
    case null

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let integer = try? container.decode(Int.self) {
            self = .integer(integer)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if container.decodeNil() {
            self = .null
        } else if let list = try? container.decode([JSONNode].self) {
            self = .list(list)
        } else {
            self = try .object(container.decode([String: JSONNode].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .flag(let value): try container.encode(value)
        case .list(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        case .null: try container.encodeNil()
        }
    }

    /// The type's name, for messages.
    package var kind: String {
        switch self {
        case .null: "null"
        case .flag: "true or false"
        case .integer, .number: "a number"
        case .text: "a text"
        case .list: "a list"
        case .object: "an object"
        }
    }

    /// Nil if it is no number.
    package var number: Double? {
        switch self {
        case .number(let number): number
        case .integer(let number): Double(number)
        default: nil
        }
    }

    /// The members of an object; none of anything else.
    package var members: [String: JSONNode] {
        if case .object(let members) = self { members } else { [:] }
    }

    /// The object with more members, which replace those of the same name.
    package func with(_ members: [String: JSONNode]) -> JSONNode { .object(self.members.merging(members) { $1 }) }

    package static func texts(_ texts: some Sequence<String>) -> JSONNode { .list(texts.map { .text($0) }) }
}

extension JSONNode: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) { self = .text(value) }
}

extension JSONNode: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int) { self = .integer(value) }
}

extension JSONNode: ExpressibleByFloatLiteral {
    package init(floatLiteral value: Double) { self = .number(value) }
}

extension JSONNode: ExpressibleByBooleanLiteral {
    package init(booleanLiteral value: Bool) { self = .flag(value) }
}

extension JSONNode: ExpressibleByArrayLiteral {
    package init(arrayLiteral elements: JSONNode...) { self = .list(elements) }
}

extension JSONNode: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, JSONNode)...) { self = .object(Dictionary(elements) { $1 }) }
}

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
