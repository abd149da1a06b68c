extension Int {
    /// The sum, or `Int.max` where that overflows. For numbers that are not negative.
    package func addingSaturated(_ other: Int) -> Int {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? .max : sum
    }

    /// The product, or `Int.max` where that overflows. For numbers that are not negative.
    package func multipliedSaturated(by other: Int) -> Int {
        let (product, overflows) = multipliedReportingOverflow(by: other)
        return overflows ? .max : product
    }
}
