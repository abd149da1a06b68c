import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropViews

/// How a blur view notices changes of what lies beneath it.
@MainActor @Suite(.timeLimit(.minutes(15))) struct BlurWatchTests {
    let clock = ManualClock()
    let surface = RecordingSurface(80, 40)
    let screen: LayeredSurface
    let stack = PictureStack([Shade.red.picture()])
    let scheduler = BlurScheduler(workers: WorkerPool(threadCount: 1))
    let left = Rect(x: 0, y: 0, width: 40, height: 40)

    init() throws {
        screen = LayeredSurface(on: surface, timing: clock.timing)
        screen.show(.picture(try Self.halves), .none)
    }

    /// Red on the left, blue on the right.
    private static var halves: PixelBuffer {
        get throws { try PixelBuffer.halves().resized(to: PixelSize(width: 80, height: 40)) }
    }

    private func view(on surface: any ImageSurface, over source: (any BlurSource)? = nil) -> BlurView {
        let view = BlurView(surface: surface, underlying: source, scheduler: scheduler, timing: clock.timing)
        view.setNeedsDisplay()
        return view
    }

    /// Whether there is much red in the middle of what the view shows.
    private func isRed(_ view: BlurView) -> Bool {
        guard let picture = view.content.pixels else { return false }
        return picture.bytes[(picture.height / 2 * picture.width + picture.width / 2) * 4] > 200
    }

    @Test func aSynchronousUpdateInTheTurnOfAChangeHasSeenItAndLeavesNoPause() async {
        let glass = view(on: surface, over: stack)
        glass.updateInterval = .seconds(1000)
        await scheduler.finishTurns()
        let count = surface.contents.count
        stack.layers = [Shade.green.picture()]
        glass.setNeedsDisplay()
        #expect(surface.contents.count == count + 1 && surface.shades.last == .green)
        await scheduler.finishTurns()
        #expect(surface.contents.count == count + 1 && glass.turn.state == .idle && clock.sleeperCount == 0)
        // The next change is still followed.
        stack.layers = [Shade.blue.picture()]
        await until { clock.sleeperCount == 1 }
        clock.advance(by: .seconds(1000))
        await until { surface.shades.last == .blue }
    }

    @Test func aLayerIsFollowedAgainAfterTheViewHadAFrameOfItsOwn() async {
        let layer = screen.layer(left)
        let glass = BlurView(surface: layer, scheduler: scheduler, timing: clock.timing)
        glass.frame = left
        glass.setNeedsDisplay()
        glass.frame = nil
        await scheduler.finishTurns()
        #expect(isRed(glass))
        layer.frame.x = 40
        await scheduler.finishTurns()
        #expect(!isRed(glass))
    }

    @Test func theGroundIsFollowedAfterTheUnderlyingPictureIsReleased() async {
        var source: PictureStack? = PictureStack([Shade.blue.picture()])
        let glass = view(on: screen.layer(left), over: source)
        #expect(glass.content.shade == .blue)
        source = nil
        glass.setNeedsDisplay()
        #expect(isRed(glass))
        screen.show(.picture(Shade.green.picture(80, 40)), .none)
        await scheduler.finishTurns()
        #expect(glass.content.shade == .green)
    }

    @Test func aMovedLayerIsBlurredAgainAlsoOverAPolledSourceOrByAStaticView() async throws {
        let halves = try Self.halves
        let polled = ClosureBlurSource { halves }
        for (source, isDynamic) in [(polled, true), (nil, false)] as [((any BlurSource)?, Bool)] {
            let layer = screen.layer(left)
            let glass = view(on: layer, over: source)
            glass.dynamic = isDynamic
            await scheduler.finishTurns()
            #expect(isRed(glass))
            layer.frame.x = 40
            await scheduler.finishTurns()
            #expect(!isRed(glass), "dynamic: \(isDynamic)")
        }
        withExtendedLifetime(polled) {}
    }

    @Test func whatStandsIsNotRegisteredAgain() {
        let other = PictureStack([Shade.green.picture()])
        let glass = view(on: surface, over: stack)
        for _ in 0..<20 {
            for source in [stack, other] {
                glass.underlying = source
                glass.setNeedsDisplay()
                glass.setNeedsDisplay()
            }
        }
        #expect(glass.turn.watches.count == 2 && glass.content.shade == .green)
    }

    @Test func aViewThatPausesStopsWhenUpdatesAreDisabled() async throws {
        let glass = view(on: surface, over: stack)
        glass.updateInterval = .seconds(2)
        await scheduler.finishTurns()
        stack.layers = [Shade.green.picture()]
        await until { clock.sleeperCount == 1 }
        scheduler.disableUpdates()
        clock.advance(by: .seconds(2))
        await until { glass.turn.state == .idle }
        #expect(glass.content.shade == .red)
        scheduler.enableUpdates()
        await until { glass.content.shade == .green }
    }

    @Test func aViewIsNotBlurredByItself() async {
        let glass = view(on: surface, over: stack)
        glass.underlying = glass
        await scheduler.finishTurns()
        #expect(glass.content == .nothing && glass.turn.state == .idle)
    }
}
