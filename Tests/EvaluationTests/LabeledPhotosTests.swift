import BoundedCrop
import Foundation
import Testing

@testable import BoundedCropEvaluation

@Suite struct LabeledPhotosTests {
    private func expectError(_ code: BoundedCropError.Code, saying text: String, _ path: String) {
        let error = #expect(throws: BoundedCropError.self) { try LabeledPhotos(manifest: path) }
        #expect(error?.code == code && error?.message.contains(text) == true, "\(String(describing: error))")
        #expect(error?.message.contains(path) == true)
    }

    @Test func filesAreRelativeToTheManifestsFolder() throws {
        let manifest = try Manifest(#"[{"file": "a/b.jpg", "faces": [[1, 2.5, 3, 4]], "tags": ["x"]}, {"file": "c.png", "faces": []}]"#)
        let photos = try LabeledPhotos(manifest: manifest.path).photos
        #expect(photos.map(\.file) == ["a/b.jpg", "c.png"])
        #expect(photos.map(\.path) == ["a/b.jpg", "c.png"].map { manifest.folder.appendingPathComponent($0).path })
        #expect(photos.map(\.faces) == [[Rect(x: 1, y: 2.5, width: 3, height: 4)], []])
    }

    @Test func entriesForRobustnessOnlyAreExcluded() throws {
        let text = #"""
            [{"file": "a", "faces": [], "robustness_only": true}, {"file": "b", "faces": [], "robustness_only": false},
             {"file": "c", "faces": [], "robustness_only": null}]
            """#
        let manifest = try Manifest(text)
        #expect(try LabeledPhotos(manifest: manifest.path).photos.map(\.file) == ["b", "c"])
    }

    @Test func aKindMayBeMissing() throws {
        let text = #"""
            [{"file": "a", "faces": [], "kind": "turned 90"}, {"file": "b", "faces": []}, {"file": "c", "faces": [], "kind": null},
             {"file": "d", "faces": [], "kind": "small 1.5%"}]
            """#
        let manifest = try Manifest(text)
        #expect(try LabeledPhotos(manifest: manifest.path).photos.map(\.kind) == ["turned 90", nil, nil, "small 1.5%"])
    }

    /// These would break the table.
    @Test(arguments: ["", "a|b", #"a\nb"#, #"\r"#, #"a\u2028b"#]) func aKindThatIsNotANameNamesItsFile(kind: String) throws {
        let manifest = try Manifest("[{\"file\": \"odd.jpg\", \"faces\": [], \"kind\": \"\(kind)\"}]")
        expectError(.invalidArgument, saying: "the kind of odd.jpg", manifest.path)
    }

    static let bad = [
        "", "{}", "null", "[1]", "[{}]", #"[{"file": "a"}]"#, #"[{"faces": []}]"#, #"[{"file": 1, "faces": []}]"#,
        #"[{"file": "a", "faces": [], "kind": 5}]"#, #"[{"file": "a", "faces": [], "kind": ["dark"]}]"#,
        #"[{"file": "a", "faces": [["1", 2, 3, 4]]}]"#, #"[{"file": "a", "faces": 5}]"#, #"[{"file": "a", "faces": []}"#,
    ]

    @Test(arguments: bad) func otherDocumentsAreRefusedWithTheExpectedForm(text: String) throws {
        let manifest = try Manifest(text)
        expectError(.invalidArgument, saying: "[x, y, width, height]", manifest.path)
    }

    @Test(arguments: ["[1, 2, 3]", "[]", "[1, 2, 3, 4, 5]", "[1, 2, 0, 4]", "[1, 2, 3, -4]"]) func anInvalidFaceNamesItsFile(
        face: String
    ) throws {
        let manifest = try Manifest("[{\"file\": \"odd.jpg\", \"faces\": [\(face)]}]")
        expectError(.invalidArgument, saying: "a face of odd.jpg", manifest.path)
    }

    @Test func aMissingManifestIsNamed() throws {
        let manifest = try Manifest("[]")
        expectError(.fileNotFound, saying: "manifest", manifest.folder.appendingPathComponent("no.json").path)
        expectError(.isDirectory, saying: "manifest", manifest.folder.path)
        #expect(try LabeledPhotos(manifest: manifest.path).photos.isEmpty)
    }

    @Test func thePackagesOwnManifestIsRead() throws {
        let photos = try LabeledPhotos(manifest: PackageFiles.fixtures).photos
        #expect(photos.filter { !$0.faces.isEmpty }.count >= 70 && photos.filter(\.faces.isEmpty).count >= 60)
    }
}
