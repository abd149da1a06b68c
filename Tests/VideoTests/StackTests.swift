import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropVideo

/// Two people in two windows that are shown together.
@Suite struct StackTests {
    private func path(_ video: MadeVideo, _ aspect: AspectRatio = AspectRatio(9, 16)) throws -> CameraPath {
        var options = CameraOptions(CropRequest(.aspect(aspect)))
        options.whenApart = .stack
        return try CameraAnalysis.path(frames: video.observations(), size: video.size, options: options)
    }

    @Test func twoWhoAreApartAreShownTogether() throws {
        let video = MadeVideo(seconds: 8) { [MadeVideo.face(0.8), MadeVideo.face(0.2 + 0.01 * $0)] }
        let path = try path(video)
        #expect(path.shots.map(\.motion) == [.stack] && path.shots[0].kept.count == 2 && path.shots[0].dropped.isEmpty)
        for frame in [0, 100, 239] {
            let (upper, lower) = (path.window(frame: frame), try #require(path.secondWindow(frame: frame)))
            #expect(upper.contains(video.faces[frame][1]) && lower.contains(video.faces[frame][0]))
            // The halves of 9:16, and neither shows the other one.
            for window in [upper, lower] { #expect(abs(window.width / window.height - 9.0 / 8) < 0.01) }
            #expect(upper.intersection(video.faces[frame][0]).isEmpty && lower.intersection(video.faces[frame][1]).isEmpty)
            #expect(upper.minY < video.faces[frame][1].minY && path.size.bounds.contains(upper) && path.size.bounds.contains(lower))
        }
    }

    @Test func itBeginsAndEndsWithAShot() throws {
        let video = MadeVideo(seconds: 9, view: { .init(ground: Int($0 / 3 + 1e-9)) }) { time in
            Int(time / 3 + 1e-9) == 1 ? [MadeVideo.face(0.2), MadeVideo.face(0.8)] : [MadeVideo.face(0.5)]
        }
        let path = try path(video)
        #expect(path.shots.map(\.motion) == [.still, .stack, .still])
        #expect(path.shots.map(\.start) == [0, 90, 180])
        #expect(path.secondWindow(frame: 89) == nil && path.secondWindow(frame: 90) != nil)
    }

    @Test func whoIsOneAboveTheOtherIsShownSideBySideInAWideShape() throws {
        let video = MadeVideo(seconds: 4) { _ in [MadeVideo.face(0.3, 0.85, side: 0.12), MadeVideo.face(0.35, 0.1, side: 0.12)] }
        let path = try path(video, AspectRatio(4, 1))
        #expect(path.shots.map(\.motion) == [.stack])
        let (left, right) = (path.window(frame: 9), try #require(path.secondWindow(frame: 9)))
        #expect(left.contains(video.faces[9][1]) && right.contains(video.faces[9][0]))
        #expect(abs(left.width / left.height - 2) < 0.02)
    }

    @Test func thoseWhoFitOrAreAloneHaveOneWindow() throws {
        #expect(try path(MadeVideo(seconds: 4) { _ in [MadeVideo.face(0.5), MadeVideo.face(0.6)] }).shots.map(\.motion) == [.still])
        // The second one is there for a moment only.
        let brief = try path(MadeVideo(seconds: 8) { $0 < 2 ? [MadeVideo.face(0.2), MadeVideo.face(0.8)] : [MadeVideo.face(0.2)] })
        #expect(!brief.shots.contains { $0.motion == .stack })
    }
}

extension CroppedVideoTests {
    @Test func `two windows are written one above the other, and one elsewhere`() throws {
        try scene.make(
            "-f lavfi -i testsrc2=size=320x180:rate=25:duration=0.8 -c:v libx264 -preset ultrafast -crf 5 -pix_fmt yuv420p a.mp4"
        )
        let analysis = try scene.analysis("a.mp4")
        var path = MediaScene.path(
            size: PixelSize(width: 320, height: 180),
            times: analysis.times,
            window: PixelSize(width: 90, height: 160),
            step: 0,
            change: (10, PixelSize(width: 90, height: 160))
        )
        func still(_ x: Double, _ step: Double) -> [CameraPath.Window] {
            (10..<20).map { frame in
                let place = Rect(x: x + step * Double(frame), y: 20, width: 90, height: 80)
                return .init(frame: frame, time: analysis.times[frame], rectangle: place)
            }
        }
        (path.shots[1].motion, path.shots[1].windows) = (.stack, still(10, 0))
        #expect(throws: BoundedCropError.self) { try analysis.check(path) }
        path.shots[1].secondWindows = still(160, 2)
        var encoding = VideoEncoding()
        encoding.options = ["-preset", "ultrafast", "-crf", "12"]
        let writer = try VideoWriter(analysis, along: path, encoding: encoding)
        #expect(writer.size == PixelSize(width: 90, height: 160))
        _ = try writer.write(to: scene.folder.path("b.mp4"))
        #expect(try scene.difference(9, of: "b.mp4", from: "a.mp4", along: path) < 9)
        for frame in [10, 19] {
            let (shown, whole) = (try scene.picture(frame, of: "b.mp4"), try scene.picture(frame, of: "a.mp4"))
            for (y, window) in [(0.0, path.window(frame: frame)), (80, try #require(path.secondWindow(frame: frame)))] {
                let half = PixelSize(width: 90, height: 80)
                let part = try shown.resampled(Rect(x: 0, y: y, width: 90, height: 80), to: half)
                #expect(MediaScene.difference(part, try whole.resampled(window, to: half)) < 12, "frame \(frame)")
            }
        }
    }
}
