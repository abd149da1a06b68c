public import BoundedCrop
public import FoundationEssentials

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

    /// While it is paused, nobody starts.
    private struct Pause: AdmissionRule {
        var isPaused = false

        func enter(_ need: Void) -> Bool { !isPaused }
        func leave(_ need: Void) {}
    }

    private let gate = AdmissionGate(Pause())
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
                        // Not by returning a pair from `do` and another from `catch`: see CompilerTests.
                        return (request.url, await Result { try await gate.run(()) { try await loader.image(for: request) } })
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

    deinit { resume() }

    /// How it ended, once it has.
    public var summary: Summary {
        get async { await task.value }
    }

    /// Starts no more loads until `resume()`; those under way go on. Does nothing after `cancel()`.
    public func pause() { gate.change { $0.isPaused = true } }

    /// Goes on after `pause()`.
    public func resume() { gate.change { $0.isPaused = false } }

    /// Ends it: loads under way are cancelled unless somebody else waits for them, and no others are started.
    public func cancel() {
        task.cancel()
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
