internal import BoundedCrop

/// The radius of each corner of a picture, in pixels.
public struct CornerRadii: Hashable, Sendable, Codable {
    /// The radius of the top left corner.
    public var topLeft: Double
    /// The radius of the top right corner.
    public var topRight: Double
    /// The radius of the bottom left corner.
    public var bottomLeft: Double
    /// The radius of the bottom right corner.
    public var bottomRight: Double

    /// Creates radii one by one; a corner that is not named stays square.
    public init(topLeft: Double = 0, topRight: Double = 0, bottomLeft: Double = 0, bottomRight: Double = 0) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomLeft = bottomLeft
        self.bottomRight = bottomRight
    }

    /// Creates the same radius for all four corners.
    public init(_ radius: Double) {
        self.init(topLeft: radius, topRight: radius, bottomLeft: radius, bottomRight: radius)
    }

    /// All four radii multiplied.
    func scaled(by scale: Double) -> CornerRadii {
        CornerRadii(
            topLeft: topLeft * scale,
            topRight: topRight * scale,
            bottomLeft: bottomLeft * scale,
            bottomRight: bottomRight * scale
        )
    }

    /// The radii that a picture of this size can have: where two radii along a side add up to more than the side, all four shrink by the
    /// same factor until they fit (CSS Backgrounds and Borders 3, 4.5).
    ///
    /// Throws `invalidArgument` for a radius that is not finite or below 0.
    func fitted(to size: PixelSize) throws -> CornerRadii {
        // Larger numbers would lose precision in sums and quotients; no picture is as large.
        let most = 1e9
        let checked = try [topLeft, topRight, bottomLeft, bottomRight].map { min(try Argument.length($0, "a corner radius"), most) }
        let bounded = CornerRadii(topLeft: checked[0], topRight: checked[1], bottomLeft: checked[2], bottomRight: checked[3])
        let across = max(bounded.topLeft + bounded.topRight, bounded.bottomLeft + bounded.bottomRight)
        let down = max(bounded.topLeft + bounded.bottomLeft, bounded.topRight + bounded.bottomRight)
        let factor = min(1, Double(size.width) / across, Double(size.height) / down)
        return factor < 1 ? bounded.scaled(by: factor) : bounded
    }
}
