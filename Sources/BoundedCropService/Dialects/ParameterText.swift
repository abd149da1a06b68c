internal import BoundedCrop

/// Numbers and colors as the text of parameters and of filters' arguments.
enum ParameterText {
    /// A finite number in decimal digits, with at most one point and possibly a minus sign; nil for everything else, such as `nan`, spaces
    /// and hexadecimal digits.
    ///
    /// - Parameter allowsExponents: Whether `1e3` and `+5` are numbers too.
    static func number(_ text: some StringProtocol, allowsExponents: Bool = false) -> Double? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let others = allowsExponents ? ".eE+-" : "."
        guard digits.utf8.allSatisfy({ Int.isDigit($0) || others.utf8.contains($0) }), let number = Double(text), number.isFinite else {
            return nil
        }
        return number
    }

    /// The number with up to so many decimals, six at most, without an exponent and without zeros at the end.
    ///
    /// Numbers beyond ±1e12 are written as these.
    static func text(_ number: Double, decimals: Int = 4) -> String {
        let factor = (0..<decimals).reduce(1) { product, _ in product * 10 }
        let bounded = number.isFinite ? min(max(number, -1e12), 1e12) : 0
        let units = Int((bounded.magnitude * Double(factor)).rounded())
        var fraction = String(units % factor + factor).dropFirst()
        while fraction.hasSuffix("0") { fraction.removeLast() }
        return (bounded < 0 && units > 0 ? "-" : "") + String(units / factor) + (fraction.isEmpty ? "" : "." + fraction)
    }

    /// The number with up to four decimals, or with all of its digits if only they are read as the same.
    static func exact(_ number: Double) -> String {
        let (short, whole) = (text(number), "\(number)")
        return Double(short) == number || !number.isFinite || whole.contains("e") ? short : whole
    }

    /// A share of a side as percent, as filters have it: `12.5p`.
    static func percent(_ share: Double) -> String { text(share * 100) + "p" }

    /// A color as six hexadecimal digits, or as eight with its opacity last.
    static func digits(_ color: Color) -> String {
        let components = [color.red, color.green, color.blue] + (color.alpha == 1 ? [] : [color.alpha])
        return Hexadecimal.text(components.map { UInt8(Int($0 * 255, within: 0...255)) })
    }
}
