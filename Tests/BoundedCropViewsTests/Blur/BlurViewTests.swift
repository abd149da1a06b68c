import BoundedCrop
import BoundedCropEffects
import Observation
import TestSupport
import Testing

@testable import BoundedCropViews

@MainActor @Suite(.timeLimit(.minutes(15))) struct BlurViewTests {
    let clock = ManualClock()
    let surface = RecordingSurface(40, 40)
    let stack = PictureStack([Shade.red.picture()])
    let workers = WorkerPool(threadCount: 1)
    let scheduler: BlurScheduler

    init() { scheduler = BlurScheduler(workers: workers) }

    private func view(over source: (any BlurSource)? = nil, _ timing: ViewTiming? = nil) -> BlurView {
        BlurView(surface: surface, underlying: source ?? stack, scheduler: scheduler, timing: timing ?? clock.timing)
    }

    @Test func theContentUnderneathIsBlurredAtAReducedScale() async throws {
        stack.layers = [PixelBuffer.halves()]
        let view = view()
        view.tintColor = .white
        try await surface.wait(for: 1)
        // With a radius of 40 and two iterations, the scale is one over floor(40 / 6).
        let scale = BlurJob.snapshotScale(radius: 40, iterations: 2)
        #expect(scale == 1.0 / 6)
        let small = try PixelBuffer.halves().pixels(longSide: 13)
        #expect(surface.contents == [.picture(try small.blurred(radius: 40 * 13 / 80, iterations: 2, tint: .white))])
        #expect(surface.transitions == [.none] && view.blurRadius == 40 && view.iterations == 2)
        // The more iterations, the smaller the box of each, and the fewer pixels are needed.
        view.iterations = 3
        view.setNeedsDisplay()
        let smaller = try PixelBuffer.halves().pixels(longSide: 8)
        #expect(view.content == .picture(try smaller.blurred(radius: 40 * 8 / 80, iterations: 3, tint: .white)))
    }

    private nonisolated static let snapshots: [(radius: Double, iterations: Int, scale: Double)] = [
        (0.0, 2, 1.0), (1.9, 2, 1.0), (8.0, 0, 1.0), (8.0, 2, 0.5), (40.0, 3, 0.1), (400.0, 2, 1.0 / 66), (40.0, 1, 1.0 / 3),
    ]

    @Test(arguments: snapshots)
    func theSnapshotShrinksAsTheRadiusGrows(radius: Double, iterations: Int, scale: Double) {
        #expect(BlurJob.snapshotScale(radius: radius, iterations: iterations) == scale)
    }

    @Test func aDynamicViewFollowsTheContentUnderneath() async throws {
        let photo = BoundedImageView(surface: RecordingSurface(40, 40), cropper: HeldDetector().cropper())
        photo.animated = false
        let view = view(over: photo)
        photo.image = Shade.green.picture()
        try await surface.wait(for: 1)
        photo.image = Shade.blue.picture()
        try await surface.wait(for: 2)
        #expect(surface.shades == [.green, .blue] && view.dynamic && view.underlying === photo)
        withExtendedLifetime(photo) {}
    }

    @Test func itSleepsWhileNothingChanges() async throws {
        let view = view()
        try await surface.wait(for: 1)
        await scheduler.finishTurns()
        clock.advance(by: .seconds(100))
        await scheduler.finishTurns()
        #expect(surface.contents.count == 1 && clock.sleeperCount == 0 && view.failure == nil)
    }

    @Test func aStaticViewChangesOnlyOnRequest() async throws {
        let view = view()
        view.dynamic = false
        try await surface.wait(for: 1)
        stack.layers = [Shade.green.picture()]
        await scheduler.finishTurns()
        #expect(surface.shades == [.red])
        view.setNeedsDisplay()
        #expect(surface.shades == [.red, .green])
        view.tintColor = .black
        try await surface.wait(for: 3)
        #expect(surface.shades == [.red, .green, .green])
    }

    @Test func severalChangesInOneTurnCauseOneBlur() async throws {
        let turns = ManualTurns()
        let view = view(over: nil, turns.timing)
        view.blurRadius = 10
        view.iterations = 3
        view.tintColor = .white
        view.frame = Rect(x: 0, y: 0, width: 30, height: 30)
        #expect(turns.waiting.count == 1)
        turns.end()
        try await surface.wait(for: 1)
        await scheduler.finishTurns()
        #expect(surface.contents.count == 1 && turns.waiting.isEmpty)
    }

    @Test func theUpdateIntervalIsRespected() async throws {
        let view = view()
        view.updateInterval = .seconds(2)
        try await surface.wait(for: 1)
        stack.layers = [Shade.green.picture()]
        await until { clock.sleeperCount == 1 }
        stack.layers = [Shade.blue.picture()]
        clock.advance(by: .milliseconds(1999))
        await scheduler.finishTurns()
        #expect(surface.shades == [.red])
        clock.advance(by: .milliseconds(1))
        try await surface.wait(for: 2)
        #expect(surface.shades == [.red, .blue])
    }

    @Test func aRequestedUpdateDoesNotWaitForTheInterval() async throws {
        let view = view()
        view.updateInterval = .seconds(1000)
        try await surface.wait(for: 1)
        stack.layers = [Shade.green.picture()]
        await until { clock.sleeperCount == 1 }
        await withCheckedContinuation { continuation in view.updateAsynchronously { continuation.resume() } }
        #expect(surface.shades == [.red, .green] && clock.sleeperCount == 0)
    }

    @Test func aSynchronousUpdateIsShownWhenTheCallReturnsAndLeavesNoPause() async throws {
        let view = view()
        view.updateInterval = .seconds(1000)
        try await surface.wait(for: 1)
        for (count, shade) in [Shade.green, .blue].enumerated() {
            stack.layers = [shade.picture()]
            await until { clock.sleeperCount == 1 }
            if count == 0 { view.setNeedsDisplay() } else { view.updateAsynchronously(false) }
            #expect(surface.shades.last == shade && surface.contents.count == count + 2 && clock.sleeperCount == 0)
        }
        clock.advance(by: .seconds(2000))
        await scheduler.finishTurns()
        #expect(surface.contents.count == 3 && clock.sleeperCount == 0)
    }

    @Test func aSynchronousUpdateOvertakesTheBlurUnderWay() async throws {
        let held = HeldPicture(gate: Gate(), started: Events())
        stack.layers = [held]
        let view = view()
        await held.started.wait()
        stack.layers = [Shade.green.picture()]
        var ends: [Int] = []
        view.updateAsynchronously { ends.append(1) }
        view.updateAsynchronously(false) { ends.append(2) }
        #expect(surface.shades == [.green] && ends == [1, 2])
        held.gate.open()
        await scheduler.finishTurns()
        // The result of the one that was under way is never shown.
        #expect(!surface.shades.contains(.red) && view.failure == nil)
    }

    @Test func whatLiesBeneathIsNotKeptAlive() async throws {
        var source: PictureStack? = PictureStack([Shade.green.picture()])
        weak let gone = source
        let view = view(over: source)
        try await surface.wait(for: 1)
        source = nil
        #expect(gone == nil && view.underlying == nil)
        view.setNeedsDisplay()
        #expect(surface.shades == [.green, nil])
    }

    @Test func nothingIsShownIfBlurIsOffHereOrEverywhere() async throws {
        let view = view()
        try await surface.wait(for: 1)
        view.blurEnabled = false
        try await surface.wait(for: 2)
        view.blurEnabled = true
        try await surface.wait(for: 3)
        scheduler.blurEnabled = false
        try await surface.wait(for: 4)
        view.setNeedsDisplay()
        stack.layers = [Shade.blue.picture()]
        await scheduler.finishTurns()
        scheduler.blurEnabled = true
        try await surface.wait(for: 5)
        #expect(surface.shades == [.red, nil, .red, nil, .blue])
    }

    @Test func updatesDisabledTwiceMustBeEnabledTwice() async throws {
        let view = view()
        try await surface.wait(for: 1)
        scheduler.disableUpdates()
        scheduler.disableUpdates()
        stack.layers = [Shade.green.picture()]
        await scheduler.finishTurns()
        scheduler.enableUpdates()
        await scheduler.finishTurns()
        #expect(surface.shades == [.red] && !scheduler.updatesEnabled)
        scheduler.enableUpdates()
        try await surface.wait(for: 2)
        #expect(surface.shades == [.red, .green] && view.dynamic)
    }

    @Test func enablingUpdatesMoreOftenThanDisablingTraps() async {
        await #expect(processExitsWith: .failure) {
            await MainActor.run { BlurScheduler(workers: WorkerPool(threadCount: 1)).enableUpdates() }
        }
    }

    @Test func anUpdateIsReportedSynchronouslyOrAsynchronously() async throws {
        let view = view()
        try await surface.wait(for: 1)
        stack.layers = [Shade.green.picture()]
        var isDone = false
        view.updateAsynchronously(false) { isDone = true }
        #expect(isDone && surface.shades.last == .green)
        stack.layers = [Shade.blue.picture()]
        await withCheckedContinuation { continuation in view.updateAsynchronously { continuation.resume() } }
        #expect(surface.shades.last == .blue)
    }

    @Test func withNothingUnderneathAnUpdateIsStillReported() async throws {
        stack.layers = []
        let view = view()
        await withCheckedContinuation { continuation in view.updateAsynchronously { continuation.resume() } }
        view.underlying = nil
        await withCheckedContinuation { continuation in view.updateAsynchronously { continuation.resume() } }
        #expect(surface.contents.isEmpty)
    }

    @Test func anUnobservableClosureIsPolledButOnlyChangesAreBlurred() async throws {
        var calls = 0
        let source = ClosureBlurSource { [stack] in
            calls += 1
            return stack.layers.first
        }
        let view = view(over: source)
        try await surface.wait(for: 1)
        for _ in 0..<5 {
            await until { clock.sleeperCount == 1 }
            let before = calls
            clock.advance(by: .milliseconds(17))
            await until { calls > before }
        }
        #expect(surface.contents.count == 1)
        stack.layers = [Shade.blue.picture()]
        await until { clock.sleeperCount == 1 }
        clock.advance(by: .milliseconds(17))
        try await surface.wait(for: 2)
        #expect(surface.shades == [.red, .blue] && view.failure == nil)
        withExtendedLifetime(source) {}
    }

    @Test func anObservableClosureIsCalledOnlyAfterChanges() async throws {
        var calls = 0
        let source = ClosureBlurSource(isObservable: true) { [stack] in
            calls += 1
            return stack.layers.first
        }
        let view = view(over: source)
        try await surface.wait(for: 1)
        stack.layers = [Shade.green.picture()]
        try await surface.wait(for: 2)
        #expect(calls == 2 && clock.sleeperCount == 0 && view.failure == nil)
        withExtendedLifetime(source) {}
    }

    @Test func layersAreStacked() throws {
        let half = PixelBuffer(size: PixelSize(width: 4, height: 2), filledWith: (0, 0, 128, 128))
        let stack = PictureStack([Shade.red.picture(8, 4), half])
        let picture = try #require(stack.picture())
        #expect(picture.size == PixelSize(width: 8, height: 4))
        let pixels = try picture.pixels(longSide: 4)
        #expect(pixels.size == half.size && Array(pixels.bytes.prefix(4)) == [100, 27, 128 + 38, 255])
        #expect(try picture.luma(longSide: 4).size == half.size)
    }

    @Test func aFailureIsReported() async throws {
        let view = view()
        view.iterations = 1000
        try await Observing.until { view.failure != nil }
        #expect((view.failure as? BoundedCropError)?.code == .invalidArgument)
        view.iterations = 1
        try await surface.wait(for: 1)
        #expect(view.failure == nil)
    }

    @Test func aReleasedViewStopsAllWork() async throws {
        let (gate, started) = (Gate(), Events(of: Void.self))
        stack.layers = [HeldPicture(gate: gate, started: started)]
        var view: BlurView? = view()
        weak let gone = view
        view?.updateInterval = .seconds(1)
        await started.wait()
        view = nil
        #expect(gone == nil)
        gate.open()
        stack.layers = [Shade.red.picture()]
        await scheduler.finishTurns()
        #expect(surface.events.isEmpty && clock.sleeperCount == 0 && workers.waitingCount == 0)
    }

    @Test(arguments: [1e-300, -1e-300, -1, 0, 1e300, -.infinity, .infinity, .nan])
    func aScaleThatMakesNoSenseDoesNotTrap(_ pixelsPerPoint: Double) {
        stack.pixelsPerPoint = pixelsPerPoint
        let view = view()
        view.setNeedsDisplay()
        view.frame = Rect(x: 0, y: 0, width: 9, height: 9)
        view.setNeedsDisplay()
        view.animateFrame(to: Rect(x: 1, y: 1, width: 9, height: 9), over: .seconds(1))
        view.setNeedsDisplay()
        #expect(view.content.pixels?.size.area != 0)
    }
}
