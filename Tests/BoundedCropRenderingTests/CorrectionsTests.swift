import BoundedCrop
import BoundedCropRendering
import TestSupport
import Testing

/// Files of what was corrected by hand.
@Suite struct CorrectionsTests {
    private static let size = PixelSize(width: 240, height: 300)
    private static let square = AspectRatio(1, 1)
    private static let wide = AspectRatio(16, 9)

    private func applied(
        _ text: String,
        to pictures: [Corrections.Picture] = [.file("a.jpg")],
        _ aspect: AspectRatio = Self.square,
        from options: [(RequestOption, String)] = []
    ) throws -> (words: [String], request: RenderRequest) {
        var settings = RequestSettings()
        for (option, text) in options { settings.apply(try option.setting(text)) }
        var request = RenderRequest(settings.stage)
        Corrections.apply(try Corrections(text).corrections(of: pictures, aspect: aspect), to: &request, in: Self.size)
        return (request.corrected.words, request)
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
        let options: [(RequestOption, String)] = [
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

    /// 10x15cm at 300, 600 and 150 dpi; 35x45mm at 600, 240, 360 and 300 dpi; a picture's own shape, exported anew.
    @Test(arguments: [
        ("1181:1772", [PixelSize(width: 2362, height: 3543), PixelSize(width: 591, height: 886), PixelSize(width: 1181, height: 1772)]),
        ("2:3", [PixelSize(width: 1181, height: 1772)]),
        ("7:9", [PixelSize(width: 827, height: 1063), PixelSize(width: 331, height: 425)]),
        ("331:425", [PixelSize(width: 827, height: 1063), PixelSize(width: 496, height: 638), PixelSize(width: 413, height: 531)]),
        ("910:1137", [PixelSize(width: 455, height: 569), PixelSize(width: 1366, height: 1707), PixelSize(width: 400, height: 500)]),
    ])
    func `a shape is the same in other whole pixels`(aspect: String, sizes: [PixelSize]) throws {
        let text = #"{"file": "a.jpg", "aspect": "\#(aspect)", "focal": "1,2"}"#
        for size in sizes { #expect(try applied(text, AspectRatio(size)).words == ["focal"], "\(size)") }
        for other in [AspectRatio(1, 1), AspectRatio(4, 3), AspectRatio(5, 7), AspectRatio(3, 2), AspectRatio(9, 16)] {
            #expect(try applied(text, other).words.isEmpty, "\(other)")
        }
    }

    @Test func `of shapes that are nearly the same, the very one counts`() throws {
        let text = """
            {"file": "a.jpg", "aspect": "1181:1772", "focal": "1,2"}
            {"file": "a.jpg", "aspect": "2:3", "zoom": 0.5}
            """
        #expect(try applied(text, AspectRatio(1181, 1772)).words == ["focal"])
        #expect(try applied(text, AspectRatio(2, 3)).words == ["zoom"])
        #expect(try applied(text, AspectRatio(591, 886)).words.count == 1)
        for (other, near) in [("1:1", AspectRatio(100, 99)), ("16:9", AspectRatio(7, 4)), ("4:5", AspectRatio(400, 503))] {
            #expect(try applied(#"{"file": "a.jpg", "aspect": "\#(other)", "zoom": 0.5}"#, near).words.isEmpty, "\(other)")
        }
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
        ("[{}", "not JSON"), ("{}", "“file”"), (#"{"file": ""}"#, "“file”"), (#"{"file": "a", "sha256": "b"}"#, "64"),
        (#"{"sha256": "12"}"#, "64"), (#"{"file": "a", "size": "0x9", "zoom": 1}"#, "such as 2400x1600"),
        (#"{"file": "a"}"#, "says nothing"), (#"{"file": "a", "zom": 1}"#, "“zom”"),
        (#"{"file": "a", "aspect": "0:1", "skip": true}"#, "0:1"), (#"{"file": "a", "skip": 1}"#, "line 1: skip: this is not true"),
        (#"{"file": "a", "skip": true, "zoom": 1}"#, "“skip” and “zoom”"),
        (#"{"file": "a", "crop": "0,0,1,1", "zoom": 1}"#, "“crop” and “zoom”"), (#"{"file": "a", "focal": null}"#, "“focal”"),
        (#"{"file": "a", "focal": []}"#, "“focal”"), (#"{"file": "a", "focal": [1, "b"]}"#, "“focal[1]”"),
        (#"{"file": "a", "focal": {"x": 1}}"#, "x and y"), (#"{"file": "a", "region": [1, 2, 3]}"#, "“region”"),
        (#"{"file": "a", "zoom": 1e400}"#, "line 1"), (#"{"file": "a", "zoom": 0}"#, "“zoom”"),
        (#"{"file": "a", "detector": "command:x"}"#, "“detector”"), (#"{"file": "a", "focal": [[1, 2], [1, true]]}"#, "“focal[1][1]”"),
        (#"{"file": "a", "crop": {"x": 0, "y": 0, "width": "9", "height": 9}}"#, "“crop.width”"),
        (#"{"file": "a", "at": -1, "focal": "1,1"}"#, "“at” is a time"),
        (#"{"file": "a", "at": "1", "focal": "1,1"}"#, "at: this is not a number"),
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

    @Test func `what is not there is known by its content, and what is there by its name`() throws {
        let hash = String(repeating: "a", count: 64)
        var corrections = try Corrections(#"{"file": "a.jpg", "sha256": "\#(hash)", "skip": true}"#)
        for isThere in [true, false] {
            corrections.locate { _ in isThere }
            #expect(corrections.namesContents == !isThere)
            #expect(corrections.corrections(of: [.content(hash)]).count == (isThere ? 0 : 1))
            #expect(corrections.corrections(of: [.file("a.jpg")]).count == 1)
        }
        #expect(corrections.unused([], isMissing: true) == [.file("a.jpg")])
        #expect(
            corrections.unused([.content(hash)], isMissing: true).isEmpty && corrections.unused([.file("a.jpg")], isMissing: false).isEmpty
        )
    }

    @Test(arguments: [
        ("240x300", Rect(x: 20, y: 40, width: 60, height: 30)), ("480x600", Rect(x: 10, y: 20, width: 30, height: 15)),
        ("120x150", Rect(x: 40, y: 80, width: 120, height: 60)), ("60x75", Rect(x: 80, y: 160, width: 240, height: 120)),
        // As whole pixels round it.
        ("1001x1250", Rect(x: 20 * 240 / 1001.0, y: 40 * 300 / 1250.0, width: 60 * 240 / 1001.0, height: 30 * 300 / 1250.0)),
        // The picture's width is 240.9, cut off.
        ("1003x1249", Rect(x: 20 * 240 / 1003.0, y: 40 * 300 / 1249.0, width: 60 * 240 / 1003.0, height: 30 * 300 / 1249.0)),
    ])
    func `a place follows its picture to another size`(made: String, expected: Rect) throws {
        let crop = try applied(#"{"file": "a.jpg", "size": "\#(made)", "crop": "20,40,60,30"}"#).request.last.crop
        func isThere(_ rectangle: Rect?) -> Bool {
            guard let rectangle else { return false }
            let sides: [KeyPath<Rect, Double>] = [\.x, \.y, \.width, \.height]
            return sides.allSatisfy { abs(rectangle[keyPath: $0] - expected[keyPath: $0]) < 1e-9 }
        }
        #expect(isThere(crop.rectangle?.rect(in: Self.size)))
        let marks = try applied(#"{"file": "a.jpg", "size": "\#(made)", "region": "20,40,60,30", "focal": "20,40"}"#).request.last.crop
        #expect(marks.places.count == 2 && isThere(marks.places[0].rectangle) && abs(marks.places[1].rectangle.x - expected.x) < 1e-9)
        let share = try applied(#"{"file": "a.jpg", "size": "\#(made)", "crop": "10%,20%,50%,50%"}"#).request.last.crop
        #expect(share.rectangle?.rect(in: Self.size) == Rect(x: 24, y: 60, width: 120, height: 150))
    }

    @Test func `a padding in pixels follows its picture to another size, too`() throws {
        for place in [#", "region": "20,40,60,30""#, ""] {
            let text = #"{"file": "a.jpg", "size": "120x150", "padding": "10px,20%,5px,20px"\#(place)}"#
            let crop = try applied(text).request.last.crop
            #expect(crop.padding == Padding(top: .pixels(20), right: .fraction(0.2), bottom: .pixels(10), left: .pixels(40)))
            let other = try applied(text.replacing("120x150", with: "150x120")).request
            #expect(other.last.crop.padding == nil && other.corrected.notes.count == 1)
        }
        let share = try applied(#"{"file": "a.jpg", "size": "150x120", "padding": "20%"}"#)
        #expect(share.words == ["padding"] && share.request.last.crop.padding == Padding(.fraction(0.2)))
    }

    @Test(arguments: [
        (#""size": "300x240", "crop": "0,0,50,50""#, "made for 300x240, and a picture of 240x300 has another shape"),
        (#""size": "240x310", "focal": "1,1""#, "another shape"), (#""focal": "5000,5000""#, "outside the picture of 240x300"),
        (#""crop": "240,0,9,9""#, "outside"), (#""region": ["300,0,9,9", "0,300,9,9"]"#, "outside"),
    ])
    func `a correction that does not fit the picture is noted and changes nothing`(members: String, evidence: String) throws {
        let text = #"{"file": "a.jpg", \#(members)}"# + "\n" + #"{"file": "a.jpg", "aspect": "1:1", "scheme": "largest"}"#
        let (words, request) = try applied(text)
        #expect(words == ["scheme"] && request.last.crop.scheme == .largest && !request.last.crop.hasPlaces)
        #expect(request.last.crop.rectangle == nil && request.corrected.notes.count == 1)
        #expect(request.corrected.notes.first?.contains(evidence) == true && request.corrected.notes.first?.contains("a.jpg") == true)
    }

    @Test func `an empty file corrects nothing`() throws {
        for text in ["", "\n \n", "[]"] { #expect(try applied(text).words.isEmpty) }
    }
}

/// Files of corrections that are edited.
@Suite struct EditedCorrectionsTests {
    typealias Entry = Corrections.Entry

    private static let names: [Corrections.Picture] = [.file("/photos/a.jpg"), .file("a.jpg")]
    private static let hash = String(repeating: "a", count: 64)

    private func edited(
        _ names: [Corrections.Picture] = Self.names,
        _ content: String? = nil,
        _ size: PixelSize? = nil
    ) -> Corrections.Edited {
        Corrections.Edited(names: names, content: content, size: size)
    }

    @Test func `what is not replaced stays as it is written`() throws {
        var document = try Corrections(
            """
            {"skip":   true, "file": "b.jpg"}

            {"file": "a.jpg", "focal": [1, 2]}
            """
        )
        try document.replace(edited(), with: [Entry(aspect: "16:9", words: ["crop": "0,0,16,9"])])
        #expect(
            try document.text == """
                {"skip":   true, "file": "b.jpg"}
                {"aspect":"16:9","crop":"0,0,16,9","file":"a.jpg"}

                """
        )
        try document.replace(edited(), with: [])
        #expect(try document.text == "{\"skip\":   true, \"file\": \"b.jpg\"}\n")
    }

    @Test func `a list stays a list`() throws {
        var document = try Corrections(#"[{"file": "b.jpg", "skip": true}]"#)
        try document.replace(edited(), with: [Entry(aspect: nil, words: ["focal": "1,2"])])
        let text = try document.text
        #expect(text == "[\n{\"file\":\"b.jpg\",\"skip\":true},\n{\"file\":\"a.jpg\",\"focal\":\"1,2\"}\n]\n")
        #expect(try Corrections(text).entries(of: edited()) == [Entry(aspect: nil, words: ["focal": "1,2"])])
    }

    @Test func `a picture keeps the name that it has`() throws {
        let hash = Self.hash
        var document = try Corrections("{\"sha256\": \"\(hash)\", \"skip\": true}")
        try document.replace(edited([.content(hash)] + Self.names), with: [Entry(aspect: nil, words: ["focal": "1,2"])])
        #expect(try document.text == "{\"focal\":\"1,2\",\"sha256\":\"\(hash)\"}\n")
    }

    @Test func `content and size of a picture stand beside its name, and a picture that was renamed gets its name`() throws {
        let (hash, size) = (Self.hash, PixelSize(width: 240, height: 300))
        var document = try Corrections()
        try document.replace(
            edited(Self.names, hash, size),
            with: [Entry(aspect: nil, words: ["focal": "1,2"]), Entry(aspect: "1:1", words: ["zoom": 1])]
        )
        #expect(
            try document.text == """
                {"file":"a.jpg","focal":"1,2","sha256":"\(hash)","size":"240x300"}
                {"aspect":"1:1","file":"a.jpg","sha256":"\(hash)","zoom":1}

                """
        )
        document.locate { _ in false }
        let renamed = edited([.file("/photos/b.jpg"), .file("b.jpg"), .content(hash)], hash, size)
        #expect(document.entries(of: renamed).map(\.words) == [["focal": "1,2"], ["zoom": 1]])
        try document.replace(renamed, with: [Entry(aspect: nil, words: ["skip": true])])
        #expect(try document.text == "{\"file\":\"b.jpg\",\"sha256\":\"\(hash)\",\"skip\":true}\n")
    }

    @Test func `what is edited is in the pixels of the picture as it is, without what does not fit`() throws {
        let document = try Corrections(
            """
            {"file": "a.jpg", "size": "480x600", "region": ["10,20,30,40", "50,60,8,8"]}
            {"file": "a.jpg", "aspect": "1:1", "size": "480x600", "crop": {"x": 20, "y": 10, "width": 30, "height": 30}}
            {"file": "a.jpg", "aspect": "2:1", "size": "600x480", "crop": "20,10,30,15"}
            """
        )
        let entries = document.entries(of: edited(Self.names, nil, PixelSize(width: 240, height: 300)))
        #expect(
            entries == [
                Entry(aspect: nil, words: ["region": ["5,10,15,20", "25,30,4,4"]]), Entry(aspect: "1:1", words: ["crop": "10,5,15,15"]),
            ]
        )
    }

    @Test func `corrections of a picture that is gone are given to another`() throws {
        let size = PixelSize(width: 240, height: 300)
        var document = try Corrections(
            #"{"file": "old.jpg", "size": "480x600", "focal": "10,20"}"# + "\n" + #"{"file": "c.jpg", "skip": true}"#
        )
        #expect(throws: BoundedCropError.self) { try document.attach(.file("none.jpg"), to: edited(Self.names, nil, size)) }
        #expect(throws: BoundedCropError.self) {
            try document.attach(.file("old.jpg"), to: edited(Self.names, nil, PixelSize(width: 300, height: 240)))
        }
        try document.attach(.file("old.jpg"), to: edited(Self.names, nil, size))
        #expect(
            try document.text == """
                {"file": "c.jpg", "skip": true}
                {"file":"a.jpg","focal":"5,10","size":"240x300"}

                """
        )
    }

    @Test func `who edits a picture leaves the corrections of another that had its name`() throws {
        let other = String(repeating: "b", count: 64)
        let line = #"{"file": "a.jpg", "sha256": "\#(Self.hash)", "focal": "1,2"}"#
        var document = try Corrections(line).settled(of: [.file("a.jpg")], content: other, at: "a.jpg") { _ in
            other
        } holder: { _, _ in
            "c.jpg"
        }
        let picture = edited([.file("a.jpg"), .content(other)], other)
        #expect(document.entries(of: picture).isEmpty)
        try document.replace(picture, with: [Entry(aspect: nil, words: ["zoom": 1])])
        #expect(try document.text == line + "\n" + #"{"file":"a.jpg","sha256":"\#(other)","zoom":1}"# + "\n")
    }

    @Test func `a place outside of the picture is not saved`() throws {
        var document = try Corrections()
        let picture = edited(Self.names, nil, PixelSize(width: 240, height: 300))
        for focal in ["5000,5000", "240,0"] {
            #expect(throws: BoundedCropError.self) {
                try document.replace(picture, with: [Entry(aspect: nil, words: ["focal": .text(focal)])])
            }
        }
        #expect(try document.text == "")
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
        #expect(document.entries(of: edited()) == expected)
    }

    @Test func `a correction that makes no sense changes nothing`() throws {
        let scratch = try TemporaryFolder()
        try scratch.write(Array("{\"file\": \"a.jpg\", \"skip\": true}\n".utf8), to: "c.json")
        for words: [String: JSONNode] in [
            ["crop": "0,0,0,0"], ["detector": "cat"], [:], ["skip": true, "focal": "1,2"], ["good": true, "zoom": 2],
        ] {
            #expect(throws: BoundedCropError.self) {
                try Corrections.change(scratch.path("c.json")) {
                    try $0.replace(edited(), with: [Entry(aspect: nil, words: words)])
                }
            }
        }
        try Corrections.change(scratch.path("c.json")) {
            #expect($0.entries(of: edited()).map(\.words) == [[Corrections.skip: true]])
        }
    }

    @Test func `what is marked as good is corrected in nothing`() throws {
        let corrections = try Corrections(#"{"file": "a.jpg", "good": true}"#)
        var request = RenderRequest()
        let found = corrections.corrections(of: Self.names, aspect: AspectRatio(1, 1))
        Corrections.apply(found, to: &request, in: PixelSize(width: 240, height: 300))
        #expect(request == RenderRequest())
    }
}
