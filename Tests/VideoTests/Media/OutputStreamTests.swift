import BoundedCrop
import BoundedCropRendering
import TestSupport
import Testing

@testable import BoundedCropVideo

/// What becomes of what a video has besides its frames, and what is said about it.
@Suite(.timeLimit(.minutes(15))) struct OutputStreamTests {
    let scene: MediaScene

    init() throws { scene = try MediaScene() }

    private static let frames = "-f lavfi -i testsrc=size=160x120:rate=10:duration=1"
    private static let video = "-c:v libx264 -preset ultrafast -pix_fmt yuv420p"

    /// Writes the whole frames, and returns the notes.
    private func write(_ name: String, to output: String, changing: Bool = false) throws -> [String] {
        var encoding = VideoEncoding()
        encoding.codec = output.hasSuffix("webm") ? .av1 : .h264
        encoding.options = output.hasSuffix("webm") ? [] : ["-preset", "ultrafast"]
        let writer = try VideoWriter(scene.analysis(name), along: nil, encoding: encoding)
        guard changing else { return try writer.write(to: scene.folder.path(output)).notes }
        return try writer.write(to: scene.folder.path(output), replacing: false) { $0.pixels }.notes
    }

    @Test(arguments: [
        ("a.mov", "pcm_s16le", "b.mp4", "aac"), ("a.mov", "pcm_s16le", "b.mov", "pcm_s16le"), ("a.mov", "pcm_s16le", "b.mkv", "pcm_s16le"),
        ("a.mov", "pcm_s16le", "b.webm", "opus"), ("a.mp4", "aac", "b.webm", "opus"), ("a.mp4", "aac", "b.mkv", "aac"),
        ("a.avi", "adpcm_ms", "b.mp4", "aac"), ("a.avi", "pcm_mulaw", "b.mp4", "aac"), ("a.wmv", "wmav2", "b.mp4", "aac"),
        ("a.wmv", "wmav2", "b.mkv", "wmav2"), ("a.mkv", "flac", "b.mp4", "flac"), ("a.mkv", "flac", "b.mov", "aac"),
        ("a.mkv", "libvorbis", "b.webm", "vorbis"), ("a.mkv", "libopus", "b.mov", "aac"), ("a.mov", "pcm_s8", "b.mkv", "flac"),
    ])
    func `sound is copied, or encoded where the format does not hold it`(
        source: String,
        codec: String,
        output: String,
        kept: String
    ) throws {
        let video = source == "a.wmv" ? "-c:v mpeg4" : Self.video
        try scene.make("\(Self.frames) -f lavfi -i sine=duration=1 \(video) -c:a \(codec) \(source)")
        let notes = try write(source, to: output)
        #expect(try scene.probe("stream=codec_name", of: output, stream: "a") == kept)
        let name = codec.hasPrefix("lib") ? String(codec.dropFirst(3)) : codec
        if kept == name {
            #expect(notes.isEmpty)
            let packets = try [source, output].map { try FFmpegVideo.packets(of: "a:0", in: $0, scene.folder) }
            #expect(packets[0] == packets[1])
        } else {
            #expect(notes.count == 1 && notes[0].hasPrefix("stream 1 (audio, \(name)) is encoded with "), "\(notes)")
        }
    }

    /// Opus knows few places of loudspeakers.
    @Test(arguments: ["5.1(side)", "2.1", "7.1(wide)"])
    func `sound of any channels is encoded`(layout: String) throws {
        try scene.make("\(Self.frames) -f lavfi -i 'anullsrc=channel_layout=\(layout):duration=1' \(Self.video) -c:a pcm_s16le a.mov")
        #expect(try write("a.mov", to: "b.webm").count == 1)
        #expect(try scene.probe("stream=codec_name", of: "b.webm", stream: "a") == "opus")
    }

    @Test(arguments: ["mp4", "mkv", "mov"])
    func `a stream that ffmpeg does not know is left out, and named`(ending: String) throws {
        try scene.make(
            "\(Self.frames) -f lavfi -i sine=440:duration=1 -f lavfi -i sine=880:duration=1 -map 0 -map 1 -map 2 \(Self.video) -c:a aac known.mp4"
        )
        var bytes = try scene.bytes("known.mp4")
        // The second stream is described after the first: by its codec, and by a box about this codec.
        for (name, other) in [("mp4a", "apac"), ("esds", "free")] {
            let last = try #require(bytes.indices.dropLast(3).last { bytes[$0..<$0 + 4].elementsEqual(name.utf8) })
            bytes.replaceSubrange(last..<last + 4, with: Array(other.utf8))
        }
        try scene.folder.write(bytes, to: "a.mp4")
        let notes = try write("a.mp4", to: "b.\(ending)")
        #expect(notes == ["stream 2 (audio, apac) is left out: ffmpeg does not know it"])
        #expect(try scene.probe("stream=codec_name", of: "b.\(ending)", stream: "a") == "aac")
    }

    @Test func `a codec that the format does not hold is refused before anything is written`() throws {
        try scene.make("\(Self.frames) \(Self.video) a.mp4")
        var encoding = VideoEncoding()
        encoding.codec = .av1
        let writer = try VideoWriter(scene.analysis("a.mp4"), along: nil, encoding: encoding)
        expectError(.unsupportedFormat, saying: "MOV holds videos in h264 or hevc, not in av1") {
            _ = try writer.write(to: scene.folder.path("b.mov"))
        }
        encoding.codec = .h264
        expectError(.unsupportedFormat, saying: "WebM holds videos in av1, not in h264") {
            _ = try VideoWriter(scene.analysis("a.mp4"), along: nil, encoding: encoding).write(to: scene.folder.path("b.webm"))
        }
        #expect(try scene.folder.names() == ["a.mp4"])
    }

    @Test func `a cover picture stays one, and delays nothing`() throws {
        try scene.make("-f lavfi -i color=red:size=64x64 -frames:v 1 cover.png")
        try scene.make(
            "\(Self.frames) -f lavfi -i sine=duration=1 -attach cover.png -metadata:s:t mimetype=image/png -metadata:s:t filename=cover.png \(Self.video) -c:a flac a.mkv"
        )
        let times = try FFmpegVideo.times(of: "a.mkv", in: scene.folder)
        for output in ["b.mkv", "b.mp4"] {
            #expect(try write("a.mkv", to: output).isEmpty)
            #expect(try FFmpegVideo.times(of: output, in: scene.folder) == times)
            #expect(try scene.probe("stream=codec_name", of: output, stream: "V") == "h264")
            #expect(try scene.probe("stream=codec_name", of: output, stream: "v:1") == "png")
            #expect(try scene.probe("stream_disposition=attached_pic", of: output, stream: "v:1") == "1")
        }
        let without = ["stream 2 (video, png) is left out: MOV has no such cover pictures"]
        #expect(try write("a.mkv", to: "b.mov").filter { !$0.contains("audio") } == without)
        let changed = try write("a.mkv", to: "c.mkv", changing: true)
        #expect(changed == ["stream 2 (video, png) is left out: it may show what was changed in the frames"])
        #expect(try FFmpegVideo.times(of: "c.mkv", in: scene.folder) == times)
    }

    @Test func `chapters that are in the output are not said to be left out`() throws {
        let chapters = ["START=0\nEND=600\ntitle=One\n", "START=600\nEND=1000\ntitle=Two\n"].map { "[CHAPTER]\nTIMEBASE=1/1000\n" + $0 }
        try scene.folder.write(Array((";FFMETADATA1\n" + chapters.joined()).utf8), to: "m.txt")
        try scene.make("\(Self.frames) -i m.txt -map 0 -map_chapters 1 \(Self.video) a.mp4")
        #expect(try scene.probe("stream=codec_tag_string", of: "a.mp4", stream: "d") == "text")
        for output in ["b.mp4", "b.mkv"] {
            #expect(try write("a.mp4", to: output).isEmpty)
            #expect(try FFmpegVideo.probe("-show_entries chapter_tags=title -i \(output)", in: scene.folder) == "One\nTwo")
        }
    }

    /// Otherwise, the output would name a stream that it does not have.
    @Test(arguments: ["mp4", "mov"]) func `chapters without titles are numbered where titles are a stream`(ending: String) throws {
        let chapters = ["START=0\nEND=600\n", "START=600\nEND=1000\n"].map { "[CHAPTER]\nTIMEBASE=1/1000\n" + $0 }
        try scene.folder.write(Array((";FFMETADATA1\n" + chapters.joined()).utf8), to: "m.txt")
        try scene.make("\(Self.frames) -i m.txt -map 0 -map_chapters 1 \(Self.video) a.mkv")
        for changing in [false, true] {
            let output = "\(changing).\(ending)"
            _ = try write("a.mkv", to: output, changing: changing)
            #expect(try scene.probe("stream=codec_tag_string", of: output, stream: "d") == "text")
            #expect(try FFmpegVideo.probe("-show_entries chapter_tags=title -i \(output)", in: scene.folder) == "1\n2")
        }
    }

    @Test func `a time code is said to be left out only where the output has none`() throws {
        try scene.make("\(Self.frames) \(Self.video) -timecode 09:23:02:03 a.mov")
        #expect(try scene.probe("stream=codec_tag_string", of: "a.mov", stream: "d") == "tmcd")
        #expect(try write("a.mov", to: "b.mov").isEmpty)
        #expect(try scene.probe("stream=codec_tag_string", of: "b.mov", stream: "d") == "tmcd")
        var encoding = VideoEncoding()
        encoding.options = ["-preset", "ultrafast", "-write_tmcd", "0", "-metadata:s:v:0", "timecode="]
        let writer = try VideoWriter(scene.analysis("a.mov"), along: nil, encoding: encoding)
        let notes = try writer.write(to: scene.folder.path("c.mov")).notes
        #expect(notes == ["stream 1 (data, tmcd) is left out: it is neither sound nor subtitles"])
    }

    @Test func `transparency that is lost is said`() throws {
        try scene.make("\(Self.frames) -vf format=yuva444p10le -c:v prores_ks -profile:v 4444 a.mov")
        #expect(try write("a.mov", to: "b.mov") == ["the transparency of the frames is left out"])
        try scene.make("\(Self.frames) \(Self.video) opaque.mov")
        #expect(try write("opaque.mov", to: "c.mov").isEmpty)
    }
}
