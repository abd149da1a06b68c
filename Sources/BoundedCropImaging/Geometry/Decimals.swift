/// Plain decimal numbers.
package enum Decimals {
    /// Parses digits with at most one point: no sign, no exponent, no hexadecimal digits.
    package static func number(_ text: some StringProtocol) -> Double? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2e } ? Double(text) : nil
    }

    /// Formats a number with up to four decimal places, and none if it is whole.
    package static func text(_ value: Double) -> String {
        let rounded = (value * 10_000).rounded() / 10_000
        return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int(rounded, within: -Int.max...Int.max)) : String(rounded)
    }
}
