import BoundedCrop
import BoundedCropRendering
import TestSupport
import Testing

/// Files of what was corrected by hand.
@Suite struct CorrectionsTests {
    private static let square = AspectRatio(1, 1)
    private static let wide = AspectRatio(16, 9)

    private func applied(
        _ text: String,
        to pictures: [Corrections.Picture] = [.file("a.jpg")],
        _ aspect: AspectRatio = Self.square,
        from options: [(CropOption, String)] = []
    ) throws -> (words: [String], request: RenderRequest) {
        var settings = CropSettings()
        for (option, text) in options { settings.apply(try option.setting(text)) }
        var request = RenderRequest(settings.stage)
        let words = Corrections.apply(try Corrections(text).corrections(of: pictures, aspect: aspect), to: &request)
        return (words, request)
    }

    @Test(arguments: [
        #"{"file": "a.jpg", "focal": "10,20"}"#, #"{"file": "a.jpg", "focal": [10, 20]}"#,
        #"{"file": "a.jpg", "focal": {"x": 10, "y": 20}}"#,
        #"[{"file": "b.jpg", "skip": true}, {"file": "a.jpg", "focal": ["10,20"]}]"#,
        "\n{\"file\": \"b.jpg\", \"skip\": true}\r\n\n{\"file\": \"a.jpg\", \"focal\": [[10, 20]]}",
    ])
    func `places are texts, numbers or objects, on lines or in a list`(text: String) throws {
        let (words, request) = try applied(text)
        #expect(words == ["focal"] && request.last.crop.places == [Feature(focalPoint: Point(x: 10, y: 20))])
        #expect(request.last.cropRequest().padding == .zero)
    }

