import BoundedCrop
import BoundedCropEffects
import BoundedCropRendering
import Foundation
import PictureSupport
import TestSupport
import Testing

/// What corrections hide and show in redactions.
@Suite struct CorrectedRedactionTests {
    private static let size = PixelSize(width: 240, height: 300)
    private static let names: [Corrections.Picture] = [.file("a.jpg")]
    private static let one = Rect(x: 10, y: 20, width: 30, height: 40)

    private func corrected(_ text: String, redacts: Bool = true) throws -> Corrected {
        var request = RenderRequest()
        if redacts { request.last.steps = [.effect(Redact(.blur))] }
        let found = try Corrections(text).corrections(of: Self.names, aspect: AspectRatio(Self.size))
        Corrections.apply(found, to: &request, in: Self.size)
        return request.corrected
    }

    @Test(arguments: [
        #"[{"x": 10, "y": 20, "width": 30, "height": 40}]"#, #"{"x": 10, "y": 20, "width": 30, "height": 40}"#, #""10,20,30,40""#,
        "[10, 20, 30, 40]", "[[10, 20, 30, 40]]", #"["10,20,30,40"]"#,
    ])
    func `places are written as regions are`(value: String) throws {
        let hidden = try corrected(#"{"file": "a.jpg", "hide": \#(value)}"#)
        #expect(hidden.redaction == RedactionCorrection(hide: [.init(Self.one)]) && hidden.words == ["hide"])
        let shown = try corrected(#"{"file": "a.jpg", "show": \#(value)}"#)
        #expect(shown.redaction == RedactionCorrection(show: [.init(Self.one)]) && shown.words == ["show"])
    }

    @Test func `a place may be for a time`() throws {
        let found = try corrected(#"{"file": "a.jpg", "hide": [{"x": 10, "y": 20, "width": 30, "height": 40, "from": 1.5, "to": 2}]}"#)
        #expect(found.redaction?.hide == [.init(Self.one, from: 1.5, to: 2)])
    }

    @Test(arguments: [
        (#""hide": "10,20""#, "“hide”"), (#""hide": ["0,0,0,9"]"#, "“hide[0]”"), (#""show": [[1, 2, 3, "4"]]"#, "“show[0][3]”"),
        (#""hide": [{"x": 1, "y": 2, "width": 3}]"#, "“hide[0]”"), (#""hide": "1e300,1,1,1""#, "“hide”"), (#""hide": true"#, "“hide”"),
        (#""hide": [{"x": 1, "y": 2, "width": 3, "height": 4, "from": -1}]"#, "“hide[0].from”"),
        (#""hide": [{"x": 1, "y": 2, "width": 3, "height": 4, "from": 3, "to": 2}]"#, "ends at 2 s"),
        (#""hide": [{"x": 1, "y": 2, "width": 3, "height": 4, "to": "2"}]"#, "“hide[0].to”"),
        (#""hide": "1,1,1,1", "focal": "1,1""#, "“focal” and “hide”"), (#""show": [], "skip": true"#, "“skip”"),
        (#""hide": "1,1,1,1", "aspect": "1:1""#, "leave out “aspect”"), (#""hide": "1,1,1,1", "at": 3"#, "“at”"),
        (#""hide": null"#, "“hide”"),
    ])
    func `what cannot be meant is an error that names the place`(members: String, evidence: String) {
        let error = #expect(throws: BoundedCropError.self) { try Corrections(#"{"file": "a.jpg", \#(members)}"#) }
        #expect(error?.message.contains(evidence) == true, "\(error?.message ?? "")")
    }

    @Test(arguments: ["region", "focal", "hide", "show"]) func `a list has a limit, which is told at once`(word: String) throws {
        func text(_ count: Int) -> String {
            let place = word == "focal" ? "1,1" : "1,1,2,2"
            return #"{"file": "a.jpg", "\#(word)": [\#(repeatElement("\"\(place)\"", count: count).joined(separator: ","))]}"#
        }
        #expect(throws: Never.self) { try Corrections(text(Corrections.mostPlaces)) }
        let error = #expect(throws: BoundedCropError.self) { try Corrections(text(90_000)) }
        #expect(error?.message.contains("“\(word)” has 90000 places: a correction has at most 1000") == true)
    }

    @Test func `corrections of crops and of redactions, and several of redactions, stand beside each other`() throws {
        let text = """
            {"file": "a.jpg", "hide": "10,20,30,40"}
            {"file": "a.jpg", "focal": "1,1"}
            {"file": "a.jpg", "show": "100,100,9,9", "hide": []}
            {"file": "a.jpg", "hide": "50,20,30,40"}
            """
        let found = try corrected(text)
        #expect(found.words == ["focal", "hide", "show"] && found.redaction?.hide.count == 2 && found.redaction?.show.count == 1)
        #expect(try corrected(text, redacts: false).words == ["focal"])
        #expect(try corrected(text, redacts: false).redaction == nil)
    }

    @Test func `a list without places says that somebody has looked`() throws {
        let found = try corrected(#"{"file": "a.jpg", "hide": []}"#)
        #expect(found.redaction == RedactionCorrection() && found.words.isEmpty && found.notes.isEmpty)
    }

    @Test func `places follow their picture to another size`() throws {
        let found = try corrected(#"{"file": "a.jpg", "size": "480x600", "hide": "20,40,60,80", "show": "2,2,20,20"}"#)
        #expect(found.redaction == RedactionCorrection(hide: [.init(Self.one)], show: [.init(Rect(x: 1, y: 1, width: 10, height: 10))]))
    }

    @Test(arguments: [
        (#""size": "300x240", "hide": "1,1,9,9""#, "another shape"), (#""hide": ["1,1,9,9", "240,0,9,9"]"#, "outside the picture"),
    ])
    func `a picture is not made if something that somebody hid does not fit it`(members: String, evidence: String) throws {
        let text = #"{"file": "a.jpg", \#(members)}"# + "\n" + #"{"file": "a.jpg", "hide": "1,1,9,9"}"#
        let found = try corrected(text)
        #expect(found.refusal?.contains(evidence) == true && found.refusal?.contains("review --redact") == true)
        var request = RenderRequest()
        request.last.steps = [.effect(Redact(.blur))]
        let all = try Corrections(text).corrections(of: Self.names)
        Corrections.apply(all, to: &request, in: Self.size)
        let source = try PixelBuffer.picture(240, 300) { x, y in [x, y, 9] }.source()
        let renderer = ImageRenderer(detector: FixedFeatureDetector([], name: "nothing"))
        #expect(throws: BoundedCropError.self) { try renderer.render(source, request) }
        #expect(throws: BoundedCropError.self) { try renderer.cost(source, [request]) }
    }

    @Test func `what people hide makes no search cheaper or dearer`() throws {
        var request = try RenderRequest("filters:redact(black)/a.png")
        let source = try PixelBuffer.picture(240, 300) { x, y in [x, y, 9] }.source()
        let renderer = ImageRenderer(redactionDetector: Redact.standardDetector)
        let plain = try renderer.cost(source, [request])
        let all = try Corrections(#"{"file": "a.jpg", "hide": "1,1,9,9"}"#).corrections(of: Self.names)
        Corrections.correct(&request, with: all, in: source.size)
        #expect(request.corrected.redaction != nil)
        #expect(try renderer.cost(source, [request]) == plain)
    }

    @Test func `what only shows, and does not fit, is noted and shows nothing`() throws {
        let found = try corrected(#"{"file": "a.jpg", "size": "300x240", "show": "1,1,9,9"}"#)
        #expect(found.redaction == nil && found.refusal == nil && found.notes.count == 1 && found.notes[0].contains("a.jpg"))
    }

    @Test func `whom somebody chose to show is hidden in other bytes, and nobody has looked at these`() throws {
        let (own, other) = (String(repeating: "a", count: 64), String(repeating: "b", count: 64))
        func found(_ words: String, in content: String?) throws -> (correction: RedactionCorrection?, notes: [String]) {
            let all = try Corrections(#"{"file": "a.jpg", "sha256": "\#(own)", \#(words)}"#)
            #expect(all.checksContent(of: Self.names))
            return try Corrections.redaction(by: all.corrections(of: Self.names).map { $0.noting(content) }, in: Self.size)
        }
        let shown = #""show": "10,20,30,40""#
        for content in [own, nil] { #expect(try found(shown, in: content).correction?.show == [.init(Self.one)]) }
        let changed = try found(shown, in: other)
        #expect(changed.correction == nil && changed.notes.first?.contains("a.jpg has changed since") == true)
        #expect(try found(#""hide": []"#, in: own).correction != nil)
        #expect(try found(#""hide": []"#, in: other).correction == nil)
        let both = try found(shown + #", "hide": "10,20,30,40""#, in: other)
        #expect(both.correction == RedactionCorrection(hide: [.init(Self.one)]) && both.notes.count == 1)
    }

    @Test func `corrections go where their picture is, and stay with one that was changed`() throws {
        let (own, other) = (String(repeating: "a", count: 64), String(repeating: "b", count: 64))
        let lines = """
            {"file": "b.jpg", "sha256": "\(own)", "focal": "1,1"}
            {"file": "b.jpg", "sha256": "\(own)", "hide": "10,20,30,40"}
            """
        /// - Parameter files: The contents of files.
        func corrected(_ file: String, in files: [String: String], _ text: String = lines) throws -> Corrected {
            let content = try #require(files[file])
            let all = try Corrections(text).settled(of: [.file(file)], content: content, at: file) {
                files[$0]
            } holder: { content, other in
                files.first { $0.value == content && $0.key != other }?.key
            }
            let found = all.corrections(of: [.file(file), .content(content)], aspect: AspectRatio(1, 1)).map { $0.noting(content) }
            var request = RenderRequest()
            request.last.steps = [.effect(Redact(.blur))]
            Corrections.apply(found, to: &request, in: Self.size)
            return request.corrected
        }
        let renamed = ["b.jpg": other, "c.jpg": own]
        let moved = try corrected("c.jpg", in: renamed)
        #expect(moved.words == ["focal", "hide"] && moved.notes.isEmpty)
        // Nobody knows whether this is the picture, changed beside a copy of how it was.
        let unknown = try corrected("b.jpg", in: renamed)
        #expect(unknown.words == ["hide"] && unknown.notes.count == 2 && unknown.notes.allSatisfy { $0.contains("c.jpg now") })
        let known = try corrected("b.jpg", in: renamed, lines + "\n" + #"{"sha256": "\#(other)", "good": true}"#)
        #expect(known.words.isEmpty && known.redaction == nil && known.refusal == nil && known.notes.count == 2)
        let misfit = try corrected("b.jpg", in: renamed, lines.replacing(#""hide""#, with: #""size": "300x240", "hide""#))
        #expect(misfit.redaction == nil && misfit.refusal == nil && misfit.notes.count == 2)
        let changed = try corrected("b.jpg", in: ["b.jpg": other, "d.jpg": other])
        #expect(changed.words == ["focal", "hide"] && changed.notes.isEmpty)
        // Crops of a copy are its own.
        let copied = ["b.jpg": own, "c.jpg": own]
        #expect(try corrected("b.jpg", in: copied).words == ["focal", "hide"])
        #expect(try corrected("c.jpg", in: copied).words == ["hide"])
    }

    @Test func `a redaction hides and shows what was corrected, in a crop, in every frame and after earlier stages`() throws {
        let face = Feature(Rect(x: 10, y: 10, width: 20, height: 20))
        let renderer = ImageRenderer(detector: FixedFeatureDetector([face], name: "one"))
        let source = try PixelBuffer.picture(200, 100) { _, _ in [200, 200, 200] }.source()
        let all = try Corrections(#"{"file": "a.jpg", "hide": "120,10,20,20", "show": "9,9,22,22"}"#).corrections(of: Self.names)
        for text in [
            "filters:redact(black,0)/a.png", "0x0:150x50/filters:redact(black,0)/a.png", "0x0:150x50/then:/filters:redact(black,0)/a.png",
        ] {
            var request = try RenderRequest(text)
            #expect(Corrections.mayConcern(request))
            Corrections.correct(&request, with: all, in: source.size)
            let made = try renderer.render(source, request, format: .png)
            let pixels = try ImageSource(bytes: made.bytes).pixels()
            #expect(pixels[130, 20].prefix(3) == [0, 0, 0] && pixels[20, 20].prefix(3) != [0, 0, 0] && made.covered == 1, "\(text)")
        }
    }
}

/// Files of what is hidden and shown that are edited.
@Suite struct EditedRedactionTests {
    typealias Entry = Corrections.Entry

    private func edited(_ subject: Corrections.Subject, _ size: PixelSize? = PixelSize(width: 240, height: 300)) -> Corrections.Edited {
        Corrections.Edited(names: [.file("a.jpg")], content: nil, size: size, subject: subject)
    }

    @Test func `who edits crops leaves redactions as they are, and the other way round`() throws {
        var document = try Corrections(
            """
            {"file": "a.jpg", "size": "240x300", "hide": ["1,2,3,4"]}
            {"file": "a.jpg", "focal": "1,2"}
            """
        )
        #expect(document.entries(of: edited(.redactions)) == [Entry(aspect: nil, words: ["hide": ["1,2,3,4"]])])
        try document.replace(edited(.crops), with: [])
        #expect(try document.text == "{\"file\": \"a.jpg\", \"size\": \"240x300\", \"hide\": [\"1,2,3,4\"]}\n")
        try document.replace(edited(.crops), with: [Entry(aspect: nil, words: ["zoom": 0.5])])
        try document.replace(edited(.redactions), with: [Entry(aspect: nil, words: ["show": ["5,6,7,8"]])])
        #expect(
            try document.text == """
                {"file":"a.jpg","zoom":0.5}
                {"file":"a.jpg","show":["5,6,7,8"],"size":"240x300"}

                """
        )
        for (subject, words) in [(Corrections.Subject.crops, "hide"), (.redactions, "focal")] {
            let entry = Entry(aspect: nil, words: [words: words == "hide" ? "1,2,3,4" : "1,2"])
            #expect(throws: BoundedCropError.self) { try document.replace(edited(subject), with: [entry]) }
        }
    }

    @Test func `places are saved only in the picture, and are edited in its pixels`() throws {
        var document = try Corrections()
        for words: [String: JSONNode] in [["hide": ["300,1,9,9"]], ["show": ["1,1,9,9", "1,301,9,9"]]] {
            #expect(throws: BoundedCropError.self) { try document.replace(edited(.redactions), with: [Entry(aspect: nil, words: words)]) }
        }
        try document.replace(edited(.redactions), with: [Entry(aspect: nil, words: ["hide": ["10,20,30,40"], "show": []])])
        let large = document.entries(of: edited(.redactions, PixelSize(width: 480, height: 600)))
        let place: JSONNode = .object(["x": .number(20), "y": .number(40), "width": .number(60), "height": .number(80)])
        #expect(large == [Entry(aspect: nil, words: ["hide": .list([place]), "show": .list([])])])
        #expect(large.map(\.isGood) == [false] && Entry(aspect: nil, words: ["hide": .list([])]).isGood)
    }

    @Test func `what was shown in other bytes is not edited as if it counted`() throws {
        let (own, other) = (String(repeating: "a", count: 64), String(repeating: "b", count: 64))
        let document = try Corrections(
            """
            {"file": "a.jpg", "sha256": "\(own)", "hide": ["1,2,3,4"], "show": ["5,6,7,8"]}
            {"file": "a.jpg", "sha256": "\(own)", "show": ["9,9,7,8"]}
            """
        )
        func words(_ content: String) -> [[String: JSONNode]] {
            let edited = Corrections.Edited(names: [.file("a.jpg")], content: content, size: nil, subject: .redactions)
            return document.entries(of: edited).map(\.words)
        }
        #expect(words(own) == [["hide": ["1,2,3,4"], "show": ["5,6,7,8"]], ["show": ["9,9,7,8"]]])
        #expect(words(other) == [["hide": ["1,2,3,4"]]])
    }

    @Test func `a picture has a limit of corrections`() throws {
        var document = try Corrections()
        let entries = (0..<90_000).map { Entry(aspect: "\($0 + 1):1", words: ["zoom": 0.5]) }
        let error = #expect(throws: BoundedCropError.self) { try document.replace(edited(.crops), with: entries) }
        #expect(error?.message.contains("at most 1000") == true)
    }

    @Test func `what is hidden in a picture that is gone is given to another whole, or not at all`() throws {
        let lines = """
            {"file": "old.jpg", "size": "480x600", "hide": ["10,20,30,40"]}
            {"file": "old.jpg", "zoom": 0.5}
            {"file": "a.jpg", "hide": ["100,100,9,9"]}

            """
        var document = try Corrections(lines)
        #expect(throws: BoundedCropError.self) {
            try document.attach(.file("old.jpg"), to: edited(.crops, PixelSize(width: 300, height: 240)))
        }
        #expect(try document.text == lines)
        try document.attach(.file("old.jpg"), to: edited(.crops))
        let hidden = document.corrections(of: [.file("a.jpg")]).compactMap(\.redaction).flatMap(\.hide).map(\.rectangle)
        #expect(Set(hidden) == [Rect(x: 5, y: 10, width: 15, height: 20), Rect(x: 100, y: 100, width: 9, height: 9)])
        #expect(document.corrections(of: [.file("old.jpg")]).isEmpty && document.entries(of: edited(.crops)).count == 1)
    }
}
