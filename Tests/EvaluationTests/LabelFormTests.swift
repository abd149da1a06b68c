import BoundedCrop
import Foundation
import TestSupport
import Testing

@testable import BoundedCropEvaluation

/// Labels in other forms than the manifest's.
@Suite struct LabelFormTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func photos(_ text: String) throws -> [LabeledPhotos.Photo] {
        try LabeledPhotos(manifest: folder.write(Array(text.utf8), to: "labels")).photos
    }

    private func expectError(saying reason: String, _ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        TestSupport.expectError(.invalidArgument, saying: reason, sourceLocation: sourceLocation) { _ = try photos(text) }
        TestSupport.expectError(.invalidArgument, saying: folder.path("labels"), sourceLocation: sourceLocation) { _ = try photos(text) }
    }

    private static let face = Rect(x: 1, y: 2.5, width: 3, height: 4)
    private static let other = Rect(x: 10, y: 20, width: 30, height: 40)

    // MARK: COCO

    private static func coco(
        images: String = #"[{"id": 7, "file_name": "a/b.jpg", "width": 100, "height": 50}, {"id": 8, "file_name": "c.jpg"}]"#,
        annotations: String,
        categories: String = #"[{"id": 1, "name": "dog"}, {"id": 5, "name": "Face", "supercategory": "person"}]"#
    ) -> String {
        #"{"info": {}, "images": \#(images), "annotations": \#(annotations), "categories": \#(categories)}"#
    }

    @Test func boxesOfCOCOsCategoryFaceAreFaces() throws {
        let annotations = #"""
            [{"id": 1, "image_id": 7, "category_id": 5, "bbox": [1, 2.5, 3, 4], "area": 12, "iscrowd": 0},
             {"id": 2, "image_id": 7, "category_id": 1, "bbox": [0, 0, 0, 0]},
             {"id": 3, "image_id": 7, "category_id": 5, "bbox": [10, 20, 30, 40]},
             {"id": 4, "image_id": 8, "category_id": 5, "bbox": [0, 0, 50, 50], "iscrowd": true},
             {"id": 5, "image_id": 8, "category_id": 5, "bbox": [1, 2, 0, 4]}]
            """#
        let found = try photos(Self.coco(annotations: annotations))
        #expect(found.map(\.file) == ["a/b.jpg", "c.jpg"] && found.map(\.path) == [folder.path("a/b.jpg"), folder.path("c.jpg")])
        #expect(found.map(\.faces) == [[Self.face, Self.other], []] && found.allSatisfy { $0.kind == nil && $0.subjects.isEmpty })
        // The crowd.
        #expect(found.map(\.ignored) == [[], [Rect(x: 0, y: 0, width: 50, height: 50)]])
    }

    static let badCOCO = [
        (coco(annotations: #"[{"image_id": 7, "category_id": 5}]"#), "“annotations[0].bbox” is missing"),
        (
            coco(annotations: #"[{"image_id": 7, "category_id": 5, "bbox": [1, 2, "3", 4]}]"#),
            "annotations[0].bbox[2]: this is not a number"
        ),
        (
            coco(annotations: #"[{"image_id": 7, "category_id": 5, "bbox": [1, 2, 3]}]"#),
            "the box of “annotations[0]” is not [x, y, width, height]"
        ),
        (
            coco(
                annotations: #"[{"image_id": 8, "category_id": 1, "bbox": []}, {"image_id": 8, "category_id": 5, "bbox": [1, 2, -1, 4]}]"#
            ),
            "the box of “annotations[1]” is not [x, y, width, height] with an area, but [1.0, 2.0, -1.0, 4.0]"
        ),
        (
            coco(annotations: #"[{"image_id": 9, "category_id": 5, "bbox": [1, 2, 3, 4]}]"#),
            "“annotations[0]” is of the image 9, which “images” does not have"
        ),
        (
            coco(annotations: #"[{"image_id": 7, "category_id": 2, "bbox": [1, 2, 3, 4]}]"#),
            "“annotations[0]” is of the category 2, which “categories” does not have"
        ),
        (coco(images: #"[{"id": 7}]"#, annotations: "[]"), "“images[0].file_name” is missing"),
        (
            coco(images: #"[{"id": 7, "file_name": "a"}, {"id": 7, "file_name": "b"}]"#, annotations: "[]"),
            "“images[1]” (b) has the id 7 of another image"
        ),
        (
            coco(annotations: "[]", categories: #"[{"id": 1, "name": "dog"}, {"id": 2, "name": "person"}]"#),
            "none of its 2 categories is named “face” (“dog”, “person”)"
        ),
        (#"{"images": [], "annotations": []}"#, "“categories” is missing"), ("{", "it is not JSON"),
    ]

    @Test(arguments: badCOCO) func anEntryOfCOCOThatIsWrongIsNamed(text: String, reason: String) {
        expectError(saying: reason, text)
    }

    // MARK: WIDER FACE

    @Test(arguments: ["\n", "\r\n", "\n\n"]) func linesOfWIDERFaceAreRead(newline: String) throws {
        let lines = [
            "0--Parade/0_Parade_1.jpg", "3", "1 2.5 3 4 2 0 0 0 0 0 ", "10 20 30 40 0 0 0 0 0 0", "5 5 9 9 2 0 0 1 0 0", "none.jpg", "0",
            "0 0 0 0 0 0 0 0 0 0", "short.jpg", "2", "10 20 30 40", "10 20 0 3", "without.jpg", "0", "7.jpg", "0",
        ]
        let found = try photos(lines.joined(separator: newline) + newline)
        #expect(found.map(\.file) == ["0--Parade/0_Parade_1.jpg", "none.jpg", "short.jpg", "without.jpg", "7.jpg"])
        // The face that is marked as invalid is ignored, and the one without an area is left out.
        #expect(found.map(\.faces) == [[Self.face, Self.other], [], [Self.other], [], []])
        #expect(found.map(\.ignored) == [[Rect(x: 5, y: 5, width: 9, height: 9)], [], [], [], []])
        let marks = ["expression", "illumination", "occlusion", "pose"].map { ($0, "0") }
        #expect(found[0].attributes == ["2", "0"].map { Dictionary(uniqueKeysWithValues: marks + [("blur", $0)]) })
        #expect(found[2].attributes == [[:]])
        #expect(found[0].path == folder.path("0--Parade/0_Parade_1.jpg"))
    }

    static let badWIDER = [
        ("a.jpg\n1\n1 2 3 4\nb.jpg\ntwo\n", "line 5 is not the number of faces of b.jpg, but “two”"),
        ("a.jpg\n1\n1 2 3 4\nb.jpg\n-1\n", "line 5 is not the number of faces of b.jpg, but “-1”"),
        ("a.jpg\n1\n1 2 3 4\nb.jpg\n", "after line 4, the number of faces of b.jpg is missing"),
        ("a.jpg\n2\n1 2 3 4\n", "a.jpg (line 1) has 2 faces, but the file ends after 1"),
        ("a.jpg\n2\n1 2 3 4\n1 2 3\n", "line 4 is not a face of a.jpg (x y w h and six marks), but “1 2 3”"),
        ("a.jpg\n2\n1 2 3 4\nb.jpg\n", "line 4 is not a face of a.jpg"), ("a.jpg\n1\n1 2 -3 4\n", "line 3 is not a face of a.jpg"),
        ("a.jpg\n1\n1 2 nan 4\n", "line 3 is not a face of a.jpg"),
    ]

    @Test(arguments: badWIDER) func aLineOfWIDERFaceThatIsWrongIsNamed(text: String, reason: String) {
        expectError(saying: reason, text)
    }

    // MARK: Lines with commas

    @Test(arguments: ["", "file,x,y,width,height\n", "File, X, Y, Width, Height, Kind\n", "\u{FEFF}file,x,y,width,height,kind\n"])
    func linesWithCommasAreRead(header: String) throws {
        let lines = """
            a.jpg,1,2.5,3,4,dark
            b.jpg,,,,
            "c, the ""last"".jpg", 10, 20, 30, 40
            a.jpg,10,20,30,40
            """
        let found = try photos(header + lines)
        #expect(found.map(\.file) == ["a.jpg", "b.jpg", #"c, the "last".jpg"#])
        #expect(found.map(\.faces) == [[Self.face, Self.other], [], [Self.other]] && found.map(\.kind) == ["dark", nil, nil])
    }

    static let badLines = [
        ("a.jpg,1,2,3,4\nb.jpg,1,2,3", "line 2 is not file,x,y,width,height or file,x,y,width,height,kind: “b.jpg,1,2,3”"),
        ("a.jpg,1,2,3,4\n,1,2,3,4", "line 2 is not file,x,y,width,height"), ("a.jpg,1,2,3,4,dark,7", "line 1 is not file,x,y,width,height"),
        ("a.jpg,1,2,3,4\n\nb.jpg,1,two,3,4", "line 3: a face of b.jpg is not x,y,width,height with an area: “1,two,3,4”"),
        ("a.jpg,1,2,,4", "line 1: a face of a.jpg"), ("a.jpg,1,2,0,4", "line 1: a face of a.jpg"), ("a.jpg,1,2,3,inf", "line 1: a face of"),
        ("filename,xmin,ymin,xmax,ymax\na.jpg,1,2,3,4", "line 1: a face of filename is not x,y,width,height"),
        ("a.jpg,1,2,3,4,a|b", "the kind of a.jpg in line 1"),
        ("a.jpg,1,2,3,4,dark\na.jpg,5,6,7,8,light", "line 2: a.jpg has the kind “light”, but “dark” in line 1"),
        (#""a.jpg,1,2,3,4"#, "line 1 has a quote that does not end"), (#""a.jpg"x,1,2,3,4"#, "line 1 has a quote that does not end"),
    ]

    @Test(arguments: badLines) func aLineWithCommasThatIsWrongIsNamed(text: String, reason: String) {
        expectError(saying: reason, text)
    }

    // MARK: Manifests

    @Test(arguments: [
        #"{"blur": [0, 2], "class": ["with", null], "share": [0.5, true]}"#,
        #"[{"blur": 0, "class": "with", "share": 0.5}, {"blur": 2, "class": [], "share": true}]"#,
    ])
    func attributesAreListsOrObjects(attributes: String) throws {
        let photo = #"{"file": "a.jpg", "faces": [[1, 2.5, 3, 4], [10, 20, 30, 40]], "attributes": \#(attributes)}"#
        let found = try photos("[\(photo)]")
        #expect(found[0].attributes == [["blur": "0", "class": "with", "share": "0.5"], ["blur": "2", "share": "true"]])
    }

    @Test func ignoredBoxesAreRead() throws {
        let found = try photos(#"[{"file": "a.jpg", "faces": [], "ignored": [[1, 2.5, 3, 4]]}, {"file": "b.jpg", "faces": []}]"#)
        #expect(found.map(\.ignored) == [[Self.face], []] && found.allSatisfy { $0.attributes.isEmpty })
        expectError(saying: "an ignored box of a.jpg is not [x, y, width, height]", #"[{"file": "a.jpg", "faces": [], "ignored": [[1]]}]"#)
    }

    @Test(arguments: [#"[{"pose": 1}]"#, #"{"pose": [1, 0, 1]}"#]) func attributesOfAnotherNumberOfFacesAreRefused(attributes: String) {
        let photo = #"{"file": "a.jpg", "faces": [[1, 2, 3, 4], [1, 2, 3, 4]], "attributes": \#(attributes)}"#
        expectError(saying: "a.jpg has 2 faces, but attributes of \(attributes.hasPrefix("[") ? 1 : 3)", "[\(photo)]")
    }

    // MARK: All forms

    @Test func anEntryOfAManifestThatIsWrongIsNamed() {
        expectError(saying: "“[1].file” is missing", #"[{"file": "a.jpg", "faces": []}, {"faces": []}]"#)
        expectError(saying: "[0].faces[0][1]: this is not a number", #"[{"file": "a.jpg", "faces": [[1, "2", 3, 4]]}]"#)
    }

    @Test(arguments: ["", "\n\n", "cats", "a.jpg 1 2 3 4", "\u{0},1,2,3,4"]) func whatIsInNoFormIsToldTheForms(text: String) {
        expectError(saying: "labels in the form of COCO, WIDER FACE or lines of file,x,y,width,height", text)
    }

    @Test func theFolderOfThePhotosMayBeAnother() throws {
        let labels = try folder.write(Array("a.jpg,1,2,3,4".utf8), to: "labels")
        for name in ["photos", "photos/"] {
            let photos = try LabeledPhotos(manifest: labels, photosIn: name)
            #expect(photos.photos.map(\.path) == ["photos/a.jpg"] && photos.photos.map(\.file) == ["a.jpg"] && photos.folder == "photos/")
        }
        #expect(try LabeledPhotos(manifest: labels, photosIn: "").photos.map(\.path) == ["a.jpg"])
    }
}
