/// A width or a height in a URL.
enum TransformationSide: Hashable, Sendable {
    /// 1...65535 pixels.
    case pixels(Int)
    /// A share of the picture's side, above 0 and at most 1.
    case share(Double)

    /// The side as the argument of a filter: pixels, or percent with `p`.
    var text: String {
        switch self {
        case .pixels(let pixels): String(pixels)
        case .share(let share): ParameterText.text(share * 100) + "p"
        }
    }

    /// A share with four decimals: as many as are written.
    static func rounded(_ share: Double) -> Double { (share * 10_000).rounded() / 10_000 }

    var pixels: Int? { if case .pixels(let pixels) = self { pixels } else { nil } }
}

/// An aspect ratio in a URL.
struct TransformationAspect: Hashable, Sendable {
    let width: Double
    let height: Double

    /// Nil unless both are positive and their ratio is one that pictures have.
    init?(_ width: Double?, _ height: Double?) {
        let sides = 0.0001...1e9
        guard let width, let height, sides.contains(width), sides.contains(height), (0.001...1000).contains(width / height) else {
            return nil
        }
        (self.width, self.height) = (width, height)
    }

    private init(ofSquareWithSide side: Double) { (width, height) = (side, side) }

    static let square = TransformationAspect(ofSquareWithSide: 1)

    var text: String { "\(ParameterText.text(width)):\(ParameterText.text(height))" }
}
