import BoundedCrop
import BoundedCropRendering
import Foundation
import TestSupport
import Testing

@testable import BoundedCropVideo

private let folder = Fixture.package.deletingLastPathComponent().appendingPathComponent("shared/inputs/video").path

/// Videos on which crops failed, beside the project.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: folder), "../shared/inputs/video is missing"), .timeLimit(.minutes(15)))
struct HandedVideoTests {
    let scene: MediaScene

    init() throws { scene = try MediaScene() }

    /// Crops to a square and returns the times of the output's frames, and the notes.
    private func crop(
        _ name: String,
        to output: String,
        _ codec: VideoEncoding.Codec = .h264
    ) throws -> (times: [Double], notes: [String]) {
        var encoding = VideoEncoding()
        encoding.codec = codec
        let source = try VideoSource(contentsOfFile: "\(folder)/\(name)")
        let analysis = try VideoAnalysis(of: source, detector: nil)
        let path = try analysis.path(CameraOptions(CropRequest(.aspect(AspectRatio(1, 1)))))
        let notes = try VideoWriter(analysis, along: path, encoding: encoding).write(to: scene.folder.path(output)).notes
        return (try FFmpegVideo.times(of: output, in: scene.folder), notes)
    }

    private func times(_ name: String) throws -> [Double] {
        try VideoAnalysis(of: VideoSource(contentsOfFile: "\(folder)/\(name)"), detector: nil).times
    }

    @Test(arguments: [("base.mp4", 50), ("phone.mp4", 50), ("longfirst.mkv", 26), ("rot30.mp4", 50)])
    func `frames keep their number and their times`(name: String, count: Int) throws {
        let (before, after) = try (times(name), crop(name, to: "b." + name.suffix(3)).times)
        #expect(before.count == count && after.count == count)
        #expect(zip(before, after).allSatisfy { abs($0 - $1) < 1e-5 }, "\(before)\n\(after)")
        if name == "rot30.mp4" { #expect(abs((before.last ?? 0) - 1.96) < 1e-5) }
    }

    @Test(arguments: [
        ("base.mp4", "b.webm", "opus", "encoded"), ("apac.mov", "b.mp4", "aac", "left out"), ("apac.mov", "b.mkv", "aac", "left out"),
        ("pcm.mov", "b.mp4", "aac", "encoded"),
    ])
    func `sound is kept, and what happens to it is said`(name: String, output: String, sound: String, text: String) throws {
        let notes = try crop(name, to: output, output.hasSuffix("webm") ? .av1 : .h264).notes
        #expect(notes.count == 1 && notes[0].contains(text), "\(notes)")
        #expect(try scene.probe("stream=codec_name", of: output, stream: "a") == sound)
    }

    @Test func `a cover picture is an attachment again`() throws {
        let (after, notes) = try crop("cover.mkv", to: "b.mkv")
        #expect(try zip(times("cover.mkv"), after).allSatisfy { abs($0 - $1) < 1e-5 } && notes.isEmpty)
        #expect(try scene.probe("stream_disposition=attached_pic", of: "b.mkv", stream: "v:1") == "1")
    }

    @Test func `a time code is kept`() throws {
        #expect(try crop("tmcd.mov", to: "b.mov").notes.isEmpty)
        #expect(try scene.probe("stream=codec_tag_string", of: "b.mov", stream: "d") == "tmcd")
    }
}
