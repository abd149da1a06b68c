import BoundedCrop
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct OutputFormatTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.portrait, as: "a.png")
        try scratch.add(Fixture.photo, as: "a.jpg")
        try scratch.add("formats/obama_lossy.webp", as: "a.webp")
    }

    @Test(arguments: ["png", "jpg", "webp"]) func autoIsTheFormatOfTheSource(_ ending: String) async throws {
        try #require(try await scratch.boundedcrop("crop a.\(ending) --size 40x40 --no-bounding --output out").status == 0)
        #expect(try scratch.picture("out/a.\(ending)").header.format == ImageFormat(fileName: "a.\(ending)"))
    }

    @Test(arguments: ["png", "jpg", "jpeg", "JPG", "webp"]) func autoIsTheFormatOfTheOutputsExtension(_ ending: String) async throws {
        for output in ["b.\(ending)", "{name}-b.\(ending)"] {
            try #require(try await scratch.boundedcrop("crop a.png --size 40x40 --no-bounding --output \(output)").status == 0)
        }
        #expect(try scratch.picture("b.\(ending)").header.format == ImageFormat(fileName: "b.\(ending)"))
        #expect(try scratch.picture("a-b.\(ending)").header.format == ImageFormat(fileName: "b.\(ending)"))
    }

    @Test(arguments: [("jpeg", "jpg"), ("png", "png"), ("webp", "webp")])
    func aNamedFormatHasItsOwnExtension(format: String, ending: String) async throws {
        let outcome = try await scratch.boundedcrop("crop a.webp --size 40x40 --no-bounding --format \(format) --json --output out/")
        let output = try #require(try outcome.decoded(CropLine.self).first?.output)
        #expect(output.file == "out/a.\(ending)" && output.format == format)
        #expect(try scratch.picture(output.file).header.format.rawValue == format)
        #expect(try scratch.bytes(output.file).count == output.bytes)
    }

    @Test func theSourcesFormatIsDetectedFromItsBytes() async throws {
        try scratch.add("formats/webp_named.jpg", as: "odd.jpg")
        try #require(try await scratch.boundedcrop("crop odd.jpg --size 40x40 --no-bounding --output out").status == 0)
        #expect(try scratch.picture("out/odd.webp").header.format == .webp)
    }

    @Test(arguments: ["jpeg", "webp"]) func qualityChangesTheSize(_ format: String) async throws {
        for quality in [10, 50, 95] {
            let output = "--output \(quality)-{name}.{ext}"
            let line = "crop a.png --size 200x200 --no-bounding --format \(format) --quality \(quality) \(output)"
            try #require(try await scratch.boundedcrop(line).status == 0)
        }
        let ending = format == "jpeg" ? "jpg" : format
        let counts = try ["10", "50", "95"].map { try scratch.bytes("\($0)-a.\(ending)").count }
        #expect(counts == counts.sorted() && Set(counts).count == 3)
    }

    @Test func losslessWebPKeepsThePixels() async throws {
        try #require(try await scratch.boundedcrop("crop a.png --format webp --lossless --output b.webp").status == 0)
        #expect(try scratch.picture("b.webp").pixels() == scratch.picture("a.png").pixels())
    }

    @Test(arguments: ["00ff00", "#0f0", "lime", "rgb(0,255,0)"])
    func transparencyShowsTheBackgroundInJPEGAndIsKeptInPNG(color: String) async throws {
        try scratch.write(PixelBuffer(size: PixelSize(width: 16, height: 16)).blocking.encoded(as: .png()), to: "clear.png")
        try #require(try await scratch.boundedcrop("crop clear.png --no-bounding --background \(color) --output b.jpg").status == 0)
        try #require(try await scratch.boundedcrop("crop clear.png --no-bounding --output b.png").status == 0)
        let green = Array(try scratch.picture("b.jpg").pixels().bytes[0..<4])
        #expect(green[0] < 8 && green[1] > 247 && green[2] < 8 && green[3] == 255)
        #expect(try scratch.picture("b.png").pixels().bytes.allSatisfy { $0 == 0 })
    }
}
