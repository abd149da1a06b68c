import BoundedCrop
import Foundation
import TestSupport
import Testing

/// What `--write-regions` writes is for `--embedded-regions` what it was.
@Suite("Regions that are written and read", .timeLimit(.minutes(15))) struct WrittenRegionsTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.portrait, as: "a.png")
    }

    /// Writes a picture of the same size with these regions, and detects in it. No detector could find anything else.
    private func read(_ options: String, format: String) async throws -> [[String: Any]] {
        let written = try await scratch.boundedcrop("crop a.png --aspect 4:5 \(options) --write-regions -o b.\(format) --overwrite")
        #expect(written.status == 0, "\(written.errors)")
        let outcome = try await scratch.boundedcrop("detect b.\(format) --embedded-regions --detector command:./missing --json")
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try #require(try outcome.objects().first?["features"] as? [[String: Any]])
    }

    private func numbers(_ feature: [String: Any]) -> [Double] {
        ["x", "y", "width", "height"].compactMap { feature[$0] as? Double }.map { ($0 * 100).rounded() / 100 }
    }

    @Test(arguments: ["png", "jpg", "webp"]) func `places are as they were given`(format: String) async throws {
        let found = try await read("--region 10,20,30,40 --region 100,200,50,60", format: format)
        #expect(found.map { $0["kind"] as? String } == ["region", "region"])
        #expect(Set(found.map(numbers)) == [[10, 20, 30, 40], [100, 200, 50, 60]])
        let point = try await read("--focal 50,60", format: format)
        #expect(point.map { $0["kind"] as? String } == ["focalPoint"] && point.map(numbers) == [[50, 60, 1, 1]])
    }

    /// The standard padding is for heads.
    @Test func `places have no padding, and faces have it`() async throws {
        func bounds(_ options: String, _ reading: String = "") async throws -> CropLine.Box? {
            _ = try await read(options, format: "png")
            let line = "crop b.png --aspect 1:1 --embedded-regions --detector command:./missing --plan --json \(reading)"
            return try await scratch.boundedcrop(line).decoded(CropLine.self).first?.bounds
        }
        let place = try #require(try await bounds("--region 100,120,40,40"))
        #expect(abs(place.x - 100) < 0.1 && abs(place.y - 120) < 0.1 && abs(place.width - 40) < 0.1 && abs(place.height - 40) < 0.1)
        let padded = try #require(try await bounds("--region 100,120,40,40", "--padding 50%"))
        #expect(abs(padded.width - 80) < 0.1)
        let face = try #require(try await bounds(""))
        let detected = try #require(
            try await scratch.boundedcrop("crop a.png --aspect 1:1 --plan --json").decoded(CropLine.self).first?.bounds
        )
        #expect(abs(face.x - detected.x) < 0.1 && abs(face.height - detected.height) < 0.1)
    }

    @Test(arguments: ["png", "jpg"]) func `faces keep their confidence and landmarks`(format: String) async throws {
        let found = try #require(try await read("", format: format).first)
        let detected = try await scratch.boundedcrop("detect a.png --json").objects()
        let original = try #require((detected.first?["features"] as? [[String: Any]])?.first)
        #expect(found["kind"] as? String == "face" && numbers(found).count == 4)
        #expect(abs((found["confidence"] as? Double ?? 0) - (original["confidence"] as? Double ?? 1)) < 0.001)
        let (one, other) = (
            try #require(found["landmarks"] as? [String: [String: Double]]), original["landmarks"] as? [String: [String: Double]]
        )
        for (name, point) in one {
            #expect(abs((point["x"] ?? 0) - (other?[name]?["x"] ?? 9)) < 0.1 && abs((point["y"] ?? 0) - (other?[name]?["y"] ?? 9)) < 0.1)
        }
        let aligned = "--size 40x40 --align avatar --align-fill white --plan --json"
        let plan = try await scratch.boundedcrop("crop b.\(format) --embedded-regions --detector command:./missing \(aligned)").objects()
        #expect(plan.first?["reason"] as? String == "aligned")
    }

    /// A turned, smaller crop: what is read lies where the crop shows it.
    @Test(arguments: ["--size 60x60", "--size 80x80 --align avatar --align-fill white"]) func `landmarks lie in the face`(
        options: String
    )
        async throws
    {
        try #require(try await scratch.boundedcrop("crop a.png \(options) --write-regions -o c.png").status == 0)
        let face = try #require(try scratch.picture("c.png").embeddedFeatures.first)
        let nose = try #require(face.landmarks).noseTip
        #expect(
            abs(nose.x - face.rectangle.midX) < face.rectangle.width / 3 && abs(nose.y - face.rectangle.midY) < face.rectangle.height / 3
        )
    }

    @Test(arguments: [("--keep-metadata", true), ("", false)]) func `names stay with their faces where names are kept`(
        options: String,
        isNamed: Bool
    ) async throws {
        try scratch.add("metadata/everything.jpg", as: "m.jpg")
        try #require(try await scratch.boundedcrop("crop m.jpg --aspect 1:1 --write-regions \(options) -o b.jpg").status == 0)
        let bytes = try scratch.bytes("b.jpg")
        #expect((Data(bytes).range(of: Data("Fixture Face".utf8)) != nil) == isNamed)
        #expect(try ImageSource(bytes: bytes).embeddedFeatures.map(\.kind) == [.face])
    }
}
