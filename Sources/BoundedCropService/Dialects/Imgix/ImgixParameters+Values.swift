internal import BoundedCrop

// Each takes a parameter, nil if it is missing or empty. All throw `invalidURL` for a value that is not one of those asked for.
extension ImgixParameters {
    mutating func number(_ name: String, in range: ClosedRange<Double>) throws -> Double? {
        guard let text = text(name) else { return nil }
        guard let number = ParameterText.number(text), range.contains(number) else {
            throw Self.failure(name, text, "a number from \(Decimals.text(range.lowerBound)) to \(Decimals.text(range.upperBound))")
        }
        return number
    }

    /// Whole numbers; fractions are rounded, since clients compute them.
    mutating func integer(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        try number(name, in: Double(range.lowerBound)...Double(range.upperBound)).map { Int($0, within: range) }
    }

    mutating func flag(_ name: String) throws -> Bool? {
        guard let text = text(name) else { return nil }
        guard let flag = Bool(flag: text) else { throw Self.failure(name, text, "true or false") }
        return flag
    }

    /// Values with commas between them.
    mutating func list(_ name: String) -> [String] {
        (text(name) ?? "").split(separator: ",").map { $0.trimmingSpaces() }.filter { !$0.isEmpty }
    }

    /// One of these words, or none if the parameter has another value, which is then named as ignored.
    mutating func word(_ name: String, of words: Set<String>) -> String? {
        guard let text = text(name) else { return nil }
        if words.contains(text) { return text }
        ignore(name)
        return nil
    }

    /// A color's name, or its digits in hexadecimal: RGB, ARGB, RRGGBB or AARRGGBB. As the digits of a filter's argument.
    mutating func color(_ name: String) throws -> String? {
        guard let text = text(name) else { return nil }
        guard let color = Self.color(text) else {
            throw Self.failure(name, text, "a color, such as red, f80, ff8800 or, with the opacity first, 80ff8800")
        }
        return color
    }

    static func color(_ text: String) -> String? {
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        let opacity = digits.count == 4 ? 1 : digits.count == 8 ? 2 : 0
        let isHexadecimal = digits.utf8.allSatisfy { UInt8(String(UnicodeScalar($0)), radix: 16) != nil }
        let css = isHexadecimal ? "#\(digits.dropFirst(opacity))\(digits.prefix(opacity))" : text
        return Color(css).map(ParameterText.digits)
    }

    static func failure(_ name: String, _ text: String, _ wanted: String) -> BoundedCropError {
        BoundedCropError(.invalidURL, "“\(name)=\(text.prefix(80))” is not possible: it must be \(wanted)")
    }
}
