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

    static func split(_ text: Substring) -> [String] {
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

// Parses the arguments of a call; every error names the call and the argument.
extension EffectCall: CustomStringConvertible {
    var description: String { "\(name)(\(arguments.joined(separator: ",")))" }

    func number(_ index: Int) throws -> Double {
        guard let number = Double(arguments[index]), number.isFinite else { throw wrong(index, "a number") }
        return number
    }

    func number(_ index: Int, else standard: Double) throws -> Double {
        index < arguments.count ? try number(index) : standard
    }

    /// A number within a range; without the argument, the standard one.
    func number(_ index: Int, in range: ClosedRange<Double>, else standard: Double? = nil) throws -> Double {
        if index >= arguments.count, let standard { return standard }
        let number = try number(index)
        guard range.contains(number) else {
            throw wrong(index, "a number between \(Decimals.text(range.lowerBound)) and \(Decimals.text(range.upperBound))")
        }
        return number
    }

    func numbers(_ indices: Range<Int>) throws -> [Double] { try indices.map(number) }

    func color(_ index: Int) throws -> Color {
        guard let color = Color(abbreviated: arguments[index]) else {
            throw wrong(index, "a color, such as black, #ff8800 or rgba(0,0,0,0.5)")
        }
        return color
    }

    func size(_ index: Int) throws -> PixelSize {
        guard let size = PixelSize(arguments[index], sides: 1...(.max)) else { throw wrong(index, "a size, such as 300x200") }
        return size
    }

    func wrong(_ index: Int, _ wanted: String) -> BoundedCropError {
        BoundedCropError(.invalidArgument, "“\(arguments[index])” in \(self) is not \(wanted)")
    }

    /// A number, with or without a percent sign.
    func percentage(_ index: Int) throws -> Double {
        let text = arguments[index]
        guard let number = Double(text.hasSuffix("%") ? text.dropLast() : text[...]), number.isFinite else {
            throw wrong(index, "a percentage")
        }
        return number
    }

    func integer(_ index: Int) throws -> Int {
        guard let number = Int(arguments[index]) else { throw wrong(index, "a whole number") }
        return number
    }

    func seed(_ index: Int) throws -> UInt64 {
        guard let seed = UInt64(arguments[index]) else { throw wrong(index, "a seed, a whole number from 0 up") }
        return seed
    }

    func flag(_ index: Int) throws -> Bool {
        guard let flag = Bool(flag: arguments[index]) else { throw wrong(index, "true or false") }
        return flag
    }

    func weights(_ index: Int) throws -> [Double] {
        try arguments[index].split(separator: ";", omittingEmptySubsequences: false).map { text in
            guard let weight = Double(text), weight.isFinite else { throw wrong(index, "numbers with semicolons between them") }
            return weight
        }
    }

    /// Points as `[(0,0),(255,255)]`; no points as `[]` or empty text.
    func points(_ index: Int) throws -> [Curve.Point] {
        let text = arguments[index].filter { $0 != " " }
        if text.isEmpty || text == "[]" { return [] }
        guard text.hasPrefix("[("), text.hasSuffix(")]") else { throw wrong(index, "points, such as [(0,0),(255,255)]") }
        return try text.dropFirst(2).dropLast(2).split(separator: "),(", omittingEmptySubsequences: false).map { pair in
            let levels = pair.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
            guard levels.count == 2, let input = levels[0], let output = levels[1] else {
                throw wrong(index, "points, such as [(0,0),(255,255)]")
            }
            return Curve.Point(input, output)
        }
    }
}
