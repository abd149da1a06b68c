/// A rectangle in pixels of the upright picture, which may be fractional, with the origin at the top left and y down.
public struct Rect: Hashable, Sendable, Codable, CustomStringConvertible {
    /// Pixels from the picture's left edge to the rectangle's.
    public var x: Double
    /// Pixels from the picture's top edge to the rectangle's.
    public var y: Double
    /// The width in pixels.
    public var width: Double
    /// The height in pixels.
    public var height: Double

    /// Creates a rectangle from its top left corner and its sides. All values are allowed: see `isEmpty` and `isFinite`.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The rectangle as shown in errors: `200.5x100.0 at -50.0,20.0`.
    public var description: String { "\(width)x\(height) at \(x),\(y)" }

    /// The left edge.
    package var minX: Double { x }
    /// The top edge.
    package var minY: Double { y }
    /// The right edge; for whole pixels, one past the last column.
    package var maxX: Double { x + width }
    /// The bottom edge; for whole pixels, one past the last row.
    package var maxY: Double { y + height }
    /// The x coordinate of the center.
    package var midX: Double { x + width / 2 }
    /// The y coordinate of the center.
    package var midY: Double { y + height / 2 }

    /// The area; 0 for an empty rectangle.
    package var area: Double { isEmpty ? 0 : width * height }

    /// Whether the rectangle covers nothing: a side is not above 0 or is NaN.
    package var isEmpty: Bool { !(width > 0 && height > 0) }

    /// Whether every coordinate is a finite number.
    package var isFinite: Bool { x.isFinite && y.isFinite && width.isFinite && height.isFinite }

    /// Returns the smallest rectangle that contains both; if one is empty, the other one.
    package func union(_ other: Rect) -> Rect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        return Rect(minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
    }

    /// Returns the rectangle that both cover; an empty one at the origin if they do not overlap.
    package func intersection(_ other: Rect) -> Rect {
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

    /// Returns whether the other rectangle lies inside this one, edges included.
    package func contains(_ other: Rect) -> Bool {
        other.minX >= minX && other.minY >= minY && other.maxX <= maxX && other.maxY <= maxY
    }

    /// Returns the fraction of the two rectangles' union that both cover, 0...1.
    package func intersectionOverUnion(_ other: Rect) -> Double {
        let shared = intersection(other).area
        let total = area + other.area - shared
        return total > 0 ? shared / total : 0
    }

    /// Returns the rectangle with all coordinates multiplied, to convert between scales of a picture.
    package func scaled(x horizontal: Double, y vertical: Double) -> Rect {
        Rect(x: x * horizontal, y: y * vertical, width: width * horizontal, height: height * vertical)
    }

    /// Returns the rectangle moved by an offset.
    package func moved(x horizontal: Double, y vertical: Double) -> Rect {
        Rect(x: x + horizontal, y: y + vertical, width: width, height: height)
    }

    package init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
        self.init(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
    }

    /// Converts from coordinates of a picture of one size to those of the same picture at another size.
    package func scaled(from source: PixelSize, to target: PixelSize) -> Rect {
        scaled(x: Double(target.width) / Double(source.width), y: Double(target.height) / Double(source.height))
    }
}