    @Test func `a place gives way to nothing that was asked for around faces`() throws {
        let options: [(CropOption, String)] = [
            (.region, "1,2,3,4"), (.align, "passport"), (.autoRotate, "true"), (.requireFace, "true"), (.eachFace, "size"),
            (.noBounding, "true"),
        ]
        let crop = try applied(#"{"file": "a.jpg", "region": [5, 6, 7, 8]}"#, from: options).request.last.crop
        #expect(crop.places.map(\.rectangle) == [Rect(x: 5, y: 6, width: 7, height: 8)] && crop.detects && !crop.requiresFeature)
        #expect(crop.alignment == nil && !crop.rotatesToFaces && crop.eachFace == nil)
        let exact = try applied(#"{"file": "a.jpg", "crop": {"x": 1, "y": 2, "width": 3, "height": 4}}"#, from: options + [(.zoom, "0.5")])
        #expect(exact.words == ["crop"] && exact.request.last.crop.rectangle != nil && exact.request.last.crop.zoom == nil)
        #expect(exact.request.last.crop.places.isEmpty)
    }

    @Test func `a point gives way to no zoom, which needs a size`() throws {
        for zoom in ["", #", "zoom": 0.5"#] {
            let text = #"{"file": "a.jpg", "aspect": "1:1", "focal": "1,2"}"# + "\n" + #"{"file": "a.jpg", "scheme": "largest"\#(zoom)}"#
            let (words, request) = try applied(text, from: [(.zoom, "0.6")])
            #expect(words == ["scheme", "focal"] && request.last.crop.zoom == nil)
        }
        let region = try applied(#"{"file": "a.jpg", "region": "1,2,3,4"}"#, from: [(.zoom, "0.6")])
        #expect(region.request.last.crop.zoom == 0.6)
    }

    @Test func `a shape's own corrections come after those for all`() throws {
        let text = """
            {"file": "a.jpg", "aspect": "16:9", "crop": "0,0,160,90"}
            {"file": "a.jpg", "focal": "1,2", "scheme": "largest"}
            """
        #expect(try applied(text).words == ["focal", "scheme"])
        let (words, request) = try applied(text, Self.wide)
        #expect(words == ["scheme", "crop"] && request.last.crop.rectangle != nil && request.last.crop.scheme == .largest)
    }

    @Test func `of two corrections of a picture and shape the later one counts`() throws {
        let text = "{\"file\": \"a.jpg\", \"zoom\": 0.5}\n{\"file\": \"a.jpg\", \"zoom\": \"60%\"}"
        #expect(try applied(text).request.last.crop.zoom == 0.6)
    }

    @Test func `pictures are known by their content, too`() throws {
        let hash = String(repeating: "aB", count: 32)
        let text = #"{"sha256": "\#(hash)", "skip": true}"#
        #expect(try Corrections(text).namesContents)
        #expect(try applied(text, to: [.file("other.jpg"), .content(hash.lowercased())]).words == [Corrections.skip])
        #expect(try applied(text).words.isEmpty)
    }

    @Test(arguments: [
        ("nonsense", "line 1"), ("{\"file\": \"a\", \"zoom\": 1}\n\n[1]", "line 3"), ("[1]", "correction 1: a correction is an object"),
        ("[{}", "not JSON"), ("{}", "“file”"), (#"{"file": ""}"#, "“file”"), (#"{"file": "a", "sha256": "b"}"#, "only one"),
        (#"{"sha256": "12"}"#, "64"), (#"{"file": "a"}"#, "says nothing"), (#"{"file": "a", "zom": 1}"#, "“zom”"),
        (#"{"file": "a", "aspect": "0:1", "skip": true}"#, "0:1"), (#"{"file": "a", "skip": 1}"#, "“skip”"),
        (#"{"file": "a", "skip": true, "zoom": 1}"#, "“skip” and “zoom”"),
        (#"{"file": "a", "crop": "0,0,1,1", "zoom": 1}"#, "“crop” and “zoom”"), (#"{"file": "a", "focal": null}"#, "“focal”"),
        (#"{"file": "a", "focal": []}"#, "“focal”"), (#"{"file": "a", "focal": [1, "b"]}"#, "“focal[1]”"),
        (#"{"file": "a", "focal": {"x": 1}}"#, "x and y"), (#"{"file": "a", "region": [1, 2, 3]}"#, "“region”"),
        (#"{"file": "a", "zoom": 1e400}"#, "line 1"), (#"{"file": "a", "zoom": 0}"#, "“zoom”"),
        (#"{"file": "a", "detector": "command:x"}"#, "“detector”"), (#"{"file": "a", "focal": [[1, 2], [1, true]]}"#, "“focal[1][1]”"),
        (#"{"file": "a", "crop": {"x": 0, "y": 0, "width": "9", "height": 9}}"#, "“crop.width”"),
        (#"{"file": "a", "at": -1, "focal": "1,1"}"#, "“at” is a time"), (#"{"file": "a", "at": "1", "focal": "1,1"}"#, "“at” is a number"),
        (#"{"file": "a", "at": 1, "zoom": 0.5}"#, "one of “crop”"), (#"{"file": "a", "at": 1, "focal": "1,1", "scheme": "all"}"#, "one of"),
        (#"{"file": "a", "at": 1, "focal": [[1, 2], [3, 4]]}"#, "one of"),
    ])
    func `what cannot be meant is an error that names the place`(text: String, evidence: String) {
        let error = #expect(throws: BoundedCropError.self) { try Corrections(text) }
        #expect(error?.message.contains(evidence) == true, "\(error?.message ?? "")")
    }

    @Test func `shots of a video are told by their times, and a shape's own corrections come last`() throws {
        let text = """
            {"file": "a.mp4", "aspect": "9:16", "at": 31, "crop": [600, 0, 608, 1080]}
            {"file": "a.mp4", "at": 31, "focal": "1,1"}
            {"file": "a.mp4", "at": 12.4, "region": [1, 2, 3, 4]}
            {"file": "a.mp4", "at": 31, "focal": "820,410"}
            """
        let found = try Corrections(text).corrections(of: [.file("a.mp4")], aspect: AspectRatio(9, 16))
        #expect(found.map(\.time) == [12.4, 31, 31] && found.map(\.words) == [["region"], ["focal"], ["crop"]])
        #expect(found[1].crop.places == [Feature(focalPoint: Point(x: 820, y: 410))] && found[2].crop.rectangle != nil)
    }

    @Test func `an empty file corrects nothing`() throws {
        for text in ["", "\n \n", "[]"] { #expect(try applied(text).words.isEmpty) }
    }
}

/// Files of corrections that are edited.
@Suite struct EditedCorrectionsTests {
    typealias Entry = Corrections.Entry

    private static let names: [Corrections.Picture] = [.file("/photos/a.jpg"), .file("a.jpg")]

    @Test func `what is not replaced stays as it is written`() throws {
        var document = try Corrections(
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
        var document = try Corrections(#"[{"file": "b.jpg", "skip": true}]"#)
        try document.replace(Self.names, with: [Entry(aspect: nil, words: ["focal": "1,2"])])
        let text = try document.text
        #expect(text == "[\n{\"file\":\"b.jpg\",\"skip\":true},\n{\"file\":\"a.jpg\",\"focal\":\"1,2\"}\n]\n")
        #expect(try Corrections(text).entries(of: Self.names) == [Entry(aspect: nil, words: ["focal": "1,2"])])
    }

    @Test func `a picture keeps the name that it has`() throws {
        let hash = String(repeating: "a", count: 64)
        var document = try Corrections("{\"sha256\": \"\(hash)\", \"skip\": true}")
        try document.replace([.content(hash)] + Self.names, with: [Entry(aspect: nil, words: ["focal": "1,2"])])
        #expect(try document.text == "{\"focal\":\"1,2\",\"sha256\":\"\(hash)\"}\n")
    }

    @Test func `of two for one shape the later one counts, and those for all shapes come first`() throws {
        let document = try Corrections(
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
                try Corrections.change(scratch.path("c.json")) {
                    try $0.replace(Self.names, with: [Entry(aspect: nil, words: words)])
                }
            }
        }
        try Corrections.change(scratch.path("c.json")) {
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
