import AsyncHTTPClient
import BoundedCrop
import Foundation
import NIOCore
import NIOHTTP1
import TestSupport
import Testing

/// What `boundedcrop review` answers to its page. The browser tests see the page.
@Suite(.timeLimit(.minutes(15))) struct ReviewTests {
    private typealias Object = [String: Any]

    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.portrait, as: "photos/a.png")
        try scratch.add(Fixture.black, as: "photos/black.jpg")
    }

    /// A running review.
    private struct Reviewing {
        let running: Running
        private let address: String

        init(_ line: String, in folder: TemporaryFolder) async throws {
            let output = Pipe()
            running = try await Command.start(
                ["review"] + line.split(separator: " ").map(String.init),
                in: folder.url,
                output: output.fileHandleForWriting
            )
            try output.fileHandleForWriting.close()
            let said = await PipeLines(output).next(1).first ?? ""
            address = String(try #require(said.split(separator: " ").last))
        }

        func bytes(_ path: String, posting body: String? = nil, type: String = "application/json") async throws -> (status: Int, body: Data)
        {
            var request = HTTPClientRequest(url: address + path)
            if let body {
                (request.method, request.body) = (.POST, .bytes(ByteBuffer(string: body)))
                request.headers.add(name: "Content-Type", value: type)
            }
            let response = try await HTTPClient.shared.execute(request, deadline: .distantFuture)
            let body = try await response.body.collect(upTo: 10_000_000)
            return (Int(response.status.code), Data(body.readableBytesView))
        }

        func object(_ path: String, posting body: String? = nil) async throws -> (status: Int, fields: Object) {
            let (status, body) = try await bytes(path, posting: body)
            return (status, try JSONSerialization.jsonObject(with: body) as? Object ?? [:])
        }

        /// Replaces corrections, and returns what is known of the picture then.
        func corrected(_ id: Int, _ words: String, seen: String = "[]") async throws -> Object {
            let body = #"{"seen": \#(seen), "corrections": [{"words": \#(words)}]}"#
            let (status, fields) = try await object("pictures/\(id)/corrections", posting: body)
            #expect(status == 200, "\(fields)")
            return fields
        }

        func stop() async throws {
            running.terminate()
            #expect(try await running.ended() == (0, false))
        }
    }

    private func places(_ detail: Object) -> [Object] { (detail["redaction"] as? Object)?["places"] as? [Object] ?? [] }

    private func outline(_ detail: Object) -> Object { detail["picture"] as? Object ?? [:] }

    private func corrections() throws -> [Object] {
        let text = String(decoding: try scratch.bytes("photos/boundedcrop.corrections.json"), as: UTF8.self)
        return try text.split(separator: "\n").map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? Object ?? [:] }
    }

    @Test func `what is hidden in a picture is shown, changed and saved`() async throws {
        let review = try await Reviewing("photos --redact black --detector yunet", in: scratch)
        func isBlack(_ x: Double, _ y: Double, version: Int) async throws -> Bool {
            let (status, body) = try await review.bytes("pictures/0/large/0?v=\(version)")
            #expect(status == 200)
            return try ImageSource(bytes: [UInt8](body)).pixels().bytes[(Int(y) * 240 + Int(x)) * 4 + 1] < 30
        }
        let detail = try await review.object("pictures/0").fields
        #expect(detail["width"] as? Int == 240 && detail["file"] as? String == "photos/a.png")
        let covered = places(detail).filter { $0["isCovered"] as? Bool == true }
        let numbers = ["x", "y", "width", "height"].map { covered.first?[$0] as? Double ?? 0 }
        let (x, y) = (numbers[0] + numbers[2] / 2, numbers[1] + numbers[3] / 2)
        #expect(covered.count == 1)
        #expect(try await isBlack(x, y, version: 0))
        let face = numbers.map { "\($0)" }.joined(separator: ",")
        let shown = try await review.corrected(0, #"{"show": ["\#(face)"]}"#)
        #expect(places(shown).allSatisfy { $0["isCovered"] as? Bool == false || $0["x"] as? Double != covered.first?["x"] as? Double })
        #expect(try await !isBlack(x, y, version: 1))
        #expect(try corrections().map { Set($0.keys) } == [["file", "sha256", "size", "show"]])
        let hide = #"{"hide": [{"x": 200, "y": 250, "width": 20, "height": 20}]}"#
        let stale = try await review.object("pictures/0/corrections", posting: #"{"seen": [], "corrections": []}"#)
        #expect(stale.status == 409)
        let hidden = try await review.corrected(0, hide, seen: #"[{"words": {"show": ["\#(face)"]}}]"#)
        #expect(outline(hidden)["corrected"] as? [String] == ["hide"])
        #expect(try await isBlack(x, y, version: 2))
        #expect(try await isBlack(210, 260, version: 2))
        try await review.stop()
        let later = try await scratch.boundedcrop("effects photos/a.png --redact black --detector yunet --json -o b.png")
        #expect(try later.objects().first?["covered"] as? Int == 2, "\(later.errors)")
    }

    @Test func `a picture in which nothing is found is told, until somebody finds it good`() async throws {
        let review = try await Reviewing("photos --redact black", in: scratch)
        let before = try await outline(review.object("pictures/1").fields)
        #expect(before["concerns"] as? [String] == ["uncovered"] && before["isGood"] as? Bool == false)
        let after = try await outline(review.corrected(1, #"{"hide": []}"#))
        #expect(after["isGood"] as? Bool == true && after["corrected"] as? [String] == [])
        try await review.stop()
        // Others keep it.
        let again = try await Reviewing("photos --redact black", in: scratch)
        #expect(try await outline(again.object("pictures/1").fields)["isGood"] as? Bool == true)
        try await again.stop()
        let crops = try await Reviewing("photos --size 20x20", in: scratch)
        #expect(try await outline(crops.object("pictures/1").fields)["isGood"] as? Bool == false)
        try await crops.stop()
    }

    @Test func `something hidden that does not fit is told, and the picture is not shown as if it were hidden`() async throws {
        let text = #"{"file": "a.png", "size": "300x240", "hide": "1,1,9,9"}"#
        try scratch.write(Array(text.utf8), to: "photos/boundedcrop.corrections.json")
        let review = try await Reviewing("photos --redact black", in: scratch)
        let detail = try await review.object("pictures/0").fields
        #expect(outline(detail)["concerns"] as? [String] == ["misfit"] || (outline(detail)["concerns"] as? [String])?.first == "misfit")
        #expect((outline(detail)["error"] as? String)?.contains("another shape") == true)
        #expect(try await review.object("pictures/0/large/0").status == 400)
        let fitted = try await review.corrected(0, #"{"hide": ["1,1,9,9"]}"#)
        #expect(outline(fitted)["error"] == nil)
        #expect(try await review.bytes("pictures/0/large/0").status == 200)
        try await review.stop()
    }

    private static let wrong = [
        (#"{"words": {"hide": ["300,1,9,9"]}}"#, 400, "outside the picture"), (#"{"words": {"hide": "here"}}"#, 400, "“hide”"),
        (#"{"words": {"focal": "1,1"}}"#, 400, "not corrected here"), (#"{"words": {"skip": true}}"#, 400, "not corrected here"),
        (#"{"words": {"hide": [], "focal": "1,1"}}"#, 400, "cannot be used together"),
        (#"{"aspect": "1:1", "words": {"hide": []}}"#, 400, "aspect"), (#"{"words": 1}"#, 400, "words"),
        (#"{"words": {"detector": "./evil"}}"#, 400, "detector"),
    ]

    @Test func `what makes no sense is refused in our words, and nothing is saved`() async throws {
        let review = try await Reviewing("photos --redact black", in: scratch)
        for (entry, status, words) in Self.wrong {
            let body = #"{"seen": [], "corrections": [\#(entry)]}"#
            let answer = try await review.object("pictures/0/corrections", posting: body)
            let message = answer.fields["message"] as? String ?? ""
            #expect(answer.status == status && message.contains(words) && !message.contains("DecodingError"), "\(entry): \(answer)")
        }
        #expect(try await review.bytes("pictures/0/corrections", posting: "{}", type: "text/plain").status == 415)
        for path in ["pictures/0/small/1", "pictures/0/large/-1", "pictures/7/large/0", "pictures/0/other/0"] {
            #expect(try await [400, 404].contains(review.object(path).status), "\(path)")
        }
        #expect(try !scratch.files().contains("photos/boundedcrop.corrections.json"))
        try await review.stop()
    }

    @Test(arguments: [("--size 20x20", "region"), ("--redact black", "hide")])
    func `a list that is too long is refused with its limit, while others are answered`(options: String, word: String) async throws {
        let review = try await Reviewing("photos \(options)", in: scratch)
        func body(_ count: Int) -> String {
            let places = repeatElement("\"1,1,2,2\"", count: count).joined(separator: ",")
            return #"{"seen": [], "corrections": [{"words": {"\#(word)": [\#(places)]}}]}"#
        }
        async let refused = review.object("pictures/0/corrections", posting: body(90_000))
        #expect(try await review.bytes("changes?since=0").status == 200)
        let (status, fields) = try await refused
        #expect(
            status == 400 && (fields["message"] as? String)?.contains("“\(word)” has 90000 places: a correction has at most 1000") == true
        )
        let large = try await review.object("pictures/0/corrections", posting: body(200_000))
        #expect(large.status == 413 && (large.fields["message"] as? String)?.contains("at most") == true)
        let entries = repeatElement(#"{"words": {"zoom": 1}}"#, count: 2000).joined(separator: ",")
        let many = try await review.object("pictures/0/corrections", posting: #"{"seen": [], "corrections": [\#(entries)]}"#)
        #expect(many.status == 400 && (many.fields["message"] as? String)?.contains("2000 corrections") == true)
        try await review.stop()
    }

    @Test(arguments: ["--size 20x20", "--redact black"])
    func `a correction for a time in a video is not saved of a picture`(options: String) async throws {
        let review = try await Reviewing("photos \(options)", in: scratch)
        let body = #"{"seen": [], "corrections": [{"words": {"at": 3, "focal": "10,10"}}]}"#
        let (status, fields) = try await review.object("pictures/0/corrections", posting: body)
        #expect(status == 400 && (fields["message"] as? String)?.contains("“at” is for videos") == true, "\(fields)")
        #expect(try !scratch.files().contains("photos/boundedcrop.corrections.json"))
        try await review.stop()
    }
}
