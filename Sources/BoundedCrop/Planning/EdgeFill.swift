/// What an output shows where it reaches beyond the picture.
public enum EdgeFill: Hashable, Sendable {
    /// One color.
    case color(Color)
    /// The picture, mirrored at its edges and blurred, so that its background goes on and nobody is seen twice.
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
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// Decodes the text.
    ///
    /// - Throws: `DecodingError` for anything else.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let fill = Self(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "“\(text)” is not edge, blur or a color")
        }
        self = fill
    }
}

extension EdgeFill {
    /// The long side of the pictures that are enlarged to a ground, which blurs them.
    private static let longSide = 24

    /// A part of a picture in a size, with the fill around it.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - grid: Where the pixels of the result lie in it.
    ///   - inside: The part of it that shows the picture.
    func surrounding(_ part: PixelBuffer, _ grid: SamplingGrid, inside: Rect, size: PixelSize) throws -> PixelBuffer {
        if case .color(let color) = self { return try part.sampled(grid, to: size, inside: inside, fill: color) }
        let shown = try part.sampled(grid, to: size, inside: inside, fill: .clear)
        guard let ground = try ground(behind: part, grid, inside: inside, size: size) else { return shown }
        return PixelBuffer(size: size) { pixels in
            for start in stride(from: 0, to: size.area * 4, by: 4) {
                let rest = 255 - Int(shown.bytes[start + 3])
                for index in start..<start + 4 {
                    pixels[index] = UInt8(truncatingIfNeeded: Int(shown.bytes[index]) + (Int(ground.bytes[index]) * rest + 127) / 255)
                }
            }
        }
    }

    /// What is behind a part of a picture, in a size; nil for one color.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - grid: Where the pixels of the result lie in it.
    ///   - inside: The part of it that shows the picture.
    private func ground(behind part: PixelBuffer, _ grid: SamplingGrid, inside: Rect, size: PixelSize) throws -> PixelBuffer? {
        switch self {
        case .color: nil
        case .blur: try part.resized(to: part.size.fitted(longSide: Self.longSide)).resized(to: size)
        case .edge: try mirrored(part, grid, inside: inside, size: size)
        }
    }

    /// The part, mirrored at the edges of the picture as often as needed. It is made in a small size.
    private func mirrored(_ part: PixelBuffer, _ grid: SamplingGrid, inside: Rect, size: PixelSize) throws -> PixelBuffer {
        let source = try part.resized(to: part.size.fitted(longSide: 2 * Self.longSide))
        let ground = size.fitted(longSide: 2 * Self.longSide)
        let (across, down) = (Double(size.width) / Double(ground.width), Double(size.height) / Double(ground.height))
        let bytes = source.bytes
        var pixels: [UInt8] = []
        pixels.reserveCapacity(ground.area * 4)
        for row in 0..<ground.height {
            for column in 0..<ground.width {
                let (right, below) = ((Double(column) + 0.5) * across, (Double(row) + 0.5) * down)
                let point = Point(
                    x: grid.origin.x + right * grid.across.x + below * grid.down.x,
                    y: grid.origin.y + right * grid.across.y + below * grid.down.y
                )
                let x = Self.mirrored(point.x, inside.minX, inside.maxX) / Double(part.size.width)
                let y = Self.mirrored(point.y, inside.minY, inside.maxY) / Double(part.size.height)
                let place = (
                    Int(x * Double(source.size.width), within: 0...source.size.width - 1, rounded: .down),
                    Int(y * Double(source.size.height), within: 0...source.size.height - 1, rounded: .down)
                )
                let start = (place.1 * source.size.width + place.0) * 4
                pixels += bytes[start..<start + 4]
            }
        }
        return try PixelBuffer(size: ground, bytes: pixels).resized(to: size)
    }

    /// A place on a line that turns back at its ends.
    private static func mirrored(_ place: Double, _ low: Double, _ high: Double) -> Double {
        let length = high - low
        guard length > 0 else { return low }
        let distance = (place - low).truncatingRemainder(dividingBy: 2 * length)
        let positive = distance < 0 ? distance + 2 * length : distance
        return low + (positive > length ? 2 * length - positive : positive)
    }
}
