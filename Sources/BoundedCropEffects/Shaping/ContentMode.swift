internal import BoundedCrop

/// How a picture is brought to a size that has another shape.
public enum ContentMode: String, Hashable, Sendable, Codable, CaseIterable {
    /// Stretched to the size, the aspect lost.
    case scaleToFill
    /// Scaled, aspect kept, until the whole picture just fits.
    case aspectFit
    /// Scaled, aspect kept, until nothing of the size is left free; the rest is cut off both sides alike.
    case aspectFill
    /// The same as `scaleToFill`: there is nothing here that could draw itself anew.
    case redraw
    /// Not scaled, in the middle.
    case center
    /// Not scaled, in the middle of the top edge.
    case top
    /// Not scaled, in the middle of the bottom edge.
    case bottom
    /// Not scaled, in the middle of the left edge.
    case left
    /// Not scaled, in the middle of the right edge.
    case right
    /// Not scaled, in the corner.
    case topLeft
    /// Not scaled, in the corner.
    case topRight
    /// Not scaled, in the corner.
    case bottomLeft
    /// Not scaled, in the corner.
    case bottomRight

    /// Where a picture starts on a ground, in whole pixels: negative where it is larger and loses its start.
    func origin(of picture: PixelSize, on ground: PixelSize) -> (x: Int, y: Int) {
        let (across, down) = (ground.width - picture.width, ground.height - picture.height)
        let x =
            switch self {
            case .left, .topLeft, .bottomLeft: 0
            case .right, .topRight, .bottomRight: across
            default: across / 2
            }
        let y =
            switch self {
            case .top, .topLeft, .topRight: 0
            case .bottom, .bottomLeft, .bottomRight: down
            default: down / 2
            }
        return (x, y)
    }
}
