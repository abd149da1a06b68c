/// A color in sRGB, not premultiplied, with components 0...1.
public struct Color: Hashable, Sendable {
    /// Red, 0...1; clamped when set.
    public var red: Double { didSet { red = Self.bounded(red) } }
    /// Green, 0...1; clamped when set.
    public var green: Double { didSet { green = Self.bounded(green) } }
    /// Blue, 0...1; clamped when set.
    public var blue: Double { didSet { blue = Self.bounded(blue) } }
    /// Opacity, 0 (clear) ... 1 (opaque); clamped when set.
    public var alpha: Double { didSet { alpha = Self.bounded(alpha) } }

    /// Creates a color from its components, which are clamped to 0...1; NaN becomes 0.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = Self.bounded(red)
        self.green = Self.bounded(green)
        self.blue = Self.bounded(blue)
        self.alpha = Self.bounded(alpha)
    }

    private static func bounded(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }

    /// Opaque black.
    public static let black = Color(red: 0, green: 0, blue: 0)
    /// Opaque white.
    public static let white = Color(red: 1, green: 1, blue: 1)
    /// Fully transparent.
    public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)
}
