/// Sums and products of lengths that come from outside.
extension Int {
    /// The sum; `Int.max` or `Int.min` where it overflows.
    package func plus(_ other: Int) -> Int {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? (other > 0 ? .max : .min) : sum
    }

    /// The product; `Int.max` or `Int.min` where it overflows.
    package func times(_ other: Int) -> Int {
        let (product, overflows) = multipliedReportingOverflow(by: other)
        return overflows ? ((self < 0) == (other < 0) ? .max : .min) : product
    }
}
