import BoundedCrop
import Testing

@testable import BoundedCropEvaluation

/// Manifests with marked subjects.
@Suite(.timeLimit(.minutes(15))) struct SubjectManifestTests {
    private func photos(_ entries: String) throws -> [LabeledPhotos.Photo] {
        let manifest = try Manifest("[\(entries)]")
        // Its folder is removed with it.
        return try withExtendedLifetime(manifest) { try LabeledPhotos(manifest: manifest.path).photos }
    }

    @Test func subjectsAndKindsAreRead() throws {
        let photos = try photos(
            #"""
            {"file": "a.jpg", "kind": "animal", "width": 9, "subjects": [{"box": [1, 2.5, 3, 4], "weight": 0.5}, {"box": [0, 0, 1, 1]}]},
            {"file": "b.jpg", "faces": [[1, 2, 3, 4]], "subjects": []}, {"file": "c.jpg", "faces": []}
            """#
        )
        #expect(photos.map(\.file) == ["a.jpg", "b.jpg", "c.jpg"] && photos.map(\.kind) == ["animal", nil, nil])
        let expected = [
            MarkedSubject(Rect(x: 1, y: 2.5, width: 3, height: 4), weight: 0.5), MarkedSubject(Rect(x: 0, y: 0, width: 1, height: 1)),
        ]
        #expect(photos.map(\.subjects) == [expected, [], []] && photos.map(\.faces.count) == [0, 1, 0])
    }

    @Test(arguments: ["[1, 2, 3]", "[]", "[1, 2, 3, 4, 5]", "[1, 2, 0, 4]", "[1, 2, 3, -4]"]) func aBoxThatIsNoneNamesItsFile(
        box: String
    ) {
        let error = #expect(throws: BoundedCropError.self) { try photos("{\"file\": \"odd.jpg\", \"subjects\": [{\"box\": \(box)}]}") }
        #expect(error?.code == .invalidArgument && error?.message.contains("subject of odd.jpg is not [x, y, width, height]") == true)
    }

    @Test(arguments: ["0", "-1", "1.5", "1e300"]) func aWeightOutOfRangeNamesItsFile(weight: String) {
        let entry = "{\"file\": \"odd.jpg\", \"subjects\": [{\"box\": [1, 2, 3, 4], \"weight\": \(weight)}]}"
        let error = #expect(throws: BoundedCropError.self) { try photos(entry) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains("the weight of a subject of odd.jpg must be above 0 and at most 1") == true)
    }

    @Test(arguments: [
        #"{"file": "a", "subjects": 5}"#, #"{"file": "a", "subjects": [[1, 2, 3, 4]]}"#, #"{"file": "a", "subjects": [{"weight": 1}]}"#,
        #"{"file": "a", "subjects": [{"box": ["1", 2, 3, 4]}]}"#, #"{"file": "a", "subjects": [], "kind": 3}"#,
    ])
    func otherFormsAreRefused(entry: String) {
        let error = #expect(throws: BoundedCropError.self) { try photos(entry) }
        #expect(error?.code == .invalidArgument && error?.message.contains("is not a manifest") == true)
    }

    @Test func aPhotoWithoutAnyLabelsIsNamed() {
        let error = #expect(throws: BoundedCropError.self) { try photos(#"{"file": "bare.jpg", "kind": "animal"}"#) }
        #expect(error?.code == .invalidArgument && error?.message.contains("bare.jpg has no \"faces\"") == true)
    }
}
