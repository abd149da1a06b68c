/// An offset in pixels: x to the right, y down.
public struct Offset: Hashable, Sendable, Codable {
    /// Pixels to the right; negative values are to the left.
    public var x: Double
    /// Pixels down; negative values are up.
    public var y: Double

    /// Creates an offset from its two lengths. Any numbers are accepted here; effects check them.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Zero.
    public static let zero = Offset(x: 0, y: 0)
}
