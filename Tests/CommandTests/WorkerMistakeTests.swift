import Foundation
import TestSupport
import Testing

@Suite("Wrong requests to a worker", .timeLimit(.minutes(15))) struct WorkerMistakeTests {
    let scratch: TemporaryFolder
    private static let good = #"{"id": "good", "source": {"path": "a.png"}, "plan": true, "outputs": [{"width": 9, "height": 9}]}"#

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.portrait, as: "a.png")
    }

    /// What a worker with a pipe as its input answers to lines, each followed by a good one, which is answered as well.
    private func answers(toEachOf lines: [String]) async throws -> [WorkerLine] {
        let worker = try await RunningWorker(in: scratch.url)
        try await worker.send(lines.map { "\($0)\n\(Self.good)\n" }.joined())
        try worker.closeInput()
        let answers = try await worker.lines(.max).dropFirst().map(WorkerLine.init)
        try #require(answers.count == 2 * lines.count)
        for index in lines.indices {
            let next = answers[2 * index + 1]
            #expect(next.id == "good" && next.results.count == 1, "after \(lines[index].prefix(200))")
        }
        return lines.indices.map { answers[2 * $0] }
    }

    private static let noRequests = [
        ("", "the line is empty"), ("  \r", "the line is empty"), ("photo.jpg", "not a JSON object but “photo.jpg”"),
        ("[1]", "not a JSON object"),
        (#"{"id": 1"#, "not a JSON object"), (#"{"id": 1}{"id": 2}"#, "not a JSON object"), (#"{"source": {}}"#, "“id” is missing"),
        (#"{"id": true}"#, "“id” is a text or a number, not true or false"), (#"{"id": 1e300}"#, "too large"),
        (#"{"id": null}"#, "not null"), (String(repeating: "[", count: 5000), "not a JSON object"),
    ]

    @Test("a line that is no request is answered without an id") func lines() async throws {
        let answers = try await answers(toEachOf: Self.noRequests.map(\.0))
        for (answer, (_, message)) in zip(answers, Self.noRequests) {
            #expect(answer.fields["id"] is NSNull && answer.code == "invalidArgument", "\(message)")
            #expect(answer.message.contains(message), "\(answer.message)")
        }
    }

    private static let wrongRequests = [
        (#""x""#, #""plan": true"#, "“source” is missing"), ("7", #""source": "a.png""#, "source: this is not an object"),
        ("7", #""source": {}"#, "source: a picture has one of"),
        (
            "7", #""source": {"path": "a.png"}, "outputs": [{"width": 1\#(String(repeating: "0", count: 400)), "height": 1}]"#,
            "outputs[0].width: this has a number"
        ),
        (
            "7", #""source": {"path": "a.png"}, "outputs": [{}, {"effects": "circle()"}], "effects": "redact(black)""#,
            "outputs[1].effects: the effects of the request hide faces in all outputs"
        ),
        (
            "7", #""source": {"path": "a.png"}, "outputs": [{}, {"effects": "redact(black)", "effects": "circle()"}]"#,
            "outputs[1].effects: this is there twice"
        ),
        (
            "7", #""source": {"path": "a.png"}, "outputs": [{"width": 9, "height": 9,}]"#,
            "outputs[0].height: nothing follows the comma behind this: leave it out"
        ),
        (
            "7", #""source": {"path": "a.png"}, "outputs": [{"width": 9, "height": 9, "effects": "circle()"}], "hide": "anything""#,
            "“hide” needs “effects” with redact"
        ),
        ("7", #""source": {"path": "a.png"}, "features": true, "hide": "likely""#, "“hide” needs “effects” with redact"),
        (
            "7", #""source": {"path": "a.png"}, "outputs": [{"request": {"stages": [{"crop": {"hide": "likely"}}]}}]"#,
            "outputs[0].request.stages[0].crop.hide: this needs a step with redact"
        ),
        ("7", #""source": {"video": "a.mp4"}, "outputs": [{"aspect": "1:1", "file": "b.mp4"}], "hide": "likely""#, "“hide” needs “redact”"),
        ("7", #""source": {"path": "a.png", "url": "b"}"#, "source: a picture has one of"),
        ("7", #""source": {"gs": "a"}"#, "there is no “gs”"), ("7", #""source": {"base64": "?"}"#, "is not base64"),
        ("1.5", #""source": {"path": "a.png"}"#, "“outputs” is missing"),
        ("7", #""source": {"path": "a.png"}, "outputs": []"#, "no output"),
        ("7", #""source": {"path": "a.png"}, "outputs": [{}], "qualty": 8, "b": 1"#, "there is no “b”, “qualty”"),
        ("7", #""source": {"path": "a.png"}, "outputs": [{"widht": 8}]"#, "outputs[0]: there is no “widht”"),
        ("7", #""source": {"path": "a.png"}, "outputs": [{"width": 8}]"#, "“width” and “height”, or “aspect”"),
        ("7", #""source": {"path": "a.png"}, "outputs": [{"width": "8", "height": 8}]"#, "outputs[0].width: this is not a whole number"),
        (
            "7", #""source": {"path": "a.png"}, "outputs": [{"width": 0, "height": 8}]"#,
            "outputs[0].width: a side has 1 to 65535 pixels, not 0"
        ),
        ("7", #""source": {"path": "a.png"}, "outputs": [{}], "quality": "80""#, "quality: this is not a whole number"),
        ("7", #""source": {"path": "a.png"}, "outputs": [{}], "quality": 800"#, "quality: “800” is not a quality from 1 to 100"),
        ("7", #""source": {"path": "a.png"}, "outputs": [{}], "scheme": "widest""#, "scheme: “widest” is not all or"),
        ("7", #""source": {"path": "a.png"}, "outputs": [{}], "effects": "sparkle()""#, "effects: “sparkle()”"),
        ("7", #""source": {"path": "a.png"}, "outputs": [{}], "detector": "eyes""#, "detector: "),
        ("7", #""source": {"path": "a.png"}, "outputs": [{}, {"zoom": 2}]"#, "outputs[1].zoom: “2” is not a share"),
        (
            "7", #""source": {"path": "a.png"}, "outputs": [{"requireFace": 1}]"#,
            "outputs[0].requireFace: this is not true or false but a number"
        ),
        (
            "7", #""source": {"path": "a.png"}, "outputs": [{}], "region": [1]"#,
            "region: this is not a text or a list of texts but a number"
        ),
        ("7", #""source": {"path": "a.png"}, "outputs": [{}], "cascade": """#, "cascade: “” is not the path of a file on this machine"),
        ("7", #""source": {"path": "a.png"}, "outputs": [{}], "still": 0"#, "still: “0” is not the number of a frame from 1"),
        ("7", #""source": {"path": "a.png"}, "outputs": [{"request": {}}]"#, "“outputs[0].request.stages” is missing"),
        (
            "7", #""source": {"path": "a.png"}, "outputs": [{"request": {"stages": [{}, {"crop": {"zoom": 2}}]}}]"#,
            "outputs[0].request.stages[1].crop.zoom: 2.0 is not from"
        ),
        (
            "7", #""source": {"path": "a.png"}, "outputs": [{"request": {"stages": [{}]}}], "zoom": 1"#,
            "outputs[0]: there is no “zoom”: there are request"
        ),
        ("7", #""source": {"path": "a.png"}, "outputs": [{"request": {"stages": [{}]}}], "still": 1"#, "“request” says all of an output"),
        ("7", #""source": {"path": "a.png"}, "outputs": [{"request": {"stages": [{}]}, "zoom": 1}]"#, "outputs[0]: there is no “zoom”"),
        (
            "7", #""source": {"path": "a.png"}, "outputs": [{}], "region": "1,1,9,9", "noBounding": true"#,
            "“noBounding” and “region” cannot be used together"
        ),
        (
            "7", #""source": {"path": "a.png"}, "outputs": [{"keep": "face"}], "focal": "1,1""#,
            "“focal” and “keep” cannot be used together: given places are always kept"
        ),
        ("7", #""source": {"path": "a.png"}, "outputs": [{"file": "b.jpg", "format": "png"}]"#, "b.jpg contradicts the format png"),
        ("7", #""source": {"path": "a.png"}, "outputs": [{"file": "b.heic"}]"#, "not written"),
        ("7", #""source": {"path": "a.png"}, "features": true, "outputs": [{}]"#, "“features” stands alone"),
        ("7", #""source": {"path": "a.png"}, "outputs": [{"file": "b.jpg"}, {"file": "b.jpg"}]"#, "one file"),
        ("7", #""source": {"path": "missing.png"}, "outputs": [{}]"#, "there is no such file"),
        ("7", #""source": {"path": "/dev/stdin"}, "outputs": [{}]"#, "a pipe or a device"),
        ("7", #""source": {"url": "a.png"}, "outputs": [{}]"#, "begins with a scheme"),
        ("7", #""source": {"url": "s3://photos/a.png"}, "outputs": [{}]"#, "use “s3” for an object, not “url”"),
        ("7", #""source": {"s3": "a.png"}, "outputs": [{}]"#, "“s3” is a location such as s3://bucket/key"),
        ("7", #""source": {"s3": "s3://photos/"}, "outputs": [{}]"#, "“s3” is a location such as s3://bucket/key"),
        ("7", #""source": {"path": "a.png"}, "outputs": [{"file": "s3://photos/"}]"#, "names no object"),
        ("7", #""source": {"path": "a.png"}, "outputs": [{"file": "s3://x/a.png"}]"#, "not the name of a bucket"),
    ]

    @Test("a wrong request is answered under its id") func requests() async throws {
        let lines = Self.wrongRequests.map { "{\"id\": \($0.0), \($0.1)}" }
        for (answer, (id, rest, message)) in zip(try await answers(toEachOf: lines), Self.wrongRequests) {
            #expect(answer.id == id.filter { $0 != "\"" } && answer.message.contains(message), "\(rest): \(answer.message)")
        }
        #expect(try scratch.files() == ["a.png"])
    }

    @Test("bytes that are not UTF-8", arguments: [[0xFF, 0xFE, 0x7B, 0], [0x7B, 0x22, 0xC3, 0x28, 0x22, 0x7D], [0], [0x7B, 0, 0x7D, 0]])
    func bytes(line: [UInt8]) async throws {
        let answers = try await scratch.boundedcrop("worker", input: line + [10] + Array(Self.good.utf8)).answers()
        #expect(answers.map(\.message) == ["the line is not UTF-8 text", ""])
    }

    @Test("a line that is too long is dropped, and the next is read", arguments: [199, 200, 201, 100_000])
    func length(count: Int) async throws {
        let line = String(repeating: " ", count: count - Self.good.utf8.count) + Self.good
        let answers = try await scratch.worker([line, Self.good], "--max-line 200").answers()
        #expect(answers.map(\.id) == [count > 200 ? "<null>" : "good", "good"])
        #expect(answers[0].code == (count > 200 ? "limitExceeded" : nil))
    }
}
