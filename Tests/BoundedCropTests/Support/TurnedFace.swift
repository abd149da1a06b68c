import BoundedCrop
import Foundation

extension Feature {
    /// A face by its eyes, turned clockwise by some degrees: a square of twice their distance, whose center is 0.3 distances below them, as
    /// the face sees it.
    ///
    /// - Parameter aside: How far the nose is beside the middle, towards the eye on the right of an upright picture, in distances.
    static func face(
        eyes middle: Point,
        distance: Double,
        roll: Double = 0,
        aside: Double = 0,
        confidence: Double = 1
    ) -> Feature {
        // Whole numbers for quarter turns.
        func exact(_ value: Double) -> Double { (value * 1e12).rounded() / 1e12 }
        let (x, y) = (exact(cos(roll * .pi / 180)), exact(sin(roll * .pi / 180)))
        func point(_ across: Double, _ below: Double) -> Point {
            Point(x: middle.x + distance * (across * x - below * y), y: middle.y + distance * (across * y + below * x))
        }
        let center = point(0, 0.3)
        return Feature(
            Rect(x: center.x - distance, y: center.y - distance, width: 2 * distance, height: 2 * distance),
            confidence: confidence,
            landmarks: Landmarks(
                rightEye: point(-0.5, 0),
                leftEye: point(0.5, 0),
                noseTip: point(aside, 0.6),
                rightMouthCorner: point(-0.4, 1),
                leftMouthCorner: point(0.4, 1)
            )
        )
    }
}

extension PixelBuffer {
    /// A picture in which red is the column and green the row.
    static func coordinates(_ width: Int, _ height: Int) throws -> PixelBuffer {
        let size = PixelSize(width: width, height: height)
        let bytes: [UInt8] = (0..<size.area).flatMap { [UInt8($0 % width), UInt8($0 / width), 0, 255] }
        return try PixelBuffer(size: size, bytes: bytes)
    }

    /// The four bytes of a pixel.
    func pixel(_ x: Int, _ y: Int) -> [UInt8] {
        let index = (y * width + x) * 4
        return Array(bytes[index..<index + 4])
    }
}
