import BoundedCrop
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct CropSizeTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        // 240x300
        try scratch.add(Fixture.portrait, as: "a.png")
    }

    @Test(arguments: ["60x60", "120x40", "40x120", "240x300", "300x300", "700x400", "1x1", "1x50"])
    func aSizeIsProducedExactly(_ size: String) async throws {
        let outcome = try await scratch.boundedcrop("crop a.png --size \(size) --output out/b.png")
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        let picture = try scratch.picture("out/b.png")
        #expect("\(picture.size)" == size)
        #expect(try picture.pixels().size == picture.size)
    }

    @Test(arguments: [
        ("60x60", "60x60"), ("300x300", "240x240"), ("960x300", "240x75"), ("300x2400", "38x300"), ("1000x1250", "240x300"),
    ])
    func withoutUpscalingASizeIsTheLargestOfItsShapeThatNeedsNone(size: String, expected: String) async throws {
        try #require(try await scratch.boundedcrop("crop a.png --size \(size) --no-upscale --output b.png").status == 0)
        #expect("\(try scratch.picture("b.png").size)" == expected)
    }

    @Test(arguments: [
        ("1:1", "240x240"), ("2:1", "240x120"), ("1:2", "150x300"), ("4:5", "240x300"), ("16:9", "240x135"), ("1.5", "240x160"),
    ])
    func anAspectIsTheLargestCropAtSourceResolution(aspect: String, expected: String) async throws {
        try #require(try await scratch.boundedcrop("crop a.png --aspect \(aspect) --output b.png").status == 0)
        #expect("\(try scratch.picture("b.png").size)" == expected)
    }

    @Test func anAspectKeepsThePixelsUnscaled() async throws {
        let outcome = try await scratch.boundedcrop("crop a.png --aspect 2:1 --json --output b.png")
        let crop = try #require(try outcome.decoded(CropLine.self).first).crop
        let rectangle = PixelRect(x: crop.x, y: crop.y, width: crop.width, height: crop.height)
        let expected = try scratch.picture("a.png").pixels(of: rectangle, scaledTo: PixelSize(width: crop.width, height: crop.height))
        #expect(try scratch.picture("b.png").pixels() == expected)
    }

    @Test(arguments: [
        ("30x", 97, 31, 30, 10), ("x5", 97, 31, 16, 5), ("300x", 512, 7, 300, 4), ("30x", 3000, 8, 30, 1), ("x1000", 31, 97, 320, 1000),
    ])
    func `one side scales the whole picture`(size: String, width: Int, height: Int, outputWidth: Int, outputHeight: Int) async throws {
        let flat = PixelBuffer(size: PixelSize(width: width, height: height), filledWith: (100, 150, 200, 255))
        try scratch.write(flat.blocking.encoded(as: .png()), to: "flat.png")
        let outcome = try await scratch.boundedcrop("crop flat.png --size \(size) --json -o out/")
        let crop = try #require(try outcome.decoded(CropLine.self).first).crop
        #expect(crop == .init(x: 0, y: 0, width: width, height: height))
        #expect(try scratch.picture("out/flat.png").size == PixelSize(width: outputWidth, height: outputHeight))
        #expect(try await scratch.boundedcrop("crop flat.png --size \(size) --json -o out/ --skip-existing").text.contains("skipped"))
        let kept = try await scratch.boundedcrop("crop flat.png --size \(size) --no-upscale --json -o kept/")
        let most = PixelSize(width: min(width, outputWidth), height: min(height, outputHeight))
        #expect(kept.status == 0)
        #expect(try scratch.picture("kept/flat.png").size == most)
    }

    @Test(arguments: [("300x", 3, 1000), ("x300", 1000, 3)])
    func `a side that would be too long is an error, not another shape`(size: String, width: Int, height: Int) async throws {
        let flat = PixelBuffer(size: PixelSize(width: width, height: height), filledWith: (100, 150, 200, 255))
        try scratch.write(flat.blocking.encoded(as: .png()), to: "flat.png")
        let outcome = try await scratch.boundedcrop("crop flat.png --size \(size) --no-bounding -o out/")
        #expect(outcome.status == 1 && outcome.errors.contains("100000") && outcome.errors.contains("is not possible"), "\(outcome.errors)")
        #expect(try !scratch.files().contains { $0.hasPrefix("out/") })
    }

    @Test func withoutAShapeThePictureKeepsItsOwn() async throws {
        try #require(try await scratch.boundedcrop("crop a.png --output b.png").status == 0)
        #expect(try scratch.picture("b.png").pixels() == scratch.picture("a.png").pixels())
    }

    @Test func sizesAndAspectsMayBeMixedAndEachGivesOneOutput() async throws {
        let line = "crop a.png --size 50x50 --aspect 2:1 --size 30x60 --aspect 1:3 --output out"
        try #require(try await scratch.boundedcrop(line).status == 0)
        let files = try scratch.files().filter { $0 != "a.png" }
        #expect(files == ["out/a-100x300.png", "out/a-240x120.png", "out/a-30x60.png", "out/a-50x50.png"])
        for file in files { #expect(file == "out/a-\(try scratch.picture(file).size).png") }
    }

    @Test func aSizeAndAnAspectWithTheSameResultAreOneFileReportedTwice() async throws {
        let outcome = try await scratch.boundedcrop("crop a.png --size 240x240 --aspect 1:1 --json --output out")
        #expect(outcome.status == 0)
        #expect(try outcome.decoded(CropLine.self).map(\.output?.file) == ["out/a-240x240.png", "out/a-240x240.png"])
        #expect(try scratch.files() == ["a.png", "out/a-240x240.png"])
    }

    @Test(arguments: 1...8) func sizesApplyToTheUprightPicture(orientation: Int) async throws {
        try scratch.add("orientations/obama_\(orientation).jpg", as: "turned.jpg")
        try #require(try await scratch.boundedcrop("crop turned.jpg --size 50x90 --aspect 4:1 --format png --output out").status == 0)
        #expect(try scratch.files() == ["a.png", "out/turned-320x80.png", "out/turned-50x90.png", "turned.jpg"])
        let picture = try scratch.picture("out/turned-320x80.png")
        #expect(picture.size == PixelSize(width: 320, height: 80) && picture.header.orientation == .up)
    }
}
