/// The line from the eye on the viewer's left to the one on the right.
package struct EyeLine: Hashable, Sendable {
    /// The point between the eyes, in pixels of the upright picture.
    package let middle: Point
    /// Pixels from one eye to the other, above 0.
    package let distance: Double
    /// The direction from one eye to the other, of length 1.
    package let direction: Point
}

extension Landmarks {
    /// The line through the eyes; nil if a coordinate is not finite or both eyes are at one point.
    package var eyeLine: EyeLine? {
        let (across, down) = (leftEye.x - rightEye.x, leftEye.y - rightEye.y)
        let distance = (across * across + down * down).squareRoot()
        guard isFinite, distance.isFinite, distance > 0 else { return nil }
        return EyeLine(
            middle: Point(x: rightEye.x + across / 2, y: rightEye.y + down / 2),
            distance: distance,
            direction: Point(x: across / distance, y: down / distance)
        )
    }
}
