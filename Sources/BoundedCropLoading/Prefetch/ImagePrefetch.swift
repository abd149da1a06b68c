public import BoundedCrop
public import FoundationEssentials
internal import Synchronization

/// Pictures that are being brought before anybody asks for them.
///
/// They wait behind all others. Asking for one of them the usual way raises it, under way or not.
public final class ImagePrefetch: Sendable {
    /// How a prefetch ended.
    public struct Summary: Hashable, Sendable {
        /// Pictures that are now in the caches.
        public var loaded = 0
        /// Pictures that could not be brought.
        public var failed = 0
        /// Pictures that were not brought, because it was cancelled.
        public var cancelled = 0
    }

    private struct State {
        var isPaused = false
        /// Whether nothing waits here any more.
        var isOver = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private final class Gate: Sendable {
        let state = Mutex(State())

        func pass() async {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    if state.isPaused { state.waiting.append(continuation) }
                    return !state.isPaused
                }
                if isOpen { continuation.resume() }
            }
        }

        func close() {
            state.withLock { $0.isPaused = !$0.isOver }
        }

        func open(forGood isOver: Bool = false) {
            let released = state.withLock { state in
                state.isPaused = false
                state.isOver = state.isOver || isOver
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in released { continuation.resume() }
        }
    }

    private let gate = Gate()
    private let task: Task<Summary, Never>

    init(
        _ requests: [ImageRequest],
        loader: ImageLoader,
        each: @escaping @Sendable (URL, Result<PixelBuffer, any Error>) -> Void
    ) {
        task = Task { [gate] in
            await withTaskGroup(of: (URL, Result<PixelBuffer, any Error>).self) { group in
                var summary = Summary()
                var waiting = requests.makeIterator()
                func start() {
                    guard var request = waiting.next() else { return }
                    request.priority = .low
                    group.addTask { [request] in
                        await gate.pass()
                        // Not by returning a pair from `do` and another from `catch`: see CompilerTests.
                        return (request.url, await Result { try await loader.image(for: request) })
                    }
                }
                // As many as are loaded at once: more would only wait.
                for _ in 0..<min(loader.queue.limit, requests.count) { start() }
                while let (url, result) = await group.next() {
                    switch result {
                    case .success: summary.loaded += 1
                    case .failure(is CancellationError): summary.cancelled += 1
                    case .failure: summary.failed += 1
                    }
                    each(url, result)
                    start()
                }
                return summary
            }
        }
    }

    deinit { gate.open() }

    /// How it ended, once it has.
    public var summary: Summary {
        get async { await task.value }
    }

    /// Starts no more loads until `resume()`; those under way go on. Does nothing after `cancel()`.
    public func pause() { gate.close() }

    /// Goes on after `pause()`.
    public func resume() { gate.open() }

    /// Ends it: loads under way are cancelled unless somebody else waits for them, and no others are started.
    public func cancel() {
        task.cancel()
        gate.open(forGood: true)
    }
}

extension ImageLoader {
    /// Brings pictures into the caches, behind everything else that is loaded.
    /// - Parameter each: called with each result, in the order in which they come, on any thread.
    @discardableResult
    public func prefetch(
        _ requests: [ImageRequest],
        each: @escaping @Sendable (URL, Result<PixelBuffer, any Error>) -> Void = { _, _ in }
    ) -> ImagePrefetch {
        ImagePrefetch(requests, loader: self, each: each)
    }

    /// Brings pictures into the caches as they are, behind everything else that is loaded.
    @discardableResult
    public func prefetch(
        _ urls: [URL],
        each: @escaping @Sendable (URL, Result<PixelBuffer, any Error>) -> Void = { _, _ in }
    ) -> ImagePrefetch {
        prefetch(urls.map { ImageRequest($0) }, each: each)
    }
}
