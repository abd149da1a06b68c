/// The name of a member of a JSON object, which is any text, or a place in a list.
package struct JSONName: CodingKey {
    package let stringValue: String
    package let intValue: Int?

    package init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }

    package init(intValue: Int) { (stringValue, self.intValue) = (String(intValue), intValue) }
}

/// The members of a JSON object that is decoded, each taken once by its name. What is left at the end is unknown. Null is of no use to any
/// member that cannot be null.
///
/// All methods throw `DecodingError`, of which `inWords` names the member.
package struct JSONMembers: Decodable {
    /// The members that are left, each with the object that has it.
    private var left: [String: KeyedDecodingContainer<JSONName>]
    private let path: [any CodingKey]

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONName.self)
        left = Dictionary(uniqueKeysWithValues: container.allKeys.map { ($0.stringValue, container) })
        path = decoder.codingPath
    }

    package var isEmpty: Bool { left.isEmpty }

    package func contains(_ name: String) -> Bool { left[name] != nil }

    /// A member that is not taken; nil if there is no such member.
    package func peek<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value? {
        do {
            return try left[name]?.decode(type, forKey: JSONName(stringValue: name))
        } catch let error where !(error is DecodingError || error is BoundedCropError) {
            // Of the decoder's own errors, which have no place.
            throw Self.error(BoundedCropError(.invalidArgument, "this has a number with a fraction or too many digits"), path, name)
        }
    }

    /// Nil if there is no such member.
    package mutating func take<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value? {
        defer { left[name] = nil }
        return try peek(name, as: type)
    }

    /// What is made of a member; nil if there is no such member. What is wrong with its value is an error that names it.
    package mutating func take<Value: Decodable, Made>(_ name: String, _ make: (Value) throws -> Made) throws -> Made? {
        guard let container = left[name], let value = try take(name, as: Value.self) else { return nil }
        do { return try make(value) } catch let error as BoundedCropError { throw Self.error(error, container.codingPath, name) }
    }

    package mutating func require<Value: Decodable>(_ name: String) throws -> Value { try require(name) { $0 } }

    package mutating func require<Value: Decodable, Made>(_ name: String, _ make: (Value) throws -> Made) throws -> Made {
        guard let made = try take(name, make) else {
            throw DecodingError.keyNotFound(JSONName(stringValue: name), .init(codingPath: path, debugDescription: "missing"))
        }
        return made
    }

    /// Off if there is no such member.
    package mutating func flag(_ name: String) throws -> Bool { try take(name) ?? false }

    /// Takes those of these members that are there.
    package mutating func split(_ names: some Sequence<String>) -> JSONMembers {
        var taken = self
        taken.left = [:]
        for name in names { taken.left[name] = left.removeValue(forKey: name) }
        return taken
    }

    /// Adds members, but not those that this object has itself.
    package mutating func inherit(_ others: JSONMembers) { left.merge(others.left) { own, _ in own } }

    /// Says what is wrong with a member, or with the whole object.
    package func wrong(_ message: String, in name: String? = nil) -> DecodingError {
        Self.error(BoundedCropError(.invalidArgument, message), path, name)
    }

    /// Says what is wrong with the whole object.
    package func wrong(_ error: BoundedCropError) -> DecodingError { DecodingError(error, at: path) }

    /// Throws if members are left.
    ///
    /// - Parameter names: What there is, for the message.
    package func checkEnd(_ names: [String] = []) throws {
        guard !left.isEmpty else { return }
        let unknown = left.keys.sorted().map { "“\($0.prefix(40))”" }.listed(5)
        throw wrong("there is no \(unknown)" + (names.isEmpty ? "" : ": there are \(names.joined(separator: ", "))"))
    }

    private static func error(_ error: BoundedCropError, _ path: [any CodingKey], _ name: String?) -> DecodingError {
        DecodingError(error, at: path + (name.map { [JSONName(stringValue: $0)] } ?? []))
    }
}

extension Decoder {
    /// A value that is coded as its text.
    ///
    /// - Parameter name: What it is, for the error: `a color`.
    package func textual<Value: LosslessStringConvertible>(_ name: String) throws -> Value {
        let text = try String(from: self)
        guard let value = Value(text) else {
            throw DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: "“\(text.prefix(80))” is not \(name)"))
        }
        return value
    }
}

extension DecodingError {
    /// What is wrong with the value at a place.
    package init(_ error: BoundedCropError, at path: [any CodingKey]) {
        self = .dataCorrupted(.init(codingPath: path, debugDescription: error.message, underlyingError: error))
    }

    /// The member of a JSON document, and what is wrong with it: `outputs[1].zoom: “2” is not a share`.
    package var inWords: String {
        func place(_ path: [any CodingKey]) -> String {
            let name = path.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
            return name.hasPrefix(".") ? String(name.dropFirst()) : name
        }
        func saying(_ message: String, _ path: [any CodingKey]) -> String { path.isEmpty ? message : "\(place(path)): \(message)" }
        switch self {
        case .keyNotFound(let key, let context): return "“\(place(context.codingPath + [key]))” is missing"
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            return saying("this is not \(Self.name(of: type))", context.codingPath)
        case .dataCorrupted(let context):
            if let error = context.underlyingError as? BoundedCropError { return saying(error.message, context.codingPath) }
            guard !context.codingPath.isEmpty else { return "it is not JSON" }
            let isForeign = context.debugDescription.hasPrefix("Cannot initialize")
            return saying(isForeign ? "this is not one of the possible values" : context.debugDescription, context.codingPath)
        @unknown default: return "it cannot be read"
        }
    }

    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is Bool.Type: "true or false"
        case is String.Type: "a text"
        case is any FixedWidthInteger.Type: "a whole number"
        case is any BinaryFloatingPoint.Type: "a number"
        case is [Any].Type: "a list"
        default: "an object"
        }
    }
}

extension BoundedCropError {
    /// What is wrong with JSON, in words that name the member.
    package init(_ error: DecodingError, _ code: Code = .invalidArgument) {
        var cause: BoundedCropError?
        if case .dataCorrupted(let context) = error { cause = context.underlyingError as? BoundedCropError }
        self.init(cause?.code ?? code, error.inWords, underlying: error)
    }
}
