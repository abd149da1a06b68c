/// Numbers with units, as people write them in options and settings. All are nil for any other text, for signs and for exponents.
package enum Quantity {
    /// A share of a whole: `60%` or `0.6`.
    package static func share(_ text: some StringProtocol) -> Double? {
        text.hasSuffix("%") ? Decimals.number(text.dropLast()).map { $0 / 100 } : Decimals.number(text)
    }

    /// A number of bytes: `10485760`, `10MB` (10 million), `10MiB` (10 times 1,048,576), or `10M`, which is `10MB`.
    package static func bytes(_ text: some StringProtocol) -> Int? {
        whole(text, [("b", 1)] + multiples("b") + multiples(""))
    }

    /// A count: `2000000`, or `2M`; of pixels, `2MP`.
    package static func count(_ text: some StringProtocol) -> Int? {
        whole(text, [("p", 1)] + multiples("p") + multiples(""))
    }

    /// A time in seconds: `90`, `90s`, `1.5min`, `250ms` or `2h`.
    package static func seconds(_ text: some StringProtocol) -> Double? {
        number(text, [("ms", 0.001), ("min", 60), ("s", 1), ("m", 60), ("h", 3600), ("d", 86_400)])
    }

    /// The multiples of a unit; those of 1024 have an i.
    private static func multiples(_ unit: String) -> [(String, Double)] {
        let prefixes = ["k", "m", "g", "t"].enumerated()
        return prefixes.map { ("\($1)i\(unit)", Double(1 << (10 * ($0 + 1)))) } + prefixes.map { ("\($1)\(unit)", power(1000, $0 + 1)) }
    }

    private static func power(_ base: Double, _ exponent: Int) -> Double {
        (0..<exponent).reduce(1) { product, _ in product * base }
    }

    private static func whole(_ text: some StringProtocol, _ units: [(String, Double)]) -> Int? {
        // A plain number is exact, however large it is.
        if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) { return Int(text) }
        return number(text, units).flatMap { $0 == $0.rounded() ? Int(exactly: $0) : nil }
    }

    private static func number(_ text: some StringProtocol, _ units: [(String, Double)]) -> Double? {
        let text = text.lowercased()
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = text.dropFirst(digits.count).drop { $0 == " " }
        guard let number = Decimals.number(digits) else { return nil }
        return unit.isEmpty ? number : units.first { $0.0 == unit }.map { number * $0.1 }
    }
}

/// Plain decimal numbers.
package enum Decimals {
    /// Parses digits with at most one point: no sign, no exponent, no hexadecimal digits.
    package static func number(_ text: some StringProtocol) -> Double? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2e } ? Double(text) : nil
    }

    /// A number that is not negative, with zeros before it.
    package static func padded(_ number: Int, to digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    /// Formats a number with up to four decimal places, and none if it is whole.
    package static func text(_ value: Double) -> String {
        let rounded = (value * 10_000).rounded() / 10_000
        return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int(rounded, within: -Int.max...Int.max)) : String(rounded)
    }
}
