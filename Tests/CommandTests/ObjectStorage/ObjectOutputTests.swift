import BoundedCrop
import BoundedCropLoading
import BoundedCropRuntime
import Foundation
import ObjectServer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15)), .enabled(if: ObjectServer.isInstalled)) struct ObjectOutputTests {
    let scene: ObjectScene

    init() async throws { scene = try await ObjectScene() }

    private var scratch: TemporaryFolder { scene.scratch }
    private var server: ObjectServer { scene.server }

    @Test func anOutputIsTheSameAsInAFileAndHasItsType() async throws {
        try scratch.add(Fixture.portrait, as: "in/a.png")
        let object = try await scene.boundedcrop("crop in --size 40x40 --format webp --json -o CROPS")
        let file = try await scene.boundedcrop("crop in --size 40x40 --format webp -o out")
        #expect(object.status == 0 && file.status == 0, "\(object.errors)")
        #expect(try object.outputs() == [scene.crops + "a.webp"])
        let stored = try #require(try await server.object(scene.crops + "a.webp"))
        #expect(try stored.contentType == "image/webp" && stored.bytes == scratch.bytes("out/a.webp"))
    }

    @Test(arguments: [
        ("CROPS", ["a.png", "sub/b c.png"]), ("CROPS{name}-{width}.{ext}", ["a-30.png", "sub/b c-30.png"]),
        ("CROPSdeep/er", ["deep/er/a.png", "deep/er/sub/b c.png"]), ("CROPS{width}/{name}.webp", ["30/a.webp", "30/sub/b c.webp"]),
    ])
    func keysAreMadeAsPathsAre(output: String, expected: [String]) async throws {
        try await scene.add("a.png", "sub/b c.png")
        let outcome = try await scene.boundedcrop("crop PHOTOS --recursive --size 30x20 --no-bounding -o \(output)")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try await server.keys(below: scene.crops) == expected)
        #expect(try scratch.files().isEmpty)
    }

    @Test func aSetOfWidthsIsStoredWithItsManifest() async throws {
        try await scene.add("a.png")
        let line = "crop PHOTOS --srcset 10,20@1:1 --format webp -o CROPS --skip-existing --json"
        let outcome = try await scene.boundedcrop(line)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let names = ["a-10x10.webp", "a-20x20.webp", "a.srcset.html", "a.srcset.json"]
        #expect(try await server.keys(below: scene.crops) == names)
        #expect(try await server.object(scene.crops + "a.srcset.json")?.contentType == "application/json")
        #expect(try await server.object(scene.crops + "a.srcset.html")?.contentType == "text/html; charset=utf-8")
        let again = try await scene.boundedcrop(line).objects()
        #expect(again.compactMap { $0["skipped"] as? String } == [scene.crops + "a.srcset.json"])
    }

    @Test func anObjectThatExistsIsReplacedOnlyIfAsked() async throws {
        try await scene.add("a.png")
        try await server.write([1, 2, 3], to: scene.crops + "a.png")
        let refused = try await scene.boundedcrop("crop PHOTOSa.png --size 30x20 --json -o CROPS")
        #expect(try refused.status == 1 && refused.errorCodes() == ["fileExists"])
        #expect(refused.errorLines[0].hasSuffix("\(scene.crops)a.png already exists: use --overwrite or --skip-existing"))
        for size in ["--size 30x20", "--aspect 2:1"] {
            let skipped = try await scene.boundedcrop("crop PHOTOSa.png \(size) --json --verbose --skip-existing -o CROPS")
            #expect(try skipped.status == 0 && skipped.objects()[0]["skipped"] as? String == scene.crops + "a.png", "\(skipped.errors)")
        }
        #expect(try await server.object(scene.crops + "a.png")?.bytes == [1, 2, 3])
        let replaced = try await scene.boundedcrop("crop PHOTOSa.png --size 30x20 --overwrite -o CROPS")
        #expect(replaced.status == 0, "\(replaced.errors)")
        #expect(try ImageSource(bytes: try #require(try await server.object(scene.crops + "a.png")).bytes).size.width == 30)
    }

    @Test func aPictureWhoseOutputsOfAKnownFormatExistIsNotRead() async throws {
        try await server.write(Array("rubbish".utf8), to: scene.photos + "a.png")
        try await server.write([1], to: scene.crops + "a.png")
        let outcome = try await scene.boundedcrop("crop PHOTOSa.png --size 30x20 --skip-existing -o CROPS{name}.png")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try await server.object(scene.crops + "a.png")?.bytes == [1])
    }

    /// The second of two sizes with one output replaces the first one's, but nothing else.
    @Test func anOutputOfTwoSizesIsSentOnce() async throws {
        try await scene.add("a.png")
        let line = "crop PHOTOSa.png --size 30x20 --size 30x20 --json -o CROPS{name}.png"
        let first = try await scene.boundedcrop(line)
        #expect(first.status == 0, "\(first.errors)")
        #expect(try first.outputs() == [scene.crops + "a.png", scene.crops + "a.png"])
        try await server.write([1, 2, 3], to: scene.crops + "a.png")
        let second = try await scene.boundedcrop(line)
        #expect(try second.status == 1 && second.errorCodes() == ["fileExists"], "\(second.errors)")
        #expect(try await scene.boundedcrop(line + " --skip-existing").status == 0)
        #expect(try await server.object(scene.crops + "a.png")?.bytes == [1, 2, 3])
    }

    @Test func keysWithAHashAreThoseOfTheContentAndMayExist() async throws {
        try await scene.add("a.png")
        let line = "crop PHOTOSa.png --size 30x20 --json -o CROPS{name}.{hash}.{ext}"
        let outcomes = try await [scene.boundedcrop(line), scene.boundedcrop(line)]
        let outputs = try outcomes.map { try $0.outputs() }
        #expect(outcomes.allSatisfy { $0.status == 0 } && outputs[0] == outputs[1], "\(outcomes.map(\.errors))")
        let bytes = try #require(try await server.object(outputs[0][0])).bytes
        #expect(outputs[0] == ["\(scene.crops)a.\(Hexadecimal.text(SHA256.hash(of: bytes)).prefix(10)).png"])
    }

    @Test func ofSeveralOutputsOnlyThoseThatExistAreSkipped() async throws {
        try await scene.add("a.png")
        try await server.write([1], to: scene.crops + "a-30.png")
        let outcome = try await scene.boundedcrop(
            "crop PHOTOS --size 30x20 --size 40x20 --no-bounding --json --skip-existing -o CROPS{name}-{width}.{ext}"
        )
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try outcome.objects().compactMap { $0["skipped"] as? String } == [scene.crops + "a-30.png"])
        #expect(try outcome.outputs() == [scene.crops + "a-40.png"])
        #expect(try await server.object(scene.crops + "a-30.png")?.bytes == [1])
    }

    @Test func twoInputsForOneObjectAreAnErrorEvenIfOverwriting() async throws {
        try await scene.add("x/a.png", "y/a.png")
        let outcome = try await scene.boundedcrop("crop PHOTOSx/ PHOTOSy/ --size 30x20 --no-bounding --overwrite --json -o CROPS")
        #expect(try outcome.status == 1 && outcome.errorCodes() == ["fileExists"])
    }

    @Test func whatARunWritesBelowItsOwnPrefixIsNoInput() async throws {
        try await scene.add("a.png", "b.png")
        let line = "crop PHOTOS --recursive --size 30x20 --no-bounding -o PHOTOS{name}_{width}.{ext}"
        for _ in 1...2 {
            let outcome = try await scene.boundedcrop(line + " --skip-existing")
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        let keys = try await server.keys(below: scene.photos)
        // The second run meets what the first wrote.
        #expect(keys.filter { $0.hasPrefix("a") } == ["a.png", "a_30.png", "a_30_30.png"])
    }

    @Test func overlaysAndEffectsAreWrittenToo() async throws {
        try await scene.add("a.png")
        let overlay = try await scene.boundedcrop("detect PHOTOS --json --overlay CROPSboxes/")
        #expect(overlay.status == 0, "\(overlay.errors)")
        let effects = try await scene.boundedcrop("effects PHOTOS --redact pixelate --json -o CROPShidden/{name}.webp")
        #expect(effects.status == 0, "\(effects.errors)")
        #expect(try effects.outputs() == [scene.crops + "hidden/a.webp"])
        #expect(try await server.keys(below: scene.crops) == ["boxes/a.png", "hidden/a.webp"])
        let again = try await scene.boundedcrop("detect PHOTOS --json --overlay CROPSboxes/")
        #expect(again.errorLines.first?.hasSuffix("already exists: use --overwrite") == true, "\(again.errors)")
    }

    @Test func metadataAndRegionsAreWrittenAsInFiles() async throws {
        try await scene.add("a.jpg", fixture: Fixture.photo)
        let outcome = try await scene.boundedcrop("crop PHOTOSa.jpg --size 90x90 --keep-metadata --write-regions -o CROPSa.jpg")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let bytes = try #require(try await server.object(scene.crops + "a.jpg")).bytes
        #expect(String(decoding: bytes, as: UTF8.self).contains("mwg-rs"))
    }

    @Test func aMissingBucketIsReported() async throws {
        try await scene.add("a.png")
        let outcome = try await scene.boundedcrop("crop PHOTOSa.png --size 30x20 --json -o s3://no-such-bucket/")
        #expect(try outcome.status == 1 && outcome.errorCodes() == ["fileNotFound"])
        #expect(outcome.errors.contains("s3://no-such-bucket/a.png was not written: there is no bucket"))
    }

    @Test(arguments: [
        ("crop a.png -o s3://{name}/a.png", "bucket"), ("crop a.png -o s3://a/b.png", "bucket"),
        ("crop a.png -o s3://photos/b.heic", ".heic"),
        ("crop a.png --format png -o s3://photos/b.jpg", "b.jpg"), ("crop s3://photos/ -o -", "--output -"),
        ("crop a.png --list s3://photos/list.txt", "--list"), ("crop a.png --detection-cache s3://photos/cache", "--detection-cache"),
        ("evaluate s3://photos/m.json", "s3://photos/m.json"),
        ("evaluate m.json --report s3://photos/r.html", "--report"),
        ("report s3://photos/crops.jsonl -o a.html", "s3://photos/crops.jsonl"),
        ("report crops.jsonl -o s3://photos/a.html", "--output"), ("crop a.png --s3-endpoint 127.0.0.1:9000", "--s3-endpoint"),
        ("detect a.png --overlay s3://{name}/", "bucket"), ("contact-sheet a.png -o s3://x/a.png", "bucket"),
    ])
    func whatIsNotPossibleIsAUsageError(line: String, name: String) {
        let outcome = scratch.parse(line)
        #expect(outcome.status == 64 && outcome.errorLines.first?.contains(name) == true, "\(outcome.errors)")
    }

    @Test(arguments: [
        ("effects a.png --mask s3://photos/mask.png -o out", "s3://photos/mask.png"),
        ("crop PHOTOS --size 30x20 -o s3://photos/one.png", "{name}"),
    ])
    func whatIsFoundImpossibleWhileRunningIsAUsageErrorToo(line: String, name: String) async throws {
        try await scene.add("a.png", "b.png")
        try scratch.add(Fixture.portrait, as: "a.png")
        let outcome = try await scene.boundedcrop(line)
        #expect(outcome.status == 64 && outcome.output.isEmpty, "\(outcome.text)")
        #expect(outcome.errorLines.first?.contains(name) == true, "\(outcome.errors)")
    }

    @Test func aReportSaysThatItCannotShowObjects() async throws {
        try await scene.add("a.png")
        let crops = try await scene.boundedcrop("crop PHOTOSa.png --size 30x20 --json -o out")
        try scratch.write(crops.output, to: "crops.jsonl")
        let outcome = try await scene.boundedcrop("report crops.jsonl -o page.html")
        #expect(outcome.status == 1 && outcome.errors.contains("line 1: a page cannot show \(scene.photos)a.png"))
        #expect(try !scratch.files().contains("page.html"))
    }
}
