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
