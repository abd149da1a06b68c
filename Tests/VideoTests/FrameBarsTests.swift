import BoundedCrop
import Testing

@testable import BoundedCropVideo

/// Black bars, and what only looks like them.
@Suite struct FrameBarsTests {
    private let small = PixelSize(width: 160, height: 90)
    private let size = PixelSize(width: 1920, height: 1080)

    /// A frame that is lit in a part, with bars that are not quite black.
    private func bars(_ part: PixelRect, light: (Int, Int) -> UInt8 = { UInt8(60 + ($0 * 7 + $1 * 13) % 120) }) -> FrameBars {
        let luma = (0..<small.area).map { place in
            let (x, y) = (place % small.width, place / small.width)
            let isInside = x >= part.x && x < part.x + part.width && y >= part.y && y < part.y + part.height
            return isInside ? light(x, y) : UInt8(16 + (x + y) % 6)
        }
        return FrameBars(in: luma, small)
    }

    private let letterbox = PixelRect(x: 0, y: 12, width: 160, height: 66)
    private let pillarbox = PixelRect(x: 50, y: 0, width: 60, height: 90)

    @Test func barsThatStayAreFound() {
        let wide = FrameBars.picture(of: [bars(letterbox), bars(letterbox)], in: size)
        #expect(wide.x == 0 && wide.width == 1920)
        #expect((144...168).contains(wide.y) && (912...936).contains(wide.y + wide.height))
        let tall = FrameBars.picture(of: [bars(pillarbox)], in: size)
        #expect((600...636).contains(tall.x) && (1284...1320).contains(tall.x + tall.width) && tall.height == 1080)
        let both = FrameBars.picture(of: [bars(PixelRect(x: 20, y: 12, width: 120, height: 66))], in: size)
        #expect(both.x >= 240 && both.y >= 144 && both.width < 1440 && both.height < 792)
    }

    @Test func aFrameInBlackSaysNothing() {
        let black = bars(PixelRect(x: 0, y: 0, width: 0, height: 0))
        #expect(FrameBars.picture(of: [black], in: size) == size.whole)
        #expect(FrameBars.picture(of: [], in: size) == size.whole)
        #expect(FrameBars.picture(of: [black, bars(letterbox), black], in: size).height < 1000)
    }

    @Test func whatDoesNotStayIsNoBar() {
        #expect(FrameBars.picture(of: [bars(letterbox), bars(small.whole)], in: size) == size.whole)
        // A title in a bar, for a moment.
        let titled = bars(PixelRect(x: 0, y: 12, width: 160, height: 74))
        #expect(FrameBars.picture(of: [bars(letterbox), bars(letterbox), titled], in: size) == size.whole)
    }

    @Test func aDarkSceneHasNoBars() {
        // Somebody in the light, on a stage.
        let stage = bars(small.whole) { x, y in (x - 80) * (x - 80) + (y - 45) * (y - 45) < 900 ? 150 : 18 }
        #expect(FrameBars.picture(of: [stage, stage], in: size) == size.whole)
        let floor = bars(PixelRect(x: 0, y: 0, width: 160, height: 60))
        #expect(FrameBars.picture(of: [floor], in: size) == size.whole)
    }

    @Test func theWindowHasNoBarsUnlessTheyAreKept() throws {
        let video = MadeVideo(seconds: 2) { _ in [MadeVideo.face(0.6)] }
        let tall = AspectRatio(9, 16)
        func path(_ part: PixelRect, keepsBars: Bool = false, aspect: AspectRatio = tall, nobody: Bool = false) throws -> CameraPath {
            let frames = video.observations().map { frame in
                var frame = frame
                frame.bars = bars(part)
                if nobody { frame.features = [] }
                return frame
            }
            var options = CameraOptions(CropRequest(.aspect(aspect)))
            options.keepsBars = keepsBars
            return try CameraAnalysis.path(frames: frames, size: video.size, options: options)
        }
        let found = FrameBars.picture(of: [bars(letterbox)], in: size)
        let cut = try path(letterbox).window(frame: 5)
        #expect(cut.minY == Double(found.y) && cut.height == Double(found.height) && cut.contains(video.faces[5][0]))
        #expect(abs(cut.width / cut.height - 9.0 / 16) < 0.01)
        #expect(try path(letterbox, keepsBars: true).window(frame: 5).height == 1080)
        let square = try path(letterbox, aspect: AspectRatio(1, 1), nobody: true).window(frame: 5)
        #expect(square.minY == Double(found.y) && square.height == Double(found.height))
        #expect(try path(small.whole).window(frame: 5).height == 1080)
    }
}
