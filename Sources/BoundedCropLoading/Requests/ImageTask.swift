public import BoundedCrop
internal import Synchronization

/// A load whose priority can be changed and which can be cancelled. It continues if the task object is released.
public final class ImageTask: Sendable {
    /// The request.
    package let request: ImageRequest
    private let queue: LoadQueue
    private let place: String
    private let interest: UInt64
    private let current: Mutex<LoadPriority>
    private let task: Task<PixelBuffer, any Error>

    init(_ request: ImageRequest, loader: ImageLoader) {
        self.request = request
        let (queue, engine) = (loader.queue, loader.engine)
        let load = engine.preparedAhead(request)
        let place = engine.place(of: request, load)
        let interest = queue.register(place, request.priority)
        (self.queue, self.place, self.interest) = (queue, place, interest)
        current = Mutex(request.priority)
        task = Task {
            defer { queue.unregister(interest, for: place) }
            return try await engine.image(for: request, load)
        }
    }

    /// The load's priority while it waits. Another task waiting for the same picture may give it a higher one.
    public var priority: LoadPriority {
        get { current.withLock { $0 } }
        set {
            current.withLock { $0 = newValue }
            queue.setPriority(newValue, of: interest, for: place)
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
        // At once, so that nothing new counts on this load.
        queue.unregister(interest, for: place)
        task.cancel()
    }
}

extension ImageLoader {
    /// Starts a load whose priority can be changed.
    public func task(for request: ImageRequest) -> ImageTask {
        ImageTask(request, loader: self)
    }
}
