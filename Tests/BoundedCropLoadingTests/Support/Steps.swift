import BoundedCrop
import BoundedCropLoading

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
