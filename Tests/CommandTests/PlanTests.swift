import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct PlanTests {
    static let contract: Set = [
        "file", "width", "height", "orientation", "detector", "accuracy", "scheme", "aspect", "features", "bounds", "fallback", "crop",
        "output",
    ]

    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.portrait, as: "a.png")
        try scratch.add(Fixture.black, as: "black.jpg")
    }

    @Test(arguments: ["--json", ""]) func aPlanWritesNoPicture(_ json: String) async throws {
        let outcome = try await scratch.boundedcrop("crop a.png black.jpg --size 20x20 --aspect 1:2 --plan --output out \(json)")
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(outcome.lines.count == 4)
        #expect(try scratch.files() == ["a.png", "black.jpg"])
    }

    @Test(arguments: ["--plan", "--output out"]) func eachInputAndShapeIsOneObjectWithAllDocumentedKeys(_ mode: String) async throws {
        let outcome = try await scratch.boundedcrop("crop a.png black.jpg --size 20x30 --aspect 1:2 --json \(mode)")
        let objects = try outcome.objects()
        #expect(objects.map { $0["file"] as? String } == ["a.png", "a.png", "black.jpg", "black.jpg"])
        #expect(objects.map { $0["aspect"] as? String } == ["2:3", "1:2", "2:3", "1:2"])
        for object in objects {
            #expect(Self.contract.subtracting(object.keys).isEmpty)
            let hasFace = object["file"] as? String == "a.png"
            #expect((object["bounds"] is NSNull) == !hasFace)
            #expect((object["fallback"] is NSNull) == hasFace)
            #expect((object["output"] is NSNull) == (mode == "--plan"))
        }
        #expect(try outcome.decoded(CropLine.self).count == 4)
    }

    @Test func theObjectDescribesDetectionPlanAndOutput() async throws {
        let outcome = try await scratch.boundedcrop("crop a.png --size 60x40 --json --output out")
        let line = try #require(try outcome.decoded(CropLine.self).first)
        #expect(line.width == 240 && line.height == 300 && line.orientation == 1)
        #expect(line.detector == "yunet" && line.accuracy == "low" && line.scheme == "all" && line.aspect == "3:2")
        let face = try #require(line.features.first)
        #expect(line.features.count == 1 && face.kind == "face" && face.kept && (0...1).contains(face.confidence))
        #expect(abs(face.x + face.width / 2 - 129) < 15 && abs(face.y + face.height / 2 - 66) < 20)
        #expect(line.crop.width == 240 && line.crop.height == 160)
        let bytes = try scratch.bytes("out/a.png").count
        #expect(line.output == CropLine.Output(file: "out/a.png", width: 60, height: 40, format: "png", bytes: bytes))
    }

    @Test func planningAndCroppingGiveTheSamePlan() async throws {
        let options = "crop a.png --size 60x40 --aspect 1:3 --zoom 0.6 --json"
        let planned = try await scratch.boundedcrop("\(options) --plan").decoded(CropLine.self)
        let done = try await scratch.boundedcrop("\(options) --output out").decoded(CropLine.self)
        #expect(planned.map(\.crop) == done.map(\.crop) && planned.map(\.features) == done.map(\.features))
    }

    @Test(arguments: 2...8) func coordinatesApplyToTheUprightPicture(orientation: Int) async throws {
        try scratch.add("orientations/obama_1.jpg", as: "upright.jpg")
        try scratch.add("orientations/obama_\(orientation).jpg", as: "turned.jpg")
        let outcome = try await scratch.boundedcrop("crop upright.jpg turned.jpg --aspect 2:1 --plan --json")
        let lines = try outcome.decoded(CropLine.self)
        #expect(lines.map(\.orientation) == [1, orientation])
        let (upright, turned) = (try #require(lines.first), try #require(lines.last))
        #expect(upright.width == turned.width && upright.height == turned.height)
        #expect(abs(upright.crop.y - turned.crop.y) <= 2 && upright.crop.width == turned.crop.width)
        let (face, same) = (try #require(upright.features.first), try #require(turned.features.first))
        #expect(upright.features.count == 1 && turned.features.count == 1)
        #expect(abs(face.x - same.x) < 3 && abs(face.y - same.y) < 3 && abs(face.width - same.width) < 3)
    }

    @Test func aFailedInputIsAnObjectWithItsError() async throws {
        let outcome = try await scratch.boundedcrop("crop missing.jpg a.png --plan --json")
        let objects = try outcome.objects()
        #expect(objects.count == 2 && Set(objects[0].keys) == ["file", "error"])
        #expect(Set((objects[0]["error"] as? [String: Any] ?? [:]).keys) == ["code", "message"])
    }

    @Test(arguments: [
        "in -r -o in/thumbs", "in -o in/{name}-{width}x{height}.{ext}", "in/a.png in/a-20x20.png -o in/{name}-{width}x{height}.{ext}",
    ])
    func aPlanLeavesOutWhatEarlierRunsHaveMade(line: String) async throws {
        try scratch.add(Fixture.portrait, as: "in/a.png")
        try scratch.add(Fixture.portrait, as: "in/a-20x20.png")
        try scratch.add(Fixture.portrait, as: "in/thumbs/a.png")
        let outcome = try await scratch.boundedcrop("crop \(line) --size 20x20 --plan --json")
        let files = try outcome.objects().compactMap { $0["file"] as? String }
        #expect(outcome.status == 0 && files == (line.contains("thumbs") ? ["in/a-20x20.png", "in/a.png"] : ["in/a.png"]))
    }
}
