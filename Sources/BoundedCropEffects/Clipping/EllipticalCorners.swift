public import BoundedCrop

/// Rounds all corners by quarters of an ellipse. For circles there is ``CornerRadius``.
public struct EllipticalCorners: ImageEffect, Hashable {
    /// How far the rounding reaches along the top and bottom edges, in pixels.
    public let horizontalRadius: Double
    /// How far it reaches along the left and right edges.
    public let verticalRadius: Double

    /// Corners of these radii, which are checked when they are applied.
    public init(horizontalRadius: Double, verticalRadius: Double) {
        self.horizontalRadius = horizontalRadius
        self.verticalRadius = verticalRadius
    }

    /// Both radii.
    public var cacheKey: String { "ellipticalCorners(\(horizontalRadius.keyText),\(verticalRadius.keyText))" }

    /// Both radii multiplied.
    public func scaled(by scale: Double) -> any ImageEffect {
        EllipticalCorners(horizontalRadius: horizontalRadius * scale, verticalRadius: verticalRadius * scale)
    }

    /// Rounds the corners: each pixel keeps the share of 64 points in it that lie inside. Radii above half a side count as that half.
    ///
    /// Throws `invalidArgument` for a radius that is not finite or below 0.
    public func apply(to image: inout PixelBuffer) throws {
        let (width, height) = (image.width, image.height)
        let across = min(try Argument.length(horizontalRadius, "a corner radius"), Double(width) / 2)
        let down = min(try Argument.length(verticalRadius, "a corner radius"), Double(height) / 2)
        guard across > 0, down > 0 else { return }
        let (columns, rows) = (Int(across.rounded(.up)), Int(down.rounded(.up)))
        image.bytes.withUnsafeMutableBufferPointer { bytes in
            for row in 0..<min(rows, (height + 1) / 2) {
                for column in 0..<min(columns, (width + 1) / 2) {
                    let share = Self.share(column, row, across, down)
                    guard share < 1 else { continue }
                    let places = Set([column, width - 1 - column].flatMap { x in [row, height - 1 - row].map { $0 * width + x } })
                    for place in places {
                        for channel in place * 4..<place * 4 + 4 { bytes[channel] = UInt8((Double(bytes[channel]) * share).rounded()) }
                    }
                }
            }
        }
    }

    /// The share of a pixel near the top left corner that lies inside.
    private static func share(_ column: Int, _ row: Int, _ across: Double, _ down: Double) -> Double {
        var inside = 0
        for point in 0..<64 {
            let x = (across - Double(column) - (Double(point % 8) + 0.5) / 8) / across
            let y = (down - Double(row) - (Double(point / 8) + 0.5) / 8) / down
            if x <= 0 || y <= 0 || x * x + y * y <= 1 { inside += 1 }
        }
        return Double(inside) / 64
    }
}
