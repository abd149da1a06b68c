package import BoundedCrop
internal import FoundationEssentials

/// A record whose JSON leaves out what has its default: equal records have equal and short JSON. Decoding refuses unknown names.
public protocol SparseCodable: Codable, Equatable, SendableMetatype {
    /// Creates the defaults.
    init()
    /// All parts that JSON has.
    static var fields: [SparseField<Self>] { get }
}

/// A part of a record in JSON.
public struct SparseField<Record: SparseCodable>: Sendable {
    /// The name of a part.
    public struct Name: CodingKey {
        /// The name.
        public let stringValue: String
        /// Nil: parts have no numbers.
        public var intValue: Int? { nil }

        /// Creates any name.
        public init(stringValue: String) { self.stringValue = stringValue }

        /// Nil.
        public init?(intValue: Int) { nil }
    }

    fileprivate let name: Name
    /// What its JSON is, with its default.
    fileprivate let schema: @Sendable () throws -> JSONNode
    /// Gets the record, and one with the defaults.
    fileprivate let encode: @Sendable (Record, Record, inout KeyedEncodingContainer<Name>) throws -> Void
    fileprivate let decode: @Sendable (inout Record, KeyedDecodingContainer<Name>) throws -> Void

    /// Creates a part from its name and its place in the record.
    package init<Value: Codable & Equatable & DescribedInJSON>(_ text: String, _ path: any WritableKeyPath<Record, Value> & Sendable) {
        let name = Name(stringValue: text)
        self.name = name
        schema = {
            let standard = try JSONDecoder().decode(JSONNode.self, from: JSONText.data(Record()[keyPath: path]))
            guard standard != .null else { return try Value.schema }
            // Only what has another default can be nothing in JSON.
            let schema = Value.self is any ExpressibleByNilLiteral.Type ? JSONNode.nullable(try Value.schema) : try Value.schema
            return schema.with(["default": standard])
        }
        encode = { record, standard, container in
            let value = record[keyPath: path]
            if value != standard[keyPath: path] { try container.encode(value, forKey: name) }
        }
        decode = { record, container in
            if container.contains(name) { record[keyPath: path] = try container.decode(Value.self, forKey: name) }
        }
    }
}

extension SparseCodable {
    /// Encodes what differs from the default.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: SparseField<Self>.Name.self)
        let standard = Self()
        for field in Self.fields { try field.encode(self, standard, &container) }
    }

    /// Decodes what is there.
    ///
    /// - Throws: `DecodingError`, also for a name that is not one of the record's.
    public init(from decoder: any Decoder) throws {
        self.init()
        let container = try decoder.container(keyedBy: SparseField<Self>.Name.self)
        let known = Set(Self.fields.map(\.name.stringValue))
        if let other = container.allKeys.first(where: { !known.contains($0.stringValue) }) {
            let names = Self.fields.map(\.name.stringValue).joined(separator: ", ")
            throw DecodingError.dataCorruptedError(
                forKey: other,
                in: container,
                debugDescription: "there is no “\(other.stringValue.prefix(80))”: there are \(names)"
            )
        }
        for field in Self.fields { try field.decode(&self, container) }
    }
}

extension SparseCodable {
    /// The JSON Schema of the record.
    package static var schema: JSONNode {
        get throws { .record([:], optional: Dictionary(uniqueKeysWithValues: try fields.map { ($0.name.stringValue, try $0.schema()) })) }
    }
}
