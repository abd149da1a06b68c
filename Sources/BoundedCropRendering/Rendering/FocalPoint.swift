internal import BoundedCrop

/// A point to crop around, as in thumbor.
package struct FocalPoint: Hashable, Sendable {
    /// Pixels from the left edge of the upright picture, after trimming and the manual crop.
    package var x: Double
    /// Pixels from the top edge.
    package var y: Double
    /// The weight: the area of its rectangle.
    package var weight: Double
    /// The width of its rectangle.
    package var width: Double
    /// The height of its rectangle.
    package var height: Double
    /// The origin: `alignment`, `Explicit`, or the kind of the detected feature.
    package var origin: String

    /// The center of a rectangle, weighted by its area.
    init(_ rectangle: Rect, origin: String) {
        (x, y, weight) = (rectangle.midX, rectangle.midY, max(rectangle.area, 1e-9))
        (width, height) = (rectangle.width, rectangle.height)
        self.origin = origin
    }

    /// A point that the request names, moved into the picture.
    init(x: Double, y: Double, in size: PixelSize) {
        self.x = min(max(x, 0), Double(size.width))
        self.y = min(max(y, 0), Double(size.height))
        (weight, width, height, origin) = (1, 1, 1, "Explicit")
    }

    /// The point for the request's alignment, used when there are no other points.
    init(_ horizontal: RenderRequest.HorizontalAlignment?, _ vertical: RenderRequest.VerticalAlignment?, in size: PixelSize) {
        // Whole pixels, as in thumbor.
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
