import BoundedCrop
import BoundedCropEffects
import BoundedCropViews
import TestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(15))) struct LayeredSurfaceTests {
    let clock = ManualClock()
    let surface = RecordingSurface(80, 40)
    let screen: LayeredSurface
    let scheduler = BlurScheduler(workers: WorkerPool(threadCount: 1))
    let right = Rect(x: 40, y: 0, width: 40, height: 40)

    init() { screen = LayeredSurface(on: surface) }

    /// Half red, half blue.
    private var halves: PixelBuffer {
        get throws {
            let bytes = (0..<80 * 40).flatMap { index -> [UInt8] in index % 80 < 40 ? [255, 0, 0, 255] : [0, 0, 255, 255] }
            return try PixelBuffer(size: surface.size, bytes: bytes)
        }
    }

    private func red(_ x: Int, _ y: Int) -> UInt8? { surface.content.pixels?.bytes[(y * 80 + x) * 4] }

    @Test func layersAreDrawnOverTheContentBehindThem() throws {
        screen.show(.picture(Shade.red.picture(80, 40)), .crossfade(.seconds(1)))
        #expect(surface.events == [.content(.picture(Shade.red.picture(80, 40)), .crossfade(.seconds(1)))])
        let first = screen.layer(Rect(x: 10, y: 10, width: 20, height: 20))
        let second = screen.layer(Rect(x: 20, y: 10, width: 20, height: 20))
        second.show(.picture(Shade.green.picture()), .none)
        first.show(.picture(Shade.blue.picture()), .crossfade(.seconds(2)))
        #expect(surface.transitions.last == .crossfade(.seconds(2)) && surface.content.pixels?.size == surface.size)
        #expect(red(9, 10) == Shade.red.rawValue && red(10, 10) == Shade.blue.rawValue)
        #expect(red(20, 10) == Shade.green.rawValue && red(39, 29) == Shade.green.rawValue && red(40, 29) == Shade.red.rawValue)
        second.show(.nothing, .none)
        #expect(red(29, 29) == Shade.blue.rawValue && red(30, 29) == Shade.red.rawValue)
        first.frame.x = 70
        #expect(red(29, 29) == Shade.red.rawValue && red(79, 29) == Shade.blue.rawValue)
    }

    @Test func aLayerEndsWithItsView() async throws {
        screen.show(.picture(Shade.red.picture(80, 40)), .none)
        var layer: SurfaceLayer? = screen.layer(right)
        layer?.show(.picture(Shade.blue.picture()), .none)
        #expect(red(60, 20) == Shade.blue.rawValue)
        layer = nil
        try await surface.wait(for: 3)
        #expect(red(60, 20) == Shade.red.rawValue)
    }

    @Test func aNewSizeReachesTheViewAtTheBack() async throws {
        let view = EffectsImageView(surface: screen)
        view.image = Shade.red.picture()
        #expect(view.processedImage?.size == PixelSize(width: 80, height: 40))
        surface.size = PixelSize(width: 20, height: 20)
        #expect(screen.size == surface.size && view.bounds == surface.size)
        #expect(view.processedImage?.size == surface.size)
    }

    @Test func aSurfaceWithoutAreaShowsItsContentAgainLater() {
        screen.show(.picture(Shade.red.picture(80, 40)), .none)
        let layer = screen.layer(right)
        layer.show(.picture(Shade.blue.picture()), .none)
        surface.size = PixelSize(width: 0, height: 0)
        screen.show(.picture(Shade.green.picture(80, 40)), .crossfade(.seconds(1)))
        surface.size = PixelSize(width: 80, height: 40)
        #expect(red(20, 20) == Shade.green.rawValue && red(60, 20) == Shade.blue.rawValue)
    }

    @Test func aNewSizeOfALayerReachesItsView() {
        let layer = screen.layer(right)
        let view = EffectsImageView(surface: layer)
        #expect(view.bounds == PixelSize(width: 40, height: 40))
        layer.frame = Rect(x: 0, y: 0, width: 10.4, height: 5)
        #expect(view.bounds == PixelSize(width: 10, height: 5))
        layer.frame = Rect(x: .nan, y: 0, width: 10, height: 5)
        #expect(view.bounds == PixelSize(width: 0, height: 0))
    }

    @Test func theIndicatorIsThatOfTheSurface() {
        screen.layer(right).showActivityIndicator(true)
        #expect(surface.showsActivityIndicator)
    }

    @Test func withoutAnUnderlyingPictureABlurViewBlursTheSurfaceItIsOn() async throws {
        screen.show(.picture(try halves), .none)
        let layer = screen.layer(right)
        let glass = BlurView(surface: layer, scheduler: scheduler, timing: clock.timing)
        try await Observing.until { glass.content.isPicture }
        // Only what is beneath the layer, and only there.
        #expect(glass.content.pixels?.bytes.enumerated().contains { $0.offset % 4 == 0 && $0.element > 0 } == false)
        #expect(red(39, 20) == 255 && red(40, 20) == 0)
        // Content that changes is followed.
        screen.show(.picture(Shade.green.picture(80, 40)), .none)
        try await Observing.until { glass.content.shade == .green }
        // So is a layer that is moved.
        screen.show(.picture(try halves), .none)
        layer.frame.x = 0
        try await Observing.until { (glass.content.pixels?.bytes[0] ?? 0) > 250 }
        #expect(red(20, 20) == 255 && glass.failure == nil)
    }

    @Test func animatingTheFrameMovesTheLayer() async throws {
        screen.show(.picture(try halves), .none)
        let layer = screen.layer(Rect(x: 0, y: 0, width: 40, height: 40))
        let glass = BlurView(surface: layer, scheduler: scheduler, timing: clock.timing)
        try await Observing.until { glass.content.isPicture }
        var isOver = false
        glass.animateFrame(to: right, over: .seconds(1), curve: .linear) { isOver = $0 }
        await until { clock.sleeperCount == 1 }
        clock.advance(by: .milliseconds(500))
        await until { layer.frame.x == 20 }
        await until { clock.sleeperCount == 1 }
        clock.advance(by: .milliseconds(500))
        await until { isOver }
        #expect(layer.frame == right && red(40, 20) == 0 && glass.failure == nil)
    }

    @Test func theIndicatorIsShownAsLongAsAnyoneWantsIt() async throws {
        let first = screen.layer(right)
        var second: SurfaceLayer? = screen.layer(right)
        for busy in [screen, first, second] as [(any ImageSurface)?] { busy?.showActivityIndicator(true) }
        screen.showActivityIndicator(false)
        first.showActivityIndicator(false)
        #expect(surface.showsActivityIndicator)
        // Its end is the end of its wish.
        second = nil
        try await Observing.until { !surface.showsActivityIndicator }
        #expect(surface.events == [.activityIndicator(true), .activityIndicator(false)])
    }

    @Test func aPhotoIsFittedAsTheSurfaceDoesItWhetherOrNotALayerIsVisible() throws {
        let film = FrameSurface(size: PixelSize(width: 80, height: 40), timing: clock.timing)
        film.contentMode = .aspectFill
        let screen = LayeredSurface(on: film, timing: clock.timing)
        screen.show(.picture(Shade.red.picture(40, 40)), .none)
        clock.advance(by: .seconds(1))
        let layer = screen.layer(Rect(x: 0, y: 0, width: 10, height: 10))
        layer.show(.picture(Shade.blue.picture()), .none)
        clock.advance(by: .seconds(1))
        // Another mode applies to what is already there.
        screen.contentMode = .aspectFit
        let reds = try film.recording.frames().map { Int($0.picture.bytes[(20 * 80 + 10) * 4]) }
        #expect(screen.contentMode == .aspectFit && reds == [200, 200, 0])
    }
}
