/// How stored pixels have to be turned to be upright: the value of EXIF's Orientation tag (EXIF 2.32, 4.6.5.1.1).
public enum ImageOrientation: Int, Hashable, Sendable, Codable, CaseIterable {
    /// The stored pixels are upright.
    case up = 1
    /// Upright, but left and right are swapped.
    case upMirrored
    /// Upside down: half a turn makes it upright.
    case down
    /// Top and bottom are swapped.
    case downMirrored
    /// Rows and columns are swapped: mirrored along the diagonal from the top left.
    case leftMirrored
    /// A quarter turn clockwise makes it upright.
    case right
    /// Mirrored along the diagonal from the top right.
    case rightMirrored
    /// A quarter turn anticlockwise makes it upright.
    case left

    /// Whether width and height change places.
    public var swapsSides: Bool { rawValue >= 5 }

    /// The upright size of a picture stored with this size; and the other way round.
    public func upright(_ size: PixelSize) -> PixelSize {
        swapsSides ? PixelSize(width: size.height, height: size.width) : size
    }

    /// Where a rectangle of the stored picture lies in the upright one.
    func upright(_ rect: Rect, inStored size: PixelSize) -> Rect {
        // A quarter turn is undone by the other one; all others by themselves.
        let inverse: ImageOrientation = self == .right ? .left : self == .left ? .right : self
        return inverse.stored(rect, inUpright: size)
    }

    /// Where a rectangle of the upright picture lies in the stored one.
    ///
    /// - Parameter size: the upright picture's size, in the units of the rectangle.
    func stored(_ rect: Rect, inUpright size: PixelSize) -> Rect {
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
