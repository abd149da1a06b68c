internal import BoundedCrop
internal import BoundedCropEffects

/// The options of the command as a query: `?size=300x200&scheme=largest&padding=20%25`.
struct CropParameters {
    /// More than anybody looks at side by side; each is planned for itself.
    private static let mostShapes = 32

    private(set) var shapes: [CropRequest.Shape] = []
    private(set) var request = CropRequest(.source)
    private(set) var detector: String?
    private(set) var format: ImageFormat?
    private(set) var quality: Int?
    private(set) var effects: [any ImageEffect] = []
    /// Whether only the plan is wanted.
    private(set) var isPlanOnly = false

    /// Throws `invalidArgument`, naming the parameter.
    init(_ query: [(name: String, value: String)]) throws {
        for (name, value) in query {
            do {
                try set(name, value)
            } catch let error as BoundedCropError {
                throw BoundedCropError(.invalidArgument, "\(name): \(error.message)", underlying: error)
            }
        }
        guard shapes.count <= Self.mostShapes else {
            throw BoundedCropError(.invalidArgument, "\(shapes.count) sizes and aspects are more than the limit of \(Self.mostShapes)")
        }
    }

    /// A request for each shape; the picture's own without one.
    var requests: [CropRequest] {
        (shapes.isEmpty ? [.source] : shapes).map { shape in
            var request = request
            request.shape = shape
            return request
        }
    }

    private mutating func set(_ name: String, _ value: String) throws {
        switch name {
        case "size": shapes.append(.size(try Self.parsed(Self.size(value), value, "two numbers from 1 to 65535, such as 300x200")))
        case "aspect": shapes.append(.aspect(try Self.parsed(AspectRatio(value), value, "two numbers, such as 16:9")))
        case "scheme": request.scheme = try Self.choice(value)
        case "padding": request.padding = try Self.parsed(Padding(value), value, "such as 20%, 12px or 30%,10%,20%,10%")
        case "zoom":
            let fill = try Self.parsed(Double(value).flatMap { $0 > 0 && $0 <= 1 ? $0 : nil }, value, "above 0 and at most 1")
            request.zoom = CropRequest.Zoom(fill: fill)
        case "fallback": request.fallback = try Self.choice(value)
        case "accuracy": request.accuracy = try Self.choice(value)
        case "require-face": request.requiresFeature = try Self.flag(value)
        case "no-bounding": request.boundingEnabled = try !Self.flag(value)
        case "no-upscale": request.allowsUpscaling = try !Self.flag(value)
        case "detector": detector = value
        case "format": format = try Self.parsed(ImageFormat(fileName: "." + value), value, "jpeg, png or webp")
        case "quality": quality = try Self.parsed(Int(value).flatMap { (1...100).contains($0) ? $0 : nil }, value, "1 to 100")
        case "effects":
            effects = try EffectExpression.effects(value)
            for effect in effects { try EffectBounds.check(effect) }
        case "plan": isPlanOnly = try Self.flag(value)
        default: throw BoundedCropError(.invalidArgument, "there is no such option")
        }
    }

    private static func size(_ text: String) -> PixelSize? {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
        return (1...65_535).contains(width) && (1...65_535).contains(height) ? PixelSize(width: width, height: height) : nil
    }

    private static func parsed<Value>(_ value: Value?, _ text: String, _ expected: String) throws -> Value {
        guard let value else { throw BoundedCropError(.invalidArgument, "“\(text)” is not \(expected)") }
        return value
    }

    private static func choice<Choice: RawRepresentable & CaseIterable>(_ text: String) throws -> Choice where Choice.RawValue == String {
        try parsed(Choice(rawValue: text), text, Choice.allCases.map(\.rawValue).joined(separator: " or "))
    }

    private static func flag(_ text: String) throws -> Bool {
        switch text {
        case "", "1", "true": true
        case "0", "false": false
        default: throw BoundedCropError(.invalidArgument, "“\(text)” is not true or false")
        }
    }
}
