import BoundedCrop
import Foundation
import TestSupport
import Testing

@Suite("Requests to a worker", .timeLimit(.minutes(15))) struct WorkerTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.portrait, as: "a.png")
    }

    private func request(_ id: Int, _ rest: String) -> String { #"{"id": \#(id), "source": {"path": "a.png"}, \#(rest)}"# }

    @Test("the first line says what answers") func greeting() async throws {
        let outcome = try await scratch.worker([])
        let version = try await scratch.boundedcrop("--version").text.split(whereSeparator: \.isWhitespace).first {
            $0.first?.isNumber == true
        }
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(outcome.lines == [#"{"boundedcrop":"\#(version ?? "")","protocol":1}"#])
    }

    @Test("a plan is the record of crop --plan --json") func plan() async throws {
        let outcome = try await scratch.worker([
            request(1, #""plan": true, "outputs": [{"width": 60, "height": 40}, {"aspect": "1:3"}], "zoom": 0.6, "scheme": "largest""#)
        ])
        let options = "--size 60x40 --aspect 1:3 --zoom 0.6 --scheme largest"
        let expected = try await scratch.boundedcrop("crop a.png \(options) --plan --json").objects()
        let results = try #require(try outcome.answers().first).results
        #expect(results as NSArray == expected as NSArray && results.count == 2)
        #expect(try scratch.files() == ["a.png"])
    }

    @Test("detection is the record of detect --json") func features() async throws {
        let outcome = try await scratch.worker([request(1, #""features": true, "accuracy": "high""#)])
        let expected = try await scratch.boundedcrop("detect a.png --accuracy high --json").objects()
        #expect(try outcome.answers().first?.results as NSArray? == expected as NSArray)
    }

    @Test(
        "a file is the same as that of crop",
        arguments: [
            (#""width": 60, "height": 40"#, "--size 60x40", "b.png"),
            (#""width": 60, "height": 40, "quality": 50"#, "--size 60x40 --quality 50", "b.jpg"),
            (#""aspect": "2:1", "lossless": true"#, "--aspect 2:1 --lossless", "b.webp"),
            (#""width": 60, "height": 60, "effects": "circle()""#, "--size 60x60 --effects circle()", "b.png"),
        ]
    )
    func files(output: String, options: String, name: String) async throws {
        let outcome = try await scratch.worker([request(1, #""outputs": [{\#(output), "file": "worker/\#(name)"}]"#)])
        let expected = try await scratch.boundedcrop("crop a.png \(options) --output crop/\(name) --json").objects()
        #expect(try scratch.bytes("worker/\(name)") == scratch.bytes("crop/\(name)"))
        let result = try #require(try outcome.answers().first?.results.first)
        #expect((result["output"] as? [String: Any])?["bytes"] as? Int == (expected[0]["output"] as? [String: Any])?["bytes"] as? Int)
        #expect(result["image"] == nil && result["file"] as? String == "a.png")
    }

    @Test("an animation stays one") func animation() async throws {
        try scratch.add("animations/to_and_fro.gif", as: "b.gif")
        let outcome = try await scratch.worker([
            #"{"id": 1, "source": {"path": "b.gif"}, "outputs": [{"width": 30, "height": 30, "file": "c.gif"}, {"width": 30, "height": 30, "file": "c.jpg"}]}"#
        ])
        try #require(try await scratch.boundedcrop("crop b.gif --size 30x30 --output d.gif").status == 0)
        try #require(try await scratch.boundedcrop("crop b.gif --size 30x30 --output d.jpg").status == 0)
        let results = try #require(try outcome.answers().first).results
        #expect(results.count == 2 && results[0]["animation"] != nil && results[1]["animation"] == nil)
        #expect(try scratch.bytes("c.gif") == scratch.bytes("d.gif") && scratch.bytes("c.jpg") == scratch.bytes("d.jpg"))
    }

    @Test("without a file the crop is in the answer, and a picture may be in the request") func base64() async throws {
        let photo = Data(try scratch.bytes("a.png")).base64EncodedString()
        let outcome = try await scratch.worker([
            #"{"id": "x", "source": {"base64": "\#(photo)"}, "outputs": [{"width": 60, "height": 40}, {"width": 6, "height": 4, "format": "rgba"}]}"#
        ])
        let answer = try #require(try outcome.answers().first)
        try #require(try await scratch.boundedcrop("crop a.png --size 60x40 --output b.png").status == 0)
        #expect(answer.id == "x" && answer.results.count == 2)
        let images = answer.results.map { ($0["image"] as? String).flatMap { Data(base64Encoded: $0) } }
        #expect(images[0].map { [UInt8]($0) } == (try scratch.bytes("b.png")))
        #expect(images[1]?.count == 6 * 4 * 4 && answer.results[0]["file"] as? String == "")
        #expect((answer.results[1]["output"] as? [String: Any])?["format"] as? String == "rgba")
    }

    @Test("files that exist are kept unless they may be replaced") func overwrite() async throws {
        let old = Array("old".utf8)
        try scratch.write(old, to: "b.png")
        let output = #""outputs": [{"width": 9, "height": 9, "file": "c.png"}, {"width": 9, "height": 9, "file": "b.png"}]"#
        let refused = try await scratch.worker([request(1, output)]).answers()
        #expect(refused.first?.code == "fileExists")
        #expect(try scratch.bytes("b.png") == old && scratch.files() == ["a.png", "b.png"])
        let replaced = try await scratch.worker([request(1, output + #", "overwrite": true"#)]).answers()
        #expect(replaced.first?.results.count == 2)
        #expect(try scratch.picture("b.png").size == PixelSize(width: 9, height: 9))
        #expect(try scratch.files() == ["a.png", "b.png", "c.png"])
    }

    @Test("the end of the input in the middle of a line", arguments: [(0, "results"), (1, "error")])
    func end(cut: Int, key: String) async throws {
        let line = request(1, #""plan": true, "outputs": [{}]"#)
        let outcome = try await scratch.boundedcrop("worker", input: Array((line + "\n" + line.dropLast(cut)).utf8))
        let answers = try outcome.answers()
        #expect(outcome.status == 0 && answers.count == 2 && answers[0].results.count == 1 && answers[1].fields[key] != nil)
    }

    @Test("an URL follows the source policy of crop") func policy() async throws {
        let line = #"{"id": 1, "source": {"url": "http://127.0.0.1:9/a.jpg"}, "plan": true, "outputs": [{}]}"#
        let expected = try await scratch.boundedcrop("crop http://127.0.0.1:9/a.jpg --plan --json").decoded(ErrorLine.self)
        let answer = try #require(try await scratch.worker([line]).answers().first)
        #expect(answer.code == expected.first?.error.code)
        // crop also says which option would allow it.
        #expect(expected.first?.error.message.hasPrefix(answer.message + "; --allow-private") == true)
    }
}
