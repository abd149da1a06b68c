internal import Synchronization

/// A registration for changes of an object, which is told once and then over.
///
/// A registration with the Observation framework cannot be ended: it stays until something changes. Therefore one that stands is used
/// again, so that they do not pile up on content that never changes.
@MainActor final class BlurWatch {
    /// What is observed, which the watch does not keep alive.
    private weak var object: AnyObject?
    nonisolated private let hasFired = Atomic<Bool>(false)

    init(on object: AnyObject) {
        self.object = object
    }

    /// Whether changes of the object will still be told.
    func stands(on object: AnyObject) -> Bool { isOn(object) && !hasFired.load(ordering: .acquiring) }

    func isOn(_ object: AnyObject?) -> Bool { object != nil && self.object === object }

    /// Whether no change can be told any more: one was, or the object is gone.
    var isOver: Bool { object == nil || hasFired.load(ordering: .acquiring) }

    /// Called with the first change, on any thread.
    nonisolated func fire() { hasFired.store(true, ordering: .releasing) }
}
