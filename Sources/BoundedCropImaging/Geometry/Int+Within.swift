extension Int {
    /// The whole number nearest to a value, inside a range: the one way from a number that somebody gave to pixels, bytes or counts, which
    /// never traps. Infinities are the range's ends, and what is no number is its lower end.
    /// - Parameter rule: how to round; halves away from zero by default.
    package init(
        _ value: Double,
        within range: ClosedRange<Int>,
        rounded rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero
    ) {
        let whole = value.rounded(rule)
        // As Double, the ends may lie outside of Int: what is not strictly between them is an end.
        if whole > Double(range.lowerBound), whole < Double(range.upperBound) {
            self = Int(whole)
        } else {
            self = whole >= Double(range.upperBound) ? range.upperBound : range.lowerBound
        }
    }
}
