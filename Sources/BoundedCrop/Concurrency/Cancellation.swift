internal import Synchronization

/// Whether a piece of work is still wanted. Work that takes long asks between its stages.
public final class Cancellation: Sendable {
    private let flag = Atomic(false)

    /// A sign for work that is still wanted.
    public init() {}

    /// Whether `cancel()` was called. Any thread may ask.
    public var isCancelled: Bool { flag.load(ordering: .acquiring) }

    /// Says that the work is no longer wanted, from any thread and for good. The work ends when it asks next.
    public func cancel() {
        flag.store(true, ordering: .releasing)
    }

    /// Throws `CancellationError` once the work is no longer wanted.
    public func check() throws {
        if isCancelled { throw CancellationError() }
    }
}
