internal import BoundedCrop
package import BoundedCropEffects

/// The background of the box that a URL requests, around the picture that was fitted into it.
package struct BoxFill: Hashable, Sendable {
    /// The background.
    package var ground: Fill.Ground
    /// Whether it shows through transparent parts of the picture.
    package var showsThrough = false
    /// Columns and rows around the box that belong to the background too.
    package var margins = Margins()
    /// The horizontal position of the picture.
    package var x = Overlay.Position.center
    /// The vertical position of the picture.
    package var y = Overlay.Position.center

    /// Lengths in pixels.
    package struct Margins: Hashable, Sendable {
        package var left = 0
        package var top = 0
        package var right = 0
        package var bottom = 0
    }

    /// `fill(GROUND[,SHOWS_THROUGH[,LEFT,TOP,RIGHT,BOTTOM]])`, as in thumbor, with imagor's padding. Throws `invalidFilter`.
    init(fill call: FilterCall) throws {
        let arguments = try FilterArguments(call, count: 1...6)
        showsThrough = arguments.has(1) ? try arguments.flag(1) : false
        ground = try Self.ground(arguments)
        guard arguments.texts.count > 2 else { return }
        guard arguments.texts.count == 6 else { throw FilterArguments.failure(call, "takes no margin, or four: left, top, right, bottom") }
        let lengths = try (2...5).map { try arguments.integer($0, in: 0...65_535) }
        margins = Margins(left: lengths[0], top: lengths[1], right: lengths[2], bottom: lengths[3])
        (x, y) = (.fromCenter((lengths[0] - lengths[2]) / 2), .fromCenter((lengths[1] - lengths[3]) / 2))
    }

    /// `extend(GROUND[,left|center|right,top|middle|bottom[,X,Y]])`: X and Y are pixels from the edge, or to the right and down from the
    /// center. Throws `invalidFilter`.
    init(extend call: FilterCall) throws {
        let arguments = try FilterArguments(call, count: 1...5)
        ground = try Self.ground(arguments)
        showsThrough = true
        guard arguments.texts.count > 1 else { return }
        guard arguments.texts.count != 2, arguments.texts.count != 4 else {
            throw FilterArguments.failure(call, "takes a ground, then a position along both sides, then an offset along both")
        }
        let horizontal: ImageURL.HorizontalAlignment = try arguments.choice(1)
        let vertical: ImageURL.VerticalAlignment = try arguments.choice(2)
        let limit = 65_535
        let offsets =
            arguments.texts.count == 5
            ? (try arguments.integer(3, in: -limit...limit), try arguments.integer(4, in: -limit...limit)) : (0, 0)
        x =
            switch horizontal {
            case .left: .fromStart(offsets.0)
            case .right: .fromEnd(offsets.0)
            case .center: .fromCenter(offsets.0)
            }
        y =
            switch vertical {
            case .top: .fromStart(offsets.1)
            case .bottom: .fromEnd(offsets.1)
            case .middle: .fromCenter(offsets.1)
            }
    }

    /// The effect on a box of this size.
    func effect(on box: PixelSize) -> Fill {
        let whole = PixelSize(
            width: box.width + margins.left + margins.right,
            height: box.height + margins.top + margins.bottom
        )
        return Fill(to: whole, with: ground, showsThrough: showsThrough, x: x, y: y)
    }

    private static func ground(_ arguments: FilterArguments) throws -> Fill.Ground {
        switch arguments.texts[0] {
        case "auto": .average
        case "blur": .blur
        case "none": .color(.clear)
        default: .color(try arguments.color(0))
        }
    }
}
