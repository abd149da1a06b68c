internal import Glibc
internal import Synchronization

/// Notifies its observers when the system is short of memory. It uses Linux's pressure stall information: a notification means that tasks
/// stalled on memory for a tenth of a two-second window. If the kernel does not provide this information or denies access, there are no
/// notifications.
package final class MemoryPressureMonitor: Sendable {
    package static let shared = MemoryPressureMonitor()

    /// Returns false to stop receiving notifications.
    package typealias Observer = @Sendable () -> Bool

    private struct State {
        var observers: [(id: UInt64, tell: Observer)] = []
        var lastID: UInt64 = 0
        var isWatching = false
    }

    private let path: String
    private let state = Mutex(State())

    package init(path: String = "/proc/pressure/memory") {
        self.path = path
    }

    /// Adds an observer. It receives no notification before `start()`, so that creating a cache starts no thread.
    package func addObserver(_ observer: @escaping Observer) {
        state.withLock { state in
            state.lastID += 1
            state.observers.append((state.lastID, observer))
        }
    }

    /// Starts watching, unless it has started. Call this when there is memory to give back.
    package func start() {
        let starts = state.withLock { state in
            defer { state.isWatching = true }
            return !state.isWatching
        }
        if starts, let descriptor = openTrigger() { watch(descriptor) }
    }

    package func notify() {
        let observers = state.withLock { $0.observers }
        let leaving = Set(observers.filter { !$0.tell() }.map(\.id))
        state.withLock { $0.observers.removeAll { leaving.contains($0.id) } }
    }

    /// Sets up the trigger described in the kernel documentation, accounting/psi.rst. Without privileges the window must be a multiple of
    /// two seconds.
    private func openTrigger() -> Int32? {
        let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let trigger = "some 200000 2000000"
        guard write(descriptor, trigger, trigger.utf8.count + 1) > 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    private func watch(_ descriptor: Int32) {
        // Without a thread to watch the descriptor there are no notifications, and caches keep their full size.
        let isWatched: Void? = try? Threads.start { [weak self] in
            var event = pollfd(fd: descriptor, events: Int16(POLLPRI), revents: 0)
            while true {
                let ready = poll(&event, 1, -1)
                if ready < 0, errno == EINTR { continue }
                guard ready > 0, event.revents & Int16(POLLERR) == 0, let self else { break }
                self.notify()
            }
            close(descriptor)
        }
        if isWatched == nil { close(descriptor) }
    }
}
