/// A rectangle as JSON, to a hundredth of a pixel.
package struct RectRecord: Encodable, Sendable {
    package let x: Double
    package let y: Double
    package let width: Double
    package let height: Double

    init(_ rectangle: Rect) {
        x = Self.rounded(rectangle.x, 100)
        y = Self.rounded(rectangle.y, 100)
        width = Self.rounded(rectangle.width, 100)
        height = Self.rounded(rectangle.height, 100)
    }

    static func rounded(_ value: Double, _ steps: Double) -> Double { (value * steps).rounded() / steps }
}
