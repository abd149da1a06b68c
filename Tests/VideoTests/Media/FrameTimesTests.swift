import BoundedCrop
import BoundedCropRendering
import TestSupport
import Testing

@testable import BoundedCropVideo

/// When the frames of outputs are shown: when those of the sources are.
@Suite(.timeLimit(.minutes(15))) struct FrameTimesTests {
    let scene: MediaScene

    init() throws { scene = try MediaScene() }

    /// Pairs of frames, 2 ms apart, 25 times in a second: ffmpeg says there are 50 frames in a second.
    private func makePairs(_ name: String) throws {
        try scene.make(
            "-f lavfi -i testsrc=size=160x120:rate=50:duration=0.8 -vf 'settb=1/90000,setpts=3600*floor(N/2)+180*mod(N\\,2)' -fps_mode passthrough -enc_time_base 1:90000 -c:v libx264 -preset ultrafast -pix_fmt yuv420p \(name)"
        )
    }

    private static let fast = {
        var encoding = VideoEncoding()
        encoding.options = ["-preset", "ultrafast"]
        return encoding
    }()

    @Test(arguments: ["mp4", "mkv"])
    func `frames may come closer together than their rate says`(ending: String) throws {
        try makePairs("a.\(ending)")
        let times = (0..<20).flatMap { pair in [0.04 * Double(pair), 0.04 * Double(pair) + 0.002] }
        let analysis = try scene.analysis("a.\(ending)")
        #expect(analysis.times.count == 40 && zip(analysis.times, times).allSatisfy { abs($0 - $1) < 1e-5 }, "\(analysis.times)")
        let path = try analysis.path(CameraOptions(CropRequest(.aspect(AspectRatio(1, 1)))))
        for output in ["b.mp4", "b.mkv"] {
            _ = try VideoWriter(analysis, along: path, encoding: Self.fast).write(to: scene.folder.path(output))
            let kept = try FFmpegVideo.times(of: output, in: scene.folder)
            #expect(kept.count == 40 && zip(kept, times).allSatisfy { abs($0 - $1) < 1e-5 }, "\(output): \(kept)")
        }
        _ = try VideoWriter(analysis, along: nil, encoding: Self.fast).write(to: scene.folder.path("c.mkv"), replacing: false) { $0.pixels }
        let kept = try FFmpegVideo.times(of: "c.mkv", in: scene.folder)
        #expect(kept.count == 40 && zip(kept, times).allSatisfy { abs($0 - $1) < 1e-5 }, "\(kept)")
    }

    @Test func `a first frame that lasts long moves no other`() throws {
        try scene.make(
            "-f lavfi -i testsrc=size=160x120:rate=25:duration=1 -vf 'settb=1/1000,setpts=if(N\\,3000+N*40-13*mod(N\\,3)\\,0)' -fps_mode passthrough -enc_time_base 1:1000 -c:v libx264 -preset ultrafast -pix_fmt yuv420p a.mkv"
        )
        let times = try FFmpegVideo.times(of: "a.mkv", in: scene.folder)
        try scene.crop("a.mkv", to: "b.mkv", encoding: Self.fast)
        #expect(try FFmpegVideo.times(of: "b.mkv", in: scene.folder) == times && times.count == 25 && times[1] > 3)
    }

    /// Others would drop frames when they convert it.
    @Test(arguments: ["50", "24000/1001", "8"])
    func `frames that are changed keep the rate that the source says`(rate: String) throws {
        try scene.make("-f lavfi -i testsrc=size=160x120:rate=\(rate):duration=1 -c:v libx264 -preset ultrafast -pix_fmt yuv420p a.mkv")
        let analysis = try scene.analysis("a.mkv")
        _ = try VideoWriter(analysis, along: nil, encoding: Self.fast).write(to: scene.folder.path("b.mkv"), replacing: false) { $0.pixels }
        let rates = "stream=r_frame_rate,avg_frame_rate"
        #expect(try scene.probe(rates, of: "b.mkv") == scene.probe(rates, of: "a.mkv"))
        #expect(try FFmpegVideo.times(of: "b.mkv", in: scene.folder) == FFmpegVideo.times(of: "a.mkv", in: scene.folder))
        try scene.make("-i b.mkv -c:v libx264 -preset ultrafast c.mp4")
        #expect(try FFmpegVideo.times(of: "c.mp4", in: scene.folder).count == analysis.times.count)
    }

    /// ffmpeg does not end the line with which it complains about such an angle.
    @Test func `a video turned by another angle than a quarter has its own times`() throws {
        try scene.make("-f lavfi -i testsrc=size=160x120:rate=10:duration=1 -c:v libx264 -preset ultrafast -pix_fmt yuv420p a.mp4")
        var bytes = try scene.bytes("a.mp4")
        let matrix: [Int32] = [56_756, 32_768, 0, -32_768, 56_756, 0, 0, 0, 1 << 30]
        let header = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("tkhd".utf8)) })
        let numbers = matrix.flatMap { number in withUnsafeBytes(of: number.bigEndian) { Array($0) } }
        bytes.replaceSubrange(header + 44..<header + 80, with: numbers)
        try scene.folder.write(bytes, to: "turned.mp4")
        // In whole degrees, which ffprobe rounds down.
        let rotation = try scene.probe("stream_side_data=rotation", of: "turned.mp4")
        #expect(rotation.contains("-29") || rotation.contains("-30"), "\(rotation)")
        let analysis = try scene.analysis("turned.mp4")
        #expect(analysis.times.count == 10 && abs((analysis.times.last ?? 0) - 0.9) < 1e-6, "\(analysis.times)")
        try scene.crop("turned.mp4", to: "b.mp4", AspectRatio(1, 1), encoding: Self.fast)
        #expect(try FFmpegVideo.times(of: "b.mp4", in: scene.folder) == FFmpegVideo.times(of: "a.mp4", in: scene.folder))
    }
}
