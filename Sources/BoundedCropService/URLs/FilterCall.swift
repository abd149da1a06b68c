internal import BoundedCrop

/// A filter as written: its name and the text in its parentheses.
public struct FilterCall: Hashable, Sendable, CustomStringConvertible {
    /// Letters, digits, `_` and `-`.
    public let name: String
    /// The whole text between the parentheses.
    public let argumentText: String

    /// Creates a call from its parts. Nothing is checked: the service does that.
    public init(name: String, argumentText: String = "") {
        self.name = name
        self.argumentText = argumentText
    }

    /// A call with these arguments, which hold no commas outside of brackets.
    init(_ name: String, _ arguments: String...) {
        self.init(name: name, argumentText: arguments.joined(separator: ","))
    }

    /// The arguments, separated by commas and without surrounding spaces. Commas in parentheses or brackets do not separate.
    public var arguments: [String] {
        var depth = 0
        var parts = [""]
        for character in argumentText {
            if "([".contains(character) { depth += 1 }
            if ")]".contains(character) { depth -= 1 }
            if character == ",", depth <= 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
        }
        let trimmed = parts.map { $0.trimmingSpaces() }
        return trimmed == [""] ? [] : trimmed
    }

    /// The call as in a URL that is not percent-encoded: `blur(3,2)`.
    public var description: String { "\(name)(\(argumentText))" }
}
