internal import CLibrary

/// A point in a picture, in pixels from its top left corner.
public struct Point: Hashable, Sendable, Codable {
    /// Pixels from the picture's left edge; of an offset, to the right.
    public var x: Double
    /// Pixels from the picture's top edge; of an offset, down.
    public var y: Double

    /// Creates a point. It may lie outside the picture, as with parts of a cut face.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    package static let zero = Point(x: 0, y: 0)
}

/// The positions of the parts of a face, in pixels of the upright picture. Right and left are the person's own.
public struct Landmarks: Hashable, Sendable, Codable {
    /// The center of the person's right eye, usually on the left in the picture.
    public var rightEye: Point
    /// The center of the person's left eye.
    public var leftEye: Point
    /// The tip of the nose.
    public var noseTip: Point
    /// The corner of the mouth on the person's right.
    public var rightMouthCorner: Point
    /// The corner of the mouth on the person's left.
    public var leftMouthCorner: Point

    /// Creates the landmarks of one face, in pixels of the upright picture.
    public init(rightEye: Point, leftEye: Point, noseTip: Point, rightMouthCorner: Point, leftMouthCorner: Point) {
        self.rightEye = rightEye
        self.leftEye = leftEye
        self.noseTip = noseTip
        self.rightMouthCorner = rightMouthCorner
        self.leftMouthCorner = leftMouthCorner
    }

    /// Creates landmarks from points in YuNet's order; nil unless there are five points.
    package init?(_ points: [Point]) {
        guard points.count == 5 else { return nil }
        self.init(
            rightEye: points[0],
            leftEye: points[1],
            noseTip: points[2],
            rightMouthCorner: points[3],
            leftMouthCorner: points[4]
        )
    }

    /// The points, in YuNet's order.
    package var points: [Point] { [rightEye, leftEye, noseTip, rightMouthCorner, leftMouthCorner] }

    /// Whether every coordinate is a finite number.
    var isFinite: Bool { points.allSatisfy { $0.x.isFinite && $0.y.isFinite } }

    package func map(_ transform: (Point) -> Point) -> Landmarks {
        Landmarks(
            rightEye: transform(rightEye),
            leftEye: transform(leftEye),
            noseTip: transform(noseTip),
            rightMouthCorner: transform(rightMouthCorner),
            leftMouthCorner: transform(leftMouthCorner)
        )
    }
}

extension Landmarks {
    /// By how much the face is turned in the picture, in degrees clockwise as seen: above -180, at most 180. 0 means that the eyes are level
    /// and the person's right eye is on the left, as in an upright photo; 90 that the top of the head points to the right.
    ///
    /// It is the direction of the line through the eyes: `atan2(leftEye.y - rightEye.y, leftEye.x - rightEye.x)`. Nil if a coordinate is not
    /// finite or both eyes are at one point.
    package var roll: Double? {
        guard let line = eyeLine else { return nil }
        // Adding 0 turns -0 into 0.
        let degrees = atan2(line.direction.y, line.direction.x) * 180 / .pi + 0
        return degrees > -180 ? degrees : 180
    }
}

extension Feature {
    /// By how much the face is turned, in degrees clockwise; nil without usable landmarks. See `Landmarks.roll`.
    package var roll: Double? { landmarks?.roll }
}

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
