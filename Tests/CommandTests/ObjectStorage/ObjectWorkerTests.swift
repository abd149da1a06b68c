import BoundedCrop
import BoundedCropLoading
import Foundation
import ObjectServer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15)), .enabled(if: ObjectServer.isInstalled)) struct ObjectWorkerTests {
    let scene: ObjectScene

    init() async throws { scene = try await ObjectScene() }

    private func answers(_ lines: String...) async throws -> [WorkerLine] {
        let input = lines.joined(separator: "\n").replacing("PHOTOS", with: scene.photos).replacing("CROPS", with: scene.crops)
        let outcome = try await scene.boundedcrop("worker", input: input + "\n")
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try outcome.answers()
    }

    @Test func itReadsAndWritesObjects() async throws {
        try await scene.add("a b%20.png")
        let answers = try await answers(
            #"{"id": 1, "source": {"s3": "PHOTOSa b%20.png"}, "outputs": [{"width": 30, "height": 20, "file": "CROPSa.webp"}, {}]}"#
        )
        let results = answers[0].results
        try #require(results.count == 2, "\(answers[0].message)")
        #expect(results[0]["file"] as? String == scene.photos + "a b%20.png")
        #expect((results[0]["output"] as? [String: Any])?["file"] as? String == scene.crops + "a.webp")
        #expect(results[1]["image"] != nil)
        #expect(try await scene.server.object(scene.crops + "a.webp")?.contentType == "image/webp")
    }

    @Test func anObjectThatExistsIsReplacedOnlyIfAsked() async throws {
        try await scene.add("a.png")
        try await scene.server.write([1], to: scene.crops + "a.png")
        let request = #"{"id": 1, "source": {"s3": "PHOTOSa.png"}, "outputs": [{"file": "CROPSa.png"}]"#
        let refused = try await answers(request + "}")[0]
        #expect(refused.code == "fileExists" && refused.message.hasSuffix(#"a.png already exists: say "overwrite": true to replace it"#))
        #expect(try await scene.server.object(scene.crops + "a.png")?.bytes == [1])
        #expect(try await answers(request + #", "overwrite": true}"#)[0].results.count == 1)
        #expect(try await scene.server.object(scene.crops + "a.png")?.bytes.count ?? 0 > 1)
    }

    @Test func whatIsMissingIsAnsweredAndTheWorkerGoesOn() async throws {
        try await scene.add("a.png")
        let answers = try await answers(
            #"{"id": 1, "source": {"s3": "PHOTOSmissing.png"}, "features": true}"#,
            #"{"id": 2, "source": {"s3": "s3://no-such-bucket/a.png"}, "features": true}"#,
            #"{"id": 3, "source": {"s3": "PHOTOSa.png"}, "outputs": [{"file": "s3://no-such-bucket/a.png"}]}"#,
            #"{"id": 4, "source": {"s3": "PHOTOSa.png"}, "features": true}"#
        )
        #expect(answers.map(\.code) == ["fileNotFound", "fileNotFound", "fileNotFound", nil])
    }
}
