import BoundedCrop
import PictureSupport
import TestSupport
import Testing

/// Compares the detectors with manually labeled faces.
@Suite(.timeLimit(.minutes(15))) struct LabeledDetectionTests {
    /// What a detector finds in a photo: how many of the labeled faces, and how much else.
    struct Finds: Equatable {
        var faces: Int
        var others = 0
    }

    /// What a detector finds at low and at high accuracy where that is not just all faces, and why. It is a fault to find less, and a reason to
    /// change this table to find more.
    private static let expected: [FaceDetector: [String: (low: Finds, high: Finds)]] = [
        .haar: [
            // Seen from the side, behind a camera: low does not look for profiles, and their square is too wide for high.
            "photos/camera.png": (Finds(faces: 0), Finds(faces: 0, others: 1)),
            // Half a face at the left edge, and at the right one: the cascade needs both eyes.
            "photos/obama_partial_face.jpg": (Finds(faces: 0), Finds(faces: 0)),
            "photos/obama_partial_face2.jpg": (Finds(faces: 0), Finds(faces: 0)),
            // At low accuracy, both cascades see a third face in a blurred flower.
            "composites/two_far_apart.jpg": (Finds(faces: 2, others: 1), Finds(faces: 2)),
        ]
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
        let all = Finds(faces: photo.rectangles.count)
        let (low, high) = Self.expected[kind]?[photo.file] ?? (all, all)
        #expect(try finds(kind, in: photo, .low) == low)
        #expect(try finds(kind, in: photo, .high) == high)
    }

    private func features(_ kind: FaceDetector, _ file: String, _ accuracy: DetectionAccuracy) throws -> [Feature] {
        try RememberingDetector(kind.detector()).features(in: Fixture.source(file), accuracy: accuracy)
    }

    private func finds(_ kind: FaceDetector, in photo: Fixture.Labeled, _ accuracy: DetectionAccuracy) throws -> Finds {
        let features = try features(kind, photo.file, accuracy).map(\.rectangle)
        let faces = photo.rectangles.count { face in features.contains { $0.intersectionOverUnion(face) >= Self.neededOverlap } }
        return Finds(faces: faces, others: features.count - faces)
    }

    @Test(arguments: try empty(), FaceDetector.allCases) func findsNothingInPicturesWithoutFaces(
        photo: Fixture.Labeled,
        by kind: FaceDetector
    ) throws {
        for accuracy in DetectionAccuracy.allCases {
            let features = try features(kind, photo.file, accuracy)
            #expect(features.isEmpty, "\(accuracy)")
        }
    }

    /// The same photo in eight orientations and three formats, with the orientation before and after the pixels.
    @Test(arguments: try Fixture.labeled("orientations/"), FaceDetector.allCases)
    func findsTheFaceInUprightCoordinatesOfARotatedFile(photo: Fixture.Labeled, by kind: FaceDetector) throws {
        for accuracy in DetectionAccuracy.allCases {
            let upright = try features(kind, "orientations/obama_1.jpg", accuracy)
            let rotated = try features(kind, photo.file, accuracy)
            #expect(rotated.count == 1 && upright.count == 1)
            for (one, other) in zip(rotated, upright) {
                #expect(one.rectangle.intersectionOverUnion(other.rectangle) > 0.9)
                #expect(one.rectangle.intersectionOverUnion(photo.rectangles[0]) > 0.5)
                #expect(abs(one.confidence - other.confidence) < 0.1)
            }
        }
    }
}
