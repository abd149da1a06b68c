import BoundedCrop
import BoundedCropEffects

/// A processor that runs a closure.
struct Step: ImageEffect {
    let cacheKey: String
    let work: @Sendable (any Picture) throws -> PixelBuffer

    init(_ cacheKey: String, _ work: @escaping @Sendable (any Picture) throws -> PixelBuffer) {
        (self.cacheKey, self.work) = (cacheKey, work)
    }

    func applied(to picture: any Picture) throws -> PixelBuffer { try work(picture) }

    func apply(to image: inout PixelBuffer) throws { image = try applied(to: image) }
}
