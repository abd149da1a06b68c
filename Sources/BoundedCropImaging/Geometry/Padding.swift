/// The space around each feature. Detectors mark only the middle of a face, without forehead, chin and hair.
public struct Padding: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The padding on one side.
    public enum Length: Hashable, Sendable, Codable, CustomStringConvertible {
        /// Pixels of the upright picture.
        case pixels(Double)
        /// A fraction of the feature's own size: of its height for top and bottom, of its width for left and right. 0.2 is a fifth.
        case fraction(Double)

        /// The length as read by `Padding.init(_:)`, `12px` or `20%`, rounded to four decimal places.
        public var description: String {
            switch self {
            case .pixels(let value): "\(Decimals.text(value))px"
            case .fraction(let value): "\(Decimals.text(value * 100))%"
            }
        }

        fileprivate func room(beside side: Double) -> Double {
            switch self {
            case .pixels(let value): value
            case .fraction(let value): value * side
            }
        }

        fileprivate var isUsable: Bool {
            switch self {
            case .pixels(let value): (0...1_000_000).contains(value)
            case .fraction(let value): (0...100).contains(value)
            }
        }
    }

    /// The padding above the feature; a fraction refers to its height.
    public var top: Length
    /// The padding to the right of the feature; a fraction refers to its width.
    public var right: Length
    /// The padding below the feature; a fraction refers to its height.
    public var bottom: Length
    /// The padding to the left of the feature; a fraction refers to its width.
    public var left: Length

    /// Creates a padding with a length for each side. They are checked when a crop is planned: fractions are 0...100, pixels 0...1000000.
    public init(top: Length, right: Length, bottom: Length, left: Length) {
        self.top = top
        self.right = right
        self.bottom = bottom
        self.left = left
    }

    /// Creates a padding with the same length on all four sides.
    public init(_ all: Length) {
        self.init(top: all, right: all, bottom: all, left: all)
    }

    /// No padding.
    public static let zero = Padding(.pixels(0))

    /// 35% above, 15% on the sides and 20% below.
    ///
    /// For each labeled face that a detector found, `boundedcrop evaluate` computes how much padding the detection would have needed to include
    /// the face and a fifth of its height above it. These are the largest values that suffice for 98% of the faces, plus a small margin.
    public static let standard = Padding(top: .fraction(0.35), right: .fraction(0.15), bottom: .fraction(0.2), left: .fraction(0.15))

    /// Creates a padding from text: one length for all sides (`20%`, `12px`, `12`), or four in the order top, right, bottom, left
    /// (`30%,10%,20%,10%`).
    ///
    /// The result is nil for anything else, for negative lengths, and above 10000% or a million pixels.
    public init?(_ text: some StringProtocol) {
        let lengths = text.split(separator: ",", omittingEmptySubsequences: false).map { Self.length(String($0)) }
        switch lengths.count {
        case 1:
            guard let all = lengths[0] else { return nil }
            self.init(all)
        case 4:
            guard let top = lengths[0], let right = lengths[1], let bottom = lengths[2], let left = lengths[3] else { return nil }
            self.init(top: top, right: right, bottom: bottom, left: left)
        default:
            return nil
        }
    }

    /// The padding as read by `init(_:)`: one length if all are equal, otherwise four in the order top, right, bottom, left.
    public var description: String {
        let sides = [top, right, bottom, left].map(\.description)
        return Set(sides).count == 1 ? sides[0] : sides.joined(separator: ",")
    }

    /// Returns the feature's rectangle with its padding, not clipped to the picture.
    package func applied(to feature: Rect) -> Rect {
        Rect(
            minX: feature.minX - left.room(beside: feature.width),
            minY: feature.minY - top.room(beside: feature.height),
            maxX: feature.maxX + right.room(beside: feature.width),
            maxY: feature.maxY + bottom.room(beside: feature.height)
        )
    }

    /// The feature's rectangle with its padding, not clipped to the picture; without the standard one for a feature that is exact.
    package func applied(to feature: Feature) -> Rect {
        feature.isExact && Self.standards.contains(self) ? feature.rectangle : applied(to: feature.rectangle)
    }

    /// The standard padding, as it is and as it is where the output is turned.
    private static let standards: Set<Padding> = {
        let sides = [standard.top, standard.right, standard.bottom, standard.left]
        let turned = (0..<4).map { Array(sides[$0...] + sides[..<$0]) }
        return Set(turned.map { Padding(top: $0[0], right: $0[1], bottom: $0[2], left: $0[3]) })
    }()

    package var isUsable: Bool { [top, right, bottom, left].allSatisfy(\.isUsable) }

    private static func length(_ text: String) -> Length? {
        let (digits, make): (Substring, (Double) -> Length) =
            if text.hasSuffix("%") {
                (text.dropLast(), { .fraction($0 / 100) })
            } else if text.hasSuffix("px") {
                (text.dropLast(2), { .pixels($0) })
            } else {
                (text[...], { .pixels($0) })
            }
        guard let number = Decimals.number(digits) else { return nil }
        let length = make(number)
        return length.isUsable ? length : nil
    }
}

extension Padding.Length {
    private enum CodingKeys: String, CodingKey {
        case share
    }

    /// Encodes pixels as a number, and a fraction as `{"share":0.2}`.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .pixels(let pixels):
            var container = encoder.singleValueContainer()
            try container.encode(pixels)
        case .fraction(let fraction):
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(fraction, forKey: .share)
        }
    }

    /// Decodes either form.
    public init(from decoder: any Decoder) throws {
        if let pixels = try? decoder.singleValueContainer().decode(Double.self) {
            self = .pixels(pixels)
        } else {
            self = .fraction(try decoder.container(keyedBy: CodingKeys.self).decode(Double.self, forKey: .share))
        }
    }
}
