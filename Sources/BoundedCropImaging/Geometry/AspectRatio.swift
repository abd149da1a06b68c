/// The ratio of a rectangle's width to its height in lowest terms, so that equal shapes are equal values.
public struct AspectRatio: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The width's part, above 0; it has no common divisor with the height's.
    public let width: Int
    /// The height's part, above 0.
    public let height: Int

    /// Creates the ratio of two sides in any unit: 1920 and 1080 give 16:9.
    /// - Precondition: Both sides are above 0.
    public init(_ width: Int, _ height: Int) {
        precondition(width > 0 && height > 0, "an aspect ratio has sides above 0, not \(width):\(height)")
        let divisor = Self.greatestCommonDivisor(width, height)
        self.width = width / divisor
        self.height = height / divisor
    }

    /// Creates the ratio of a size.
    /// - Precondition: Both sides are above 0.
    package init(_ size: PixelSize) {
        self.init(size.width, size.height)
    }

    /// Creates a ratio from text such as `16:9`, `1.91:1`, or one number, which is a width for a height of 1.
    ///
    /// The result is nil unless all parts are plain decimal numbers between 0.0001 and 100000 with up to four decimal places.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 1 || parts.count == 2, let width = Self.tenThousandths(parts[0]) else { return nil }
        guard let height = parts.count == 2 ? Self.tenThousandths(parts[1]) : 10_000 else { return nil }
        self.init(width, height)
    }

    /// Creates the ratio of two sides with up to four decimal places; of very long ones with fewer.
    ///
    /// The result is nil for sides that are not above 0, or not finite.
    package init?(width: Double, height: Double) {
        guard width > 0, height > 0, width.isFinite, height.isFinite else { return nil }
        let scale = min(10_000, Double(Self.longestSide) / max(width, height))
        func side(_ length: Double) -> Int { Int(length * scale, within: 1...Self.longestSide) }
        self.init(side(width), side(height))
    }

    /// Width divided by height.
    package var value: Double { Double(width) / Double(height) }

    /// The two parts, as read by `init(_:)`: `16:9`.
    public var description: String { "\(width):\(height)" }

    /// Decodes both sides, which need not be in lowest terms.
    ///
    /// - Throws: `DecodingError` when a side is not above 0.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let (width, height) = try (container.decode(Int.self, forKey: .width), container.decode(Int.self, forKey: .height))
        guard width > 0, height > 0 else {
            let context = DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "an aspect of \(width):\(height)")
            throw DecodingError.dataCorrupted(context)
        }
        self.init(width, height)
    }

    /// The maximum of either side for a crop.
    package static let longestSide = 1_000_000_000

    private static func tenThousandths(_ text: some StringProtocol) -> Int? {
        guard text.count <= 12, let number = Decimals.number(text) else { return nil }
        let scaled = (number * 10_000).rounded()
        guard abs(scaled - number * 10_000) < 1e-6, (1...Double(longestSide)).contains(scaled) else { return nil }
        return Int(scaled, within: 1...longestSide)
    }

    private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
        var (a, b) = (a, b)
        while b != 0 { (a, b) = (b, a % b) }
        return a
    }
}
