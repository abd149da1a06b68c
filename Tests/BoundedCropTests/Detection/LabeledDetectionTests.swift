import BoundedCrop
import PictureSupport
import TestSupport
import Testing

/// Compares the detectors with manually labeled faces.
@Suite(.timeLimit(.minutes(15))) struct LabeledDetectionTests {
    /// The known errors of a detector, and their causes. The tests also fail if one of these is corrected.
    private static let known: [FaceDetector: [String: String]] = [
        .yunet: [:],
        .haar: [
            "photos/camera.png":
                "seen from the side, behind a camera: low does not look for profiles, and their square is too wide for high",
            "photos/obama_partial_face.jpg": "half a face at the left edge: the cascade needs both eyes",
            "photos/obama_partial_face2.jpg": "half a face at the right edge: the cascade needs both eyes",
            "composites/two_far_apart.jpg": "at low accuracy, both cascades see a third face in a blurred flower",
        ],
    ]

    /// The overlap that the evaluation requires.
    private static let neededOverlap = 0.4

    private static func photos() throws -> [Fixture.Labeled] {
        try (Fixture.labeled("photos/") + Fixture.labeled("composites/")).filter { !$0.faces.isEmpty }
    }

    private static func empty() throws -> [Fixture.Labeled] {
        try (Fixture.labeled("photos/") + Fixture.labeled("edges/")).filter(\.faces.isEmpty)
    }

    @Test(arguments: try photos(), FaceDetector.allCases) func findsTheLabeledFacesAndNothingElse(
        photo: Fixture.Labeled,
        by kind: FaceDetector
    ) throws {
        if let reason = Self.known[kind]?[photo.file] {
            withKnownIssue(Comment(rawValue: reason)) { try expectLabeledFaces(photo, kind) }
        } else {
            try expectLabeledFaces(photo, kind)
        }
    }

    private func expectLabeledFaces(_ photo: Fixture.Labeled, _ kind: FaceDetector) throws {
        for accuracy in DetectionAccuracy.allCases {
            let features = try kind.detector().features(in: Fixture.source(photo.file), accuracy: accuracy)
            #expect(features.count == photo.rectangles.count, "\(accuracy): \(features.map(\.rectangle))")
            for face in photo.rectangles {
                let best = features.map { $0.rectangle.intersectionOverUnion(face) }.max() ?? 0
                #expect(best >= Self.neededOverlap, "\(accuracy): \(face)")
            }
        }
    }

    @Test(arguments: try empty(), FaceDetector.allCases) func findsNothingInPicturesWithoutFaces(
        photo: Fixture.Labeled,
        by kind: FaceDetector
    ) throws {
        for accuracy in DetectionAccuracy.allCases {
            let features = try kind.detector().features(in: Fixture.source(photo.file), accuracy: accuracy)
            #expect(features.isEmpty, "\(accuracy)")
        }
    }

    /// The same photo in eight orientations and three formats, with the orientation before and after the pixels.
    @Test(arguments: try Fixture.labeled("orientations/"), FaceDetector.allCases)
    func findsTheFaceInUprightCoordinatesOfARotatedFile(photo: Fixture.Labeled, by kind: FaceDetector) throws {
        for accuracy in DetectionAccuracy.allCases {
            let upright = try kind.detector().features(in: Fixture.source("orientations/obama_1.jpg"), accuracy: accuracy)
            let features = try kind.detector().features(in: Fixture.source(photo.file), accuracy: accuracy)
            #expect(features.count == 1 && upright.count == 1)
            for (one, other) in zip(features, upright) {
                #expect(one.rectangle.intersectionOverUnion(other.rectangle) > 0.9)
                #expect(one.rectangle.intersectionOverUnion(photo.rectangles[0]) > 0.5)
                #expect(abs(one.confidence - other.confidence) < 0.1)
            }
        }
    }
}
