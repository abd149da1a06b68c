package import BoundedCrop
package import BoundedCropEffects

/// The background of the box that a request has for its size, around the picture that was fitted into it.
package struct BoxFill: Hashable, Sendable, SparseCodable {
    /// The background; transparent by default.
    package var ground = Fill.Ground.color(.clear)
    /// Whether it shows through transparent parts of the picture. Off by default.
    package var showsThrough = false
    /// Columns and rows around the box that belong to the background too.
    package var margins = Margins()
    /// The horizontal position of the picture; the center by default.
    package var x = Overlay.Position.center
    /// The vertical position of the picture; the center by default.
    package var y = Overlay.Position.center

    /// Lengths in pixels, 0...65535.
    package struct Margins: Hashable, Sendable, SparseCodable {
        /// Columns at the left.
        package var left = 0
        /// Rows above.
        package var top = 0
        /// Columns at the right.
        package var right = 0
        /// Rows below.
        package var bottom = 0

        /// Creates margins of 0.
        package init() {}

        /// See `SparseCodable`.
        package static let fields: [SparseField<Margins>] = [
            SparseField("left", \.left, in: 0...65_535), SparseField("top", \.top, in: 0...65_535),
            SparseField("right", \.right, in: 0...65_535), SparseField("bottom", \.bottom, in: 0...65_535),
        ]
    }

    /// Creates a transparent background with the picture in its center.
    package init() {}

    /// See `SparseCodable`.
    package static let fields: [SparseField<BoxFill>] = [
        SparseField("ground", \.ground), SparseField("showsThrough", \.showsThrough), SparseField("margins", \.margins),
        SparseField("x", \.x), SparseField("y", \.y),
    ]

    /// Creates a ground that shows through, and on which the picture is placed, at most so many pixels from the edges or from the center.
    package init(
        _ ground: Fill.Ground,
        _ horizontal: RenderRequest.HorizontalAlignment? = nil,
        _ vertical: RenderRequest.VerticalAlignment? = nil,
        offset: (x: Int, y: Int) = (0, 0)
    ) {
        (self.ground, showsThrough) = (ground, true)
        x =
            switch horizontal {
            case .left: .fromStart(offset.x)
            case .right: .fromEnd(offset.x)
            case .center, nil: .fromCenter(offset.x)
            }
        y =
            switch vertical {
            case .top: .fromStart(offset.y)
            case .bottom: .fromEnd(offset.y)
            case .middle, nil: .fromCenter(offset.y)
            }
    }

    /// The margins, of which the picture takes none.
    package mutating func pad(_ margins: Margins) {
        self.margins = margins
        (x, y) = (.fromCenter((margins.left - margins.right) / 2), .fromCenter((margins.top - margins.bottom) / 2))
    }

    /// The effect on a box of this size.
    package func effect(on box: PixelSize) -> Fill {
        let whole = PixelSize(
            width: box.width + margins.left + margins.right,
            height: box.height + margins.top + margins.bottom
        )
        return Fill(to: whole, with: ground, showsThrough: showsThrough, x: x, y: y)
    }
}
