import BoundedCrop
import Foundation
import TestSupport
import Testing

@testable import BoundedCropVideo

/// Files that are no videos, or damaged ones, and work that is stopped.
@Suite(.timeLimit(.minutes(15))) struct BrokenVideoTests {
    let scene: MediaScene

    init() throws { scene = try MediaScene() }

    private func makeVideo() throws {
        try scene.make(
            "-f lavfi -i testsrc2=size=320x180:rate=25:duration=2 -c:v libx264 -preset ultrafast -pix_fmt yuv420p -movflags +faststart a.mp4"
        )
    }

    @Test func `a file that is no video is named so`() throws {
        try scene.folder.write(Array("no video".utf8), to: "text.mp4")
        try scene.folder.add("formats/obama_rgb8.png", as: "picture.mp4")
        try scene.folder.write([], to: "empty.mp4")
        for name in ["text.mp4", "picture.mp4", "empty.mp4"] {
            expectError(.malformedImage, saying: "no video that can be read") {
                _ = try VideoSource(contentsOfFile: scene.folder.path(name))
            }
        }
        expectError(.fileNotFound, saying: "no such file") { _ = try VideoSource(contentsOfFile: scene.folder.path("none.mp4")) }
        expectError(.isDirectory, saying: "folder") { _ = try VideoSource(contentsOfFile: scene.folder.path) }
        try scene.make("-f lavfi -i sine=duration=0.2 -c:a aac sound.m4a")
        expectError(.unsupportedFormat, saying: "no video stream") { _ = try VideoSource(contentsOfFile: scene.folder.path("sound.m4a")) }
    }

    @Test func `pipes are not waited for`() throws {
        let path = scene.folder.path("pipe.mp4")
        try #require(mkfifo(path, 0o600) == 0)
        expectError(.unreadableFile, saying: "pipe") { _ = try VideoSource(contentsOfFile: path) }
    }

    @Test(arguments: ["17x1", "1x17"]) func `frames of one row or column are refused`(size: String) throws {
        try scene.make("-f lavfi -i testsrc=size=\(size):rate=10:duration=0.2 -c:v ffv1 -pix_fmt yuv444p a.mkv")
        expectError(.unsupportedFormat, saying: size) { _ = try VideoSource(contentsOfFile: scene.folder.path("a.mkv")) }
    }

    /// A playlist could name any other file.
    @Test func `a playlist opens no other file`() throws {
        try makeVideo()
        try scene.folder.write(Array("ffconcat version 1.0\nfile a.mp4\n".utf8), to: "list.mp4")
        try scene.folder.write(Array("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\na.mp4\n#EXT-X-ENDLIST\n".utf8), to: "hls.mp4")
        for name in ["list.mp4", "hls.mp4"] {
            expectError(.malformedImage, saying: "no video that can be read") {
                _ = try VideoSource(contentsOfFile: scene.folder.path(name))
            }
        }
    }

    @Test func `a video that ends too early is an error, unless it is tolerated`() throws {
        try makeVideo()
        let bytes = try scene.bytes("a.mp4")
        try scene.folder.write(Array(bytes.prefix(bytes.count * 2 / 3)), to: "cut.mp4")
        expectError(.malformedImage, saying: "damaged") { _ = try scene.analysis("cut.mp4") }
        let source = try VideoSource(contentsOfFile: scene.folder.path("cut.mp4"))
        let analysis = try VideoAnalysis(of: source, detector: nil, toleratesDamage: true)
        #expect(analysis.times.count > 5 && analysis.times.count < 50)
    }

    @Test func `sound that cannot be read is said where it would tell who speaks, and nowhere else`() throws {
        let video = "-f lavfi -i testsrc2=size=160x90:rate=10:duration=0.5 -f lavfi -i sine=duration=0.5"
        try scene.make("\(video) -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a pcm_s16le a.mov")
        var bytes = try scene.bytes("a.mov")
        let tag = try #require(bytes.indices.dropLast(3).first { bytes[$0..<$0 + 4].elementsEqual("sowt".utf8) })
        bytes.replaceSubrange(tag..<tag + 4, with: "qqqq".utf8)
        try scene.folder.write(bytes, to: "odd.mov")
        func notes(_ name: String, people: Int, hearsSpeech: Bool = true) throws -> [String] {
            let faces = (0..<people).map { Feature(Rect(x: 5 + 90 * Double($0), y: 10, width: 20, height: 20)) }
            let source = try VideoSource(contentsOfFile: scene.folder.path(name))
            return try VideoAnalysis(of: source, detector: FixedFeatureDetector(faces), hearsSpeech: hearsSpeech).notes
        }
        let said = try notes("odd.mov", people: 2)
        #expect(said.count == 1 && said[0].hasPrefix("the sound cannot be read, so that it does not tell who speaks: ffmpeg: "), "\(said)")
        #expect(try notes("a.mov", people: 2).isEmpty)
        #expect(try notes("odd.mov", people: 1).isEmpty && notes("odd.mov", people: 2, hearsSpeech: false).isEmpty)
    }

    @Test func `bars are not looked for where they are kept`() throws {
        try scene.make("-f lavfi -i testsrc2=size=160x60:rate=10:duration=0.5,pad=160:120:0:30 -c:v libx264 -preset ultrafast a.mp4")
        let source = try VideoSource(contentsOfFile: scene.folder.path("a.mp4"))
        func height(seesBars: Bool) throws -> Double? {
            let analysis = try VideoAnalysis(of: source, detector: nil, seesBars: seesBars)
            return try analysis.path(CameraOptions(CropRequest(.aspect(AspectRatio(1, 1))))).shots[0].windows[0].rectangle.height
        }
        #expect(try height(seesBars: false) == 120)
        #expect(try height(seesBars: true) ?? 120 < 70)
    }

    @Test func `nothing is left of an output that fails or is stopped`() throws {
        try makeVideo()
        let analysis = try scene.analysis("a.mp4")
        let path = try analysis.path(CameraOptions(CropRequest(.aspect(AspectRatio(1, 1)))))
        var encoding = VideoEncoding()
        encoding.options = ["-profile:v", "nothing"]
        expectError(.encodingFailed, saying: "ffmpeg") {
            _ = try VideoWriter(analysis, along: path, encoding: encoding).write(to: scene.folder.path("b.mp4"))
        }
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(throws: CancellationError.self) {
            try cancellation.perform { _ = try VideoWriter(analysis, along: path).write(to: scene.folder.path("b.mp4")) }
        }
        #expect(throws: CancellationError.self) {
            _ = try VideoWriter(analysis, along: path).write(to: scene.folder.path("b.mp4"), replacing: false) { frame in
                if frame.number == 3 { throw CancellationError() }
                return frame.pixels
            }
        }
        #expect(try scene.folder.names() == ["a.mp4"])
    }

    @Test func `an ffmpeg that the system ends says that memory ran out, and what to do`() throws {
        let killed = FFmpeg.ffmpeg.failure(["[error] No"], status: 137, code: .encodingFailed)
        #expect(killed.code == .outOfMemory)
        #expect(
            killed.message == "ffmpeg: the system ended it, probably since memory ran out: do less at once, or give it more memory"
        )
        let refused = FFmpeg.ffmpeg.failure(["[error] Conversion failed: Cannot allocate memory"])
        #expect(refused.message == "ffmpeg: memory ran out: do less at once, or give it more memory")
        #expect(refused.code == .outOfMemory)
    }

    @Test func `an ffmpeg that ends without a word is said to`() {
        #expect(FFmpeg.ffmpeg.failure([], status: 139).message == "ffmpeg: signal 11 ended it")
        #expect(FFmpeg.ffmpeg.failure([], status: 3).message == "ffmpeg: it ended with status 3, and did not say why")
        #expect(FFmpeg.ffmpeg.failure(["[error] No"], status: 3).message == "ffmpeg: No")
    }

    @Test func `an ffmpeg that hangs is ended, and the error says so`() throws {
        let errors = FFmpegErrors()
        errors.take("[error] Could not write header")
        let waits = ["-loglevel", "level+error", "-f", "rawvideo", "-video_size", "16x16", "-i", "pipe:0", "-f", "null", "-"]
        let program = try FFmpeg.ffmpeg.start(waits, patience: Patience(idle: .milliseconds(300))) { errors.take($0) }
        expectError(.encodingFailed, saying: "s and was ended; Could not write header") {
            try FFmpeg.ffmpeg.translating(code: .encodingFailed, errors) { while try program.listen() {} }
        }
    }

    @Test func `a file that exists is only replaced if that is asked for`() throws {
        try makeVideo()
        let analysis = try scene.analysis("a.mp4")
        let path = try analysis.path(CameraOptions(CropRequest(.aspect(AspectRatio(1, 1)))))
        try scene.folder.write([1], to: "b.mp4")
        let writer = try VideoWriter(analysis, along: path)
        expectError(.fileExists, saying: "exists") { _ = try writer.write(to: scene.folder.path("b.mp4")) }
        #expect(try scene.bytes("b.mp4") == [1])
        _ = try writer.write(to: scene.folder.path("b.mp4"), replacing: true)
        #expect(try scene.bytes("b.mp4").count > 100)
    }

    @Test func `a path of another video is refused`() throws {
        try makeVideo()
        let analysis = try scene.analysis("a.mp4")
        let good = try analysis.path(CameraOptions(CropRequest(.aspect(AspectRatio(1, 1)))))
        var (shorter, outside, gap) = (good, good, good)
        shorter.frameCount -= 1
        outside.shots[0].windows[0].rectangle.x = 300
        gap.shots[0].start = 1
        for (path, text) in [(shorter, "frames"), (outside, "not inside"), (gap, "no shot begins")] {
            expectError(.invalidArgument, saying: text) { _ = try VideoWriter(analysis, along: path) }
        }
        expectError(.invalidArgument, saying: "even") {
            _ = try VideoWriter(analysis, along: good, size: PixelSize(width: 101, height: 100))
        }
    }
}

extension BrokenVideoTests {
    @Test func `frames that change their size are refused`() throws {
        for (name, size) in [("1.h264", "320x180"), ("2.h264", "160x120")] {
            try scene.make("-f lavfi -i testsrc=size=\(size):rate=10:duration=0.5 -c:v libx264 -preset ultrafast -pix_fmt yuv420p \(name)")
        }
        try scene.folder.write(scene.bytes("1.h264") + scene.bytes("2.h264"), to: "both.h264")
        expectError(.unsupportedFormat, saying: "size of the frames changes") { _ = try scene.analysis("both.h264") }
    }
}
