/// A range of whole pixels along one axis.
package struct Span: Hashable {
    package var low: Int
    package var high: Int

    package var length: Int { high - low }
    package var center: Double { Double(low + high) / 2 }

    /// The whole pixels that a fractional range touches. Rounding happens only here.
    package init(covering low: Double, _ high: Double, within limit: Int) {
        self.low = Int(low, within: 0...limit, rounded: .down)
        self.high = Int(high, within: 0...limit, rounded: .up)
    }

    package init(low: Int, high: Int) {
        self.low = low
        self.high = high
    }

    package func contains(_ other: Span) -> Bool { low <= other.low && other.high <= high }

    /// The number of pixels in both.
    package func overlap(_ other: Span) -> Int { max(0, min(high, other.high) - max(low, other.low)) }

    package func union(_ other: Span) -> Span { Span(low: min(low, other.low), high: max(high, other.high)) }

    /// The start of a window of this length, inside `limit` pixels, whose center is nearest to `center`; the lower one of two that are
    /// equally near.
    package static func start(ofWindow length: Int, centeredOn center: Double, within limit: Int) -> Int {
        Int(center - Double(length) / 2 - 0.5, within: 0...max(0, limit - length), rounded: .up)
    }
}

/// A rectangle of whole pixels as a range for each axis.
package struct Span2D: Hashable {
    package var horizontal: Span
    package var vertical: Span

    /// The whole pixels of a picture that a rectangle touches.
    package init(covering rectangle: Rect, within size: PixelSize) {
        horizontal = Span(covering: rectangle.minX, rectangle.maxX, within: size.width)
        vertical = Span(covering: rectangle.minY, rectangle.maxY, within: size.height)
    }

    package init(horizontal: Span, vertical: Span) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    package func union(_ other: Span2D) -> Span2D {
        Span2D(horizontal: horizontal.union(other.horizontal), vertical: vertical.union(other.vertical))
    }
}

extension PixelRect {
    /// Creates a rectangle from its range on each axis.
    package init(_ span: Span2D) {
        self.init(x: span.horizontal.low, y: span.vertical.low, width: span.horizontal.length, height: span.vertical.length)
    }
}
