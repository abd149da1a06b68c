/// A rectangle in pixels of the upright picture, fractions allowed: origin top left, y down.
public struct Rect: Hashable, Sendable, Codable {
    /// Pixels from the picture's left edge to the rectangle's.
    public var x: Double
    /// Pixels from the picture's top edge to the rectangle's.
    public var y: Double
    /// Pixels from left to right.
    public var width: Double
    /// Pixels from top to bottom.
    public var height: Double

    /// A rectangle by its top left corner and its sides. Any numbers are taken: see `isEmpty` and `isFinite`.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The left edge.
    public var minX: Double { x }
    /// The top edge.
    public var minY: Double { y }
    /// The right edge, one past the last pixel of a rectangle of whole ones.
    public var maxX: Double { x + width }
    /// The bottom edge, one past the last pixel of a rectangle of whole ones.
    public var maxY: Double { y + height }
    /// Half way between the left and the right edge.
    public var midX: Double { x + width / 2 }
    /// Half way between the top and the bottom edge.
    public var midY: Double { y + height / 2 }

    /// The area; 0 for a rectangle without extent.
    public var area: Double { isEmpty ? 0 : width * height }

    /// Whether it covers nothing: a side is not above 0, or not a number.
    public var isEmpty: Bool { !(width > 0 && height > 0) }

    /// Whether every coordinate is a finite number.
    public var isFinite: Bool { x.isFinite && y.isFinite && width.isFinite && height.isFinite }

    /// The smallest rectangle that holds both; the other one where one is empty.
    public func union(_ other: Rect) -> Rect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        return Rect(minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
    }

    /// What both cover; empty, of no particular place, where they do not meet.
    public func intersection(_ other: Rect) -> Rect {
        let nothing = Rect(x: 0, y: 0, width: 0, height: 0)
        if isEmpty || other.isEmpty { return nothing }
        let meet = Rect(
            minX: max(minX, other.minX),
            minY: max(minY, other.minY),
            maxX: min(maxX, other.maxX),
            maxY: min(maxY, other.maxY)
        )
        return meet.isEmpty ? nothing : meet
    }

    /// Whether the other rectangle lies inside this one, edges included.
    public func contains(_ other: Rect) -> Bool {
        other.minX >= minX && other.minY >= minY && other.maxX <= maxX && other.maxY <= maxY
    }

    /// The share of the two rectangles' union that both cover, 0...1.
    public func intersectionOverUnion(_ other: Rect) -> Double {
        let shared = intersection(other).area
        let total = area + other.area - shared
        return total > 0 ? shared / total : 0
    }

    /// All four numbers multiplied: from one scale of a picture to another.
    public func scaled(x horizontal: Double, y vertical: Double) -> Rect {
        Rect(x: x * horizontal, y: y * vertical, width: width * horizontal, height: height * vertical)
    }

    /// The same rectangle elsewhere.
    package func moved(x horizontal: Double, y vertical: Double) -> Rect {
        Rect(x: x + horizontal, y: y + vertical, width: width, height: height)
    }

    package init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
        self.init(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
    }

    /// From coordinates of a picture of one size to those of the same picture at another.
    package func scaled(from source: PixelSize, to target: PixelSize) -> Rect {
        scaled(x: Double(target.width) / Double(source.width), y: Double(target.height) / Double(source.height))
    }
}
