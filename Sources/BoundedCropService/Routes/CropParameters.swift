internal import BoundedCrop
internal import BoundedCropEffects
internal import BoundedCropRendering

/// The options of the command as a query: `?size=300x200&scheme=largest&padding=20%25`.
struct CropParameters {
    /// More than anybody compares side by side; each shape is planned separately.
    private static let mostShapes = 32

    /// The shapes in the order of the query.
    private var asked: [AskedShape] = []
    /// What is asked of a picture for each shape; for its own shape if the query has none.
    private(set) var requests: [RenderRequest] = []
    /// Those shapes.
    private(set) var shapes: [WantedShape] = []
    /// What the options that all surfaces have say.
    private var settings = RequestSettings()
    private var steps: [RenderStep] = []
    /// Whether only the plan is requested.
    private(set) var isPlanOnly = false
    /// Whether it says how much is hidden, but hides nothing.
    private var hidesInVain = false
    /// The service's own presets.
    private let presets: [CropPreset]

    /// Throws `invalidArgument` for a picture of which somebody expects that faces are hidden.
    func checkHiding() throws {
        guard !hidesInVain else { throw BoundedCropError(.invalidArgument, "hide needs effects with redact, which hides faces") }
    }

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
        guard asked.count <= Self.mostShapes else {
            throw BoundedCropError(
                .invalidArgument,
                "\(asked.count) sizes, presets and aspects are more than the limit of \(Self.mostShapes)"
            )
        }
        let places = crop.places.count
        guard places <= RenderRequest.mostPlaces else {
            throw BoundedCropError(.invalidArgument, "\(places) regions and points are more than the limit of \(RenderRequest.mostPlaces)")
        }
        try settings.check(hasEffects: !steps.isEmpty, others: asked.isEmpty ? [] : ["size"])
        hidesInVain = given[RequestOption.hide.name] != nil && !steps.contains(where: \.detects)
        if asked.isEmpty { asked = [crop.ownShape] }
        for asked in asked {
            var request = settings.request
            shapes.append(try asked.shape(in: &request.output))
            shapes.last?.apply(to: &request.last.target)
            request.last.steps = steps
            request.answer = isPlanOnly ? .plan : .picture
            requests.append(request)
        }
    }

    /// Where all requests crop.
    var crop: RenderRequest.Crop { settings.stage.crop }

    var output: RenderRequest.Output { settings.request.output }

    static let options = RequestOption.all([.crop, .detection, .output], on: .uploads)
    private static let byName = Dictionary(uniqueKeysWithValues: options.map { ($0.name, $0) })

    /// The readers of the parameters that are not in the table of options, by name.
    static let readers: [String: @Sendable (inout CropParameters, String) throws -> Void] = [
        "size": { $0.asked.append(try AskedShape.size($1)) },
        "preset": { $0.asked.append(.pixels(.exact(.size(try CropPreset.named($1, own: $0.presets).size)))) },
        "aspect": { $0.asked.append(.pixels(.exact(.aspect(try WantedShape.aspect($1))))) },
        "effects": { $0.steps = try steps($1) },
        "plan": { $0.isPlanOnly = try RequestOption.isOn($1) },
    ]

    private static func repeats(_ name: String) -> Bool {
        ["size", "preset", "aspect"].contains(name) || byName[name]?.repeats == true
    }

    /// The names of all parameters.
    static var names: Set<String> { Set(readers.keys).union(byName.keys) }

    private mutating func set(_ name: String, _ value: String) throws {
        if let reader = Self.readers[name] { return try reader(&self, value) }
        guard let option = Self.byName[name] else { throw BoundedCropError(.invalidArgument, "there is no such option") }
        guard name == RequestOption.detector.name else { return settings.apply(try option.setting(value)) }
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
