internal import CCalls

/// Whether a piece of work is still wanted. Work that takes long asks between its stages.
///
/// Unchecked, because the compiler cannot see that the flag behind the pointer is only touched atomically.
public final class Cancellation: @unchecked Sendable {
    private let flag: UnsafeMutablePointer<bc_cancellation>

    /// A sign for work that is still wanted.
    public init() {
        flag = .allocate(capacity: 1)
        flag.initialize(to: bc_cancellation())
    }

    deinit { flag.deallocate() }

    /// Whether `cancel()` was called. Any thread may ask.
    public var isCancelled: Bool { bc_cancellation_is_raised(flag) }

    /// Says that the work is no longer wanted, from any thread and for good. The work ends when it asks next.
    public func cancel() {
        bc_cancellation_raise(flag)
    }

    /// Throws `CancellationError` once the work is no longer wanted.
    public func check() throws {
        if isCancelled { throw CancellationError() }
    }

    /// Runs work on this thread that can be cancelled anywhere: `checkCurrent()` asks this cancellation until the work ends, and decoders,
    /// networks, blurs and encoders ask it between their rows and layers.
    public func perform<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws(Failure) -> Result {
        let before = bc_cancellation_make_current(flag)
        defer { _ = bc_cancellation_make_current(before) }
        return try work()
    }

    /// Throws `CancellationError` when the work that this thread performs is no longer wanted. For loops of detectors and effects that run
    /// for longer than a few milliseconds; does nothing where no work that can be cancelled is performed.
    public static func checkCurrent() throws {
        if bc_is_cancelled() { throw CancellationError() }
    }
}
