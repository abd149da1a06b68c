extension Int {
    /// Creates the integer nearest to a value within a range. Use it to convert external numbers to pixels, bytes or counts: it never
    /// traps. Infinities become the ends of the range, and NaN becomes its lower end.
    /// - Parameter rule: How to round; halves away from zero by default.
    package init(
        _ value: Double,
        within range: ClosedRange<Int>,
        rounded rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero
    ) {
        let whole = value.rounded(rule)
        // As Double, the bounds may lie outside Int. Values not strictly between them become a bound.
        if whole > Double(range.lowerBound), whole < Double(range.upperBound) {
            self = Int(whole)
        } else {
            self = whole >= Double(range.upperBound) ? range.upperBound : range.lowerBound
        }
    }
}

/// Saturating arithmetic for lengths from untrusted input.
extension Int {
    /// The sum; `Int.max` or `Int.min` if it overflows.
    package func plus(_ other: Int) -> Int {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? (other > 0 ? .max : .min) : sum
    }

    /// The product; `Int.max` or `Int.min` if it overflows.
    package func times(_ other: Int) -> Int {
        let (product, overflows) = multipliedReportingOverflow(by: other)
        return overflows ? ((self < 0) == (other < 0) ? .max : .min) : product
    }
}
