import TestSupport
import Testing

/// `--keep`.
@Suite(.timeLimit(.minutes(15))) struct KeepTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.portrait, as: "a.png")
    }

    @Test func onlyFeaturesOfTheKindsCount() async throws {
        let outcome = try await scratch.boundedcrop("crop a.png --size 20x20 --keep person:1,face:2 --plan --json")
        let object = try #require(try outcome.objects().first)
        let features = try #require(object["features"] as? [[String: Any]])
        #expect(features.count == 1 && features.first?["priority"] as? Double == 2)
        #expect(object["keep"] as? String == "face:2,person" && object["reason"] as? String == "bounds")

        let other = try await scratch.boundedcrop("crop a.png --size 20x20 --keep dog --fallback center --plan --json")
        let line = try #require(try other.decoded(CropLine.self).first)
        #expect(line.features.isEmpty && line.bounds == nil && line.fallback == "center")
    }

    @Test func withoutTheOptionNothingIsSaidOfIt() async throws {
        let outcome = try await scratch.boundedcrop("crop a.png --size 20x20 --plan --json")
        #expect(outcome.status == 0 && !outcome.text.contains("\"keep\"") && !outcome.text.contains("\"priority\""))
    }

    @Test func aRequiredFeatureMustBeOfTheKinds() async throws {
        let outcome = try await scratch.boundedcrop("crop a.png --size 20x20 --keep dog,cat:2 --require-face --json")
        #expect(outcome.status == 1)
        let error = try #require(try outcome.decoded(ErrorLine.self).first?.error)
        #expect(error.code == "noFeatureFound" && error.message.contains("cat:2,dog"))
    }

    @Test func redactionHidesAllFaces() async throws {
        for (options, name) in [("--effects redact(black)", "b.png"), ("--effects redact(black) --keep dog", "c.png"), ("", "d.png")] {
            #expect(try await scratch.boundedcrop("crop a.png \(options) --output \(name)").status == 0)
        }
        #expect(try scratch.bytes("b.png") == scratch.bytes("c.png"))
        #expect(try scratch.bytes("b.png") != scratch.bytes("d.png"))
    }

    @Test(arguments: [
        ("--keep face:x", "“x”"), ("--keep face,face", "“face”"), ("--keep face:-1", "“-1”"), ("--keep face:0", "no kind"),
        ("--keep ,", "“”"), ("--keep face --region 1,2,3,4", "--region"), ("--keep face --focal 1,2", "--focal"),
    ])
    func wrongKindsAreUsageErrors(options: String, name: String) {
        let outcome = scratch.parse("crop a.png \(options)")
        #expect(outcome.status == 64 && outcome.errorLines.first?.contains(name) == true, "\(outcome.errors)")
    }
}
