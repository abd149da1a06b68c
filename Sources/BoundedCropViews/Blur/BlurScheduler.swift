public import BoundedCrop

/// Gives the blur views their turns: those that have something to blur wait in line, each at most once, and one that was served goes to
/// the end. While nobody waits it does nothing at all.
@MainActor public final class BlurScheduler {
    /// One for the whole process.
    public static let shared = BlurScheduler()

    /// Whether views blur at all. Off overrides each view's own setting: they show nothing, so that what lies beneath is seen.
    public var blurEnabled = true {
        didSet { if blurEnabled != oldValue { forEachView { $0.setNeedsDisplay() } } }
    }
    /// Whether dynamic views follow what lies beneath them.
    public var updatesEnabled: Bool { timesDisabled == 0 }

    private struct Entry {
        weak var view: BlurView?
    }

    private let workers: WorkerPool
    private var views: [Entry] = []
    private var line: [Entry] = []
    private var running = 0
    private var timesDisabled = 0

    /// - Parameter workers: as many views are blurred at once as it has threads; one by default.
    public init(workers: WorkerPool = WorkerPool(threadCount: 1)) {
        self.workers = workers
    }

    /// Holds all dynamic views: they blur again only when they are told to. Each call needs one of `enableUpdates()`.
    public func disableUpdates() {
        timesDisabled += 1
    }

    /// Takes one call of `disableUpdates()` back; with the last, the views go on.
    /// - Precondition: there is one to take back.
    public func enableUpdates() {
        precondition(timesDisabled > 0, "enableUpdates() was called more often than disableUpdates()")
        timesDisabled -= 1
        if timesDisabled == 0 { forEachView { $0.requestTurn() } }
    }

    func add(_ view: BlurView) {
        views.removeAll { $0.view == nil }
        views.append(Entry(view: view))
    }

    /// Puts a view at the end of the line. The view sees to it that it stands there once.
    func wait(_ view: BlurView) {
        line.append(Entry(view: view))
        serve()
    }

    /// Takes a view out of the line, if it stands there.
    func leave(_ view: BlurView) {
        line.removeAll { $0.view === view }
    }

    private func serve() {
        while running < workers.threadCount, !line.isEmpty {
            guard let view = line.removeFirst().view else { continue }
            guard let job = view.beginTurn() else { continue }
            running += 1
            let workers = workers
            view.turn.work = OwnedTask { [weak self, weak view] in
                let result: Result<PixelBuffer, any Error>
                do { result = .success(try await workers.run { try job.run($0) }) } catch { result = .failure(error) }
                self?.running -= 1
                view?.endTurn(result)
                self?.serve()
            }
        }
    }

    private func forEachView(_ body: (BlurView) -> Void) {
        for entry in views { if let view = entry.view { body(view) } }
    }
}
