public import BoundedCrop
public import FoundationEssentials

/// Pictures being loaded into the caches before they are needed.
///
/// Prefetches have low priority and wait behind all other loads. Requesting one of the pictures normally raises its priority, even while it
/// is loading.
public final class ImagePrefetch: Sendable {
    /// The result of a prefetch.
    public struct Summary: Hashable, Sendable {
        /// The number of pictures loaded into the caches.
        public var loaded = 0
        /// The number of pictures that could not be loaded.
        public var failed = 0
        /// The number of pictures not loaded because the prefetch was cancelled.
        public var cancelled = 0
    }

    /// Admits nothing while paused.
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
                        // Do not replace this by returning a pair from `do` and another from `catch`: see CompilerTests.
                        return (request.url, await Result { try await gate.run(()) { try await loader.image(for: request) } })
                    }
                }
                // Only as many as load concurrently; more would only wait.
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

    /// The result, once the prefetch has ended.
    public var summary: Summary {
        get async { await task.value }
    }

    /// Stops starting loads until `resume()`; loads in progress continue. Does nothing after `cancel()`.
    public func pause() { gate.change { $0.isPaused = true } }

    /// Resumes after `pause()`.
    public func resume() { gate.change { $0.isPaused = false } }

    /// Cancels the prefetch: loads in progress are cancelled unless someone else waits for them, and no more are started.
    public func cancel() {
        task.cancel()
    }
}

extension ImageLoader {
    /// Loads pictures into the caches, with lower priority than all other loads.
    /// - Parameters:
    ///   - requests: The pictures to load; their own priorities are ignored.
    ///   - each: Called with each result in order of completion, on any thread.
    @discardableResult
    public func prefetch(
        _ requests: [ImageRequest],
        each: @escaping @Sendable (URL, Result<PixelBuffer, any Error>) -> Void = { _, _ in }
    ) -> ImagePrefetch {
        ImagePrefetch(requests, loader: self, each: each)
    }
}
