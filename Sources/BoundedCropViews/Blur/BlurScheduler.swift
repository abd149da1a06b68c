package import BoundedCrop
internal import Synchronization

/// Schedules blur views. Views with something to blur wait in a queue, each at most once, and join its end again after their turn. The
/// scheduler is idle while no view waits.
@MainActor public final class BlurScheduler {
    /// The scheduler shared by the whole process.
    public static let shared = BlurScheduler()

    /// Whether views blur at all. False overrides each view's own setting: the views show nothing, so that the content beneath is visible.
    public var blurEnabled = true {
        didSet { if blurEnabled != oldValue { forEachView { $0.setNeedsBlur() } } }
    }
    /// Whether dynamic views follow changes of the content beneath them.
    package var updatesEnabled: Bool { timesDisabled == 0 }

    private struct Entry {
        weak var view: BlurView?
    }

    private let workers: WorkerPool
    private var views: [Entry] = []
    private var line: [Entry] = []
    private var running = 0
    private var timesDisabled = 0

    /// Creates a scheduler.
    /// - Parameter workers: Its thread count is the number of views blurred concurrently; one thread by default.
    package init(workers: WorkerPool = WorkerPool(threadCount: 1)) {
        self.workers = workers
    }

    /// Suspends all dynamic views: they blur again only on request. Balance each call with `enableUpdates()`.
    public func disableUpdates() {
        timesDisabled += 1
    }

    /// Reverses one call of `disableUpdates()`. After the last one, the views resume.
    /// - Precondition: There is a call to reverse.
    public func enableUpdates() {
        precondition(timesDisabled > 0, "enableUpdates() was called more often than disableUpdates()")
        timesDisabled -= 1
        if timesDisabled == 0 { forEachView { $0.requestTurn() } }
    }

    func add(_ view: BlurView) {
        views.removeAll { $0.view == nil }
        views.append(Entry(view: view))
    }

    /// Adds a view to the end of the queue. The view ensures that it is queued at most once.
    func wait(_ view: BlurView) {
        line.append(Entry(view: view))
        serve()
    }

    /// Removes a view from the queue, if present.
    func leave(_ view: BlurView) {
        line.removeAll { $0.view === view }
    }

    private func serve() {
        // A view keeps its place while a thread ends a blur of it that is no longer wanted.
        while running < workers.threadCount, let next = line.firstIndex(where: { $0.view?.turn.isOnThread != true }) {
            guard let view = line.remove(at: next).view else { continue }
            guard let job = view.beginTurn() else { continue }
            running += 1
            view.turn.isOnThread = true
            let (workers, number) = (workers, view.turn.number)
            view.turn.work = OwnedTask { [weak self, weak view] in
                let result: Result<PixelBuffer, any Error>
                do { result = .success(try await workers.run { try job.run($0) }) } catch { result = .failure(error) }
                self?.running -= 1
                view?.turn.isOnThread = false
                view?.endTurn(number, result)
                self?.serve()
            }
        }
    }

    private func forEachView(_ body: (BlurView) -> Void) {
        for entry in views { if let view = entry.view { body(view) } }
    }
}

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
