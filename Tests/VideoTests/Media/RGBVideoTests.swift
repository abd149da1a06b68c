import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropVideo

/// Videos whose pixels are stored as red, green and blue.
@Suite(.timeLimit(.minutes(15))) struct RGBVideoTests {
    let scene: MediaScene

    init() throws { scene = try MediaScene() }

    /// Players take a matrix that no file names for that of HD.
    @Test(
        arguments: [
            ("ffv1 -pix_fmt gbrp", "mkv"), ("ffv1 -pix_fmt gbrp10le", "mkv"), ("png -pix_fmt rgba", "mov"),
            ("huffyuv -pix_fmt rgb24", "avi"),
            ("libx264rgb -crf 1 -pix_fmt rgb24", "mp4"),
            ("libx264rgb -crf 1 -pix_fmt rgb24 -colorspace rgb -color_primaries bt709 -color_trc iec61966-2-1", "mp4"),
        ],
        [VideoEncoding.Codec.h264, .copyQuality]
    )
    func `colors stay, and the output names their matrix`(source: (codec: String, ending: String), codec: VideoEncoding.Codec) throws {
        let name = "a.\(source.ending)"
        // So large that the colors' edges, which ffmpeg smooths for 10 bits, are few of the pixels.
        try scene.make("-f lavfi -i smptebars=size=256x144:rate=10:duration=0.3 -c:v \(source.codec) \(name)")
        var encoding = VideoEncoding()
        encoding.codec = codec
        let path = try scene.crop(name, to: "b.mkv", AspectRatio(1, 1), encoding: encoding)
        let writer = try VideoWriter(scene.analysis(name), along: path, encoding: encoding)
        _ = try writer.write(to: scene.folder.path("c.mkv"), replacing: false) { $0.pixels }
        for output in ["b.mkv", "c.mkv"] {
            #expect(try scene.probe("stream=color_space", of: output) == "bt709")
            #expect(try scene.probe("stream=color_range", of: output) == "tv")
            #expect(try scene.difference(1, of: output, from: name, along: path) < 4)
        }
    }

    @Test func `what goes beyond HD keeps its matrix`() throws {
        let bars = "-f lavfi -i smptebars=size=128x72:rate=10:duration=0.3"
        try scene.make("\(bars) -c:v ffv1 -pix_fmt gbrp10le -color_primaries bt2020 -color_trc smpte2084 a.mkv")
        var encoding = VideoEncoding()
        encoding.codec = .hevc
        let path = try scene.crop("a.mkv", to: "b.mkv", AspectRatio(1, 1), encoding: encoding)
        #expect(try scene.probe("stream=color_space", of: "b.mkv") == "bt2020nc")
        #expect(try scene.difference(1, of: "b.mkv", from: "a.mkv", along: path) < 4)
    }
}
