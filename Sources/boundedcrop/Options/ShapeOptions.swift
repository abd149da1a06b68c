import ArgumentParser
import BoundedCrop

/// The options for the crops to make.
struct ShapeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Exactly this many pixels: 300x200, 300 for a square, or 300x or x200 for one side of the whole picture; may be repeated.",
            valueName: "WxH"
        ),
        transform: ShapeOptions.wantedSize
    )
    var size: [WantedShape] = []

    @Option(
        help: ArgumentHelp("The largest crop of this aspect, such as 16:9 or 16/9, not scaled; may be repeated.", valueName: "W:H"),
        transform: ShapeOptions.aspect
    )
    var aspect: [AspectRatio] = []

    @Option(
        help: ArgumentHelp(
            "A size by its name, such as open-graph, avatar or story (docs/web.md lists them); may be repeated.",
            valueName: "name"
        ),
        completion: .list(CropPreset.standard.map(\.name))
    )
    var preset: [String] = []

    @Option(
        help: ArgumentHelp("A file of your own presets, each on a line such as banner = 1200x400.", valueName: "file"),
        completion: .file()
    )
    var presets: String?

    @Option(help: ArgumentHelp("Which faces to keep.", valueName: "all|largest|smallest"))
    var scheme = BoundingScheme.all

    @Option(
        help: ArgumentHelp(
            "The kinds of features to keep, if a detector finds several, each with a priority (default: 1), such as person:1,dog:0.8,face:2.",
            valueName: "kinds"
        ),
        transform: ShapeOptions.kinds
    )
    var keep: KeptKinds?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Room around each face, as a share of its size or in pixels, for all sides or top,right,bottom,left (default: 35%,15%,20%,15%).",
            valueName: "20%|12px|T,R,B,L"
        ),
        transform: QuantityOptions.padding
    )
    var padding = Padding.standard

    @Option(
        help: ArgumentHelp("Crop tighter, so that the faces take this share of the width or height, such as 60%.", valueName: "share"),
        transform: QuantityOptions.share
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
            "Turn and scale so that the eyes of one face are level, at the same place each time: passport, avatar, or shares of the output: the eyes' distance from the top, from each other, and from the left (default: 50%).",
            valueName: "passport|avatar|45%,30%"
        ),
        transform: ShapeOptions.alignment
    )
    var align: FaceAlignment?

    @Option(
        help: ArgumentHelp("With --align, the color beyond the picture's edges: a name, #rrggbb, rgba(...).", valueName: "color"),
        transform: ShapeOptions.fill
    )
    var alignFill: Color?

    @Option(help: ArgumentHelp("What to crop around if there are no faces.", valueName: "attention|center"))
    var fallback = CropRequest.Fallback.attention

    @Flag(help: "Fail if no face is found.")
    var requireFace = false

    @Flag(help: "Skip detection and crop around the center.")
    var noBounding = false

    @Flag(help: "Do not enlarge crops that are smaller than --size.")
    var noUpscale = false

    mutating func validate() throws {
        size += try PresetFile(presets).sizes(preset).map { .exact(.size($0)) }
        preset = []
        if zoom == 0 { throw ValidationError("--zoom must be above 0% and at most 100%.") }
        if alignFill != nil, align == nil { throw ValidationError("--align-fill needs --align.") }
        try checkBounding()
        guard align != nil else { return }
        let others = [
            (zoom != nil, "--zoom"), (placement != .center, "--placement"), (noBounding, "--no-bounding"), (autoRotate, "--auto-rotate"),
        ]
        if let other = others.first(where: \.0) { throw ValidationError("--align and \(other.1) cannot be used together.") }
    }

    /// Throws a usage error for an option about faces where none are looked for.
    private func checkBounding() throws {
        guard noBounding else { return }
        let others = [
            (requireFace, "--require-face"), (keep != nil, "--keep"), (padding != .standard, "--padding"),
            (zoom != nil, "--zoom"), (placement != .center, "--placement"), (autoRotate, "--auto-rotate"), (align != nil, "--align"),
            (fallback != .attention, "--fallback"),
        ]
        if let other = others.first(where: \.0) {
            throw ValidationError("--no-bounding skips detection, so \(other.1) has no effect: leave one of them out.")
        }
    }

    var shapes: [WantedShape] {
        let shapes = size + aspect.map { WantedShape.exact(.aspect($0)) }
        return shapes.isEmpty ? [.exact(.source)] : shapes
    }

    /// The same options for one aspect.
    func with(_ aspect: AspectRatio) -> ShapeOptions {
        var options = self
        options.aspect = [aspect]
        return options
    }

    /// Whether no shape depends on the picture.
    var isKnownWithoutPicture: Bool { shapes.allSatisfy(\.isExact) }

    /// Whether the crops are no more than copies of the whole picture.
    var keepsWholePicture: Bool { size.isEmpty && aspect.isEmpty && zoom == nil && align == nil }

    /// A request for each shape.
    func requests(accuracy: DetectionAccuracy) -> [CropRequest] {
        shapes.map { wanted in
            var request = CropRequest(wanted.ofCrop)
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

    private static func wantedSize(_ text: String) throws -> WantedShape {
        guard let shape = WantedShape(size: text) else {
            throw ValidationError("A size is pixels from 1 to 65535, such as 300x200, 300, 300x or x200, not “\(text)”.")
        }
        return shape
    }

    private static func aspect(_ text: String) throws -> AspectRatio {
        guard let aspect = AspectRatio(text.replacing("/", with: ":")) else {
            throw ValidationError("An aspect is two numbers, such as 16:9, not “\(text)”.")
        }
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
        guard let color = Color(abbreviated: text) else { throw ValidationError("--align-fill must be a color, not “\(text)”.") }
        return color
    }
}
