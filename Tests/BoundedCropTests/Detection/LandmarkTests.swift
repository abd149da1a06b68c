import BoundedCrop
import PictureSupport
import TestSupport
import Testing

/// YuNet returns the positions of eyes, nose and mouth.
@Suite(.timeLimit(.minutes(15))) struct LandmarkTests {
    private static func photos() throws -> [Fixture.Labeled] {
        try ["photos/", "composites/", "orientations/"].flatMap { try Fixture.labeled($0) }.filter { !$0.faces.isEmpty }
    }

    /// One partial face extends beyond the picture, and so does its other eye.
    private static let cut = ["photos/obama_partial_face.jpg", "photos/obama_partial_face2.jpg"]

    private func points(_ landmarks: Landmarks) -> [Point] {
        [landmarks.rightEye, landmarks.leftEye, landmarks.noseTip, landmarks.rightMouthCorner, landmarks.leftMouthCorner]
    }

    @Test(arguments: try photos(), DetectionAccuracy.allCases)
    func areInPlausiblePositionsWithinTheFace(photo: Fixture.Labeled, accuracy: DetectionAccuracy) throws {
        let features = try YuNetDetector().features(in: Fixture.source(photo.file), accuracy: accuracy)
        #expect(features.count == photo.faces.count)
        for feature in features {
            let landmarks = try #require(feature.landmarks)
            for point in points(landmarks) where !Self.cut.contains(photo.file) {
                #expect(feature.rectangle.contains(Rect(x: point.x, y: point.y, width: 0, height: 0)))
            }
            #expect(max(landmarks.rightEye.y, landmarks.leftEye.y) < landmarks.noseTip.y)
            #expect(landmarks.noseTip.y < min(landmarks.rightMouthCorner.y, landmarks.leftMouthCorner.y))
            // The person's own right, which is on the left in the picture.
            #expect(landmarks.rightEye.x < landmarks.leftEye.x)
            #expect(landmarks.rightMouthCorner.x < landmarks.leftMouthCorner.x)
        }
    }

    @Test(arguments: try Fixture.labeled("orientations/")) func ofARotatedFileAreThoseOfTheUprightPicture(photo: Fixture.Labeled) throws {
        let upright = try YuNetDetector().features(in: Fixture.source("orientations/obama_1.jpg"), accuracy: .low)
        let features = try YuNetDetector().features(in: Fixture.source(photo.file), accuracy: .low)
        let pairs = try zip(points(#require(upright.first?.landmarks)), points(#require(features.first?.landmarks)))
        // 2% of the long side of 400: JPEG's blocks are positioned differently in a rotated picture.
        for (one, other) in pairs { #expect(abs(one.x - other.x) < 8 && abs(one.y - other.y) < 8) }
    }

    /// Measured by hand to a tenth of the face: the center of each pupil.
    @Test func eyesAreAtThePupils() throws {
        let landmarks = try #require(YuNetDetector().features(in: Fixture.source("photos/astronaut.png"), accuracy: .high).first?.landmarks)
        #expect(abs(landmarks.rightEye.x - 204) < 9 && abs(landmarks.rightEye.y - 101) < 9, "\(landmarks)")
        #expect(abs(landmarks.leftEye.x - 247) < 9 && abs(landmarks.leftEye.y - 103) < 9, "\(landmarks)")
    }

    @Test func haarReturnsNone() throws {
        let features = try HaarCascadeDetector().features(in: Fixture.source("photos/astronaut.png"), accuracy: .low)
        #expect(features.map(\.landmarks) == [nil])
    }
}
