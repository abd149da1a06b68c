/// A colour in sRGB, not premultiplied: each component 0...1.
public struct Color: Hashable, Sendable {
    /// Red, 0...1.
    public var red: Double
    /// Green, 0...1.
    public var green: Double
    /// Blue, 0...1.
    public var blue: Double
    /// Opacity, 0 (clear) ... 1 (opaque).
    public var alpha: Double

    /// A colour from its components; those outside 0...1 are brought to the nearer end, and what is no number to 0.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        func bounded(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
        self.red = bounded(red)
        self.green = bounded(green)
        self.blue = bounded(blue)
        self.alpha = bounded(alpha)
    }

    /// Opaque black.
    public static let black = Color(red: 0, green: 0, blue: 0)
    /// Opaque white.
    public static let white = Color(red: 1, green: 1, blue: 1)
    /// Fully transparent.
    public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)
}
