internal import Synchronization

/// Whether a piece of work is still wanted. Work that takes long asks between its stages.
public final class Cancellation: Sendable {
    private let flag = Atomic(false)

    public init() {}

    public var isCancelled: Bool { flag.load(ordering: .acquiring) }

    public func cancel() {
        flag.store(true, ordering: .releasing)
    }

    /// Throws `CancellationError` once the work is no longer wanted.
    public func check() throws {
        if isCancelled { throw CancellationError() }
    }
}
