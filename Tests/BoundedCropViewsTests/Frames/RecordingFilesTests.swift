import BoundedCrop
import BoundedCropViews
import TestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(15))) struct RecordingFilesTests {
    let clock = ManualClock()
    let folder: TemporaryFolder
    let surface: FrameSurface

    init() throws {
        folder = try TemporaryFolder()
        surface = FrameSurface(size: PixelSize(width: 24, height: 16), timing: clock.timing)
        surface.framesPerSecond = 10
    }

    private func record() {
        surface.show(.placeholder(Shade.gray.picture(24, 16)), .none)
        clock.advance(by: .milliseconds(500))
        surface.show(.picture(Shade.red.picture(24, 16)), .crossfade(.milliseconds(300)))
        clock.advance(by: .milliseconds(1333))
    }

    private let lossless = ImageEncoding.WebPCompression.lossless()

    @Test func anAnimatedWebPHasEveryFrameWithItsDuration() async throws {
        record()
        let path = folder.path("films/view.webp")
        try await surface.recording.writeWebP(to: path, lossless)
        let film = try AnimatedWebP(ImageSource(contentsOfFile: path).bytes)
        // libwebp merges the last two frames, which are equal.
        #expect(film.size == surface.size && film.frames.map(\.milliseconds) == [500, 100, 100, 1133])
        let frames = try surface.recording.frames().map(\.picture)
        #expect(try film.drawn() == Array(frames.dropLast()))
    }

    @Test func aLossyAnimationIsClose() throws {
        record()
        let film = try AnimatedWebP(surface.recording.encodedWebP())
        for (drawn, frame) in zip(try film.drawn(), try surface.recording.frames()) {
            #expect(zip(drawn.bytes, frame.picture.bytes).allSatisfy { abs(Int($0) - Int($1)) < 12 })
        }
    }

    @Test func transparencyIsKept() throws {
        surface.show(.picture(Shade.red.picture(24, 8)), .none)
        clock.advance(by: .seconds(1))
        surface.show(.picture(Shade.blue.picture(8, 16)), .none)
        clock.advance(by: .seconds(1))
        let film = try AnimatedWebP(surface.recording.encodedWebP(lossless))
        #expect(try film.drawn() == surface.recording.frames().map(\.picture))
    }

    @Test func pngsAreNumbered() async throws {
        record()
        #expect(try await surface.recording.writePNGs(to: folder.path("frames")) == 5)
        let frames = try surface.recording.frames()
        for (index, frame) in frames.enumerated() {
            #expect(try ImageSource(contentsOfFile: folder.path("frames/000\(index + 1).png")).pixels() == frame.picture)
        }
    }

    @Test func recordingNothingIsAnError() async throws {
        #expect(try surface.recording.frames().isEmpty)
        expectError(.encodingFailed) { _ = try surface.recording.encodedWebP() }
        #expect(try await surface.recording.writePNGs(to: folder.path("frames")) == 0)
    }

    @Test func aFolderThatCannotBeCreatedIsReported() async throws {
        record()
        try folder.write([1], to: "file")
        let error = await #expect(throws: BoundedCropError.self) { try await surface.recording.writePNGs(to: folder.path("file/frames")) }
        #expect(error?.code == .unwritableFile)
    }

    @Test func sizesBeyondTheLimitsOfWebPAreRefused() {
        let wide = FrameSurface(size: PixelSize(width: 20_000, height: 1), timing: clock.timing)
        wide.show(.nothing, .none)
        expectError(.unsupportedFormat, saying: "20000x1") { _ = try wide.recording.encodedWebP() }
    }
}
