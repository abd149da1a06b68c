import TestSupport
import Testing

@testable import BoundedCrop

/// The closer view in which a candidate is confirmed.
@Suite(.timeLimit(.minutes(15))) struct FaceViewTests {
    /// Red is the column, green the row.
    private func pixel(_ view: FaceView, _ x: Int, _ y: Int) -> (Int, Int) {
        let index = (y * view.pixels.width + x) * 4
        return (Int(view.pixels.bytes[index]), Int(view.pixels.bytes[index + 1]))
    }

    @Test func anUprightCandidateIsSeenInAMirror() throws {
        let copy = try PixelBuffer.coordinates(200, 200)
        let face = Feature(Rect(x: 90, y: 70, width: 20, height: 40))
        // 80 pixels around (100, 90), at twice their size.
        let view = try #require(try FaceView(around: face, sides: 2, longSide: 160, in: copy))
        #expect(view.place == Rect(x: 60, y: 40, width: 40, height: 80))
        let (left, right) = (pixel(view, 10, 80), pixel(view, 150, 80))
        #expect(abs(left.0 - 135) <= 1 && abs(right.0 - 65) <= 1 && abs(left.1 - 90) <= 1)
        let back = view.feature(Feature(view.place), for: face)
        #expect(abs(back.rectangle.x - 90) < 1e-9 && abs(back.rectangle.y - 70) < 1e-9)
        #expect(abs(back.rectangle.width - 20) < 1e-9 && abs(back.rectangle.height - 40) < 1e-9)
    }

    @Test(arguments: [45.0, 90, 135, 180, -30, -120]) func aTurnedCandidateIsSeenUpright(roll: Double) throws {
        let copy = try PixelBuffer.coordinates(200, 200)
        let face = Feature.face(eyes: Point(x: 100, y: 100), distance: 20, roll: roll)
        let view = try #require(try FaceView(around: face, sides: 3, longSide: 120, in: copy))
        // The view's own landmarks, mirrored back and forth.
        let upright = Feature.face(eyes: Point(x: 60, y: 54), distance: 20)
        let back = view.feature(upright.mirrored(in: 120), for: face)
        let (seen, known) = (try #require(back.landmarks), try #require(face.landmarks))
        for (one, other) in zip(seen.points, known.points) { #expect(abs(one.x - other.x) < 1e-6 && abs(one.y - other.y) < 1e-6) }
        #expect(back.rectangle == face.rectangle)
    }

    @Test(arguments: [Rect(x: -500, y: 0, width: 20, height: 20), Rect(x: 0, y: 900, width: 20, height: 20)])
    func aCandidateOutsideHasNoView(place: Rect) throws {
        #expect(try FaceView(around: Feature(place), sides: 2, longSide: 64, in: PixelBuffer.coordinates(100, 100)) == nil)
    }

    @Test(arguments: [(30.0, 0.3), (45, 0.3), (-45, 0.3), (135, 0.3), (-135, 0.3)])
    func facesAtEveryAngleAreConfirmed(angle: Double, overlap: Double) throws {
        let upright = try Fixture.source("photos/obama.jpg").pixels(longSide: 600)
        let face = try #require(try YuNetDetector().features(in: upright, accuracy: .high).first)
        let (picture, turned) = try upright.turned(by: angle, face.rectangle)
        for accuracy in DetectionAccuracy.allCases {
            let found = try YuNetDetector().features(in: picture, accuracy: accuracy)
            #expect(found.count == 1 && (found.first?.rectangle.intersectionOverUnion(turned) ?? 0) > overlap, "\(accuracy)")
        }
    }
}

extension Feature {
    /// The feature in a mirrored picture of this width.
    fileprivate func mirrored(in width: Double) -> Feature {
        var feature = self
        feature.landmarks = landmarks?.map { Point(x: width - $0.x, y: $0.y) }.withSidesExchanged
        return feature
    }
}

extension PixelBuffer {
    /// The picture turned clockwise about its center, and where a square around a rectangle's center then is.
    fileprivate func turned(by degrees: Double, _ place: Rect) throws -> (PixelBuffer, Rect) {
        let frame = AlignedFrame(
            center: Point(x: Double(width) / 2, y: Double(height) / 2),
            width: 900,
            height: 900,
            angle: -degrees
        )
        let corner = frame.point(Point(x: 0, y: 0)), right = frame.point(Point(x: 1, y: 0)), below = frame.point(Point(x: 0, y: 1))
        let grid = SamplingGrid(
            origin: corner,
            across: Point(x: (right.x - corner.x) / 900, y: (right.y - corner.y) / 900),
            down: Point(x: (below.x - corner.x) / 900, y: (below.y - corner.y) / 900)
        )
        let size = PixelSize(width: 900, height: 900)
        let turned = try sampled(grid, to: size, inside: PixelRect(all: self.size).rect, fill: nil)
        let share = frame.share(Point(x: place.midX, y: place.midY))
        let side = place.area.squareRoot()
        return (turned, Rect(x: share.x * 900 - side / 2, y: share.y * 900 - side / 2, width: side, height: side))
    }
}
