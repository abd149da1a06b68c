import BoundedCrop
import BoundedCropVideo
import TestSupport
import Testing

/// Compiles and runs the Swift examples in the articles of `BoundedCropVideo`, copied verbatim.
@Suite(.timeLimit(.minutes(15))) struct ArticleTests {
    @Test func `the landing page crops a video`() throws {
        let scene = try MediaScene()
        try scene.make("-f lavfi -i testsrc=size=320x180:rate=10:duration=0.5 -c:v libx264 -preset ultrafast -pix_fmt yuv420p talk.mp4")
        let (talk, output) = (scene.folder.path("talk.mp4"), scene.folder.path("talk-9x16.mp4"))

        let source = try VideoSource(contentsOfFile: talk)
        let analysis = try VideoAnalysis(of: source, detector: YuNetDetector())
        let path = try analysis.path(CameraOptions(CropRequest(.aspect(AspectRatio(9, 16)))))
        let written = try VideoWriter(analysis, along: path).write(to: output)
        print(path.shots.count, "shots", written.size)

        #expect(written.size == PixelSize(width: 102, height: 180) && path.frameCount == 5)
    }

    @Test func everyExampleIsTested() throws {
        let untested = try Articles.untested(in: "BoundedCropVideo", by: [#filePath])
        #expect(untested.isEmpty, "not tested: \(untested)")
    }
}
