internal import BoundedCrop

/// The radius of each corner of a picture, in pixels.
package struct CornerRadii: Hashable, Sendable, Codable {
    /// The radius of the top left corner.
    package var topLeft: Double
    /// The radius of the top right corner.
    package var topRight: Double
    /// The radius of the bottom left corner.
    package var bottomLeft: Double
    /// The radius of the bottom right corner.
    package var bottomRight: Double

    /// Creates radii one by one; a corner that is not named stays square.
    package init(topLeft: Double = 0, topRight: Double = 0, bottomLeft: Double = 0, bottomRight: Double = 0) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomLeft = bottomLeft
        self.bottomRight = bottomRight
    }

    /// Creates the same radius for all four corners.
    package init(_ radius: Double) {
        self.init(topLeft: radius, topRight: radius, bottomLeft: radius, bottomRight: radius)
    }

    /// Creates radii from one for all corners, or from four, clockwise from the top left corner; nil for other numbers of them.
    package init?(clockwise radii: [Double]) {
        switch radii.count {
        case 1: self.init(radii[0])
        case 4: self.init(topLeft: radii[0], topRight: radii[1], bottomLeft: radii[3], bottomRight: radii[2])
        default: return nil
        }
    }

    /// All four radii multiplied.
    package func scaled(by scale: Double) -> CornerRadii {
        CornerRadii(
            topLeft: topLeft * scale,
            topRight: topRight * scale,
            bottomLeft: bottomLeft * scale,
            bottomRight: bottomRight * scale
        )
    }

    /// The radii, up to a billion: larger numbers would lose precision in sums and quotients, and no picture is as large.
    ///
    /// Throws `invalidArgument` for a radius that is not finite or below 0.
    func checked() throws -> CornerRadii {
        func checked(_ radius: Double) throws -> Double { min(try Argument.length(radius, "a corner radius"), 1e9) }
        return CornerRadii(
            topLeft: try checked(topLeft),
            topRight: try checked(topRight),
            bottomLeft: try checked(bottomLeft),
            bottomRight: try checked(bottomRight)
        )
    }

    /// The radii that a picture of this size can have: where two radii along a side add up to more than the side, all four shrink by the
    /// same factor until they fit (CSS Backgrounds and Borders 3, 4.5).
    ///
    /// Throws `invalidArgument` for a radius that is not finite or below 0.
    func fitted(to size: PixelSize) throws -> CornerRadii {
        let bounded = try checked()
        let across = max(bounded.topLeft + bounded.topRight, bounded.bottomLeft + bounded.bottomRight)
        let down = max(bounded.topLeft + bounded.bottomLeft, bounded.topRight + bounded.bottomRight)
        let factor = min(1, Double(size.width) / across, Double(size.height) / down)
        return factor < 1 ? bounded.scaled(by: factor) : bounded
    }
}
