import BoundedCrop
import Foundation
import TestSupport
import Testing

@testable import BoundedCropVideo

/// Videos as cameras and editors make them, cropped.
@Suite(.timeLimit(.minutes(15))) struct CroppedVideoTests {
    let scene: MediaScene

    init() throws { scene = try MediaScene() }

    private static let fast = {
        var encoding = VideoEncoding()
        encoding.options = ["-preset", "ultrafast", "-crf", "12"]
        return encoding
    }()

    @Test func `each frame shows its own window, also where the size of the window changes`() throws {
        try scene.make(
            "-f lavfi -i testsrc2=size=320x180:rate=25:duration=1.2 -c:v libx264 -preset ultrafast -crf 5 -pix_fmt yuv420p a.mp4"
        )
        let analysis = try scene.analysis("a.mp4")
        #expect(analysis.times.count == 30)
        let path = MediaScene.path(
            size: PixelSize(width: 320, height: 180),
            times: analysis.times,
            window: PixelSize(width: 80, height: 160),
            step: 4,
            change: (17, PixelSize(width: 60, height: 120))
        )
        let writer = try VideoWriter(analysis, along: path, encoding: Self.fast)
        #expect(writer.size == PixelSize(width: 80, height: 160))
        _ = try writer.write(to: scene.folder.path("b.mp4"))
        for frame in [0, 1, 9, 15, 16, 17, 18, 29] {
            let own = try scene.difference(frame, of: "b.mp4", from: "a.mp4", along: path)
            #expect(own < 9, "frame \(frame): \(own)")
        }
        // The same windows, a frame too late, are others.
        var late = path
        for shot in late.shots.indices {
            for window in late.shots[shot].windows.indices { late.shots[shot].windows[window].rectangle.x += 4 }
        }
        let (own, other) = (
            try scene.difference(16, of: "b.mp4", from: "a.mp4", along: path),
            try scene.difference(16, of: "b.mp4", from: "a.mp4", along: late)
        )
        // A window that moves is interpolated, which softens the edges of the pattern.
        #expect(other > 2 * own, "\(own) \(other)")
    }

    @Test func `a video that is stored on its side comes out upright, once`() throws {
        try scene.make("-f lavfi -i testsrc=size=320x240:rate=10:duration=0.5 -c:v libx264 -preset ultrafast -pix_fmt yuv420p a.mp4")
        try scene.make("-i a.mp4 -c copy -metadata:s:v:0 rotate=90 side.mp4")
        let source = try VideoSource(contentsOfFile: scene.folder.path("side.mp4"))
        #expect(source.size == PixelSize(width: 240, height: 320) && source.aspect == 0.75)
        let path = try scene.crop("side.mp4", to: "b.mp4", AspectRatio(1, 1), encoding: Self.fast)
        #expect(try scene.probe("stream=width,height", of: "b.mp4") == "240,240")
        #expect(try !scene.probe("stream_side_data=rotation", of: "b.mp4").contains("90"))
        #expect(try scene.difference(2, of: "b.mp4", from: "side.mp4", along: path) < 9)
    }

    @Test func `pixels that are not square become square`() throws {
        try scene.make("-f lavfi -i testsrc=size=180x144:rate=10:duration=0.5 -vf setsar=64/45 -c:v mpeg4 -q:v 2 a.mkv")
        let source = try VideoSource(contentsOfFile: scene.folder.path("a.mkv"))
        #expect(source.squareSize == PixelSize(width: 256, height: 144))
        let path = try scene.crop("a.mkv", to: "b.mp4", AspectRatio(1, 1), encoding: Self.fast)
        #expect(try scene.probe("stream=width,height,sample_aspect_ratio", of: "b.mp4") == "144,144,1:1")
        let difference = try scene.difference(2, of: "b.mp4", from: "a.mkv", along: path)
        #expect(difference < 12, "\(difference)")
    }

    @Test func `frames keep their times where the rate varies`() throws {
        try scene.make(
            "-f lavfi -i testsrc=size=160x120:rate=50:duration=1 -vf 'select=lt(mod(n\\,7)\\,3)' -fps_mode passthrough -c:v libx264 -preset ultrafast a.mkv"
        )
        try scene.crop("a.mkv", to: "b.mp4", encoding: Self.fast)
        try scene.crop("a.mkv", to: "c.mkv", encoding: Self.fast)
        let times = try FFmpegVideo.times(of: "a.mkv", in: scene.folder)
        #expect(Set(zip(times, times.dropFirst()).map { (($1 - $0) * 50).rounded() }).count > 1 && times.count > 15)
        for output in ["b.mp4", "c.mkv"] {
            let kept = try FFmpegVideo.times(of: output, in: scene.folder)
            #expect(kept.count == times.count)
            #expect(zip(kept, times).allSatisfy { abs($0 - $1) < 0.0015 }, "\(output): \(kept)")
        }
    }

    @Test func `half pictures become whole ones before a window moves over them`() throws {
        try scene.make("-f lavfi -i testsrc=size=160x120:rate=25:duration=0.6 -c:v mpeg2video -flags +ilme+ildct -top 1 -q:v 2 a.mpg")
        let source = try VideoSource(contentsOfFile: scene.folder.path("a.mpg"))
        #expect(source.isInterlaced)
        try scene.crop("a.mpg", to: "b.mp4", encoding: Self.fast)
        #expect(try scene.probe("stream=field_order", of: "b.mp4") == "progressive")
        #expect(try FFmpegVideo.times(of: "b.mp4", in: scene.folder).count == scene.analysis("a.mpg").times.count)
    }

    @Test func `sides are even also if those of the source are odd`() throws {
        try scene.make("-f lavfi -i testsrc=size=161x119:rate=10:duration=0.4 -c:v ffv1 -pix_fmt yuv444p a.mkv")
        try scene.crop("a.mkv", to: "b.mp4", AspectRatio(4, 3), encoding: Self.fast)
        #expect(try scene.probe("stream=width,height", of: "b.mp4") == "158,118")
    }

    @Test(arguments: [(161, 200), (201, 161), (161, 161)])
    func `a square stays one where the shorter side is odd`(width: Int, height: Int) throws {
        try scene.make("-f lavfi -i testsrc=size=\(width)x\(height):rate=10:duration=0.4 -c:v ffv1 -pix_fmt yuv444p a.mkv")
        try scene.crop("a.mkv", to: "b.mp4", AspectRatio(1, 1), encoding: Self.fast)
        #expect(try scene.probe("stream=width,height", of: "b.mp4") == "160,160")
    }

    @Test(arguments: [
        (VideoEncoding.Codec.h264, "yuv422p10le", "yuv420p"), (.h264, "yuv444p", "yuv420p"), (.h264, "yuvj422p", "yuvj420p"),
        (.h264, "gray", "yuv420p"), (.h264, "gbrp", "yuv420p"), (.hevc, "yuv444p12le", "yuv420p10le"), (.hevc, "yuv422p", "yuv420p"),
        (.av1, "yuv422p10le", "yuv420p10le"), (.copyQuality, "yuv422p10le", "yuv422p10le"), (.copyQuality, "gbrp", "yuv420p"),
    ])
    func `pixels are those that devices play, unless the quality is copied`(
        codec: VideoEncoding.Codec,
        source: String,
        output: String
    ) throws {
        let range = source.hasPrefix("yuvj") ? "-color_range pc" : ""
        try scene.make("-f lavfi -i testsrc=size=64x64:rate=10:duration=0.3 -pix_fmt \(source) \(range) -strict -2 -c:v ffv1 a.mkv")
        var encoding = VideoEncoding()
        encoding.codec = codec
        let analysis = try scene.analysis("a.mkv")
        _ = try VideoWriter(analysis, along: nil, encoding: encoding).write(to: scene.folder.path("b.mp4"))
        #expect(try scene.probe("stream=pix_fmt", of: "b.mp4") == output)
        guard !output.hasSuffix("le") else { return }
        _ = try VideoWriter(analysis, along: nil, encoding: encoding).write(to: scene.folder.path("c.mp4"), replacing: false) { $0.pixels }
        #expect(try scene.probe("stream=pix_fmt", of: "c.mp4") == output)
    }

    @Test(arguments: [VideoEncoding.Codec.h264, .hevc, .av1])
    func `ten bits, where the codec's players know them, and the meaning of colors stay`(codec: VideoEncoding.Codec) throws {
        try scene.make(
            "-f lavfi -i testsrc2=size=192x108:rate=10:duration=0.4 -pix_fmt yuv420p10le -c:v libx265 -x265-params log-level=error:hdr10=1:master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1):max-cll=1000,400 -color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc -color_range tv a.mkv"
        )
        var encoding = codec == .av1 ? VideoEncoding() : Self.fast
        encoding.codec = codec
        try scene.crop("a.mkv", to: "b.mp4", AspectRatio(1, 1), encoding: encoding)
        let kept = "stream=pix_fmt,color_range,color_space,color_transfer,color_primaries"
        // What plays H.264 knows 8 bits.
        let pixels = codec == .h264 ? "yuv420p" : "yuv420p10le"
        #expect(try scene.probe(kept, of: "b.mp4") == "\(pixels),tv,bt2020nc,smpte2084,bt2020")
        #expect(try scene.probe("stream=codec_name", of: "b.mp4") == codec.rawValue)
        // This ffmpeg reads no brightness from H.264.
        let light = try scene.probe("frame -read_intervals %+#1", of: "b.mp4")
        #expect(codec == .h264 || light.contains("Mastering display metadata") && light.contains(",1000,400"), "\(light)")
    }

    @Test func `streams that start late stay late`() throws {
        try scene.make("-f lavfi -i testsrc=size=160x120:rate=10:duration=1 -c:v libx264 -preset ultrafast -pix_fmt yuv420p v.mp4")
        try scene.make("-f lavfi -i sine=duration=2 -itsoffset 0.7 -i v.mp4 -map 1:v -map 0:a -c:v copy -c:a aac a.mkv")
        try scene.crop("a.mkv", to: "b.mkv", encoding: Self.fast)
        try scene.crop("a.mkv", to: "b.mp4", encoding: Self.fast)
        for output in ["b.mkv", "b.mp4"] {
            let video = try #require(Double(scene.probe("stream=start_time", of: output)))
            let audio = try #require(Double(scene.probe("stream=start_time", of: output, stream: "a:0")))
            #expect(abs(video - audio - 0.7) < 0.05, "\(output): \(video) \(audio)")
        }
    }

    @Test func `windows stand where colors and brightness agree`() throws {
        try scene.make("-f lavfi -i testsrc=size=160x120:rate=10:duration=0.4 -c:v libx264 -preset ultrafast -pix_fmt yuv420p a.mp4")
        let analysis = try scene.analysis("a.mp4")
        let (size, window) = (PixelSize(width: 160, height: 120), PixelSize(width: 60, height: 80))
        var path = MediaScene.path(size: size, times: analysis.times, window: window, step: 0)
        #expect(path.window(frame: 0).y == 3)
        _ = try VideoWriter(analysis, along: path, encoding: Self.fast).write(to: scene.folder.path("b.mp4"))
        path.move { $0.y = 4 }
        for frame in analysis.times.indices {
            let difference = try scene.difference(frame, of: "b.mp4", from: "a.mp4", along: path)
            #expect(difference < 4, "frame \(frame): \(difference)")
        }
    }

    @Test func `windows move by single pixels, too`() throws {
        try scene.make(
            "-f lavfi -i testsrc=size=160x120:rate=10:duration=0.6 -vf hue=s=0 -c:v libx264 -preset ultrafast -crf 5 -pix_fmt yuv420p a.mp4"
        )
        let analysis = try scene.analysis("a.mp4")
        let (size, window) = (PixelSize(width: 160, height: 120), PixelSize(width: 60, height: 80))
        var path = MediaScene.path(size: size, times: analysis.times, window: window, step: 1)
        path.move { $0.y = 4 }
        _ = try VideoWriter(analysis, along: path, encoding: Self.fast).write(to: scene.folder.path("b.mp4"))
        for frame in analysis.times.indices {
            let difference = try scene.difference(frame, of: "b.mp4", from: "a.mp4", along: path)
            #expect(difference < 5, "frame \(frame): \(difference)")
        }
    }

    /// A window that moves by less than a pixel of a small video must not step by many of a large output.
    @Test(arguments: [true, false]) func `windows move by less than a pixel of the output`(isAcross: Bool) throws {
        let (along, period) = (isAcross ? "X" : "Y", 24.0)
        try scene.make(
            "-f lavfi -i color=gray:size=320x180:rate=10:duration=1.2 -vf 'format=yuv420p,geq=lum=128+80*sin(2*PI*\(along)/24):cb=128:cr=128' -c:v ffv1 a.mkv"
        )
        let analysis = try scene.analysis("a.mkv")
        let window = isAcross ? PixelSize(width: 100, height: 170) : PixelSize(width: 300, height: 100)
        let output = isAcross ? PixelSize(width: 500, height: 850) : PixelSize(width: 900, height: 300)
        var path = MediaScene.path(size: PixelSize(width: 320, height: 180), times: analysis.times, window: window, step: 0)
        let step = 0.37
        for index in path.shots[0].windows.indices {
            let way = 5.3 + Double(index) * step
            path.shots[0].windows[index].rectangle.x = isAcross ? way : 4
            path.shots[0].windows[index].rectangle.y = isAcross ? 4 : way
        }
        _ = try VideoWriter(analysis, along: path, size: output, encoding: Self.fast).write(to: scene.folder.path("b.mp4"))
        let scale = isAcross ? 5.0 : 3.0
        let phases = try analysis.times.indices.map { frame in
            let picture = try scene.picture(frame, of: "b.mp4")
            let row = (0..<Int(period * scale) * 2).map { place in
                let pixel = isAcross ? picture.width * 100 + place : picture.width * place + 100
                return Double(picture.bytes[pixel * 4])
            }
            return Self.phase(of: row, period: period * scale)
        }
        for (frame, phase) in phases.enumerated() {
            // The picture goes back where the window goes on.
            let way = phase - phases[0] + Double(frame) * step / period
            let error = (way - way.rounded()) * period * scale
            #expect(abs(error) < 1, "frame \(frame): \(error) pixels")
        }
    }

    /// How far a wave is ahead, in periods.
    private static func phase(of values: [Double], period: Double) -> Double {
        var (sine, cosine) = (0.0, 0.0)
        for (place, value) in values.enumerated() {
            sine += value * sin(2 * .pi * Double(place) / period)
            cosine += value * cos(2 * .pi * Double(place) / period)
        }
        return -atan2(cosine, sine) / (2 * .pi)
    }

    @Test(arguments: [("bt709", YCbCrPlanes.Weights.rec709), ("bt2020nc", .rec2020), ("smpte170m", .rec601)])
    func `colors are read as the file says`(name: String, weights: YCbCrPlanes.Weights) throws {
        try scene.make(
            "-f lavfi -i color=red:size=64x64:rate=10:duration=0.2 -c:v libx264 -preset ultrafast -pix_fmt yuv420p -colorspace \(name) a.mp4"
        )
        #expect(try VideoSource(contentsOfFile: scene.folder.path("a.mp4")).weights == weights)
    }

    @Test func `frames before the start of an edit list are not shown`() throws {
        try scene.make(
            "-f lavfi -i testsrc2=size=160x120:rate=25:duration=2 -c:v libx264 -preset ultrafast -g 50 -pix_fmt yuv420p v.mp4"
        )
        try scene.make("-ss 0.7 -i v.mp4 -c copy a.mp4")
        let times = try FFmpegVideo.times(of: "a.mp4", in: scene.folder)
        #expect(times.count < 40)
        let path = try scene.crop("a.mp4", to: "b.mp4", AspectRatio(1, 1), encoding: Self.fast)
        #expect(try FFmpegVideo.times(of: "b.mp4", in: scene.folder) == times)
        #expect(try scene.difference(3, of: "b.mp4", from: "a.mp4", along: path) < 9)
    }

    @Test(arguments: ["mkv", "mp4"])
    func `sound, subtitles, chapters and languages are copied`(ending: String) throws {
        try scene.folder.write(Array("1\n00:00:00,200 --> 00:00:00,900\nHello\n".utf8), to: "s.srt")
        try scene.folder.write(
            Array(
                ";FFMETADATA1\ntitle=Talk\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=600\ntitle=One\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=600\nEND=1000\ntitle=Two\n"
                    .utf8
            ),
            to: "m.txt"
        )
        let text = ending == "mp4" ? "mov_text" : "srt"
        try scene.make(
            "-f lavfi -i testsrc=size=160x120:rate=10:duration=1 -f lavfi -i sine=440:duration=1 -f lavfi -i sine=880:duration=1 -i s.srt -i m.txt -map 0 -map 1 -map 2 -map 3 -map_metadata 4 -map_chapters 4 -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac -c:s \(text) -metadata:s:a:0 language=fra -metadata:s:a:1 language=deu -metadata:s:s:0 language=ita a.\(ending)"
        )
        try scene.crop("a.\(ending)", to: "b.\(ending)", encoding: Self.fast)
        for stream in ["a:0", "a:1", "s:0"] {
            let (before, after) = (
                try FFmpegVideo.packets(of: stream, in: "a.\(ending)", scene.folder),
                try FFmpegVideo.packets(of: stream, in: "b.\(ending)", scene.folder)
            )
            #expect(before == after && before.hasPrefix("MD5="), "\(stream)")
        }
        func languages(_ name: String) throws -> [String] {
            try FFmpegVideo.probe("-show_entries stream=codec_type:stream_tags=language -i \(name)", in: scene.folder).split(
                separator: "\n"
            )
            .map(String.init).filter { !$0.hasPrefix("video") }
        }
        #expect(try languages("b.\(ending)") == languages("a.\(ending)"))
        #expect(try languages("b.\(ending)").contains("audio,deu"))
        func chapters(_ name: String) throws -> String {
            try FFmpegVideo.probe("-show_entries chapter=start_time,end_time:chapter_tags=title -i \(name)", in: scene.folder)
        }
        #expect(try chapters("b.\(ending)") == chapters("a.\(ending)"))
        #expect(try FFmpegVideo.probe("-show_entries format_tags=title -i b.\(ending)", in: scene.folder) == "Talk")
        let (before, after) = (
            try #require(Double(FFmpegVideo.probe("-show_entries format=duration -i a.\(ending)", in: scene.folder))),
            try #require(Double(FFmpegVideo.probe("-show_entries format=duration -i b.\(ending)", in: scene.folder)))
        )
        #expect(abs(before - after) <= 0.1)
    }

    @Test func `what a format cannot hold is named`() throws {
        try scene.folder.write(Array("no font".utf8), to: "f.ttf")
        try scene.make(
            "-f lavfi -i testsrc=size=160x120:rate=10:duration=0.4 -attach f.ttf -metadata:s:t:0 mimetype=font/ttf -c:v libx264 -preset ultrafast -pix_fmt yuv420p a.mkv"
        )
        let analysis = try scene.analysis("a.mkv")
        let path = try analysis.path(CameraOptions(CropRequest(.aspect(AspectRatio(1, 1)))))
        let writer = try VideoWriter(analysis, along: path, encoding: Self.fast)
        #expect(try writer.write(to: scene.folder.path("b.mp4")).notes.count == 1)
        #expect(try writer.write(to: scene.folder.path("b.mkv")).notes.isEmpty)
        #expect(try scene.probe("stream=codec_type", of: "b.mkv", stream: "t:0") == "attachment")
    }

    @Test func `padded shots show the whole picture over a blurred one`() throws {
        try scene.make("-f lavfi -i testsrc=size=320x180:rate=10:duration=0.6 -c:v libx264 -preset ultrafast -pix_fmt yuv420p a.mp4")
        let analysis = try scene.analysis("a.mp4")
        var path = MediaScene.path(
            size: PixelSize(width: 320, height: 180),
            times: analysis.times,
            window: PixelSize(width: 90, height: 160),
            step: 0,
            change: (3, PixelSize(width: 90, height: 160))
        )
        path.shots[1].motion = .pad
        _ = try VideoWriter(analysis, along: path, encoding: Self.fast).write(to: scene.folder.path("b.mp4"))
        #expect(try FFmpegVideo.times(of: "b.mp4", in: scene.folder).count == 6)
        #expect(try scene.difference(2, of: "b.mp4", from: "a.mp4", along: path) < 9)
        let (shown, whole) = (try scene.picture(3, of: "b.mp4"), try scene.picture(3, of: "a.mp4"))
        let middle = try shown.part(PixelRect(x: 0, y: 56, width: 90, height: 48))
        #expect(
            MediaScene.difference(
                middle,
                try whole.resized(to: PixelSize(width: 90, height: 50)).part(PixelRect(x: 0, y: 1, width: 90, height: 48))
            ) < 30
        )
    }

    @Test func `frames that are changed keep their times and the other streams`() throws {
        try scene.make(
            "-f lavfi -i testsrc=size=160x120:rate=50:duration=1 -f lavfi -i sine=duration=1 -vf 'select=lt(mod(n\\,7)\\,3)' -fps_mode passthrough -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac a.mkv"
        )
        let analysis = try scene.analysis("a.mkv")
        let writer = try VideoWriter(analysis, along: nil, encoding: Self.fast)
        var numbers: [Int] = []
        _ = try writer.write(to: scene.folder.path("b.mkv"), replacing: false) { frame in
            numbers.append(frame.number)
            return frame.pixels
        }
        #expect(numbers == Array(analysis.times.indices))
        let (kept, times) = (try FFmpegVideo.times(of: "b.mkv", in: scene.folder), try FFmpegVideo.times(of: "a.mkv", in: scene.folder))
        #expect(kept.count == times.count && zip(kept, times).allSatisfy { abs($0 - $1) < 0.0015 }, "\(kept)")
        let whole = CameraPath(size: PixelSize(width: 160, height: 120), aspect: AspectRatio(4, 3), frameCount: kept.count, shots: [])
        #expect(try scene.difference(5, of: "b.mkv", from: "a.mkv", along: whole) < 9)
        #expect(try FFmpegVideo.packets(of: "a:0", in: "a.mkv", scene.folder) == FFmpegVideo.packets(of: "a:0", in: "b.mkv", scene.folder))
    }
}
