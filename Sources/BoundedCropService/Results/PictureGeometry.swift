internal import BoundedCrop
internal import BoundedCropRendering

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

    init(_ plan: RenderPlan) {
        self.init(source: plan.source, crop: plan.crop, size: plan.size)
    }

    /// Whether these are sizes of pictures, and the part lies inside its picture.
    var isPossible: Bool {
        let sides = 1...Self.longestSide, corner = 0...Self.longestSide
        return [source.width, source.height, size.width, size.height, crop.width, crop.height].allSatisfy(sides.contains)
            && corner.contains(crop.x) && corner.contains(crop.y) && crop.x + crop.width <= source.width
            && crop.y + crop.height <= source.height
    }

    /// Longer than a side of any picture that is read.
    private static let longestSide = 1 << 30
}
