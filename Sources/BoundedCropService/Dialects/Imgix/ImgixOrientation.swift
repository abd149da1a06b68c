internal import BoundedCrop
internal import BoundedCropEffects
internal import BoundedCropRendering

/// The turn of `orient`: a value of Exif's orientation, applied to the upright picture.
enum ImgixOrientation: Int, CaseIterable {
    case upright = 1
    case mirrored, turnedOver, flipped, transposed, clockwise, transversed, counterclockwise

    /// Exif's value, or the degrees that stand for it; nil for others.
    init?(_ number: Int) {
        self.init(rawValue: [90: 6, 180: 3, 270: 8][number] ?? number)
    }

    /// Whether width and height are exchanged.
    var exchangesSides: Bool { rawValue >= 5 }

    /// Where a point of the turned picture is in the upright one; both as shares of its sides.
    func upright(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        switch self {
        case .upright: (x, y)
        case .mirrored: (1 - x, y)
        case .turnedOver: (1 - x, 1 - y)
        case .flipped: (x, 1 - y)
        case .transposed: (y, x)
        case .clockwise: (y, 1 - x)
        case .transversed: (1 - y, 1 - x)
        case .counterclockwise: (1 - y, x)
        }
    }

    /// What turns an upright picture.
    var effects: [any ImageEffect] {
        switch self {
        case .upright: []
        case .mirrored: [.flip(.horizontal)]
        case .turnedOver: [.turn(degrees: 180)]
        case .flipped: [.flip(.vertical)]
        case .transposed: [.flip(.horizontal), .turn(degrees: 270)]
        case .clockwise: [.turn(degrees: 90)]
        case .transversed: [.flip(.horizontal), .turn(degrees: 90)]
        case .counterclockwise: [.turn(degrees: 270)]
        }
    }
}

extension ImgixReader {
    /// `orient` replaces the file's own orientation at imgix. Here every picture is upright first, so that 0 and 1 cannot be honored.
    mutating func readOrientation() throws {
        guard let number = try parameters.integer("orient", in: 0...359) else { return }
        guard let orientation = ImgixOrientation(number), orientation != .upright else {
            guard number <= 1 else { throw ImgixParameters.failure("orient", "\(number)", "0 to 8, 90, 180 or 270") }
            parameters.ignore("orient")
            return
        }
        self.orientation = orientation
    }

    /// `flip` and `rot`, whose degrees are counterclockwise.
    mutating func readTurns() throws {
        asked.last.steps += orientation.effects.map(RenderStep.effect)
        if let flip = parameters.text("flip") {
            guard ["h", "v", "hv", "vh"].contains(flip) else { throw ImgixParameters.failure("flip", flip, "h, v or hv") }
            if flip.contains("h") { add(.effect(.flip(.horizontal))) }
            if flip.contains("v") { add(.effect(.flip(.vertical))) }
        }
        let type = parameters.word("rot-type", of: ["pivot", "straighten"]) ?? "straighten"
        guard let degrees = try parameters.number("rot", in: -360...360) else { return }
        let clockwise = (720 - degrees).truncatingRemainder(dividingBy: 360)
        guard clockwise != 0 else { return }
        // Straightening enlarges the picture until it covers its frame again. Only half a turn needs no enlargement.
        guard type == "pivot" || clockwise == 180 else { return parameters.ignore("rot") }
        add(.effect(.turn(degrees: clockwise)))
    }
}
