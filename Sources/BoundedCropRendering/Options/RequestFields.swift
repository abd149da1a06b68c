package import BoundedCrop

/// The fields of a JSON object, each taken once. What is left at the end is unknown.
package struct RequestFields {
    private var fields: [String: JSONNode]
    /// How messages begin, such as “outputs: ”.
    private let place: String

    package init(_ fields: [String: JSONNode], in place: String = "") {
        self.fields = fields
        self.place = place
    }

    /// Nil if there is no such field. Null is a value, and of no use to any field.
    package mutating func take(_ name: String) -> JSONNode? { fields.removeValue(forKey: name) }

    package mutating func text(_ name: String) throws -> String? {
        guard let value = take(name) else { return nil }
        guard case .text(let text) = value else { throw wrong(name, "a text", value) }
        return text
    }

    package mutating func flag(_ name: String) throws -> Bool {
        guard let value = take(name) else { return false }
        guard case .flag(let flag) = value else { throw wrong(name, "true or false", value) }
        return flag
    }

    package mutating func integer(_ name: String) throws -> Int? {
        guard let value = take(name) else { return nil }
        guard case .integer(let integer) = value else { throw wrong(name, "a whole number", value) }
        return integer
    }

    package mutating func object(_ name: String) throws -> [String: JSONNode]? {
        guard let value = take(name) else { return nil }
        guard case .object(let object) = value else { throw wrong(name, "an object", value) }
        return object
    }

    package mutating func objects(_ name: String) throws -> [[String: JSONNode]]? {
        guard let value = take(name) else { return nil }
        guard case .list(let list) = value else { throw wrong(name, "a list of objects", value) }
        return try list.map { item in
            guard case .object(let object) = item else { throw wrong(name, "a list of objects", item) }
            return object
        }
    }

    /// Takes those of these options that are given.
    package mutating func options(_ names: some Sequence<String>) -> [String: JSONNode] {
        var taken: [String: JSONNode] = [:]
        for name in names { taken[name] = take(name) }
        return taken
    }

    /// Throws if fields are left.
    package func checkEnd() throws {
        guard !fields.isEmpty else { return }
        let names = fields.keys.sorted().map { "“\($0.prefix(40))”" }
        throw BoundedCropError(.invalidArgument, "\(place)there is no \(names.listed(5))")
    }

    private func wrong(_ name: String, _ expected: String, _ value: JSONNode) -> BoundedCropError {
        BoundedCropError(.invalidArgument, "\(place)“\(name)” is \(expected), not \(value.kind)")
    }
}
