import BoundedCrop
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct AlignmentTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.portrait, as: "a.png")
        try scratch.add(Fixture.black, as: "black.jpg")
    }

    @Test func anAlignedCropHasTheSizeAndSaysItsFrame() async throws {
        let outcome = try await scratch.boundedcrop("crop a.png --size 60x80 --align avatar --align-fill white --json --output b.png")
        let object = try #require(try outcome.objects().first)
        #expect(object["reason"] as? String == "aligned")
        let frame = try #require(object["aligned"] as? [String: Any])
        #expect(Set(frame.keys) == ["x", "y", "width", "height", "angle", "fill"])
        #expect(frame["fill"] as? String == "#ffffff")
        let features = try #require(object["features"] as? [[String: Any]])
        #expect(features.first?["roll"] is Double)
        #expect(object["turn"] as? Int == 0)
        #expect(try scratch.picture("b.png").size == PixelSize(width: 60, height: 80))
    }

    @Test(arguments: ["black.jpg", "a.png --region 10,10,50,50"]) func itNeedsAFaceWithEyes(_ input: String) async throws {
        let outcome = try await scratch.boundedcrop("crop \(input) --size 60x60 --align avatar --json --plan")
        #expect(outcome.status == 1)
        let error = try #require(try outcome.objects().first?["error"] as? [String: Any])
        #expect(error["code"] as? String == "noFeatureFound")
    }

    @Test func edgesBeyondThePictureAreAnErrorWithoutAFill() async throws {
        let line = "crop a.png --size 60x60 --align 50%,2% --plan --json"
        let outcome = try await scratch.boundedcrop(line)
        #expect(outcome.status == 1 && outcome.errors.contains("--align-fill"), "\(outcome.errors)")
        #expect(outcome.errors.contains(/would reach \d+ pixels beyond the picture of 240x300/), "\(outcome.errors)")
        #expect(try await scratch.boundedcrop(line + " --align-fill navy").status == 0)
        let filled = try await scratch.boundedcrop(line + " --align-fill edge")
        #expect((try filled.objects().first?["aligned"] as? [String: Any])?["fill"] as? String == "edge")
        // A passport has it by itself.
        let plans = try await scratch.boundedcrop("crop a.png --size 20x90 --align passport --plan --json").objects()
        #expect((plans.first?["aligned"] as? [String: Any])?["fill"] as? String == "edge")
    }

    @Test func anUprightFaceIsNotTurned() async throws {
        let plain = try await scratch.boundedcrop("crop a.png --size 60x40 --output plain.png")
        let turned = try await scratch.boundedcrop("crop a.png --size 60x40 --auto-rotate --output turned.png")
        #expect(plain.status == 0 && turned.status == 0)
        #expect(try scratch.bytes("plain.png") == scratch.bytes("turned.png"))
    }

    @Test func aPlacementKeepsTheSize() async throws {
        let shape = "crop a.png --aspect 1:1 --zoom 0.9 --plan --json"
        let centered = try #require(try await scratch.boundedcrop(shape).decoded(CropLine.self).first)
        let outcome = try await scratch.boundedcrop(shape + " --placement thirds")
        let placed = try #require(try outcome.decoded(CropLine.self).first)
        #expect(placed.crop.width == centered.crop.width && placed.crop.height == centered.crop.height)
        #expect(placed.features.map(\.kept) == [true])
        #expect(try outcome.objects().first?["placement"] as? String == "thirds")
    }
}
