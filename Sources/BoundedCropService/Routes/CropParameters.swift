internal import BoundedCrop
internal import BoundedCropEffects
internal import BoundedCropRendering

/// The options of the command as a query: `?size=300x200&scheme=largest&padding=20%25`.
struct CropParameters {
    /// More than anybody compares side by side; each shape is planned separately.
    private static let mostShapes = 32

    /// What the crop has, in the order of the query; the picture's own shape if the query has none.
    private(set) var shapes: [WantedShape] = []
    /// What the options that all surfaces have say.
    private var settings = CropSettings()
    private(set) var output = RenderRequest.Output()
    private var steps: [RenderStep] = []
    /// Whether only the plan is requested.
    private(set) var isPlanOnly = false
    /// The service's own presets.
    private let presets: [CropPreset]

    /// Throws `invalidArgument`, naming the parameter.
    ///
    /// - Parameter presets: The service's own presets.
    init(_ query: [(name: String, value: String)], presets: [CropPreset] = []) throws {
        self.presets = presets
        var given: [String: String] = [:]
        for (name, value) in query where !Self.repeats(name) {
            if let earlier = given.updateValue(value, forKey: name) { throw BoundedCropError.repeated(name, earlier, value) }
        }
        for (name, value) in query {
            do {
                try set(name, value)
            } catch let error as BoundedCropError {
                throw BoundedCropError(.invalidArgument, "\(name): \(error.message)", underlying: error)
            }
        }
        guard shapes.count <= Self.mostShapes else {
            throw BoundedCropError(
                .invalidArgument,
                "\(shapes.count) sizes, presets and aspects are more than the limit of \(Self.mostShapes)"
            )
        }
        let places = crop.places.count
        guard places <= RenderRequest.mostPlaces else {
            throw BoundedCropError(.invalidArgument, "\(places) regions and points are more than the limit of \(RenderRequest.mostPlaces)")
        }
        try settings.check(hasEffects: !steps.isEmpty)
        if shapes.isEmpty { shapes = [.exact(crop.ownShape)] }
    }

    /// Where all requests crop.
    var crop: RenderRequest.Crop { settings.stage.crop }

    /// What is asked of a picture for each shape.
    var requests: [RenderRequest] {
        shapes.map { shape in
            var request = RenderRequest(settings.stage)
            shape.apply(to: &request.last.target)
            request.last.steps = steps
            request.output = output
            request.answer = isPlanOnly ? .plan : .picture
            return request
        }
    }

    /// The readers of the parameters that are no crop options, by name.
    static let readers: [String: @Sendable (inout CropParameters, String) throws -> Void] = [
        "size": {
            $0.shapes.append(try CropOption.parsed(WantedShape(size: $1), $1, "pixels from 1 to 65535: 300x200, 300, 300x or x200"))
        },
        "preset": { $0.shapes.append(.exact(.size(try CropPreset.named($1, own: $0.presets).size))) },
        "aspect": { $0.shapes.append(.exact(.aspect(try CropOption.parsed(AspectRatio($1), $1, "two numbers, such as 16:9")))) },
        "format": { $0.output.format = try CropOption.parsed(ImageFormat(writableNamed: $1), $1, ImageFormat.writableNames) },
        "quality": { $0.output.quality = try CropOption.parsed(Int($1).flatMap { (1...100).contains($0) ? $0 : nil }, $1, "1 to 100") },
        "still": { $0.output.frame = try CropOption.parsed(Int($1).flatMap { $0 >= 1 ? $0 : nil }, $1, "the number of a frame, from 1") },
        "effects": { $0.steps = try steps($1) },
        "placeholder": { $0.output.hasPlaceholder = try CropOption.isOn($1) },
        "plan": { $0.isPlanOnly = try CropOption.isOn($1) },
    ]

    private static func repeats(_ name: String) -> Bool {
        ["size", "preset", "aspect"].contains(name) || CropOption.named(name)?.repeats == true
    }

    /// The names of all parameters.
    static var names: Set<String> { Set(readers.keys).union(CropOption.all.map(\.name)) }

    private mutating func set(_ name: String, _ value: String) throws {
        if let reader = Self.readers[name] { return try reader(&self, value) }
        guard let option = CropOption.named(name) else { throw BoundedCropError(.invalidArgument, "there is no such option") }
        guard name == CropOption.detector.name else { return settings.apply(try option.setting(value)) }
        // In a query, a plus is read as a space.
        let detector = value.replacing(" ", with: "+")
        _ = try BuiltInDetectors.checked(detector)
        settings.apply(try option.setting(detector))
    }

    private static func steps(_ text: String) throws -> [RenderStep] {
        let steps = try EffectExpression.effects(text).map(RenderStep.effect)
        guard steps.count <= EffectBounds.mostEffects else {
            throw BoundedCropError(.invalidArgument, "\(steps.count) effects are more than the limit of \(EffectBounds.mostEffects)")
        }
        for step in steps { try step.check() }
        return steps
    }
}

extension RenderRequest.Stage {
    /// The stage as a crop of a picture of this size in a shape.
    func cropRequest(_ shape: CropRequest.Shape, in size: PixelSize) -> CropRequest {
        var request = cropRequest()
        request.shape = shape
        request.rectangle = crop.rectangle?.rect(in: size)
        return request
    }
}
