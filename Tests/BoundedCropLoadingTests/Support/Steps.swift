import BoundedCrop
import BoundedCropLoading
import Dispatch

/// A processor whose work is a closure.
struct Step: ImageProcessor {
    let cacheKey: String
    let work: @Sendable (any Picture, Cancellation) throws -> PixelBuffer

    init(_ cacheKey: String, _ work: @escaping @Sendable (any Picture, Cancellation) throws -> PixelBuffer) {
        (self.cacheKey, self.work) = (cacheKey, work)
    }

    func process(_ picture: any Picture, _ cancellation: Cancellation) throws -> PixelBuffer {
        try work(picture, cancellation)
    }
}

/// Holds threads until it is opened; then lets everybody through. For threads that may block, such as a pool's own.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() {
        semaphore.signal()
    }

    func pass() {
        semaphore.wait()
        semaphore.signal()
    }
}
