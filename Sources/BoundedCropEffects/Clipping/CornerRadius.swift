package import BoundedCrop

/// Rounds the picture's corners. See `PixelBuffer.withCornerRadius(_:)`.
package struct CornerRadius: WritableEffect, Hashable {
    /// The radii in pixels.
    package let radii: CornerRadii

    /// Creates corners with these radii. Parameters are checked when the effect is applied.
    package init(_ radii: CornerRadii) {
        self.radii = radii
    }

    package var call: EffectCall {
        EffectCall("corner-radius", [radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft].map { .number($0) })
    }

    /// The picture's size, changed in place.
    package func footprint(on size: PixelSize) -> EffectFootprint { .inPlace(size) }

    /// Throws `invalidArgument` for a radius that is not finite or below 0.
    package func check() throws {
        _ = try radii.checked()
    }

    /// Rounds the corners.
    ///
    /// - Throws: `invalidArgument` for a radius that is not finite or below 0.
    package func apply(to image: inout PixelBuffer) throws {
        let shape = RoundedShape(size: image.size, radii: try radii.fitted(to: image.size))
        try image.clip(to: shape)
    }

    /// The same effect with all four radii multiplied.
    package func scaled(by scale: Double) -> any ImageEffect { CornerRadius(radii.scaled(by: scale)) }
}

extension ImageEffect where Self == Effect {
    /// Rounds all four corners; what is cut off becomes transparent.
    ///
    /// Antialiasing is exact: each pixel keeps the share of its area that lies inside. A radius above half the short side counts as that
    /// half, which makes a capsule, or a circle of a square. Radii that are not finite or below 0 are invalid.
    public static func cornerRadius(_ radius: Double) -> Effect { Effect(CornerRadius(CornerRadii(radius))) }
    /// Rounds each corner by a radius of its own, as ``cornerRadius(_:)``; a corner that is not named stays square. Where two radii along a
    /// side add up to more than the side, all four shrink by the same factor.
    public static func cornerRadii(
        topLeft: Double = 0,
        topRight: Double = 0,
        bottomLeft: Double = 0,
        bottomRight: Double = 0
    ) -> Effect {
        cornerRadii(CornerRadii(topLeft: topLeft, topRight: topRight, bottomLeft: bottomLeft, bottomRight: bottomRight))
    }
    /// Rounds each corner by a radius of its own.
    package static func cornerRadii(_ radii: CornerRadii) -> Effect { Effect(CornerRadius(radii)) }
    /// Rounds all four corners, under the name that loading pipelines use.
    package static func round(radius: Double) -> Effect { Effect(CornerRadius(CornerRadii(radius))) }
}

extension PixelBuffer {
    /// Returns this picture with rounded corners. See `ImageEffect.cornerRadius(_:)`.
    package func withCornerRadius(_ radius: Double) throws -> PixelBuffer {
        try applying([.cornerRadius(radius)])
    }

    fileprivate mutating func clip(to shape: RoundedShape) throws {
        let width = self.width
        try changeRows { bytes, row in
            func cut(_ columns: Range<Int>) {
                for column in columns {
                    let share = shape.coverage(column: column, row: row)
                    for channel in column * 4..<column * 4 + 4 { bytes[channel] = UInt8((Double(bytes[channel]) * share).rounded()) }
                }
            }
            let ends = shape.cutColumns(inRow: row)
            cut(0..<ends.left)
            cut(max(ends.left, ends.right)..<width)
        }
    }
}
