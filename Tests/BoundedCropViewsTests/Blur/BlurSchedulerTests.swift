import BoundedCrop
import BoundedCropViews
import TestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(15))) struct BlurSchedulerTests {
    @MainActor private final class Turns {
        var taken: [Int] = []
    }

    /// Changes the content underneath as soon as its blur is shown, so that there is always work to do.
    private struct Restless: ImageDisplayer {
        let number: Int
        let turns: Turns
        let source: PictureStack

        func display(_ content: ImageContent, on surface: any ImageSurface, _ transition: Transition) {
            turns.taken.append(number)
            source.layers = [Shade.allCases[turns.taken.count % 4].picture()]
        }
    }

    @Test func fiveBusyViewsTakeTurnsFairly() async {
        let scheduler = BlurScheduler(workers: WorkerPool(threadCount: 1))
        let turns = Turns()
        let views = (0..<5).map { number in
            let source = PictureStack([Shade.red.picture()])
            let view = BlurView(surface: RecordingSurface(10, 10), underlying: source, scheduler: scheduler)
            view.displayer = Restless(number: number, turns: turns, source: source)
            return view
        }
        await until { turns.taken.count >= 200 }
        // At any time, the numbers of turns differ by at most one.
        var counts = [Int](repeating: 0, count: 5)
        for turn in turns.taken.prefix(200) {
            counts[turn] += 1
            #expect((counts.max() ?? 0) - (counts.min() ?? 0) <= 1)
        }
        withExtendedLifetime(views) {}
    }

    @Test func aSlowViewDoesNotDelayViewsWithFreeThreads() async throws {
        let scheduler = BlurScheduler(workers: WorkerPool(threadCount: 2))
        let held = HeldPicture(gate: Gate(), started: Events())
        let slow = BlurView(surface: RecordingSurface(10, 10), underlying: PictureStack([held]), scheduler: scheduler)
        await held.started.wait()
        let surface = RecordingSurface(10, 10)
        let quick = BlurView(surface: surface, underlying: PictureStack([Shade.green.picture()]), scheduler: scheduler)
        try await surface.wait(for: 1)
        quick.setNeedsDisplay()
        try await surface.wait(for: 2)
        #expect(slow.content == .nothing)
        held.gate.open()
    }

    @Test func noViewIsBlurredTwiceConcurrently() async throws {
        let workers = WorkerPool(threadCount: 4)
        let held = HeldPicture(gate: Gate(), started: Events())
        let surface = RecordingSurface(10, 10)
        let stack = PictureStack([held])
        let view = BlurView(surface: surface, underlying: stack, scheduler: BlurScheduler(workers: workers))
        await held.started.wait()
        var finished = 0
        for _ in 0..<10 {
            view.setNeedsDisplay()
            stack.layers = [held]
            view.updateAsynchronously { finished += 1 }
            view.updateAsynchronously(false) { finished += 1 }
            await Task.yield()
        }
        #expect(finished == 0 && held.reads.total == 1 && workers.waitingCount == 0)
        held.gate.open()
        // All changes made in the meantime are covered by one more turn.
        await until { finished == 20 }
        #expect(held.reads.most == 1 && held.reads.total == 2)
    }
}
