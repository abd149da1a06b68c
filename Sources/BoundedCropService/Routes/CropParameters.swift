internal import BoundedCrop
internal import BoundedCropEffects

/// The options of the command as a query: `?size=300x200&scheme=largest&padding=20%25`.
struct CropParameters {
    /// More than anybody compares side by side; each shape is planned separately.
    private static let mostShapes = 32
    /// More than anybody names; each of them is weighed against the others.
    private static let mostPlaces = 100

    private(set) var shapes: [CropRequest.Shape] = []
    private(set) var request = CropRequest(.source)
    private(set) var detector: (any FeatureDetector)?
    /// Regions and focal points to keep instead of what is detected.
    private(set) var places: [Feature] = []
    private(set) var format: ImageFormat?
    private(set) var quality: Int?
    private(set) var effects: [any ImageEffect] = []
    /// The frame of an animation that is cropped, from 1; nil crops all of them.
    private(set) var still: Int?
    /// Whether only the plan is requested.
    private(set) var isPlanOnly = false
    /// Whether the answer has a placeholder of the crop.
    private(set) var hasPlaceholder = false
    /// The service's own presets.
    private let presets: [CropPreset]

    /// Throws `invalidArgument`, naming the parameter.
    ///
    /// - Parameter presets: The service's own presets.
    init(_ query: [(name: String, value: String)], presets: [CropPreset] = []) throws {
        self.presets = presets
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
        guard places.count <= Self.mostPlaces else {
            throw BoundedCropError(.invalidArgument, "\(places.count) regions and points are more than the limit of \(Self.mostPlaces)")
        }
        // What is given is kept, whatever else is.
        if !places.isEmpty { request.kept = nil }
    }

    /// A request for each shape; without shapes, one for the picture's own.
    var requests: [CropRequest] {
        (shapes.isEmpty ? [.source] : shapes).map { shape in
            var request = request
            request.shape = shape
            return request
        }
    }

    /// The reader of each parameter, by name.
    static let readers: [String: @Sendable (inout CropParameters, String) throws -> Void] = [
        "size": { $0.shapes.append(.size(try size($1))) },
        "preset": { $0.shapes.append(.size(try CropPreset.named($1, own: $0.presets).size)) },
        "aspect": { $0.shapes.append(.aspect(try parsed(AspectRatio($1), $1, "two numbers, such as 16:9"))) },
        "scheme": { $0.request.scheme = try choice($1) },
        "keep": { $0.request.kept = try KeptKinds($1) },
        "padding": { $0.request.padding = try parsed(Padding($1), $1, "such as 20%, 12px or 30%,10%,20%,10%") },
        "zoom": { parameters, value in
            let fill = try parsed(Double(value).flatMap { $0 >= 0.001 && $0 <= 1 ? $0 : nil }, value, "from 0.001 to 1")
            parameters.request.zoom = CropRequest.Zoom(fill: fill)
        },
        "placement": { $0.request.placement = try choice($1) },
        "auto-rotate": { $0.request.rotatesToFaces = try flag($1) },
        "fallback": { $0.request.fallback = try choice($1) },
        "accuracy": { $0.request.accuracy = try choice($1) },
        "require-face": { $0.request.requiresFeature = try flag($1) },
        "no-bounding": { $0.request.detectsFeatures = try !flag($1) },
        "no-upscale": { $0.request.allowsUpscaling = try !flag($1) },
        "detector": { parameters, value in
            try BuiltInDetectors.checkLength(of: value)
            parameters.detector = try BuiltInDetectors.named(value)
        },
        "region": { $0.places.append(try parsed(Feature(region: $1), $1, "x,y,width,height in pixels, such as 120,40,200,240")) },
        "focal": { $0.places.append(try parsed(Feature(focalPoint: $1), $1, "x,y in pixels, such as 120,40")) },
        "format": { $0.format = try parsed(ImageFormat(writableNamed: $1), $1, ImageFormat.writableNames) },
        "quality": { $0.quality = try parsed(Int($1).flatMap { (1...100).contains($0) ? $0 : nil }, $1, "1 to 100") },
        "still": { $0.still = try parsed(Int($1).flatMap { $0 >= 1 ? $0 : nil }, $1, "the number of a frame, from 1") },
        "effects": { $0.effects = try checkedEffects($1) },
        "placeholder": { $0.hasPlaceholder = try flag($1) },
        "plan": { $0.isPlanOnly = try flag($1) },
    ]

    private mutating func set(_ name: String, _ value: String) throws {
        guard let reader = Self.readers[name] else { throw BoundedCropError(.invalidArgument, "there is no such option") }
        try reader(&self, value)
    }

    private static func checkedEffects(_ text: String) throws -> [any ImageEffect] {
        let effects = try EffectExpression.effects(text)
        guard effects.count <= EffectBounds.mostEffects else {
            throw BoundedCropError(.invalidArgument, "\(effects.count) effects are more than the limit of \(EffectBounds.mostEffects)")
        }
        for effect in effects { try EffectBounds.check(effect) }
        return effects
    }

    private static func size(_ text: String) throws -> PixelSize {
        try parsed(PixelSize(text, sides: 1...65_535), text, "two numbers from 1 to 65535, such as 300x200")
    }

    private static func parsed<Value>(_ value: Value?, _ text: String, _ expected: String) throws -> Value {
        guard let value else { throw BoundedCropError(.invalidArgument, "“\(text)” is not \(expected)") }
        return value
    }

    private static func choice<Choice: RawRepresentable & CaseIterable>(_ text: String) throws -> Choice where Choice.RawValue == String {
        try parsed(Choice(rawValue: text), text, Choice.allCases.map(\.rawValue).joined(separator: " or "))
    }

    /// A name without a value is on.
    private static func flag(_ text: String) throws -> Bool {
        try parsed(text.isEmpty ? true : Bool(flag: text), text, "true or false")
    }
}
