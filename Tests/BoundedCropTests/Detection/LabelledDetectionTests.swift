import BoundedCrop
import PictureSupport
import TestSupport
import Testing

/// The detectors against faces marked by hand.
@Suite(.timeLimit(.minutes(15))) struct LabelledDetectionTests {
    /// What a detector gets wrong, and why. A test fails as well when something here has become right.
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

    /// As the evaluation counts.
    private static let neededOverlap = 0.4

    private static func photos() throws -> [Fixture.Labelled] {
        try (Fixture.labelled("photos/") + Fixture.labelled("composites/")).filter { !$0.faces.isEmpty }
    }

    private static func empty() throws -> [Fixture.Labelled] {
        try (Fixture.labelled("photos/") + Fixture.labelled("edges/")).filter(\.faces.isEmpty)
    }

    @Test(arguments: try photos(), FaceDetector.allCases) func findsTheMarkedFacesAndNothingElse(
        photo: Fixture.Labelled,
        by kind: FaceDetector
    ) throws {
        if let reason = Self.known[kind]?[photo.file] {
            withKnownIssue(Comment(rawValue: reason)) { try expectMarkedFaces(photo, kind) }
        } else {
            try expectMarkedFaces(photo, kind)
        }
    }

    private func expectMarkedFaces(_ photo: Fixture.Labelled, _ kind: FaceDetector) throws {
        for accuracy in DetectionAccuracy.allCases {
            let features = try kind.detector().features(in: Fixture.source(photo.file), accuracy: accuracy)
            #expect(features.count == photo.rectangles.count, "\(accuracy): \(features.map(\.rectangle))")
            for face in photo.rectangles {
                let best = features.map { $0.rectangle.intersectionOverUnion(face) }.max() ?? 0
                #expect(best >= Self.neededOverlap, "\(accuracy): \(face)")
            }
        }
    }

    @Test(arguments: try empty(), FaceDetector.allCases) func findsNothingWhereNoFaceIs(
        photo: Fixture.Labelled,
        by kind: FaceDetector
    ) throws {
        for accuracy in DetectionAccuracy.allCases {
            let features = try kind.detector().features(in: Fixture.source(photo.file), accuracy: accuracy)
            #expect(features.isEmpty, "\(accuracy)")
        }
    }

    /// The same photo in eight orientations, in three formats, with the orientation before and behind the pixels.
    @Test(arguments: try Fixture.labelled("orientations/"), FaceDetector.allCases)
    func findsTheFaceOfATurnedFileWhereItIsUpright(photo: Fixture.Labelled, by kind: FaceDetector) throws {
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
