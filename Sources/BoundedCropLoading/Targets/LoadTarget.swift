internal import Synchronization

/// Something that pictures are loaded for, such as a view. When its last reference is released, its loads are cancelled at once, unless
/// someone else waits for them.
///
/// Any other object can also be a target. Swift does not tell when it is released, so the loader looks for that ten times a second while it
/// loads for such objects. An object that owns a `LoadTarget`, and loads for that, ends its loads at once.
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

/// An object that can be passed as a target itself, and whose loads end at once when it is released.
///
///     final class Cell: LoadTargetOwner {
///         let loadTarget = LoadTarget()
///     }
package protocol LoadTargetOwner: AnyObject, Sendable {
    /// The target that stands for this object, which must own it alone.
    var loadTarget: LoadTarget { get }
}
