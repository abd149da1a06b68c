internal import BoundedCrop

/// What the filters of a request mean in IIIF.
struct IIIFFilterWords {
    /// The service's limit, as the argument of a filter.
    var maximumPixels: String?
    private(set) var region: String?
    private(set) var isSquare = false
    /// In percent.
    private(set) var share: IIIFDecimal?
    private(set) var stretches = false
    /// Whether a picture fitted into a box is enlarged.
    private(set) var enlarges = false
    private(set) var refusesEnlarging = false
    /// Whether a box is shrunk until the picture needs no enlargement.
    private(set) var shrinksBox = false
    private(set) var isMirrored = false
    /// Clockwise, after mirroring.
    private(set) var degrees = 0.0
    private var isRotated = false
    private(set) var quality = IIIFFile.Quality.default
    private(set) var format: ImageFormat?

    /// Takes a filter. Throws `invalidArgument` for one that IIIF has no word for.
    mutating func take(_ call: FilterCall) throws {
        let text = call.argumentText
        switch (call.name, text) {
        case ("region", _): region = try Self.region(call)
        case ("aspect", "1:1"): isSquare = true
        case ("scale", _): share = try Self.share(call)
        case ("stretch", ""): stretches = true
        case ("upscale", ""): enlarges = true
        case ("no_upscale", "refuse"): refusesEnlarging = true
        case ("no_upscale", "aspect"): shrinksBox = true
        case ("flip", "horizontal"), ("flip", "vertical"):
            if isRotated { throw IIIFProblem.unspeakable("a flip after a rotation") }
            mirror(vertically: text == "vertical")
        case ("turn", _), ("rotate", _):
            // As in thumbor, rotate is counterclockwise.
            degrees += try Self.degrees(call) * (call.name == "turn" ? 1 : -1)
            isRotated = true
        case ("grayscale", ""): quality = .gray
        case ("bitonal", ""), ("bitonal", "128"): quality = .bitonal
        case ("format", _): format = try Self.format(call)
        // The service's own limit, and one frame, are what every IIIF request gets.
        case ("max_pixels", maximumPixels), ("still", ""): break
        default: throw IIIFProblem.unspeakable("the filter \(call.description.prefix(100))")
        }
    }

    /// A vertical flip is a horizontal one, turned by half a turn.
    mutating func mirror(vertically: Bool) {
        isMirrored.toggle()
        if vertically { degrees += 180 }
    }

    private static func region(_ call: FilterCall) throws -> String {
        let texts = call.arguments
        let percents = texts.filter { $0.hasSuffix("p") }.count
        guard texts.count == 4, percents == 0 || percents == 4 else {
            throw IIIFProblem.unspeakable("the filter \(call.description.prefix(100)), which has pixels and percent")
        }
        return percents == 0 ? texts.joined(separator: ",") : "pct:" + texts.map { String($0.dropLast()) }.joined(separator: ",")
    }

    private static func share(_ call: FilterCall) throws -> IIIFDecimal {
        guard let share = IIIFDecimal(call.argumentText) else {
            throw IIIFProblem.unspeakable("the filter \(call.description.prefix(100))")
        }
        return share.hundredfold
    }

    private static func degrees(_ call: FilterCall) throws -> Double {
        guard let degrees = Double(call.argumentText), abs(degrees) <= 1_000_000 else {
            throw IIIFProblem.unspeakable("the filter \(call.description.prefix(100))")
        }
        return degrees
    }

    private static func format(_ call: FilterCall) throws -> ImageFormat {
        guard let format = ImageFormat(writableNamed: call.argumentText) else {
            throw IIIFProblem.unspeakable("the filter \(call.description.prefix(100))")
        }
        return format
    }
}
