import BoundedCrop
import Foundation
import TestSupport
import Testing

@Suite("Requests of URLs given to a worker", .timeLimit(.minutes(15))) struct WorkerRequestTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.photo, as: "photos/a.jpg")
        try scratch.add(Fixture.portrait, as: "photos/b.png")
    }

    private static let paths = [
        "300x200/smart/a.jpg", "120x/top/b.png", "fit-in/90x90/filters:fill(red):format(webp)/a.jpg", "full-fit-in/80x90/b.png",
        "100x100/smart/filters:zoom(0.5):quality(40):blur(3)/a.jpg", "debug/200x100/smart/a.jpg",
        "filters:window(200,200)/then:/100x50/smart/a.jpg", "trim/70x50/filters:round_corner(12):redact(black)/b.png",
        "160x90/filters:focal(10x10:60x60):detector(haar)/a.jpg",
    ]

    @Test func `a worker makes the bytes of a URL from its request`() async throws {
        let corrections = #"[{"file": "a.jpg", "aspect": "3:2", "crop": {"x": 5, "y": 5, "width": 90, "height": 60}}]"#
        try scratch.write(Array(corrections.utf8), to: "photos/boundedcrop.corrections.json")
        let serving = try await Serving(["--root", "photos", "--corrections", "photos/boundedcrop.corrections.json"], in: scratch.url)
        let urls = Self.paths.map { "/unsafe/\($0)" }
        let printed = try await scratch.boundedcrop("url \(urls.joined(separator: " "))")
        let requests = try printed.lines.map { try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
        try #require(requests.count == urls.count, "\(printed.errors)")
        let lines = try requests.map { asked in
            let line: [String: Any] = [
                "id": 1, "source": ["path": "photos/\(asked["source"] ?? "")"], "outputs": [["request": asked["request"]]],
            ]
            return String(decoding: try JSONSerialization.data(withJSONObject: line), as: UTF8.self)
        }
        for (url, answer) in zip(urls, try await scratch.worker(lines).answers()) {
            let image = (answer.results.first?["image"] as? String).flatMap { Data(base64Encoded: $0) }
            let reply = try await serving.get(url)
            #expect(reply.status == 200 && image == Data(reply.body), "\(url): \(answer.message)")
        }
    }

    @Test func `an output with a request is a file, has a plan, and names the pictures that it needs`() async throws {
        let request =
            #"{"stages": [{"target": {"width": 40, "height": 30}, "crop": {"detects": true}, "steps": [{"mask": "photos/b.png"}]}]}"#
        let start = #"{"id": 1, "source": {"path": "photos/a.jpg"}, "outputs": [{"request": \#(request)"#
        let answers = try await scratch.worker([start + #", "file": "c.png"}]}"#, start + #"}], "plan": true}"#]).answers()
        #expect(answers.map(\.message) == ["", ""] && answers.allSatisfy { $0.results.first?["crop"] != nil })
        #expect(try "\(scratch.picture("c.png").size)" == "40x30")
    }
}
