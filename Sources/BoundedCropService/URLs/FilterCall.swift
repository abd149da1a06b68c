internal import BoundedCropEffects

/// A filter as written: its name and the text in its parentheses.
package struct FilterCall: Hashable, Sendable, CustomStringConvertible {
    /// Letters, digits, `_` and `-`.
    package let name: String
    /// The whole text between the parentheses.
    package let argumentText: String

    /// Creates a call from its parts. Nothing is checked: the service does that.
    package init(name: String, argumentText: String = "") {
        self.name = name
        self.argumentText = argumentText
    }

    /// A call with these arguments, which hold no commas outside of brackets.
    init(_ name: String, _ arguments: String...) {
        self.init(name: name, argumentText: arguments.joined(separator: ","))
    }

    /// The arguments, separated by commas and without surrounding spaces. Commas in parentheses or brackets do not separate.
    package var arguments: [String] { EffectCall.split(argumentText) }

    /// The call as in a URL that is not percent-encoded: `blur(3,2)`.
    package var description: String { "\(name)(\(argumentText))" }
}

/// Parses `NAME(ARGUMENTS):NAME(ARGUMENTS)/`, whose arguments may contain parentheses, colons and slashes.
///
/// A call ends at its matching parenthesis if a slash or another call follows. If parentheses do not match, it ends at the last one that
/// is followed by a slash.
struct FilterCallReader {
    private let text: Substring

    init(_ text: Substring) {
        self.text = text
    }

    /// The calls, and the text after the slash that ends them; nil if there is no end.
    func read() -> (calls: [FilterCall], rest: Substring)? {
        var calls: [FilterCall] = []
        var rest = text
        while true {
            // thumbor accepts separators without a call between them.
            rest = rest.drop { $0 == ":" }
            guard let open = Self.opening(of: rest), let close = Self.closing(of: open, in: rest) else { return nil }
            let arguments = rest[rest.index(after: open)..<close]
            calls.append(FilterCall(name: String(rest[..<open]), argumentText: String(arguments)))
            rest = rest[rest.index(after: close)...]
            if rest.first == "/" { return (calls, rest.dropFirst()) }
        }
    }

    /// The opening parenthesis after a name at the beginning of the text.
    private static func opening(of text: Substring) -> Substring.Index? {
        let end = text.firstIndex { !($0.isASCII && ($0.isLetter || $0.isNumber)) && $0 != "_" && $0 != "-" }
        guard let end, end > text.startIndex, text[end] == "(" else { return nil }
        return end
    }

    private static func closing(of open: Substring.Index, in text: Substring) -> Substring.Index? {
        var depth = 0
        var last: Substring.Index?
        for index in text.indices[open...] {
            if text[index] == "(" { depth += 1 }
            guard text[index] == ")" else { continue }
            depth -= 1
            let behind = text[text.index(after: index)...]
            if behind.first == "/" { last = index }
            let isFollowed = behind.first == "/" || behind.first == ":" && opening(of: behind.drop { $0 == ":" }) != nil
            if depth <= 0, isFollowed { return index }
        }
        return last
    }
}
