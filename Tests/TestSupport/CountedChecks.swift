import BoundedCrop
package import Testing

/// How often some work checks whether it was cancelled.
///
/// Cancelled work must end soon. On a busy machine, time does not show that; the number of checks does: a loop that lost its check is missing
/// in the sum.
package enum CountedChecks {
    /// The number of checks while the work runs to its end.
    package static func count(_ work: () throws -> Void) rethrows -> Int {
        let cancellation = Cancellation(raisedAtCheck: .max)
        try cancellation.perform(work)
        return cancellation.checkCount
    }

    /// Expects the work to check at least so often whether it was cancelled, and to end at the next check after it was, wherever that is.
    /// - Parameter tail: How many checks may follow the one that fails: loops around the innermost one check once more.
    package static func expect(
        _ least: Int,
        of name: String = "",
        tail: Int = 3,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ work: () throws -> Void
    ) throws {
        let count = try count(work)
        #expect(count >= least, "\(name)", sourceLocation: sourceLocation)
        for number in Set([1, count / 3, count / 2, count - 1, count]) where number > 0 {
            let cancellation = Cancellation(raisedAtCheck: number)
            #expect(throws: CancellationError.self, "\(name), cancelled at check \(number) of \(count)", sourceLocation: sourceLocation) {
                try cancellation.perform(work)
            }
            #expect(cancellation.checkCount <= number + tail, "\(name), cancelled at check \(number)", sourceLocation: sourceLocation)
        }
    }
}
