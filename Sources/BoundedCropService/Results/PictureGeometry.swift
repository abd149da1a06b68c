internal import BoundedCrop

/// Which part of a picture an answer shows, and how large, before it is rotated or framed.
struct PictureGeometry: Hashable, Sendable, Codable {
    /// The size of the upright picture.
    let source: PixelSize
    /// The visible part, in pixels of the upright picture.
    let crop: PixelRect
    /// The size that the part is scaled to.
    let size: PixelSize

    init(source: PixelSize, crop: PixelRect, size: PixelSize) {
        (self.source, self.crop, self.size) = (source, crop, size)
    }
}
