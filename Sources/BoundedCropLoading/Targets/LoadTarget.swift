internal import Synchronization

/// Something that pictures are loaded for, such as a view. When the last reference to it goes, its loads are cancelled, unless somebody
/// else waits for them.
///
/// A view owns one. Any other object can be a target too; its going is then noticed only when the loader next does something.
public final class LoadTarget: Sendable {
    private let onRelease = Mutex<[ObjectIdentifier: @Sendable () -> Void]>([:])

    /// A target without loads.
    public init() {}

    deinit {
        for release in onRelease.withLock({ $0.values }) { release() }
    }

    /// - Parameter observer: says so once, however often it asks.
    func whenReleased(tell observer: some AnyObject & Sendable, _ release: @escaping @Sendable () -> Void) {
        onRelease.withLock { $0[ObjectIdentifier(observer)] = release }
    }
}
