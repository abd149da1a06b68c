import BoundedCrop
import BoundedCropRendering
import TestSupport
import Testing

/// Files of corrections that are edited.
@Suite struct CorrectionsDocumentTests {
    typealias Entry = CorrectionsDocument.Entry

    private static let names: [Corrections.Picture] = [.file("/photos/a.jpg"), .file("a.jpg")]

    @Test func `what is not replaced stays as it is written`() throws {
        var document = try CorrectionsDocument(
            """
            {"skip":   true, "file": "b.jpg"}

            {"file": "a.jpg", "focal": [1, 2]}
            """
        )
        try document.replace(Self.names, with: [Entry(aspect: "16:9", words: ["crop": "0,0,16,9"])])
        #expect(
            try document.text == """
                {"skip":   true, "file": "b.jpg"}
                {"aspect":"16:9","crop":"0,0,16,9","file":"a.jpg"}

                """
        )
        try document.replace(Self.names, with: [])
        #expect(try document.text == "{\"skip\":   true, \"file\": \"b.jpg\"}\n")
    }

    @Test func `a list stays a list`() throws {
        var document = try CorrectionsDocument(#"[{"file": "b.jpg", "skip": true}]"#)
        try document.replace(Self.names, with: [Entry(aspect: nil, words: ["focal": "1,2"])])
        let text = try document.text
        #expect(text == "[\n{\"file\":\"b.jpg\",\"skip\":true},\n{\"file\":\"a.jpg\",\"focal\":\"1,2\"}\n]\n")
        #expect(try CorrectionsDocument(text).entries(of: Self.names) == [Entry(aspect: nil, words: ["focal": "1,2"])])
    }

    @Test func `a picture keeps the name that it has`() throws {
        let hash = String(repeating: "a", count: 64)
        var document = try CorrectionsDocument("{\"sha256\": \"\(hash)\", \"skip\": true}")
        try document.replace([.content(hash)] + Self.names, with: [Entry(aspect: nil, words: ["focal": "1,2"])])
        #expect(try document.text == "{\"focal\":\"1,2\",\"sha256\":\"\(hash)\"}\n")
    }

    @Test func `of two for one shape the later one counts, and those for all shapes come first`() throws {
        let document = try CorrectionsDocument(
            """
            {"file": "a.jpg", "aspect": "32:18", "focal": "1,1"}
            {"file": "a.jpg", "focal": "2,2"}
            {"file": "a.jpg", "aspect": "16:9", "focal": "3,3"}
            """
        )
        let expected = [Entry(aspect: nil, words: ["focal": "2,2"]), Entry(aspect: "16:9", words: ["focal": "3,3"])]
        #expect(document.entries(of: Self.names) == expected)
    }

    @Test func `a correction that makes no sense changes nothing`() throws {
        let scratch = try TemporaryFolder()
        try scratch.write(Array("{\"file\": \"a.jpg\", \"skip\": true}\n".utf8), to: "c.json")
        for words: [String: JSONNode] in [
            ["crop": "0,0,0,0"], ["detector": "cat"], [:], ["skip": true, "focal": "1,2"], ["good": true, "zoom": 2],
        ] {
            #expect(throws: BoundedCropError.self) {
                try CorrectionsDocument.change(scratch.path("c.json")) {
                    try $0.replace(Self.names, with: [Entry(aspect: nil, words: words)])
                }
            }
        }
        try CorrectionsDocument.change(scratch.path("c.json")) {
            #expect($0.entries(of: Self.names).map(\.skips) == [true])
        }
    }

    @Test func `what is marked as good is corrected in nothing`() throws {
        let corrections = try Corrections(#"{"file": "a.jpg", "good": true}"#)
        var request = RenderRequest()
        let found = corrections.corrections(of: Self.names, aspect: AspectRatio(1, 1))
        #expect(Corrections.apply(found, to: &request).isEmpty && request == RenderRequest())
    }
}
