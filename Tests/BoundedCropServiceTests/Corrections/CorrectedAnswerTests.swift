import BoundedCrop
import BoundedCropEffects
import BoundedCropLoading
import BoundedCropRendering
import Foundation
import PictureServer
import RecordingSupport
import TestSupport
import Testing

@testable import BoundedCropService

/// The setting `corrections`. The picture has 240x300 pixels, and nothing is found in it.
@Suite(.timeLimit(.minutes(15))) struct CorrectedAnswerTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["a.png", "in/b c.png"] { try folder.write(Fixture.bytes("formats/obama_rgb8.png"), to: "photos/\(name)") }
    }

    private func correct(_ lines: String..., in file: String = "photos/c.json") throws {
        try folder.write(Array(lines.joined(separator: "\n").utf8), to: file)
    }

    private func service(_ file: String = "photos/c.json", _ book: LogBook = LogBook()) async throws -> RunningService {
        try await RunningService(logger: book.logger) {
            $0.root = folder.path + "/photos"
            $0.corrections = folder.path + "/" + file
        }
    }

    private struct Meta: Decodable {
        struct Operation: Decodable {
            let left: Int?
            let top: Int?
        }
        struct Thumbor: Decodable {
            let operations: [Operation]
        }
        struct Record: Decodable {
            let corrected: [String]?
        }
        let thumbor: Thumbor
        let boundedcrop: Record?

        var corner: [Int?] { [thumbor.operations.first?.left, thumbor.operations.first?.top] }
        var words: [String] { boundedcrop?.corrected ?? [] }
    }

    private func meta(_ service: RunningService, _ path: String) async throws -> Meta {
        let reply = try await service.get("/unsafe/meta/\(path)")
        return try JSONDecoder().decode(Meta.self, from: Data(reply.body))
    }

    @Test(arguments: ["100x100/smart/a.png", "100x100/a.png", "smart/filters:preset(avatar)/a.png"])
    func `a place that was corrected is cropped`(path: String) async throws {
        try correct(#"{"file": "a.png", "aspect": "1:1", "crop": [10, 20, 100, 100]}"#)
        let found = try await meta(service(), path)
        #expect(found.corner == [10, 20] && found.words == ["crop"], "\(found)")
    }

    @Test func `the picture says what was corrected of it`() async throws {
        try correct(#"{"file": "a.png", "crop": [10, 20, 100, 100]}"#)
        let reply = try await service().get("/unsafe/50x50/filters:format(png)/a.png")
        #expect(reply["x-boundedcrop-plan"]?.contains(#""corrected":["crop"]"#) == true)
        let plain = try await RunningService { $0.root = folder.path + "/photos" }
        let exact = try await plain.get("/unsafe/10x20:110x120/50x50/filters:format(png)/a.png")
        #expect(try reply.picture.pixels() == exact.picture.pixels())
        // Of a chain, the first request is for the picture.
        let chained = try await service().get("/unsafe/50x50/then:/40x40/filters:format(png)/a.png")
        let expected = try await plain.get("/unsafe/10x20:110x120/50x50/then:/40x40/filters:format(png)/a.png")
        #expect(try chained.picture.pixels() == expected.picture.pixels())
    }

    @Test(arguments: [
        "100x100/left/a.png", "100x100/top/a.png", "100x100/smart/filters:focal(1x1:9x9)/a.png", "20x20:90x90/50x50/smart/a.png",
        "fit-in/100x100/smart/a.png", "a.png", "100x/a.png", "100x100/filters:stretch()/a.png", "100x100/smart/filters:window(50,50)/a.png",
        "100x50/smart/a.png", "100x100/in/b%20c.png",
    ])
    func `what a request says itself, and other shapes and pictures, stay as they are`(path: String) async throws {
        try correct(
            #"{"file": "a.png", "aspect": "1:1", "crop": [10, 20, 100, 100]}"#,
            #"{"file": "a.png", "aspect": "4:5", "focal": "1,1"}"#
        )
        let plain = try await RunningService { $0.root = folder.path + "/photos" }
        let (corrected, expected) = (try await service().get("/unsafe/\(path)"), try await plain.get("/unsafe/\(path)"))
        #expect(corrected.status == expected.status && corrected.body == expected.body)
        #expect(corrected["x-boundedcrop-plan"] == expected["x-boundedcrop-plan"])
    }

    @Test func `a request with a zoom is answered too if a point was corrected`() async throws {
        try correct(#"{"file": "a.png", "zoom": 0.5}"#, #"{"file": "a.png", "aspect": "1:1", "focal": "0,0"}"#)
        #expect(try await meta(service(), "100x100/smart/filters:zoom(0.6)/a.png").words == ["focal"])
    }

    @Test func `a scheme counts where faces are looked for, and what is skipped is answered`() async throws {
        try correct(#"{"file": "a.png", "scheme": "largest"}"#, #"{"file": "in/b c.png", "skip": true}"#)
        let service = try await service()
        #expect(try await meta(service, "100x100/smart/a.png").words == ["scheme"])
        #expect(try await meta(service, "100x100/a.png").words == [])
        let skipped = try await service.get("/unsafe/100x100/smart/in/b%20c.png")
        #expect(skipped.status == 200 && skipped["x-boundedcrop-plan"]?.contains("corrected") == false)
    }

    @Test(arguments: ["in/b%20c.png", "in%2Fb%20c.png", "./in//b%20c.png", "in/b%20c.png?x=1"])
    func `a picture is known by its path below the root, whatever the URL writes`(path: String) async throws {
        let names = ["in/b c.png", folder.path + "/photos/in/b c.png", "photos/in/b c.png"]
        for name in names {
            try correct(#"{"file": "\#(name)", "focal": "0,299"}"#, in: "c.json")
            #expect(try await meta(service("c.json"), "100x100/smart/\(path)").words == ["focal"], "\(name)")
        }
    }

    @Test func `a picture is known by its URL`() throws {
        let loader = ImageLoader(configuration: ImageLoader.Configuration())
        let finder = PictureFinder(folder: nil, loader: loader, fetches: Admission(limit: 1, clientLimit: nil))
        let names = finder.names(of: "example.com/a%20b.jpg").map { if case .other(let text) = $0 { text } else { "" } }
        #expect(names.contains("example.com/a%20b.jpg") && names.contains("http://example.com/a%20b.jpg"))
    }

    @Test func `a picture is known by its content, and an upload by nothing else`() async throws {
        let bytes = try Fixture.bytes("formats/obama_rgb8.png")
        try correct(#"{"sha256": "\#(Fingerprint.text(of: bytes))", "focal": "0,0"}"#, #"{"file": "a.png", "scheme": "largest"}"#)
        let service = try await service()
        #expect(try await meta(service, "100x100/smart/a.png").words == ["scheme", "focal"])
        #expect(try await meta(service, "100x100/smart/in/b%20c.png").words == ["focal"])
        let plans = try await service.post("/crop?size=9x9&size=9x8&plan", bytes)
        #expect(plans.text.matches(of: /"corrected":\["focal"\]/).count == 2)
        let crop = try await service.post("/crop?size=9x9", bytes)
        #expect(crop["x-boundedcrop-plan"]?.contains(#""corrected":["focal"]"#) == true)
        let given = try await service.post("/crop?size=9x9&region=1,2,30,40", bytes)
        #expect(given["x-boundedcrop-plan"]?.contains("corrected") == false)
    }

    @Test func `a body may be named as the picture of a URL, and its plan is that of the URL`() async throws {
        let bytes = try Fixture.bytes("formats/obama_rgb8.png")
        let lines = [
            #"{"file": "in/b c.png", "aspect": "1:1", "crop": [10, 20, 100, 100]}"#,
            #"{"sha256": "\#(Fingerprint.text(of: bytes))", "aspect": "2:1", "focal": "0,299"}"#,
        ]
        try correct(lines.joined(separator: "\n"))
        let service = try await service()
        func words(_ path: String, _ body: [UInt8], _ name: String?) async throws -> [String] {
            let reply = try await service.post(path, body, name.map { ["x-boundedcrop-picture": $0] } ?? [:])
            return reply.text.matches(of: /"corrected":\["(\w+)"\]/).map { String($0.1) }
        }
        let known = Array(#"{"width": 240, "height": 300, "features": []}"#.utf8)
        for (path, body) in [("/crop?size=50x50&size=50x25&plan", bytes), ("/plan?size=50x50&size=50x25", known)] {
            #expect(try await words(path, body, "in%2Fb%20c.png") == ["crop", "focal"], "\(path)")
            #expect(try await words(path, body, "") == [], "\(path)")
            #expect(try await words(path, body, "missing.png") == [], "\(path)")
        }
        let plans = try await service.post("/plan?size=50x50&size=50x25", known, ["x-boundedcrop-picture": "in/b%20c.png"]).text
        #expect(plans.contains(#""crop":{"height":100,"width":100,"x":10,"y":20}"#) && plans.contains(#""y":180"#), "\(plans)")
        #expect(try await words("/crop?size=50x50&no-bounding&plan", bytes, "in/b%20c.png") == [])
        #expect(try await words("/crop?size=50x25&plan", bytes, nil) == ["focal"])
    }

    @Test func `a plan keeps the corrections of a picture that is not found under its name`() async throws {
        let hash = String(repeating: "0", count: 64)
        try correct(
            #"{"file": "gone.png", "crop": [10, 20, 100, 100]}"#,
            #"{"file": "gone.png", "sha256": "\#(hash)", "show": "1,1,9,9"}"#
        )
        let known = Array(#"{"width": 240, "height": 300, "features": []}"#.utf8)
        let plan = try await service().post("/plan?size=50x50", known, ["x-boundedcrop-picture": "gone.png"]).text
        #expect(plan.contains(#""corrected":["crop"]"#), "\(plan)")
    }

    @Test(arguments: ["/crop?size=9x9", "/plan?size=9x9"]) func `a body that is refused asks no server for the picture that it names`(
        path: String
    ) async throws {
        let upstream = try await PictureServer()
        upstream.serve("/a.png", .picture(try Fixture.bytes("formats/obama_rgb8.png")))
        try correct(#"{"sha256": "\#(String(repeating: "0", count: 64))", "focal": "0,0"}"#)
        for (keys, requests) in [(["key"], 0), ([], 1)] {
            let service = try await RunningService {
                ($0.root, $0.policy, $0.keys) = (folder.path + "/photos", .unrestricted, keys)
                $0.corrections = folder.path + "/photos/c.json"
            }
            let name = upstream.url("/a.png").absoluteString
            let reply = try await service.post(path, [1, 2, 3], ["x-boundedcrop-picture": name])
            #expect((reply.status == 403) != keys.isEmpty, "\(reply.text)")
            #expect(upstream.requests().count == requests)
        }
    }

    @Test func `corrections that changed make anew what they concern, and nothing else`() async throws {
        try correct(#"{"file": "a.png", "aspect": "1:1", "focal": "0,299"}"#)
        let service = try await service()
        let paths = ["100x100/smart/a.png", "100x50/smart/a.png", "100x100/smart/in/b%20c.png"]
        var tags: [String?] = []
        for path in paths { tags.append(try await service.get("/unsafe/\(path)")["etag"]) }
        try correct(#"{"file": "a.png", "aspect": "1:1", "focal": "0,0"}"#, #"{"file": "other.png", "skip": true}"#)
        for (path, tag) in zip(paths, tags) {
            let reply = try await service.get("/unsafe/\(path)", ["if-none-match": tag ?? ""])
            #expect(reply.status == (path == paths[0] ? 200 : 304), "\(path)")
        }
        #expect(service.metric(#"boundedcrop_results_total{origin="made"}"#) == 4)
    }

    @Test(arguments: [nil, #"{"file": "a.png", "focal": "here"}"#]) func `a bad file leaves the last good one in force, and is logged once`(
        text: String?
    ) async throws {
        try correct(#"{"file": "a.png", "focal": "0,0"}"#)
        let book = LogBook()
        let service = try await service("photos/c.json", book)
        if let text { try correct("", text) } else { try FileManager.default.removeItem(atPath: folder.path + "/photos/c.json") }
        for _ in 0..<3 { #expect(try await meta(service, "100x100/smart/a.png").words == ["focal"]) }
        let lines = book.all.filter { $0.hasPrefix("warning corrections: \(folder.path)/photos/c.json: \(text == nil ? "" : "line 2: ")") }
        #expect(lines.count { $0.contains("still in force") } == 1, "\(book.all)")
        try correct(#"{"file": "a.png", "zoom": 0.5}"#)
        #expect(try await meta(service, "100x100/smart/a.png").words == ["zoom"])
    }

    @Test func `a redaction still fails if there was nothing to hide`() throws {
        var request = RenderRequest()
        (request.last.crop.requiresFeature, request.last.steps) = (true, [.effect(Redact(.blur))])
        let all = try Corrections(#"{"file": "a.png", "focal": "1,2"}"#)
        let found = all.corrections(of: [.file("a.png")], aspect: AspectRatio(1, 1))
        Corrections.apply(found, to: &request, in: PixelSize(width: 9, height: 9))
        #expect(request.corrected.words == ["focal"] && request.last.crop.requiresFeature)
    }

    @Test func `a correction that does not fit the picture is left out, and the picture is answered`() async throws {
        let lines = [#"{"file": "a.png", "focal": "5000,5000"}"#, #"{"file": "in/b c.png", "size": "10x3000", "crop": "0,0,9,9"}"#]
        try correct("", lines.joined(separator: "\n"))
        let service = try await service()
        for name in ["a.png", "in/b%20c.png"] {
            #expect(try await service.get("/unsafe/30x30/smart/\(name)").status == 200)
            #expect(try await meta(service, "30x30/smart/\(name)").words.isEmpty)
        }
    }

    @Test(arguments: ["filters:redact(red,0):format(png)/a.png", "0x0:240x300/filters:redact(red,0):format(png)/a.png"])
    func `what people hide is hidden, whatever a URL crops, and made anew when it changes`(path: String) async throws {
        try correct(#"{"file": "a.png", "size": "120x150", "hide": "100,120,10,10"}"#)
        let service = try await service()
        func isRed(_ pixels: PixelBuffer) -> Bool {
            let start = (250 * pixels.width + 210) * 4
            return pixels.bytes[start] == 255 && pixels.bytes[start + 1] == 0 && pixels.bytes[start + 2] == 0
        }
        let reply = try await service.get("/unsafe/\(path)")
        #expect(reply.status == 200 && reply["x-boundedcrop-covered"] == "1", "\(reply.text)")
        #expect(try isRed(reply.picture.pixels()))
        let plain = try await service.get("/unsafe/\(path.replacing("redact(red,0):", with: ""))")
        #expect(try !isRed(plain.picture.pixels()))
        try correct(#"{"file": "a.png", "hide": []}"#)
        let other = try await service.get("/unsafe/\(path)", ["if-none-match": reply["etag"] ?? ""])
        #expect(other.status == 200 && other["x-boundedcrop-covered"] == "0")
        try correct(#"{"file": "a.png", "size": "300x240", "hide": "1,1,9,9"}"#)
        let misfit = try await service.get("/unsafe/\(path)")
        #expect(misfit.status >= 400 && misfit.text.contains("another shape"), "\(misfit.text)")
    }

    @Test func `what does not fit a picture is logged once, until corrections are read again`() async throws {
        let book = LogBook()
        let lines = [#"{"file": "a.png", "size": "300x240", "focal": "1,1"}"#]
        try correct(lines.joined(separator: "\n"))
        let service = try await service("photos/c.json", book)
        func warnings(_ words: String) -> Int { book.all.count { $0.hasPrefix("warning corrections: ") && $0.contains(words) } }
        for side in [20, 30] { #expect(try await service.get("/unsafe/\(side)x\(side)/smart/filters:redact(black)/a.png").status == 200) }
        #expect(warnings("another shape") == 1, "\(book.all)")
        try correct((lines + [#"{"file": "b.png", "skip": true}"#]).joined(separator: "\n"))
        #expect(try await service.get("/unsafe/40x40/smart/filters:redact(black)/a.png").status == 200)
        #expect(warnings("another shape") == 2, "\(book.all)")
    }

    @Test func `what people hide is hidden in uploads, also in those that say where they are cropped`() async throws {
        let bytes = try Fixture.bytes("formats/obama_rgb8.png")
        try correct(#"{"sha256": "\#(Fingerprint.text(of: bytes))", "hide": "200,240,20,20"}"#)
        let service = try await service()
        for query in ["size=240x300", "size=240x300&no-bounding", "size=240x300&region=1,2,30,40", "crop=0,0,240,300"] {
            let reply = try await service.post("/crop?\(query)&effects=redact(red)", bytes)
            #expect(reply.status == 200 && reply["x-boundedcrop-covered"] == "1", "\(query): \(reply.text)")
        }
    }

    @Test func `what is hidden in a picture is hidden in it under another name, where another has its name`() async throws {
        let bytes = try Fixture.bytes("orientations/obama_1.jpg")
        try folder.write(bytes, to: "photos/other.jpg")
        try correct(#"{"file": "a.png", "sha256": "\#(Fingerprint.text(of: bytes))", "hide": "1,1,9,9"}"#)
        let service = try await service()
        let reply = try await service.get("/unsafe/filters:redact(red)/other.jpg")
        #expect(reply.status == 200 && reply["x-boundedcrop-covered"] == "1", "\(reply.text)")
        let sent = try await service.post("/crop?size=240x300&no-bounding&effects=redact(red)", bytes)
        #expect(sent.status == 200 && sent["x-boundedcrop-covered"] == "1", "\(sent.text)")
    }

    @Test func `what was shown in a picture that has changed since is logged, of URLs and uploads`() async throws {
        let bytes = try Fixture.bytes("formats/obama_rgb8.png")
        func line(_ hash: String) -> String { #"{"file": "a.png", "sha256": "\#(hash)", "show": "1,1,9,9", "hide": "200,240,20,20"}"# }
        let other = String(repeating: "0", count: 64)
        for (hash, isTold) in [(Fingerprint.text(of: bytes), false), (other, true)] {
            let book = LogBook()
            func tellings() -> Int { book.all.count { $0.hasPrefix("warning corrections: ") && $0.contains("a.png has changed since") } }
            try correct(line(hash))
            let service = try await service("photos/c.json", book)
            for path in ["30x30/smart/filters:redact(red)/a.png", "0x0:240x300/filters:redact(red)/a.png"] {
                #expect(try await service.get("/unsafe/\(path)")["x-boundedcrop-covered"] == "1")
            }
            #expect((tellings() == 1) == isTold, "\(book.all)")
            // Corrections that are read again are told again.
            try correct(line(hash), #"{"file": "b.png", "skip": true}"#)
            let reply = try await service.post("/crop?size=30&effects=redact(red)", bytes, ["x-boundedcrop-picture": "a.png"])
            #expect(reply.status == 200 && reply["x-boundedcrop-covered"] == "1", "\(reply.text)")
            #expect((tellings() == 2) == isTold, "\(book.all)")
        }
    }

    @Test func `what is hidden in a picture that is sent stays hidden where its file is gone`() async throws {
        let bytes = try Fixture.bytes("formats/obama_rgb8.png")
        let content = #"{"sha256": "\#(String(repeating: "0", count: 64))", "hide": "1,1,9,9"}"#
        try correct(#"{"file": "gone.png", "hide": "200,240,20,20"}"#, content)
        let reply = try await service().post("/crop?size=30&effects=redact(red)", bytes, ["x-boundedcrop-picture": "gone.png"])
        #expect(reply.status == 200 && reply["x-boundedcrop-covered"] == "1", "\(reply.text)")
    }

    /// The third is the name of another picture that is there, and the last one of those that are not corrected.
    @Test(arguments: [nil, "gone.png", "other.png", "a.png", "in%2Fb%20c.png", ""])
    func `what is hidden in a picture by its content is hidden in uploads, whatever their name`(name: String?) async throws {
        let bytes = try Fixture.bytes("formats/obama_rgb8.png")
        try folder.write(Fixture.bytes("orientations/obama_1.jpg"), to: "photos/other.png")
        try correct(#"{"sha256": "\#(Fingerprint.text(of: bytes))", "hide": "200,240,20,20"}"#, #"{"file": "a.png", "focal": "0,0"}"#)
        let service = try await service()
        for query in ["size=240x300", "size=240x300&no-bounding"] {
            let named = name.map { ["x-boundedcrop-picture": $0] } ?? [:]
            let reply = try await service.post("/crop?\(query)&effects=redact(red)", bytes, named)
            #expect(reply.status == 200 && reply["x-boundedcrop-covered"] == "1", "\(query): \(reply.text)")
        }
    }

    @Test func `a file that cannot be used ends the start`() async throws {
        try correct("", #"{"file": "a.png", "zom": 1}"#)
        for (file, words) in [("photos/c.json", "c.json: line 2: there is no “zom”"), ("missing.json", "missing.json: ")] {
            let error = await #expect(throws: BoundedCropError.self) { _ = try await service(file) }
            #expect(error?.code == .invalidSetting && error?.message.contains(words) == true, "\(String(describing: error))")
        }
    }

    @Test func `the page saves what is placed, and only if the setting says so`() async throws {
        try correct(#"{"file":"in/b c.png","skip":true}"#)
        let path = PlaygroundRoute.correctionPath
        func send(_ service: RunningService, _ body: String, type: String = "application/json") async throws -> Int {
            try await service.post(path, Array(body.utf8), ["Content-Type": type]).status
        }
        #expect(try await send(service(), #"{"picture": "a.png", "focal": "1,2"}"#) == 404)
        let saving = try await RunningService {
            $0.root = folder.path + "/photos"
            $0.corrections = folder.path + "/photos/c.json"
            $0.savesCorrections = true
        }
        let wrong = [
            (#"{"picture": "a.png", "focal": "1,2"}"#, "text/plain"), ("{", "application/json"), (#"{"focal": "1,2"}"#, "application/json"),
            (#"{"picture": "a.png", "focal": "x"}"#, "application/json"),
            (#"{"picture": "a.png", "focal": "5000,5000"}"#, "application/json"),
        ]
        for (body, type) in wrong { #expect(try await send(saving, body, type: type) == 400, "\(body)") }
        #expect(try await send(saving, #"{"picture": "../c.json", "focal": "1,2"}"#) >= 400)
        #expect(try await send(saving, #"{"picture": "missing.png", "focal": "1,2"}"#) == 404)
        let file = folder.path + "/photos/c.json"
        #expect(try String(contentsOfFile: file, encoding: .utf8) == #"{"file":"in/b c.png","skip":true}"#)
        #expect(try await send(saving, #"{"picture": "a.png", "region": "10,20,30,30"}"#) == 204)
        let picture = FileManager.default.contents(atPath: folder.path + "/photos/a.png").map { Fingerprint.text(of: [UInt8]($0)) }
        let saved = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map(String.init)
        let members = #""file":"a.png","region":"10,20,30,30","sha256":"\#(try #require(picture))","size":"240x300""#
        #expect(saved == [#"{"file":"in/b c.png","skip":true}"#, "{\(members)}"])
        #expect(try await meta(saving, "30x30/smart/a.png").words == ["region"])
        #expect(try await send(saving, #"{"picture": "a.png"}"#) == 204)
        #expect(try await meta(saving, "30x30/smart/a.png").words.isEmpty)
    }
}
