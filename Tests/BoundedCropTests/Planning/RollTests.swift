import BoundedCrop
import Foundation
import Testing

@Suite(.timeLimit(.minutes(15))) struct RollTests {
    private func landmarks(_ rightEye: Point, _ leftEye: Point, nose: Point = Point(x: 0, y: 0)) -> Landmarks {
        Landmarks(
            rightEye: rightEye,
            leftEye: leftEye,
            noseTip: nose,
            rightMouthCorner: Point(x: 0, y: 0),
            leftMouthCorner: Point(x: 0, y: 0)
        )
    }

    @Test(arguments: [
        (1.0, 0.0, 0.0), (1, 1, 45), (0, 1, 90), (-1, 1, 135), (-1, 0, 180), (-1, -1, -135), (0, -1, -90), (1, -1, -45), (300, 0, 0),
    ])
    func theRollIsClockwiseFromTheEyeOnTheLeft(across: Double, down: Double, degrees: Double) throws {
        let roll = landmarks(Point(x: 50, y: 50), Point(x: 50 + across, y: 50 + down)).roll
        #expect(abs(try #require(roll) - degrees) < 1e-9)
    }

    /// The other half turn would be -180.
    @Test func aHalfTurnIsPositiveAndNoTurnHasNoSign() {
        #expect(landmarks(Point(x: 1, y: 0), Point(x: 0, y: -0.0)).roll == 180)
        let none = landmarks(Point(x: 0, y: 0), Point(x: 1, y: -0.0)).roll
        #expect(none == 0 && none?.sign == .plus)
    }

    @Test func thereIsNoneWithoutTwoEyes() {
        let (eye, other) = (Point(x: 5, y: 5), Point(x: 9, y: 5))
        #expect(landmarks(eye, eye).roll == nil)
        for value in [Double.nan, .infinity, -.infinity] {
            #expect(landmarks(eye, Point(x: value, y: 5)).roll == nil)
            #expect(landmarks(Point(x: 5, y: value), other).roll == nil)
            #expect(landmarks(eye, other, nose: Point(x: value, y: 0)).roll == nil)
        }
        #expect(landmarks(Point(x: -1e308, y: 0), Point(x: 1e308, y: 0)).roll == nil)
        #expect(Feature(Rect(x: 0, y: 0, width: 9, height: 9)).roll == nil)
        #expect(Feature(Rect(x: 0, y: 0, width: 9, height: 9), landmarks: landmarks(eye, other)).roll == 0)
    }

    @Test(arguments: [(4.0, 1.0, 14.04), (-1, -1e-6, 180), (1, -1e-6, 0), (-1, -1, -135)])
    func recordsHaveItInHundredths(across: Double, down: Double, degrees: Double) throws {
        let face = Feature(
            Rect(x: 0, y: 0, width: 9, height: 9),
            landmarks: landmarks(Point(x: 5, y: 5), Point(x: 5 + across, y: 5 + down))
        )
        let record = FeatureRecord(face, kept: true)
        #expect(record.roll == degrees)
        #expect(try JSONDecoder().decode(FeatureRecord.self, from: JSONEncoder().encode(record)) == record)
    }

    @Test func recordsLeaveOutWhatIsUnknown() throws {
        let record = FeatureRecord(Feature(Rect(x: 1, y: 2, width: 3, height: 4)), kept: true)
        let text = String(decoding: try JSONEncoder().encode(record), as: UTF8.self)
        #expect(!text.contains("roll"))
        let old = "{\"x\":1,\"y\":2,\"width\":3,\"height\":4,\"confidence\":1,\"kind\":\"face\",\"kept\":true}"
        #expect(try JSONDecoder().decode(FeatureRecord.self, from: Data(old.utf8)) == record)
    }
}
