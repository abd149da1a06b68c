internal import BoundedCrop

/// A point to crop around, as thumbor knows them.
public struct FocalPoint: Hashable, Sendable {
    /// Pixels from the left edge of the upright picture, after trimming and the manual crop.
    public var x: Double
    /// Pixels from its top edge.
    public var y: Double
    /// What it weighs: its area.
    public var weight: Double
    /// The width of what it is the middle of.
    public var width: Double
    /// The height of what it is the middle of.
    public var height: Double
    /// What it comes from: `alignment`, `Explicit`, or what a detector found.
    public var origin: String

    /// The middle of a rectangle, which weighs as much as its area.
    init(_ rectangle: Rect, origin: String) {
        (x, y, weight) = (rectangle.midX, rectangle.midY, max(rectangle.area, 1e-9))
        (width, height) = (rectangle.width, rectangle.height)
        self.origin = origin
    }

    /// Where the crop goes when nothing else says.
    init(_ horizontal: ImageURL.HorizontalAlignment?, _ vertical: ImageURL.VerticalAlignment?, in size: PixelSize) {
        // Whole pixels, as thumbor has them.
        x =
            switch horizontal {
            case .left: 0
            case .right: Double(size.width)
            case .center, nil: Double(size.width / 2)
            }
        y =
            switch vertical {
            case .top: 0
            case .bottom: Double(size.height)
            case .middle, nil: Double(size.height / 2)
            }
        (weight, width, height, origin) = (1, 1, 1, "alignment")
    }
}
