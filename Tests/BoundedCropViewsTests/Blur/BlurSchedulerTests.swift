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
        let stacks = [PictureStack([held]), PictureStack([Shade.green.picture()])]
        let slow = BlurView(surface: RecordingSurface(10, 10), underlying: stacks[0], scheduler: scheduler)
        await held.started.wait()
        let surface = RecordingSurface(10, 10)
        let quick = BlurView(surface: surface, underlying: stacks[1], scheduler: scheduler)
        try await surface.wait(for: 1)
        await withCheckedContinuation { continuation in quick.updateAsynchronously { continuation.resume() } }
        #expect(slow.content == .nothing && surface.contents.count == 2)
        held.gate.open()
        withExtendedLifetime(stacks) {}
    }

    @Test func noViewIsBlurredByTwoThreadsAtOnce() async throws {
        let workers = WorkerPool(threadCount: 4)
        let held = HeldPicture(gate: Gate(), started: Events())
        let surface = RecordingSurface(10, 10)
        let stack = PictureStack([held])
        let view = BlurView(surface: surface, underlying: stack, scheduler: BlurScheduler(workers: workers))
        await held.started.wait()
        var finished = 0
        for _ in 0..<10 {
            view.blurRadius += 1
            stack.layers = [held]
            view.updateAsynchronously { finished += 1 }
            await endOfTurn()
        }
        #expect(finished == 0 && held.reads.total == 1 && workers.waitingCount == 0)
        held.gate.open()
        // All changes made in the meantime are covered by one more turn.
        await until { finished == 10 }
        #expect(held.reads.most == 1 && held.reads.total == 2)
    }

    @Test func aThreadThatWasToldToStopMustStopBeforeAnotherOneBlursTheView() async throws {
        let scheduler = BlurScheduler(workers: WorkerPool(threadCount: 4))
        let held = HeldPicture(gate: Gate(), started: Events())
        let stack = PictureStack([held])
        let view = BlurView(surface: RecordingSurface(10, 10), underlying: stack, scheduler: scheduler)
        await held.started.wait()
        stack.layers = [Shade.green.picture()]
        // The result of the thread is no longer wanted, but it has not stopped.
        view.setNeedsDisplay()
        #expect(view.content.shade == .green)
        stack.layers = [held]
        var isDone = false
        view.updateAsynchronously { isDone = true }
        // The others do not wait for it.
        let others = [PictureStack([Shade.blue.picture()]), PictureStack([Shade.gray.picture()])]
        for other in others {
            let surface = RecordingSurface(10, 10)
            let quick = BlurView(surface: surface, underlying: other, scheduler: scheduler)
            try await surface.wait(for: 1)
            #expect(quick.failure == nil && !isDone && held.reads.total == 1)
        }
        held.gate.open()
        await until { isDone }
        #expect(view.content.shade == .red && held.reads.most == 1 && held.reads.total == 2)
    }
}
