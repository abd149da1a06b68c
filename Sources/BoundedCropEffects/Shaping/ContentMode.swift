internal import BoundedCrop

/// How a picture is fitted to a size of another aspect.
public enum ContentMode: String, Hashable, Sendable, Codable, CaseIterable {
    /// Stretched to the size; the aspect is not kept.
    case scaleToFill
    /// Scaled with its aspect kept so that the whole picture just fits.
    case aspectFit
    /// Scaled with its aspect kept so that it fills the size; the rest is cut off equally on both sides.
    case aspectFill
    /// The same as `scaleToFill`, since a picture cannot redraw itself.
    case redraw
    /// Not scaled, centered.
    case center
    /// Not scaled, centered at the top edge.
    case top
    /// Not scaled, centered at the bottom edge.
    case bottom
    /// Not scaled, centered at the left edge.
    case left
    /// Not scaled, centered at the right edge.
    case right
    /// Not scaled, in the top left corner.
    case topLeft
    /// Not scaled, in the top right corner.
    case topRight
    /// Not scaled, in the bottom left corner.
    case bottomLeft
    /// Not scaled, in the bottom right corner.
    case bottomRight

    /// The origin of a picture on a background, in whole pixels: negative where the picture is larger and its start is cut off.
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
