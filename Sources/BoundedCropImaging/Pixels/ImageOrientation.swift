/// How stored pixels must be turned to be upright: the value of EXIF's Orientation tag (EXIF 2.32, 4.6.5.1.1).
package enum ImageOrientation: Int, Hashable, Sendable, Codable, CaseIterable {
    /// The stored pixels are upright.
    case up = 1
    /// Upright, but left and right are swapped.
    case upMirrored
    /// Upside down: a half turn makes it upright.
    case down
    /// Top and bottom are swapped.
    case downMirrored
    /// Rows and columns are swapped: mirrored along the diagonal from the top left.
    case leftMirrored
    /// A quarter turn clockwise makes it upright.
    case right
    /// Mirrored along the diagonal from the top right.
    case rightMirrored
    /// A quarter turn counterclockwise makes it upright.
    case left

    /// Whether width and height are swapped.
    package var swapsSides: Bool { rawValue >= 5 }

    /// Returns the upright size of a picture stored with this size, and vice versa.
    package func upright(_ size: PixelSize) -> PixelSize {
        swapsSides ? PixelSize(width: size.height, height: size.width) : size
    }

    /// The rectangle in the upright picture for a rectangle of the stored one.
    func upright(_ rect: Rect, inStored size: PixelSize) -> Rect {
        // A quarter turn is undone by the opposite one; the others undo themselves.
        let inverse: ImageOrientation = self == .right ? .left : self == .left ? .right : self
        return inverse.stored(rect, inUpright: size)
    }

    /// The rectangle in the stored picture for a rectangle of the upright one.
    ///
    /// - Parameter size: The upright picture's size, in the units of the rectangle.
    package func stored(_ rect: Rect, inUpright size: PixelSize) -> Rect {
        let right = Double(size.width) - rect.maxX
        let below = Double(size.height) - rect.maxY
        switch self {
        case .up: return rect
        case .upMirrored: return Rect(x: right, y: rect.y, width: rect.width, height: rect.height)
        case .down: return Rect(x: right, y: below, width: rect.width, height: rect.height)
        case .downMirrored: return Rect(x: rect.x, y: below, width: rect.width, height: rect.height)
        case .leftMirrored: return Rect(x: rect.y, y: rect.x, width: rect.height, height: rect.width)
        case .right: return Rect(x: rect.y, y: right, width: rect.height, height: rect.width)
        case .rightMirrored: return Rect(x: below, y: right, width: rect.height, height: rect.width)
        case .left: return Rect(x: below, y: rect.x, width: rect.height, height: rect.width)
        }
    }
}
