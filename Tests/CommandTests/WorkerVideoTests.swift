import BoundedCrop
import Foundation
import TestSupport
import Testing

@Suite("Videos in requests to a worker", .timeLimit(.minutes(15))) struct WorkerVideoTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try FFmpegVideo.make(
            "-f lavfi -i testsrc2=size=160x90:rate=10:duration=0.5 -c:v libx264 -preset ultrafast -pix_fmt yuv420p a.mp4",
            in: scratch
        )
    }

    private func line(_ outputs: String, _ more: String = "", video: String = "a.mp4") -> String {
        #"{"id": 1, "source": {"video": "\#(video)"}, "outputs": [\#(outputs)]\#(more)}"#
    }

    @Test("all outputs are made, and each has its result in its place") func outputs() async throws {
        let outputs = [
            #"{"width": 40, "height": 40, "file": "out/square.mp4"}"#, #"{"aspect": "9:16", "file": "out/tall.mkv"}"#,
            #"{"width": 60, "height": 20, "file": "out/wide.mov"}"#,
        ]
        let answer = try #require(
            try await scratch.worker([line(outputs.joined(separator: ","), #", "padding": "20%", "whenApart": "pad""#)]).answers().first
        )
        let made = answer.results.compactMap { $0["output"] as? [String: Any] }
        #expect(made.map { $0["file"] as? String } == ["out/square.mp4", "out/tall.mkv", "out/wide.mov"], "\(answer.fields)")
        #expect(made.map { "\($0["width"] ?? 0)x\($0["height"] ?? 0)" } == ["40x40", "50x90", "60x20"])
        #expect(answer.results.allSatisfy { $0["frames"] as? Int == 5 && $0["path"] != nil })
        #expect(try scratch.files() == ["a.mp4", "out/square.mp4", "out/tall.mkv", "out/wide.mov"])
    }

    @Test("a plan writes nothing, and whole frames can be redacted") func plans() async throws {
        let answers = try await scratch.worker([
            line(#"{"aspect": "1:1"}, {"aspect": "9:16"}"#, #", "plan": true"#), line(#"{"file": "b.mp4"}"#, #", "redact": "blur""#),
        ]).answers()
        #expect(answers.map(\.results.count) == [2, 1], "\(answers.map(\.fields))")
        #expect(answers[0].results.allSatisfy { $0["output"] == nil && $0["path"] != nil })
        #expect(answers[1].results[0]["covered"] as? Int == 0)
        #expect(try scratch.files() == ["a.mp4", "b.mp4"])
    }

    @Test("what is hidden by hand is hidden for its time") func hidden() async throws {
        let place = #"{"x": 10, "y": 10, "width": 20, "height": 20, "from": 0.15, "to": 0.35}"#
        try scratch.write(Array(#"{"file": "a.mp4", "size": "160x90", "hide": [\#(place)]}"#.utf8), to: "boundedcrop.corrections.json")
        let answers = try await scratch.worker([line(#"{"file": "b.mp4"}"#, #", "redact": "blur""#)]).answers()
        #expect(answers.first?.results.first?["covered"] as? Int == 2, "\(answers.map(\.fields))")
    }

    @Test("a file that exists is only replaced if the request says so") func existing() async throws {
        let one = #"{"aspect": "1:1", "file": "b.mp4"}"#
        var answers: [WorkerLine] = []
        for request in [line(one), line(one), line(one, #", "overwrite": true"#)] {
            answers += try await scratch.worker([request]).answers()
        }
        #expect(answers.map(\.code) == [nil, "fileExists", nil])
        #expect(answers[1].message.contains(#"say "overwrite": true"#), "\(answers[1].message)")
    }

    private static let mistakes = [
        (#"{"aspect": "1:1"}"#, "", "“file”"), (#"{"aspect": "1:1", "file": "b.mp4"}"#, #", "plan": true"#, "“file”"),
        (#"{"aspect": "1:1", "file": "b.jpg"}"#, "", "ends with .mp4"), (#"{"aspect": "1:1", "file": "b.webm"}"#, "", "“codec”: “av1”"),
        (#"{"aspect": "1:1", "file": "s3://bucket/b.mp4"}"#, "", "on this machine"),
        (#"{"width": 40, "file": "b.mp4"}"#, "", "“width” and “height”"), (#"{"width": 41, "height": 40, "file": "b.mp4"}"#, "", "even"),
        (#"{"file": "b.mp4"}"#, "", "shape"), ("", "", "“outputs”"),
        (#"{"aspect": "1:1", "file": "b.mp4"}"#, #", "quality": 3"#, "“quality”"),
        (#"{"aspect": "1:1", "file": "b.mp4"}, {"file": "c.mp4"}"#, "", "shape"),
        (#"{"aspect": "1:1", "file": "b.mp4"}, {"aspect": "2:1", "file": "b.mp4"}"#, "", "one file"),
        (#"{"aspect": "1:1", "file": "b.mp4", "scheme": "all"}"#, "", "“scheme”"),
        (#"{"aspect": "1:1", "file": "b.mp4"}"#, #", "scheme": "none""#, "none"),
        (#"{"aspect": "1:1", "file": "b.mp4"}"#, #", "redact": "rot(9)""#, "color"),
        (#"{"aspect": "1:1"}"#, #", "plan": true, "redact": "blur""#, "“plan” and “redact”"),
        (#"{"aspect": "1:1", "file": "b.mp4"}"#, #", "redact": "black) alpha(0""#, "redact: "),
        (#"{"aspect": "1:1", "file": "b.mp4"}"#, #", "codec": "h265""#, "codec: “h265” is not h264 or hevc"),
        (#"{"aspect": "1:1", "file": "b.mp4"}"#, #", "ffmpegOptions": "'-crf""#, "ffmpegOptions: A quote"),
    ]

    @Test("what is wrong is said, and the next request is answered") func wrong() async throws {
        let lines = Self.mistakes.map { line($0.0, $0.1) }
        let others = [
            line(#"{"aspect": "1:1", "file": "b.mp4"}"#, video: "none.mp4"),
            line(#"{"aspect": "1:1", "file": "b.mp4"}"#, video: "http://a/b.mp4"),
            #"{"id": 1, "source": {"video": "a.mp4", "path": "a.png"}, "outputs": []}"#,
            #"{"id": 1, "source": {"path": "a.mp4"}, "outputs": [{"aspect": "1:1", "file": "b.png"}]}"#,
        ]
        let answers = try await scratch.worker(lines + others).answers()
        try #require(answers.count == lines.count + 4)
        for (answer, mistake) in zip(answers, Self.mistakes) {
            #expect(answer.code != nil && answer.message.contains(mistake.2), "\(mistake): \(answer.fields)")
        }
        #expect(answers.suffix(4).map(\.code) == ["fileNotFound", "invalidArgument", "invalidArgument", "unsupportedFormat"])
        #expect(try scratch.files() == ["a.mp4"])
    }
}
