import BoundedCrop
import Foundation
import TestSupport
import Testing

@Suite("Shapes and redactions in requests to a worker", .timeLimit(.minutes(15))) struct WorkerShapeTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        // 240x300.
        try scratch.add(Fixture.portrait, as: "a.png")
        try scratch.add(Fixture.black, as: "black.jpg")
    }

    private func answer(_ rest: String, picture: String = "a.png") async throws -> WorkerLine {
        let outcome = try await scratch.worker([#"{"id": 1, "source": {"path": "\#(picture)"}, \#(rest)}"#])
        return try #require(try outcome.answers().first)
    }

    @Test(arguments: [
        (#""size": "120x""#, "120x150"), (#""size": "x75""#, "60x75"), (#""size": "30""#, "30x30"), (#""size": "20x10""#, "20x10"),
        (#""size": "480x", "noUpscale": true"#, "240x300"), (#""size": "x30", "crop": "0,0,100,50""#, "60x30"),
        (#""size": "20x25mm@100dpi""#, "79x98"), (#""size": "1x1in", "dpi": 72"#, "72x72"),
        (#""preset": "favicon""#, "48x48"), (#""preset": "banner", "presets": "own.txt""#, "60x20"),
    ])
    func `an output has a size or a preset as crop has`(output: String, size: String) async throws {
        try scratch.write(Array("banner = 60x20\n".utf8), to: "own.txt")
        let answer = try await answer(#""outputs": [{\#(output), "file": "b.png"}]"#)
        #expect(answer.message.isEmpty, "\(answer.message)")
        #expect(try "\(scratch.picture("b.png").size)" == size)
        let pixels = try await self.answer(#""outputs": [{\#(output)}], "format": "rgba""#).results.first?["output"] as? [String: Any]
        #expect("\(pixels?["width"] ?? 0)x\(pixels?["height"] ?? 0)" == size)
    }

    @Test(arguments: [
        (#"{"size": "9", "aspect": "1:1"}"#, "“width” and “height”, or “aspect”, “size” or “preset”"),
        (#"{"size": "9", "width": 9, "height": 9}"#, "or none of them"), (#"{"size": "big"}"#, "A size is pixels"),
        (#"{"size": "0x45mm"}"#, "outputs[0].size: A size is pixels"), (#"{"size": "35x45mm@0dpi"}"#, "1 to 65535 pixels per inch"),
        (#"{"size": "2x2in@600dpi", "dpi": 300}"#, "600 pixels per inch"), (#"{"size": "9", "dpi": 0}"#, "outputs[0].dpi: "),
        (#"{"size": "9", "dpi": 300, "format": "gif"}"#, "“dpi” is for JPEG"),
        (#"{"preset": "favicn"}"#, "did you mean “favicon”"),
        (#"{"preset": "favicon", "presets": "missing"}"#, "outputs[0].preset: missing: "),
    ])
    func `wrong shapes are told`(output: String, message: String) async throws {
        let answer = try await answer(#""outputs": [\#(output)]"#)
        #expect(answer.code == "invalidArgument" && answer.message.contains(message), "\(answer.message)")
    }

    /// The command `effects` is what the whole picture is compared with.
    @Test(arguments: [
        (#""region": "10,200,40,50""#, "--region 10,200,40,50", 2),
        (#""detector": "haar", "accuracy": "low""#, "--detector haar --accuracy low", 1),
        (#""minFace": 0.9"#, "--min-face 90%", 0), (#""hide": "sure""#, "--hide sure", 1), ("\"accuracy\": \"high\"", "", 1),
    ])
    func `what is hidden in whole pictures is found as the options say`(options: String, words: String, covered: Int) async throws {
        let answer = try await answer(#""noBounding": true, "effects": "redact(black)", \#(options), "outputs": [{"file": "b.png"}]"#)
        #expect(answer.results.first?["covered"] as? Int == covered, "\(answer.message)")
        _ = try await scratch.boundedcrop("effects a.png --redact black \(words) -o c.png")
        #expect(try scratch.picture("b.png").pixels() == scratch.picture("c.png").pixels())
    }

    @Test func `faces that a picture or its sidecar names are hidden`() async throws {
        try scratch.add("metadata/everything.jpg", as: "m.jpg")
        let request = #""noBounding": true, "effects": "redact(black)", "minFace": 0.9, "outputs": [{"file": "b.png"}]"#
        #expect(try await answer(request, picture: "m.jpg").results.first?["covered"] as? Int == 0)
        let named = try await answer(#""embeddedRegions": true, "overwrite": true, \#(request)"#, picture: "m.jpg")
        #expect(named.results.first?["covered"] as? Int == 1, "\(named.message)")
    }

    @Test(arguments: [(#""maxFaces": 1"#, "“maxFaces”"), (#""focal": "1,1""#, "“focal”")])
    func `what would weaken a redaction is refused`(option: String, name: String) async throws {
        let answer = try await answer(#""noBounding": true, "effects": "redact(black)", \#(option), "outputs": [{}]"#)
        #expect(answer.code == "invalidArgument" && answer.message.contains(name), "\(answer.message)")
    }
}
