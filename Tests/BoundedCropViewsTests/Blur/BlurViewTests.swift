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
    let workers = WorkerPool(threadCount: 2)
    let scheduler: BlurScheduler

    init() { scheduler = BlurScheduler(workers: workers) }

    private func view(over source: (any BlurSource)? = nil, _ timing: ViewTiming? = nil) -> BlurView {
        BlurView(surface: surface, underlying: source ?? stack, scheduler: scheduler, timing: timing ?? clock.timing)
    }

    /// Half red, half blue, so that a blur is visible.
    private func halves() -> PixelBuffer {
        var bytes: [UInt8] = []
        for index in 0..<80 * 80 { bytes += index % 80 < 40 ? [255, 0, 0, 255] : [0, 0, 255, 255] }
        return (try? PixelBuffer(size: PixelSize(width: 80, height: 80), bytes: bytes)) ?? Shade.red.picture()
    }

    /// Waits until all work under way on the main actor and in the pool has ended.
    private func settle() async throws {
        for _ in 0..<20 { await Task.yield() }
        _ = try await workers.run { _ in }
        for _ in 0..<20 { await Task.yield() }
    }

    @Test func theContentUnderneathIsBlurredAtAReducedScale() async throws {
        stack.layers = [halves()]
        let view = view()
        view.tintColor = .white
        try await surface.wait(for: 1)
        // With a radius of 40 and two iterations, the scale is one over floor(40 / 6).
        let scale = BlurJob.snapshotScale(radius: 40, iterations: 2)
        #expect(scale == 1.0 / 6)
        let small = try halves().pixels(longSide: 13)
        #expect(surface.contents == [.picture(try small.blurred(radius: 40 * 13 / 80, iterations: 2, tint: .white))])
        #expect(surface.transitions == [.none])
    }

    @Test(arguments: [(0.0, 2, 1.0), (1.9, 2, 1.0), (8.0, 0, 1.0), (8.0, 2, 0.5), (40.0, 3, 0.1), (400.0, 2, 1.0 / 66), (40.0, 1, 1.0 / 3)])
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
        #expect(surface.shades == [.green, .blue] && view.dynamic)
    }

    @Test func itSleepsWhileNothingChanges() async throws {
        let view = view()
        try await surface.wait(for: 1)
        try await settle()
        clock.advance(by: .seconds(100))
        try await settle()
        #expect(surface.contents.count == 1 && clock.sleeperCount == 0 && view.failure == nil)
    }

    @Test func aStaticViewChangesOnlyOnRequest() async throws {
        let view = view()
        view.dynamic = false
        try await surface.wait(for: 1)
        stack.layers = [Shade.green.picture()]
        try await settle()
        #expect(surface.shades == [.red])
        view.setNeedsDisplay()
        try await surface.wait(for: 2)
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
        view.setNeedsDisplay()
        #expect(turns.waiting.count == 1)
        turns.end()
        try await surface.wait(for: 1)
        try await settle()
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
        try await settle()
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
        view.setNeedsDisplay()
        try await surface.wait(for: 2)
        #expect(surface.shades == [.red, .green] && clock.sleeperCount == 0)
    }

    @Test func theRadiusIsAnimatedAlongACurve() async throws {
        let view = view()
        view.blurRadius = 10
        try await surface.wait(for: 1)
        view.animateBlurRadius(to: 110, over: .seconds(1), curve: .easeIn)
        #expect(view.blurRadius == 110 && view.presentedBlurRadius == 10)
        try await surface.wait(for: 2)
        var radii: [Double] = []
        for count in 3...6 {
            await until { clock.sleeperCount == 1 }
            clock.advance(by: .milliseconds(250))
            radii.append(view.presentedBlurRadius)
            try await surface.wait(for: count)
        }
        #expect(radii == [16.25, 35, 66.25, 110])
        try await settle()
        #expect(clock.sleeperCount == 0 && surface.contents.count == 6)
    }

    @Test func settingTheRadiusEndsAnAnimation() async throws {
        let view = view()
        view.animateBlurRadius(to: 100, over: .seconds(1))
        view.blurRadius = 100
        #expect(view.presentedBlurRadius == 100)
        view.animateBlurRadius(to: 20, over: .zero)
        #expect(view.presentedBlurRadius == 20)
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
        try await settle()
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
        try await settle()
        scheduler.enableUpdates()
        try await settle()
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
        let view = view(
            over: ClosureBlurSource { [stack] in
                calls += 1
                return stack.layers.first
            }
        )
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
    }

    @Test func anObservableClosureIsCalledOnlyAfterChanges() async throws {
        var calls = 0
        let view = view(
            over: ClosureBlurSource(isObservable: true) { [stack] in
                calls += 1
                return stack.layers.first
            }
        )
        try await surface.wait(for: 1)
        stack.layers = [Shade.green.picture()]
        try await surface.wait(for: 2)
        #expect(calls == 2 && clock.sleeperCount == 0 && view.failure == nil)
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
        try await settle()
        #expect(surface.events.isEmpty && clock.sleeperCount == 0 && workers.waitingCount == 0)
    }
}
