/// A place in a picture, in pixels from its top left.
public struct Point: Hashable, Sendable, Codable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// Where the parts of a face are, in pixels of the upright picture. Right and left are the person's own.
public struct Landmarks: Hashable, Sendable, Codable {
    public var rightEye: Point
    public var leftEye: Point
    public var noseTip: Point
    public var rightMouthCorner: Point
    public var leftMouthCorner: Point

    public init(rightEye: Point, leftEye: Point, noseTip: Point, rightMouthCorner: Point, leftMouthCorner: Point) {
        self.rightEye = rightEye
        self.leftEye = leftEye
        self.noseTip = noseTip
        self.rightMouthCorner = rightMouthCorner
        self.leftMouthCorner = leftMouthCorner
    }

    /// In YuNet's order; nil for another number of points.
    init?(_ points: [Point]) {
        guard points.count == 5 else { return nil }
        self.init(
            rightEye: points[0],
            leftEye: points[1],
            noseTip: points[2],
            rightMouthCorner: points[3],
            leftMouthCorner: points[4]
        )
    }

    func map(_ transform: (Point) -> Point) -> Landmarks {
        Landmarks(
            rightEye: transform(rightEye),
            leftEye: transform(leftEye),
            noseTip: transform(noseTip),
            rightMouthCorner: transform(rightMouthCorner),
            leftMouthCorner: transform(leftMouthCorner)
        )
    }
}
