/// A decimal number without a sign and an exponent, kept as text, so that it is written as it was read.
struct IIIFDecimal: Hashable, Sendable, CustomStringConvertible {
    /// Without leading and trailing zeros.
    private let whole: String
    private let fraction: String

    /// Nil for anything else than digits, of which some may follow a point, and for more than twenty characters.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard text.utf8.count <= 20, let last = parts.last, !last.isEmpty, parts.allSatisfy({ $0.utf8.allSatisfy(Int.isDigit) }) else {
            return nil
        }
        self.init(whole: parts[0], fraction: parts.count > 1 ? last : "")
    }

    private init(whole: some StringProtocol, fraction: some StringProtocol) {
        self.whole = String(whole.drop { $0 == "0" })
        self.fraction = String(fraction.reversed().drop { $0 == "0" }.reversed())
    }

    /// The number with a zero before its point, and no zeros at its end.
    var description: String { (whole.isEmpty ? "0" : whole) + (fraction.isEmpty ? "" : ".\(fraction)") }

    /// Never negative, and always finite.
    var value: Double { Double(description) ?? 0 }

    /// The number divided by a hundred, exactly.
    var hundredth: IIIFDecimal {
        let digits = String(repeating: "0", count: max(0, 2 - whole.count)) + whole
        return IIIFDecimal(whole: digits.dropLast(2), fraction: digits.suffix(2) + fraction)
    }
}
