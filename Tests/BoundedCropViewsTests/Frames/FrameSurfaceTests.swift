import BoundedCrop
import BoundedCropViews
import TestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(15))) struct FrameSurfaceTests {
    let clock = ManualClock()
    let surface: FrameSurface
    let black = PixelBuffer(size: PixelSize(width: 8, height: 6), filledWith: (0, 0, 0, 255))
    let white = PixelBuffer(size: PixelSize(width: 8, height: 6), filledWith: (255, 255, 255, 255))

    init() {
        surface = FrameSurface(size: PixelSize(width: 8, height: 6), timing: clock.timing)
        surface.framesPerSecond = 10
    }

    /// For each frame, the red of its first pixel and its duration in milliseconds.
    private func film() throws -> [[Int]] {
        try surface.recording.frames().map { [Int($0.picture.bytes[0]), Int($0.duration / .milliseconds(1))] }
    }

    @Test func aStillPictureIsOneFrame() throws {
        surface.show(.picture(black), .none)
        clock.advance(by: .seconds(2))
        surface.show(.picture(white), .none)
        clock.advance(by: .seconds(3))
        #expect(try film() == [[0, 2000], [255, 3000]])
    }

    @Test func aCrossfadeIsBlendedEvenly() throws {
        surface.show(.picture(black), .none)
        clock.advance(by: .seconds(1))
        surface.show(.picture(white), .crossfade(.milliseconds(400)))
        clock.advance(by: .seconds(1))
        #expect(try film() == [[0, 1000], [64, 100], [128, 100], [191, 100], [255, 100], [255, 600]])
    }

    @Test func aPictureFadesInFromNothing() throws {
        surface.show(.picture(white), .crossfade(.milliseconds(200)))
        let frames = try surface.recording.frames()
        #expect(frames.map { $0.picture.bytes[3] } == [128, 255])
    }

    @Test func anInterruptedTransitionContinuesFromItsCurrentState() throws {
        surface.show(.picture(black), .none)
        clock.advance(by: .milliseconds(100))
        surface.show(.picture(white), .crossfade(.milliseconds(400)))
        clock.advance(by: .milliseconds(200))
        surface.show(.picture(black), .crossfade(.milliseconds(200)))
        clock.advance(by: .milliseconds(200))
        #expect(try film() == [[0, 100], [64, 100], [128, 100], [64, 100], [0, 100]])
    }

    @Test func aTransitionAtTheEndIsCompleted() throws {
        surface.show(.picture(white), .crossfade(.milliseconds(200)))
        #expect(try film() == [[128, 100], [255, 100]])
    }

    @Test func picturesOfOtherSizesAndShapesAreScaledToFit() throws {
        surface.show(.placeholder(PixelBuffer(size: PixelSize(width: 80, height: 20), filledWith: (255, 0, 0, 255))), .none)
        clock.advance(by: .seconds(1))
        let picture = try surface.recording.frames()[0].picture
        #expect(picture.size == surface.size)
        #expect(picture.bytes[3] == 0 && picture.bytes[(3 * 8) * 4 + 3] == 255)
    }

    @Test func theActivityIndicatorIsVisibleWhileItIsOn() throws {
        surface.size = PixelSize(width: 80, height: 60)
        surface.show(.picture(white), .none)
        clock.advance(by: .seconds(1))
        surface.showActivityIndicator(true)
        clock.advance(by: .seconds(1))
        surface.showActivityIndicator(false)
        clock.advance(by: .seconds(1))
        let frames = try surface.recording.frames()
        #expect(frames.count == 3 && frames[0].picture == frames[2].picture && frames[0].picture != frames[1].picture)
    }

    @Test func aViewsCropFadesInOverItsPlaceholder() async throws {
        let view = BoundedImageView(surface: surface, cropper: HeldDetector().cropper(), timing: clock.timing)
        view.setImage(white, placeholder: black)
        try await Observing.until { view.image != nil }
        clock.advance(by: .seconds(1))
        #expect(try surface.recording.frames().map { $0.picture.bytes[0] } == [85, 170, 255, 255])
    }

    @Test(arguments: [(1, 1), (2, 50), (50, 2)]) func aSurfaceMayBeTooSmallForTheIndicator(width: Int, height: Int) throws {
        surface.size = PixelSize(width: width, height: height)
        surface.showActivityIndicator(true)
        #expect(try surface.recording.frames().count == 1)
    }

    @Test(arguments: [(0, 0), (0, 9), (1_000_000_000, 1_000_000_000)]) func aSizeThatNoFrameCanHaveIsAnError(width: Int, height: Int) throws
    {
        surface.size = PixelSize(width: width, height: height)
        #expect(try surface.recording.frames().isEmpty)
        surface.show(.picture(black), .none)
        #expect(throws: BoundedCropError.self) { try surface.recording.frames() }
    }

    @Test(arguments: [(Int.max, 4), (Int.min, 1)]) func aFrameRateBeyondItsLimitsIsTheLimit(rate: Int, count: Int) throws {
        surface.framesPerSecond = rate
        surface.show(.picture(white), .crossfade(.milliseconds(4)))
        #expect(try surface.recording.frames().count == count)
    }
}
