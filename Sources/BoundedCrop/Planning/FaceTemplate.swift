internal import CLibrary

/// Places in an output for the five landmarks of a face, which networks for recognition were trained with.
package enum FaceTemplate: String, Hashable, Sendable, Codable, CaseIterable {
    /// The points of ArcFace in an output of 112x112 pixels, as published in InsightFace (`python-package/insightface/utils/face_align.py`). In
    /// an output of another shape, they are those of a square as high as the output, in the middle of its width: of 96x112 pixels, those of
    /// SphereFace.
    case arcFace = "arcface"

    /// The size of the output that networks expect, in pixels.
    package var size: PixelSize { PixelSize(width: Self.side, height: Self.side) }

    private static let side = 112

    /// The points in the published output.
    private var points: Landmarks {
        Landmarks(
            rightEye: Point(x: 38.2946, y: 51.6963),
            leftEye: Point(x: 73.5318, y: 51.5014),
            noseTip: Point(x: 56.0252, y: 71.7366),
            rightMouthCorner: Point(x: 41.5493, y: 92.3655),
            leftMouthCorner: Point(x: 70.7299, y: 92.2041)
        )
    }

    /// The points in shares of the output's height, from its center.
    private var shares: [Point] {
        let side = Double(Self.side)
        return points.points.map { Point(x: $0.x / side - 0.5, y: $0.y / side - 0.5) }
    }

    /// The frame that brings landmarks closest to these points: by the rotation, scale and shift with the least sum of squared distances in the
    /// output (S. Umeyama, "Least-squares estimation of transformation parameters between two point patterns", IEEE TPAMI 13(4), 1991), as the
    /// networks' own tools do.
    ///
    /// Nil for landmarks that are not finite, that lie within a pixel, or that are so unlike a face that no turn and scale brings them near.
    func frame(around landmarks: Landmarks, aspect: AspectRatio) -> AlignedFrame? {
        let (from, to) = (CenteredPoints(landmarks.points), CenteredPoints(shares))
        // As complex numbers, the best factor for `from` is the sum of conj(from) * to, divided by that of |from|².
        let (real, imaginary) = zip(from.points, to.points).reduce((0.0, 0.0)) { sum, pair in
            let (from, to) = pair
            return (sum.0 + from.x * to.x + from.y * to.y, sum.1 + from.x * to.y - from.y * to.x)
        }
        let product = hypot(real, imaginary)
        let correlation = product / (from.squares * to.squares).squareRoot()
        guard from.squares >= 1, correlation.isFinite, correlation >= Self.leastCorrelation else { return nil }
        // Pixels of the picture for the height of the output.
        let height = from.squares / product
        let frame = AlignedFrame(
            center: from.center,
            width: height * aspect.value,
            height: height,
            angle: 0 - atan2(imaginary, real) * 180 / .pi
        )
        let (across, x, y) = (frame.across, -to.center.x * height, -to.center.y * height)
        var placed = frame
        placed.center = Point(
            x: from.center.x + x * across.x - y * across.y,
            y: from.center.y + x * across.y + y * across.x
        )
        return placed
    }

    /// That of a face in profile is about 0.85; of points along a line, up to 0.8; of points in a mirror, 0.2.
    private static let leastCorrelation = 0.5
}

/// Points relative to their mean.
private struct CenteredPoints {
    let center: Point
    let points: [Point]
    /// The sum of the squared distances from the center.
    let squares: Double

    init(_ points: [Point]) {
        let count = Double(points.count)
        let center = Point(x: points.reduce(0) { $0 + $1.x } / count, y: points.reduce(0) { $0 + $1.y } / count)
        self.center = center
        self.points = points.map { Point(x: $0.x - center.x, y: $0.y - center.y) }
        squares = self.points.reduce(0) { $0 + $1.x * $1.x + $1.y * $1.y }
    }
}
