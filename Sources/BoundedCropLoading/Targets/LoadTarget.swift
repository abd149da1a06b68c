internal import Synchronization

/// Something that pictures are loaded for, such as a view. When its last reference is released, its loads are cancelled, unless someone
/// else waits for them.
///
/// A view owns one. Any other object can also be a target, but its release is only noticed when the loader next starts a load for a target.
public final class LoadTarget: Sendable {
    private let onRelease = Mutex<[ObjectIdentifier: @Sendable () -> Void]>([:])

    /// Creates a target without loads.
    public init() {}

    deinit {
        for release in onRelease.withLock({ $0.values }) { release() }
    }

    /// - Parameter observer: Identifies the callback; each observer has at most one.
    func whenReleased(tell observer: some AnyObject & Sendable, _ release: @escaping @Sendable () -> Void) {
        onRelease.withLock { $0[ObjectIdentifier(observer)] = release }
    }
}
