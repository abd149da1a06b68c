public import BoundedCrop
internal import FoundationEssentials
internal import Synchronization

/// A load whose priority can be changed and which can be cancelled. It continues if the task object is released.
public final class ImageTask: Sendable {
    /// The request.
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

    /// The load's priority while it waits. Another task waiting for the same picture may give it a higher one.
    public var priority: LoadPriority {
        get { current.withLock { $0 } }
        set {
            current.withLock { $0 = newValue }
            queue.setPriority(newValue, of: interest, for: request.url.absoluteString)
        }
    }

    /// The picture.
    ///
    /// Cancelling a Swift task that waits for it does not cancel the load, because others may be waiting too; use ``cancel()``.
    /// - Throws: What ``ImageLoader/image(for:)`` throws.
    public var image: PixelBuffer {
        get async throws { try await task.value }
    }

    /// Cancels the load, unless someone else is waiting for the same picture.
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
