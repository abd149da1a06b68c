internal import BoundedCrop

/// One effect as text: a name and, in parentheses, its arguments.
///
///     corner-radius(12) shadow(rgba(0,0,0,0.5),0,4,8):reflection(0.4,4,0.6)
///
/// Calls are separated by spaces, colons or nothing. Arguments are separated by commas, except for commas inside nested parentheses or
/// brackets, as in colors. `_` in a name is the same as `-`.
struct EffectCall: Equatable {
    let name: String
    let arguments: [String]

    /// All calls of a text. Throws `invalidArgument` with the offending part where the text is not a call.
    static func calls(in text: String) throws -> [EffectCall] {
        var calls: [EffectCall] = []
        var rest = text[...]
        while true {
            rest = rest.drop { $0 == " " || $0 == ":" || $0 == "\n" || $0 == "\t" }
            guard !rest.isEmpty else { return calls }
            guard let open = rest.firstIndex(of: "("), let close = closing(of: open, in: rest) else {
                throw BoundedCropError(.invalidArgument, "“\(rest.prefix(200))” is not an effect: it needs the form name(…)")
            }
            let name = rest[..<open].replacing("_", with: "-").lowercased()
            let arguments = rest[rest.index(after: open)..<close]
            guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0 == "-" }) else {
                throw BoundedCropError(.invalidArgument, "“\(rest[..<open].prefix(200))” is not the name of an effect")
            }
            calls.append(EffectCall(name: name, arguments: split(arguments)))
            rest = rest[rest.index(after: close)...]
        }
    }

    private static func closing(of open: Substring.Index, in text: Substring) -> Substring.Index? {
        var depth = 0
        return text.indices[open...].first { index in
            depth += text[index] == "(" ? 1 : text[index] == ")" ? -1 : 0
            return depth == 0
        }
    }

    private static func split(_ text: Substring) -> [String] {
        var depth = 0
        var parts = [""]
        for character in text {
            depth += "([".contains(character) ? 1 : ")]".contains(character) ? -1 : 0
            if character == ",", depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
        }
        let trimmed = parts.map { part in
            String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
        return trimmed == [""] ? [] : trimmed
    }
}
