package import BoundedCrop

/// An effect that can be written as text. Its key is that text, if the effect has no other parameters.
package protocol WritableEffect: ImageEffect {
    /// The name and the arguments, as `EffectExpression` reads them.
    var call: EffectCall { get }
}

extension WritableEffect {
    /// The call as text, with all digits.
    public var cacheKey: String { call.description }
}

/// An argument of an effect.
package enum EffectArgument: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringInterpolation {
    case number(Double)
    case numbers([Double])
    case color(Color)
    /// What has one form wherever it is written, such as a name, a size, a whole number; anything that is not read yet.
    case word(String)

    package init(stringLiteral word: String) { self = .word(word) }

    package var description: String {
        switch self {
        case .number(let number): number.keyText
        case .numbers(let numbers): numbers.map(\.keyText).joined(separator: ";")
        case .color(let color): color.description
        case .word(let word): word
        }
    }
}

/// One effect: a name and, in parentheses, its arguments.
///
///     corner-radius(12) shadow(rgba(0,0,0,0.5),0,4,8):reflection(0.4,4,0.6)
///
/// Calls are separated by spaces, colons or nothing. Arguments are separated by commas, except for commas inside nested parentheses or
/// brackets, as in colors. `_` in a name is the same as `-`.
package struct EffectCall: Hashable, Sendable {
    package let name: String
    package let arguments: [EffectArgument]

    init(_ name: String, _ arguments: EffectArgument...) { self.init(name, arguments) }

    init(_ name: String, _ arguments: [EffectArgument]) { (self.name, self.arguments) = (name, arguments) }

    /// The same call without a last argument that may be left out.
    package var shortest: EffectCall {
        let shorter = EffectCall(name, arguments.dropLast())
        return (try? EffectExpression.effect(shorter).made as? any WritableEffect)?.call == self ? shorter : self
    }

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
            calls.append(EffectCall(name, split(arguments).map(EffectArgument.word)))
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

    /// The arguments of a text, without surrounding spaces. Commas in parentheses or brackets do not separate.
    package static func split(_ text: some StringProtocol) -> [String] {
        var depth = 0
        var parts = [""]
        for character in text {
            if "([".contains(character) { depth += 1 }
            if ")]".contains(character) { depth -= 1 }
            if character == ",", depth <= 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
        }
        let trimmed = parts.map { $0.trimmingSpaces() }
        return trimmed == [""] ? [] : trimmed
    }
}

// Parses the arguments of a call; every error names the call and the argument.
extension EffectCall: CustomStringConvertible {
    package var description: String { "\(name)(\(arguments.map(\.description).joined(separator: ",")))" }

    func text(_ index: Int) -> String { arguments[index].description }

    func wrong(_ index: Int, _ wanted: String) -> BoundedCropError {
        BoundedCropError(.invalidArgument, "“\(arguments[index])” in \(self) is not \(wanted)")
    }

    private func read<Value>(_ index: Int, _ wanted: String, _ make: (String) -> Value?) throws -> Value {
        guard let value = make(text(index)) else { throw wrong(index, wanted) }
        return value
    }

    /// What an argument is that may be left out; nil without it.
    func given<Value>(_ index: Int, _ read: (Int) throws -> Value) rethrows -> Value? {
        index < arguments.count ? try read(index) : nil
    }

    func number(_ index: Int) throws -> Double {
        if case .number(let number) = arguments[index] { return number }
        return try read(index, "a number", Self.number)
    }

    func number(_ index: Int, in range: ClosedRange<Double>) throws -> Double {
        let number = try number(index)
        guard range.contains(number) else {
            throw wrong(index, "a number between \(Decimals.text(range.lowerBound)) and \(Decimals.text(range.upperBound))")
        }
        return number
    }

    func numbers(_ indices: Range<Int>) throws -> [Double] { try indices.map(number) }

    /// A number, with or without a percent sign.
    func percentage(_ index: Int) throws -> Double {
        if case .number(let number) = arguments[index] { return number }
        return try read(index, "a percentage") { Self.number($0.hasSuffix("%") ? $0.dropLast() : $0[...]) }
    }

    func color(_ index: Int) throws -> Color {
        if case .color(let color) = arguments[index] { return color }
        return try read(index, "a color, such as black, #ff8800 or rgba(0,0,0,0.5)", Color.init(abbreviated:))
    }

    func size(_ index: Int) throws -> PixelSize { try read(index, "a size, such as 300x200") { PixelSize($0, sides: 1...(.max)) } }

    func integer(_ index: Int) throws -> Int { try read(index, "a whole number") { Int($0) } }

    func seed(_ index: Int) throws -> UInt64 { try read(index, "a seed, a whole number from 0 up") { UInt64($0) } }

    func flag(_ index: Int) throws -> Bool { try read(index, "true or false", Bool.init(flag:)) }

    func weights(_ index: Int) throws -> [Double] {
        if case .numbers(let weights) = arguments[index] { return weights }
        return try text(index).split(separator: ";", omittingEmptySubsequences: false).map { text in
            guard let weight = Self.number(text) else { throw wrong(index, "numbers with semicolons between them") }
            return weight
        }
    }

    private static func number(_ text: some StringProtocol) -> Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }

    /// Points as `[(0,0),(255,255)]`; no points as `[]` or empty text.
    func points(_ index: Int) throws -> [Curve.Point] {
        let text = text(index).filter { $0 != " " }
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
