package import BoundedCrop

/// The fields of a JSON object, each taken once. What is left at the end is unknown.
package struct RequestFields {
    private var fields: [String: JSONNode]

    package init(_ fields: [String: JSONNode]) { self.fields = fields }

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

    /// Throws if fields are left.
    package func checkEnd() throws {
        guard !fields.isEmpty else { return }
        let names = fields.keys.sorted().map { "“\($0.prefix(40))”" }
        throw BoundedCropError(.invalidArgument, "there is no \(names.listed(5))")
    }

    private func wrong(_ name: String, _ expected: String, _ value: JSONNode) -> BoundedCropError {
        BoundedCropError(.invalidArgument, "“\(name)” is \(expected), not \(value.kind)")
    }
}
