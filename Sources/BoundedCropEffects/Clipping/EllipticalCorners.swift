package import BoundedCrop

/// Rounds all corners by quarter ellipses. For circular corners, use ``CornerRadius``.
package struct EllipticalCorners: ImageEffect, Hashable {
    /// The radius along the top and bottom edges, in pixels.
    package let horizontalRadius: Double
    /// The radius along the left and right edges, in pixels.
    package let verticalRadius: Double

    /// Creates corners with these radii. Parameters are checked when the effect is applied.
    package init(horizontalRadius: Double, verticalRadius: Double) {
        self.horizontalRadius = horizontalRadius
        self.verticalRadius = verticalRadius
    }

    /// Both radii.
    package var cacheKey: String { "ellipticalCorners(\(horizontalRadius.keyText),\(verticalRadius.keyText))" }

    /// The same effect with both radii multiplied.
    package func scaled(by scale: Double) -> any ImageEffect {
        EllipticalCorners(horizontalRadius: horizontalRadius * scale, verticalRadius: verticalRadius * scale)
    }

    /// The picture's size, changed in place.
    package func footprint(on size: PixelSize) -> EffectFootprint { .inPlace(size) }

    /// Throws `invalidArgument` for a radius that is not finite or below 0.
    package func check() throws {
        for radius in [horizontalRadius, verticalRadius] { _ = try Argument.length(radius, "a corner radius") }
    }

    /// Rounds the corners: each pixel keeps the share of 64 sample points that lie inside. Radii above half a side count as that half.
    ///
    /// - Throws: `invalidArgument` for a radius that is not finite or below 0.
    package func apply(to image: inout PixelBuffer) throws {
        try check()
        let (width, height) = (image.width, image.height)
        let (across, down) = (min(horizontalRadius, Double(width) / 2), min(verticalRadius, Double(height) / 2))
        guard across > 0, down > 0 else { return }
        let columns = min(Int(across, within: 0...width, rounded: .up), (width + 1) / 2)
        try image.changeRows { bytes, y in
            let row = min(y, height - 1 - y)
            guard Double(row) < down else { return }
            for column in 0..<columns {
                let share = Self.share(column, row, across, down)
                // From here on, the whole row lies inside.
                guard share < 1 else { return }
                let other = width - 1 - column
                for place in column == other ? [column] : [column, other] {
                    for channel in place * 4..<place * 4 + 4 { bytes[channel] = UInt8((Double(bytes[channel]) * share).rounded()) }
                }
            }
        }
    }

    /// The share of a pixel near the top left corner that lies inside.
    private static func share(_ column: Int, _ row: Int, _ across: Double, _ down: Double) -> Double {
        /// Whether a point is inside; its coordinates start at the corner.
        func holds(_ x: Double, _ y: Double) -> Bool {
            let (u, v) = ((across - x) / across, (down - y) / down)
            return u <= 0 || v <= 0 || u * u + v * v <= 1
        }
        let (x, y) = (Double(column), Double(row))
        // Only pixels on the edge need sampling.
        if holds(x, y) { return 1 }
        if !holds(x + 1, y + 1) { return 0 }
        let inside = (0..<64).count { holds(x + (Double($0 % 8) + 0.5) / 8, y + (Double($0 / 8) + 0.5) / 8) }
        return Double(inside) / 64
    }
}
