/// A rectangle as JSON, rounded to 0.01 pixels.
struct RectRecord: Encodable {
    let x: Double
    let y: Double
    let width: Double
    let height: Double

    init(_ rectangle: Rect) {
        x = Self.rounded(rectangle.x, 100)
        y = Self.rounded(rectangle.y, 100)
        width = Self.rounded(rectangle.width, 100)
        height = Self.rounded(rectangle.height, 100)
    }

    static func rounded(_ value: Double, _ steps: Double) -> Double { (value * steps).rounded() / steps }
}
