/// A way from one place to another, in pixels: x to the right, y down.
public struct Offset: Hashable, Sendable, Codable {
    /// Pixels to the right; to the left where negative.
    public var x: Double
    /// Pixels down; up where negative.
    public var y: Double

    /// An offset by its two lengths. Any numbers are taken: the effects say which they refuse.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// No way at all.
    public static let zero = Offset(x: 0, y: 0)
}
