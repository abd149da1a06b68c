/// What an output shows where it reaches beyond the picture.
public enum EdgeFill: Hashable, Sendable {
    /// One color.
    case color(Color)
    /// The picture's edges, which go on and become the picture mirrored there and blurred: a plain background has no border. No feature is
    /// seen twice: the picture is mirrored up to the nearest one and the hair above it, and what is there goes on behind that.
    case edge
    /// The part of the picture that is shown, stretched over the output and blurred.
    case blur
}

extension EdgeFill: LosslessStringConvertible, Codable {
    /// Reads `edge`, `blur` or a color; nil for anything else.
    public init?(_ text: String) {
        switch text {
        case "edge": self = .edge
        case "blur": self = .blur
        default:
            guard let color = Color(text) else { return nil }
            self = .color(color)
        }
    }

    /// `edge`, `blur`, or the color's text.
    public var description: String {
        switch self {
        case .color(let color): color.description
        case .edge: "edge"
        case .blur: "blur"
        }
    }

    /// Encodes the text.
    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }

    /// Decodes the text.
    ///
    /// - Throws: `DecodingError` for anything else.
    public init(from decoder: any Decoder) throws { self = try decoder.textual("edge, blur or a color") }
}
