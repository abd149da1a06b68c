internal import CLibrary
internal import FoundationEssentials
internal import Synchronization

/// Notifies its observers, such as caches, when memory is short.
package final class MemoryPressureMonitor: Sendable {
    /// The monitor of the process. It watches Linux's stall information, of the process's control group if a service manager says so, or,
    /// where that is not possible, looks every two seconds whether less than a tenth of the memory of the machine or of the process's
    /// control groups is left.
    package static let shared = MemoryPressureMonitor()

    /// Returns false to stop receiving notifications.
    package typealias Observer = @Sendable () -> Bool
    /// Returns nil if the source is not available here.
    package typealias Opening = @Sendable () -> (any MemoryPressureSource)?

    private struct Entry {
        let id: UInt64
        let tell: Observer
        let isGone: @Sendable () -> Bool
    }

    private struct State {
        var observers: [Entry] = []
        var lastID: UInt64 = 0
        var isWatching = false
    }

    private let sources: [Opening]
    private let state = Mutex(State())

    /// - Parameter sources: The first one that is available is watched; the next one if it can no longer tell.
    package init(sources: [Opening] = ManagedPressure.current.sources) {
        self.sources = sources
    }

    /// Creates a monitor that watches only the stall information at this path.
    package convenience init(path: String) {
        self.init(sources: [{ StallTrigger(path: path) }])
    }

    /// The number of observers, including those whose end was not noticed yet.
    var observerCount: Int { state.withLock { $0.observers.count } }

    /// Adds an observer. It receives no notification before `start()`, so that creating a cache starts no thread.
    package func addObserver(_ observer: @escaping Observer) {
        add(observer) { false }
    }

    /// Adds an observer that is told until it is released, and forgotten at the latest when another one is added. It is held weakly.
    package func addObserver<Owner: AnyObject & Sendable>(_ owner: Owner, _ tell: @escaping @Sendable (Owner) -> Void) {
        add { [weak owner] in
            owner.map { tell($0) } != nil
        } isGone: { [weak owner] in
            owner == nil
        }
    }

    /// Programs may make any number of caches before memory is short for the first time.
    private func add(_ tell: @escaping Observer, isGone: @escaping @Sendable () -> Bool) {
        // Outside the lock, because this may hold the last reference to an observer for a moment.
        let gone = Set(state.withLock { $0.observers }.filter { $0.isGone() }.map(\.id))
        state.withLock { state in
            state.observers.removeAll { gone.contains($0.id) }
            state.lastID += 1
            state.observers.append(Entry(id: state.lastID, tell: tell, isGone: isGone))
        }
    }

    /// Starts watching, unless it has started. Call this when there is memory to give back.
    package func start() {
        let starts = state.withLock { state in
            defer { state.isWatching = true }
            return !state.isWatching
        }
        guard starts else { return }
        // Without a thread to watch with there are no notifications, and caches keep their full size.
        try? Threads.start { [weak self, sources] in
            for open in sources {
                guard let source = open() else { continue }
                while source.wait() {
                    guard let self else { return }
                    self.notify()
                }
            }
        }
    }

    package func notify() {
        let observers = state.withLock { $0.observers }
        let leaving = Set(observers.filter { !$0.tell() }.map(\.id))
        state.withLock { $0.observers.removeAll { leaving.contains($0.id) } }
    }
}

/// How the service manager, such as systemd, wants a process to watch memory (https://systemd.io/MEMORY_PRESSURE): in the file named by
/// `MEMORY_PRESSURE_WATCH`, which is that of the service's own control group, after `MEMORY_PRESSURE_WRITE`, in base64, was written to it.
struct ManagedPressure: Sendable {
    /// The path of the file; nil without a service manager that names one.
    var watch: String?
    /// What to write, in base64.
    var write: String?

    /// As the environment of this process says.
    static var current: Self {
        func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        return Self(watch: variable("MEMORY_PRESSURE_WATCH"), write: variable("MEMORY_PRESSURE_WRITE"))
    }

    /// The sources to watch. None if that is turned off, which `/dev/null` means.
    var sources: [MemoryPressureMonitor.Opening] {
        if watch == "/dev/null" { return [] }
        return [{ trigger }, { StallTrigger(path: "/proc/pressure/memory") }, { MemoryPoll() }]
    }

    /// Nil if there is nothing to watch, or nothing that this process understands, such as a socket.
    var trigger: StallTrigger? {
        guard let watch, let write, let bytes = Data(base64Encoded: write) else { return nil }
        return StallTrigger(path: watch, trigger: Array(bytes))
    }
}

/// Tells when memory is short.
package protocol MemoryPressureSource: Sendable {
    /// Blocks its thread until memory is short. Returns false if the source can no longer tell.
    func wait() -> Bool
}
