internal import BoundedCrop

/// Adds transparent pixels around a picture that is smaller than a size, as content modes do. Nothing is scaled or cut off.
struct Pad: ImageEffect, Hashable {
    /// The least size in pixels.
    let size: PixelSize
    /// Where the picture lies in the size; in the middle for modes that scale.
    let contentMode: ContentMode

    /// Both parameters.
    var cacheKey: String { "pad(\(contentMode.rawValue),\(size))" }

    /// A new picture.
    func footprint(on size: PixelSize) -> EffectFootprint { .newPicture(ground(of: size)) }

    /// Throws `invalidArgument` for a size beyond the output limits.
    func apply(to image: inout PixelBuffer) throws {
        let ground = ground(of: image.size)
        let origin = contentMode.origin(of: image.size, on: ground)
        image = try image.placed(x: origin.x, y: origin.y, on: ground)
    }

    /// The same effect with both sides multiplied.
    func scaled(by scale: Double) -> any ImageEffect { Pad(size: size.scaled(by: scale), contentMode: contentMode) }

    private func ground(of picture: PixelSize) -> PixelSize {
        PixelSize(width: max(size.width, picture.width), height: max(size.height, picture.height))
    }
}
