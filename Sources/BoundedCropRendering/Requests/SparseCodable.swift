package import BoundedCrop
internal import FoundationEssentials

/// A record whose JSON leaves out what has its default: equal records have equal and short JSON. Decoding refuses unknown names.
package protocol SparseCodable: Codable, Equatable, SendableMetatype {
    /// Creates the defaults.
    init()
    /// All parts that JSON has.
    static var fields: [SparseField<Self>] { get }
}

/// A part of a record in JSON.
package struct SparseField<Record: SparseCodable>: Sendable {
    fileprivate let name: JSONName
    /// What its JSON is, with its default.
    fileprivate let schema: @Sendable () throws -> JSONNode
    /// Gets the record, and one with the defaults.
    fileprivate let encode: @Sendable (Record, Record, inout KeyedEncodingContainer<JSONName>) throws -> Void
    fileprivate let decode: @Sendable (inout Record, inout JSONMembers) throws -> Void

    /// Creates a part from its name and its place in the record.
    package init<Value: Codable & Equatable & DescribedInJSON>(_ text: String, _ path: any WritableKeyPath<Record, Value> & Sendable) {
        self.init(text, path, { try Value.schema }) { $0 }
    }

    /// Creates a number within limits.
    package init<Value: LimitedNumber>(_ text: String, _ path: any WritableKeyPath<Record, Value> & Sendable, in limits: ClosedRange<Value>)
    {
        self.init(text, path, { try limits.schema }) { try limits.checked($0) }
    }

    /// Creates a number within limits that may be nothing.
    package init<Value: LimitedNumber>(
        _ text: String,
        _ path: any WritableKeyPath<Record, Value?> & Sendable,
        in limits: ClosedRange<Value>
    ) {
        self.init(text, path, { try limits.schema }) { try $0.map(limits.checked) }
    }

    /// Creates a part whose values are checked.
    ///
    /// - Parameter check: Throws `invalidArgument` for what makes no sense.
    package init<Value: Codable & Equatable & DescribedInJSON>(
        _ text: String,
        _ path: any WritableKeyPath<Record, Value> & Sendable,
        check: @escaping @Sendable (Value) throws -> Void
    ) {
        self.init(text, path, { try Value.schema }) { value in
            try check(value)
            return value
        }
    }

    private init<Value: Codable & Equatable & DescribedInJSON>(
        _ text: String,
        _ path: any WritableKeyPath<Record, Value> & Sendable,
        _ values: @escaping @Sendable () throws -> JSONNode,
        _ checked: @escaping @Sendable (Value) throws -> Value
    ) {
        let name = JSONName(stringValue: text)
        self.name = name
        schema = {
            let standard = try JSONNode(encoding: Record()[keyPath: path])
            guard standard != .null else { return try values() }
            // Only what has another default can be nothing in JSON.
            let schema = Value.self is any ExpressibleByNilLiteral.Type ? JSONNode.nullable(try values()) : try values()
            return schema.with(["default": standard])
        }
        encode = { record, standard, container in
            let value = record[keyPath: path]
            if value != standard[keyPath: path] { try container.encode(value, forKey: name) }
        }
        decode = { record, members in
            if let value = try members.take(text, checked) { record[keyPath: path] = value }
        }
    }
}

/// A number of a request.
package typealias LimitedNumber = Codable & Comparable & DescribedInJSON & Sendable

extension ClosedRange where Bound: LimitedNumber {
    func checked(_ number: Bound) throws -> Bound {
        guard contains(number) else { throw BoundedCropError(.invalidArgument, "\(number) is not from \(lowerBound) to \(upperBound)") }
        return number
    }

    fileprivate var schema: JSONNode {
        get throws {
            try Bound.schema.with(["minimum": JSONNode(encoding: lowerBound), "maximum": JSONNode(encoding: upperBound)])
        }
    }
}

extension JSONNode {
    fileprivate init(encoding value: some Encodable) throws {
        self = try JSONDecoder().decode(JSONNode.self, from: JSONText.data(value))
    }
}

extension SparseCodable {
    /// Encodes what differs from the default.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: JSONName.self)
        let standard = Self()
        for field in Self.fields { try field.encode(self, standard, &container) }
    }

    /// Decodes what is there.
    ///
    /// - Throws: `DecodingError`, also for a name that is not one of the record's.
    package init(from decoder: any Decoder) throws {
        self.init()
        var members = try JSONMembers(from: decoder)
        for field in Self.fields { try field.decode(&self, &members) }
        try members.checkEnd(Self.fields.map(\.name.stringValue))
    }
}

extension SparseCodable {
    /// The JSON Schema of the record.
    package static var schema: JSONNode {
        get throws { .record([:], optional: Dictionary(uniqueKeysWithValues: try fields.map { ($0.name.stringValue, try $0.schema()) })) }
    }
}
