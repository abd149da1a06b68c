internal import FoundationEssentials

extension NetworkDescription {
    /// Reads and checks a description. Throws `unreadableModel`, which names the field.
    package init(json: [UInt8]) throws {
        do {
            let fields = try JSONDecoder().decode(Fields.self, from: Data(json))
            try self.init(fields)
            try check()
        } catch let error as DecodingError {
            throw BoundedCropError(.unreadableModel, error.inWords, underlying: error)
        }
    }

    private struct Fields: Decodable {
        struct Size: Decodable {
            let width: Int
            let height: Int
        }

        struct Class: Decodable {
            let name: String?
            let weight: Double?
        }

        let shape: String
        let input: Size
        let fit: String?
        let channels: String?
        let mean: Numbers?
        let scale: Numbers?
        let gray: Double?
        let strides: [Int]?
        let outputs: [String]?
        let classes: [Class]?
        let threshold: Double?
        let overlap: Double?
    }

    /// One number for all channels, or one for each.
    private struct Numbers: Decodable {
        let values: [Double]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let value = try? container.decode(Double.self) { values = [value] } else { values = try container.decode([Double].self) }
        }
    }

    private init(_ fields: Fields) throws {
        let shape: Shape = try Self.named(fields.shape, in: "shape")
        let defaults = shape.defaults
        self.shape = shape
        input = PixelSize(width: fields.input.width, height: fields.input.height)
        fit = try fields.fit.map { try Self.named($0, in: "fit") } ?? defaults.fit
        channels = try fields.channels.map { try Self.named($0, in: "channels") } ?? defaults.channels
        mean = try Self.three(fields.mean?.values ?? defaults.mean, in: "mean")
        scale = try Self.three(fields.scale?.values ?? defaults.scale, in: "scale")
        gray = fields.gray ?? defaults.gray
        strides = fields.strides ?? defaults.strides
        outputs = fields.outputs
        threshold = fields.threshold ?? 0.25
        overlap = fields.overlap ?? defaults.overlap
        let classes = fields.classes?.map { Class(name: $0.name.flatMap { $0.isEmpty ? nil : $0 }, weight: $0.weight ?? 1) }
        guard let classes = classes ?? (shape == .yunet ? [Class(name: Feature.Kind.face.rawValue, weight: 1)] : nil) else {
            throw BoundedCropError(.unreadableModel, "“classes” is missing")
        }
        self.classes = classes
    }

    private static func named<Name: RawRepresentable & CaseIterable>(_ text: String, in field: String) throws -> Name
    where Name.RawValue == String {
        if let name = Name(rawValue: text) { return name }
        let known = Name.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", ")
        throw BoundedCropError(.unreadableModel, "“\(field)” is one of \(known), not “\(text.prefix(60))”")
    }

    private static func three(_ values: [Double], in field: String) throws -> [Double] {
        guard values.count == 1 || values.count == 3 else {
            throw BoundedCropError(.unreadableModel, "“\(field)” is one number, or one for each of three channels, not \(values.count)")
        }
        return values.count == 3 ? values : Array(repeating: values[0], count: 3)
    }
}

extension DecodingError {
    /// The field and what is wrong with it.
    fileprivate var inWords: String {
        func field(_ path: [any CodingKey]) -> String {
            let name = path.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
            return "“\(name.hasPrefix(".") ? String(name.dropFirst()) : name)”"
        }
        switch self {
        case .keyNotFound(let key, let context): return "\(field(context.codingPath + [key])) is missing"
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            let place = context.codingPath.isEmpty ? "it" : field(context.codingPath)
            return "\(place) is not of the type that it should have (\(type))"
        case .dataCorrupted(let context):
            return context.codingPath.isEmpty ? "it is not JSON" : "\(field(context.codingPath)) is not what it should be"
        @unknown default: return "it cannot be read"
        }
    }
}
