/// A point in a picture, in pixels from its top left corner.
public struct Point: Hashable, Sendable, Codable {
    /// Pixels from the picture's left edge.
    public var x: Double
    /// Pixels from the picture's top edge.
    public var y: Double

    /// Creates a point. It may lie outside the picture, as with parts of a cut face.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
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
