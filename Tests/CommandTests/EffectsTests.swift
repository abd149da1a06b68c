import ArgumentParser
import BoundedCrop
import BoundedCropEffects
import TestSupport
import Testing

@testable import boundedcrop

@Suite(.timeLimit(.minutes(15))) struct EffectsTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.portrait, as: "a.png")
    }

    private func finished(_ line: String) async throws -> PixelBuffer {
        let outcome = try await scratch.boundedcrop("effects a.png \(line) --output b.png --overwrite")
        try #require(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.isEmpty && outcome.lines.isEmpty)
        return try scratch.picture("b.png").pixels()
    }

    private func expected(_ effects: [any ImageEffect]) throws -> PixelBuffer {
        // Encoded and decoded, which rounds translucent colors once more.
        let bytes = try scratch.picture("a.png").pixels().applying(effects).blocking.encoded(as: .png())
        return try ImageSource(bytes: bytes).pixels()
    }

    @Test func areAppliedInTheOrderInWhichTheyAreWritten() async throws {
        let shadow: any ImageEffect = .shadow(.black, offset: Point(x: 2, y: 3), blur: 0)
        #expect(try await finished("--corner-radius 20 --shadow black,2,3,0") == expected([.cornerRadius(20), shadow]))
        #expect(try await finished("--shadow=black,2,3,0 --corner-radius=20") == expected([shadow, .cornerRadius(20)]))
        #expect(try await finished("--effects alpha(0.5) --tint red --alpha 0.5") == expected([.alpha(0.5), .tint(.red), .alpha(0.5)]))
    }

    @Test func pipelineUsesAFixedOrder() async throws {
        let line = "--pipeline --shadow black,2,3,0 --reflection 0.5,10,0.5 --corner-radius 20"
        let list: [any ImageEffect] = [
            .cornerRadius(20), .shadow(.black, offset: Point(x: 2, y: 3), blur: 0), .reflection(scale: 0.5, gap: 4, alpha: 0.5),
        ]
        #expect(try await finished(line) == expected(list))
    }

    @Test func aSizeFillsUnlessAContentModeIsGiven() async throws {
        let size = PixelSize(width: 60, height: 60)
        #expect(try await finished("--size 60x60") == expected([.cropAndScale(to: size, contentMode: .aspectFill)]))
        #expect(
            try await finished("--content-mode aspectFit --size 60x60")
                == expected([.cropAndScale(to: size, contentMode: .aspectFit, padToFit: true)])
        )
    }

    @Test func aMaskIsReadFromItsFile() async throws {
        let mask = PixelBuffer(size: PixelSize(width: 4, height: 4), filledWith: (128, 128, 128, 255))
        try scratch.write(mask.blocking.encoded(as: .png()), to: "mask.png")
        #expect(try await finished("--mask mask.png") == expected([.mask(mask)]))
        let outcome = try await scratch.boundedcrop("effects a.png --mask nothing.png --output c.png")
        #expect(outcome.status == 64 && outcome.errors.contains("nothing.png"))
    }

    @Test func namesThatEndInAScaleUsePoints() async throws {
        try scratch.add(Fixture.portrait, as: "a@2x.png")
        try #require(try await scratch.boundedcrop("effects a@2x.png --shadow black,0,3,0 --output out").status == 0)
        let source = try scratch.picture("a.png").size
        #expect(try scratch.picture("out/a@2x.png").size == PixelSize(width: source.width, height: source.height + 12))
    }

    @Test func canFollowACrop() async throws {
        let line = "crop a.png --size 50x50 --effects circle():shadow(navy,0,2,0) --output out --json"
        let outcome = try await scratch.boundedcrop(line)
        try #require(outcome.status == 0, "\(outcome.errors)")
        #expect(try scratch.picture("out/a.png").size == PixelSize(width: 50, height: 54))
        #expect(try outcome.decoded(CropLine.self).first?.output?.height == 54)
    }

    @Test(arguments: [
        "blur(-1)", "blur(5,101)", "gaussian-blur(-1)", "gaussian-blur(1e9)", "pixelate(0)", "pixelate(-3)", "corner-radius(-5)",
        "shadow(black,-3,-3,-3)", "border(-1,0,0,0)", "crop(0,0,0,0)", "fit(65536x1)", "content-mode(center,65536x1)", "rotate(45)",
        "saturation(-1)", "bitonal(256)", "noise(-1)", "convolution(1;1,2)", "curve([(-1,0),(300,255)])",
    ])
    func `an effect that no picture can have is a usage error with its name`(text: String) throws {
        #expect {
            _ = try EffectOptions.list("grayscale():\(text)")
        } throws: { error in
            (error as? ValidationError)?.message.contains(text.prefix { $0 != "(" } + "(") == true
        }
    }

    @Test(arguments: ["crop a.png --size 9 --effects blur(-1) -o b.png", "effects a.png --effects pixelate(0) -o b.png"])
    func `such an effect ends the command before it reads pictures`(line: String) async throws {
        let outcome = try await scratch.boundedcrop(line)
        #expect(outcome.status == 64 && outcome.errors.contains("cannot be applied"), "\(outcome.errors)")
    }

    @Test(arguments: [
        ("effects a.png --blur 3", "--output"), ("effects a.png --alpha -0.1 -o b.png", "--alpha"),
        ("effects a.png --blur 3 --plan -o b.png", "--plan"), ("effects a.png a.png --blur 3 -o -", "standard output"),
    ])
    func usageErrorsNameTheFault(line: String, fault: String) {
        let outcome = scratch.parse(line)
        #expect(outcome.status == 64 && outcome.errors.contains(fault), "\(outcome.errors)")
    }

    @Test(arguments: [
        ("effects a.png --output b.png", "No effect"), ("effects a.png --blur x -o b.png", "x"), ("effects a.png --mask= -o b.png", "mask"),
        ("effects a.png --content-mode aspectFit -o b.png", "size"), ("effects a.png --effects sparkle(3) -o b.png", "sparkle"),
        ("effects a.png --alpha 2 -o b.png", "between 0 and 1"), ("effects a.png --alpha=-0.1 -o b.png", "between 0 and 1"),
        ("effects a.png --effects reflection(0.4,0,1.5) -o b.png", "between 0 and 1"),
        ("effects a.png --reflection 40 -o b.png", "between 0 and 1"), ("effects a.png --redact blur,200 -o b.png", "between 0 and 100"),
        ("crop a.png --size 5x5 --effects alpha(2) -o out", "between 0 and 1"),
        ("crop a.png --size 5x5 --effects nonsense -o out", "nonsense"),
    ])
    func wrongEffectsAreUsageErrors(line: String, fault: String) async throws {
        let outcome = try await scratch.boundedcrop(line)
        #expect(outcome.status == 64 && outcome.errors.contains(fault))
        #expect(try scratch.files() == ["a.png"])
    }

    @Test func existingFilesAreKeptUnlessOverwriteIsGiven() async throws {
        try #require(try await scratch.boundedcrop("effects a.png --alpha 0.5 -o b.png").status == 0)
        let before = try scratch.bytes("b.png")
        #expect(try await scratch.boundedcrop("effects a.png --alpha 0.9 -o b.png").status == 1)
        #expect(try await scratch.boundedcrop("effects a.png --alpha 0.9 -o b.png --skip-existing").status == 0)
        #expect(try scratch.bytes("b.png") == before)
        #expect(try await scratch.boundedcrop("effects a.png --alpha 0.9 -o b.png --overwrite").status == 0)
        #expect(try scratch.bytes("b.png") != before)
    }
}
