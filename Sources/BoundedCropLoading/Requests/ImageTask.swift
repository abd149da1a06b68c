public import BoundedCrop
internal import FoundationEssentials
internal import Synchronization

/// A load under way, whose priority can change and which can be cancelled. It goes on when this is let go of.
public final class ImageTask: Sendable {
    /// What was asked for.
    public let request: ImageRequest
    private let queue: LoadQueue
    private let interest: UInt64
    private let current: Mutex<LoadPriority>
    private let task: Task<PixelBuffer, any Error>

    init(_ request: ImageRequest, loader: ImageLoader) {
        self.request = request
        let (queue, url) = (loader.queue, request.url.absoluteString)
        let interest = queue.register(url, request.priority)
        self.queue = queue
        self.interest = interest
        current = Mutex(request.priority)
        task = Task {
            defer { queue.unregister(interest, for: url) }
            let key = request.cacheKey
            return if let picture = loader.cached(request, key) { picture } else { try await loader.bring(request, key) }
        }
    }

    /// How much the load matters while it waits. Another that waits for the same picture may want it more.
    public var priority: LoadPriority {
        get { current.withLock { $0 } }
        set {
            current.withLock { $0 = newValue }
            queue.setPriority(newValue, of: interest, for: request.url.absoluteString)
        }
    }

    /// The picture; throws what `ImageLoader.image(for:)` throws.
    ///
    /// Cancelling a task that waits here does not end the load: others may wait for it too. `cancel()` does.
    public var image: PixelBuffer {
        get async throws { try await task.value }
    }

    /// Ends the load, unless somebody else waits for the same picture.
    public func cancel() {
        task.cancel()
    }
}

extension ImageLoader {
    /// Starts a load whose priority can be changed.
    public func task(for request: ImageRequest) -> ImageTask {
        ImageTask(request, loader: self)
    }
}
