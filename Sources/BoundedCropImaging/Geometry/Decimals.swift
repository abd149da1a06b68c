/// Decimal numbers as people write and read them.
package enum Decimals {
    /// Reads digits with at most one point among them: no sign, no exponent, nothing hexadecimal.
    package static func number(_ text: some StringProtocol) -> Double? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2e } ? Double(text) : nil
    }

    /// Up to four digits behind the point, none where the number is whole.
    package static func text(_ value: Double) -> String {
        let rounded = (value * 10_000).rounded() / 10_000
        return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int(rounded, within: -Int.max...Int.max)) : String(rounded)
    }
}
