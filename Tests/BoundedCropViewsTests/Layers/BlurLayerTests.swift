import BoundedCrop
import BoundedCropViews
import TestSupport
import Testing

/// How a blur view lies on its layer.
@MainActor @Suite(.timeLimit(.minutes(15))) struct BlurLayerTests {
    let clock = ManualClock()
    let surface = RecordingSurface(400, 100)
    let screen: LayeredSurface
    let scheduler = BlurScheduler(workers: WorkerPool(threadCount: 1))
    let left = Rect(x: 0, y: 0, width: 40, height: 40)
    let right = Rect(x: 40, y: 0, width: 40, height: 40)

    init() {
        screen = LayeredSurface(on: surface, timing: clock.timing)
        screen.show(.picture(Shade.green.picture(400, 100)), .none)
    }

    private func glass(_ layer: SurfaceLayer) -> BlurView { BlurView(surface: layer, scheduler: scheduler, timing: clock.timing) }

    @Test(arguments: [(320, 60), (60, 20), (40, 80)]) func aBlurCoversItsLayerWhateverItsRadius(width: Int, height: Int) throws {
        let glass = glass(screen.layer(Rect(x: 40, y: 10, width: Double(width), height: Double(height))))
        // What is covered is lighter.
        glass.tintColor = .white
        glass.animateBlurRadius(to: 200, over: .seconds(1), curve: .linear)
        for _ in 0..<20 {
            clock.advance(by: .milliseconds(50))
            glass.setNeedsDisplay()
            let bytes = try #require(surface.content.pixels?.bytes)
            let covered = (0..<400 * 100).filter { bytes[$0 * 4] != Shade.green.rawValue }
            #expect(covered.count == width * height, "radius \(glass.presentedBlurRadius)")
            #expect(covered.first == 10 * 400 + 40 && covered.last == (9 + height) * 400 + 39 + width)
        }
    }

    @Test func aLayerFollowsItsFrameAlsoWhileNothingIsBlurred() {
        let layer = screen.layer(left)
        let glass = glass(layer)
        glass.blurEnabled = false
        glass.frame = right
        glass.setNeedsDisplay()
        #expect(layer.frame == right && glass.content == .nothing)
        glass.animateFrame(to: left, over: .seconds(1), curve: .linear)
        clock.advance(by: .milliseconds(500))
        glass.setNeedsDisplay()
        #expect(layer.frame.x == 20)
        // It leaves the picture.
        glass.blurEnabled = true
        glass.frame = Rect(x: 400, y: 0, width: 40, height: 40)
        glass.setNeedsDisplay()
        #expect(layer.frame.x == 400 && glass.content == .nothing && glass.failure == nil)
    }

    @Test(arguments: 990...1000) func anAnimationThatIsOverHasMovedItsLayerToTheEnd(milliseconds: Int) {
        // Time passes during a turn, too.
        let clock = ManualClock(step: .milliseconds(1))
        let layer = screen.layer(left)
        let glass = BlurView(surface: layer, scheduler: scheduler, timing: clock.timing)
        var isOver = false
        glass.animateFrame(to: right, over: .seconds(1), curve: .linear) { isOver = $0 }
        clock.advance(by: .milliseconds(milliseconds))
        glass.setNeedsDisplay()
        #expect(!isOver || layer.frame == right)
        #expect(isOver || milliseconds < 1000)
    }
}
