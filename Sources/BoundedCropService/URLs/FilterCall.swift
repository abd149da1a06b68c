internal import BoundedCrop

/// A filter as it is written: its name and what stands in its parentheses.
public struct FilterCall: Hashable, Sendable, CustomStringConvertible {
    /// Letters, digits, `_` and `-`.
    public let name: String
    /// All that stands between the parentheses, as one text.
    public let argumentText: String

    /// A call from its parts. Nothing is checked: see ``ImageFilters``.
    public init(name: String, argumentText: String = "") {
        self.name = name
        self.argumentText = argumentText
    }

    /// The arguments: what commas part, spaces around it left out. Commas in parentheses or brackets part nothing.
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

    /// As in a URL that is not percent-encoded: `blur(3,2)`.
    public var description: String { "\(name)(\(argumentText))" }
}
