internal import CCalls

/// A flag that tells long-running work to stop. The work checks it between stages.
///
/// It is `@unchecked Sendable` because the compiler cannot see that the flag is only accessed atomically.
public final class Cancellation: @unchecked Sendable {
    /// Where the flag stays while work checks it, even if nobody else holds the cancellation.
    private let flag: ManagedBuffer<bc_cancellation, Void>

    /// Creates a flag that is not yet raised.
    public convenience init() { self.init(raisedAtCheck: 0) }

    /// For tests: creates a flag that counts how often it is checked, on all threads, and is raised by one of those checks.
    /// - Parameter number: The number of that check, from 1; `Int.max` only counts, and 0 does neither.
    package init(raisedAtCheck number: Int) {
        flag = .create(minimumCapacity: 0) { _ in bc_cancellation(raised: 0, raised_at: Int64(number), checks: 0) }
    }

    /// Whether `cancel()` was called. Safe to read from any thread.
    public var isCancelled: Bool { flag.withUnsafeMutablePointerToHeader { bc_cancellation_is_raised($0) } }

    /// How often this flag was checked; 0 unless it counts.
    package var checkCount: Int { flag.withUnsafeMutablePointerToHeader { Int(bc_cancellation_checks($0)) } }

    /// Cancels the work for good; safe to call from any thread. The work stops at its next check.
    public func cancel() {
        flag.withUnsafeMutablePointerToHeader { bc_cancellation_raise($0) }
    }

    /// Checks for cancellation.
    /// - Throws: `CancellationError` if the work was cancelled.
    public func check() throws {
        if isCancelled { throw CancellationError() }
    }

    /// Runs work on this thread that can be cancelled at any point. Until the work ends, `checkCurrent()` checks this cancellation, and
    /// decoders, networks, blurs and encoders check it between rows and layers.
    public func perform<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws(Failure) -> Result {
        try flag.withUnsafeMutablePointerToHeader { flag throws(Failure) in
            let before = bc_cancellation_make_current(flag)
            defer { _ = bc_cancellation_make_current(before) }
            return try work()
        }
    }

    /// Checks whether the work on this thread was cancelled. Call it in loops of detectors and effects that run for longer than a few
    /// milliseconds. It does nothing on a thread without cancellable work.
    /// - Throws: `CancellationError` if the work was cancelled.
    public static func checkCurrent() throws {
        if bc_is_cancelled() { throw CancellationError() }
    }
}
