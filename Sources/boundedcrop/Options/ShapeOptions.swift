import ArgumentParser
import BoundedCrop

/// The options for the crops to make.
struct ShapeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Exactly this many pixels; may be repeated.", valueName: "WxH"),
        transform: ShapeOptions.size
    )
    var size: [PixelSize] = []

    @Option(
        help: ArgumentHelp("The largest crop of this shape, not scaled; may be repeated.", valueName: "W:H"),
        transform: ShapeOptions.aspect
    )
    var aspect: [AspectRatio] = []

    @Option(help: ArgumentHelp("Which faces to hold.", valueName: "all|largest|smallest"))
    var scheme = BoundingScheme.all

    @Option(
        help: ArgumentHelp(
            "The kinds to keep, where a detector finds several, each with a priority (default: 1), such as person:1,dog:0.8,face:2.",
            valueName: "kinds"
        ),
        transform: ShapeOptions.kinds
    )
    var keep: KeptKinds?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Room around each face: of its own size or in pixels, for all sides or top,right,bottom,left (default: 35%,15%,20%,15%).",
            valueName: "20%|12px|T,R,B,L"
        ),
        transform: ShapeOptions.padding
    )
    var padding = Padding.standard

    @Option(
        help: ArgumentHelp("Crop tighter, so that the faces take this share of the width or height: above 0, at most 1.", valueName: "f")
    )
    var zoom: Double?

    @Option(
        help: ArgumentHelp(
            "Where the faces are if the crop has room: in the center, on third lines, or with the eyes at 40% from the top.",
            valueName: "center|thirds|headroom"
        )
    )
    var placement = CropRequest.Placement.center

    @Flag(help: "Turn the output upright if all its faces agree on a quarter turn; the shape is the output's.")
    var autoRotate = false

    @Option(
        help: ArgumentHelp(
            "Turn and scale so that the eyes of one face are level at a place: passport, avatar, or shares of the output: height of the eyes from the top, their distance, and their place across (default: 50%).",
            valueName: "passport|avatar|45%,30%"
        ),
        transform: ShapeOptions.alignment
    )
    var align: FaceAlignment?

    @Option(
        help: ArgumentHelp("With --align, what shows beyond the picture's edges: a name, #rrggbb, rgba(...).", valueName: "color"),
        transform: ShapeOptions.fill
    )
    var alignFill: Color?

    @Option(help: ArgumentHelp("What to crop around when there are no faces.", valueName: "attention|center"))
    var fallback = CropRequest.Fallback.attention

    @Flag(help: "Take it for an error when there are no faces.")
    var requireFace = false

    @Flag(help: "Do not look for faces: crop around the centre.")
    var noBounding = false

    @Flag(help: "Give a crop that is smaller than --size as it is, instead of enlarging it.")
    var noUpscale = false

    mutating func validate() throws {
        if let zoom, !(zoom > 0 && zoom <= 1) { throw ValidationError("--zoom is above 0 and at most 1, not \(zoom).") }
        if alignFill != nil, align == nil { throw ValidationError("--align-fill needs --align.") }
        guard align != nil else { return }
        let others = [
            (zoom != nil, "--zoom"), (placement != .center, "--placement"), (noBounding, "--no-bounding"), (autoRotate, "--auto-rotate"),
        ]
        if let other = others.first(where: \.0) { throw ValidationError("--align and \(other.1) exclude each other.") }
    }

    var shapes: [CropRequest.Shape] {
        let shapes = size.map(CropRequest.Shape.size) + aspect.map(CropRequest.Shape.aspect)
        return shapes.isEmpty ? [.source] : shapes
    }

    func requests(accuracy: DetectionAccuracy) -> [CropRequest] {
        shapes.map { shape in
            var request = CropRequest(shape)
            request.scheme = scheme
            request.kept = keep
            request.padding = padding
            request.accuracy = accuracy
            request.detectsFeatures = !noBounding
            request.zoom = zoom.map { CropRequest.Zoom(fill: $0) }
            request.placement = placement
            request.rotatesToFaces = autoRotate
            request.alignment = align
            request.alignment?.fill = alignFill
            request.fallback = fallback
            request.requiresFeature = requireFace
            request.allowsUpscaling = !noUpscale
            return request
        }
    }

    static func size(_ text: String) throws -> PixelSize {
        guard let size = PixelSize(text, sides: 1...65_535) else {
            throw ValidationError("A size is two numbers of pixels from 1 to 65535, such as 300x200, not “\(text)”.")
        }
        return size
    }

    private static func aspect(_ text: String) throws -> AspectRatio {
        guard let aspect = AspectRatio(text) else { throw ValidationError("An aspect is two numbers, such as 16:9, not “\(text)”.") }
        return aspect
    }

    private static func kinds(_ text: String) throws -> KeptKinds {
        do {
            return try KeptKinds(text)
        } catch let error as BoundedCropError {
            throw ValidationError("\(error.message).")
        }
    }

    private static func alignment(_ text: String) throws -> FaceAlignment {
        guard let alignment = FaceAlignment(text) else {
            throw ValidationError("An alignment is passport, avatar, or shares such as 45%,30% or 45%,30%,50%, not “\(text)”.")
        }
        return alignment
    }

    private static func fill(_ text: String) throws -> Color {
        guard let color = Color(abbreviated: text) else { throw ValidationError("--align-fill is a color, not “\(text)”.") }
        return color
    }

    private static func padding(_ text: String) throws -> Padding {
        guard let padding = Padding(text) else {
            throw ValidationError("A padding is such as 20%, 12px or 30%,10%,20%,10% (top, right, bottom, left), not “\(text)”.")
        }
        return padding
    }
}
