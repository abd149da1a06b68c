import BoundedCrop
import PictureSupport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct HostileFileTests {
    @Test(arguments: try HostileFile.all.get()) func `a hostile file is an error with status 1`(file: HostileFile) async throws {
        let scratch = try TemporaryFolder()
        try scratch.write(file.bytes, to: file.name)
        // WebP, so that every frame of an animation is read.
        let outcome = try await scratch.boundedcrop("crop \(file.name) --size 9x9 --no-bounding --format webp --json --output out")
        #expect(outcome.status == 1 && !outcome.endedBySignal)
        let line = try #require(try outcome.decoded(ErrorLine.self).first)
        #expect(file.codes.map(\.rawValue).contains(line.error.code) && line.file == file.name, "\(line)")
        #expect(outcome.errorLines == ["boundedcrop: \(file.name): \(line.error.message)"] && outcome.lines.count == 1)
        #expect(try scratch.files() == [file.name])
    }

    @Test func `one frame of more than can be read is a picture`() async throws {
        let scratch = try TemporaryFolder()
        let frames = try #require(try HostileFile.all.get().first { $0.name == "frames.gif" })
        try scratch.write(frames.bytes, to: "a.gif")
        let outcome = try await scratch.boundedcrop("crop a.gif --size 9x9 --no-bounding --format png --output out.png")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try scratch.picture("out.png").pixels() == PixelBuffer(size: PixelSize(width: 9, height: 9), filledWith: (255, 0, 0, 255)))
    }
}
