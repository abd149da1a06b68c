import BoundedCrop
import BoundedCropRendering
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
        (#"{"file": "a", "focal": []}"#, "“focal”"), (#"{"file": "a", "focal": [1, "b"]}"#, "“focal”"),
        (#"{"file": "a", "focal": {"x": 1}}"#, "x and y"), (#"{"file": "a", "region": [1, 2, 3]}"#, "“region”"),
        (#"{"file": "a", "zoom": 1e400}"#, "line 1"), (#"{"file": "a", "zoom": 0}"#, "“zoom”"),
        (#"{"file": "a", "detector": "command:x"}"#, "“detector”"),
    ])
    func `what cannot be meant is an error that names the place`(text: String, evidence: String) {
        let error = #expect(throws: BoundedCropError.self) { try Corrections(text) }
        #expect(error?.message.contains(evidence) == true, "\(error?.message ?? "")")
    }

    @Test func `an empty file corrects nothing`() throws {
        for text in ["", "\n \n", "[]"] { #expect(try applied(text).words.isEmpty) }
    }
}
