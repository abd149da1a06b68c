import TestSupport
import Testing

@testable import BoundedCrop

/// Concurrent requests.
@Suite(.timeLimit(.minutes(15))) struct SharedCroppingTests {
    private static let picture = PixelBuffer(size: PixelSize(width: 120, height: 60), filledWith: (90, 120, 30, 255))
    private static let request = CropRequest(width: 30, height: 30)

    /// A cropper whose detector reports that it has started, and waits for a gate.
    private struct Held {
        let gate = Gate()
        let started = Events(of: Void.self)
        let detector: CountingDetector
        let cropper: BoundedCropper

        init() {
            detector = CountingDetector { [gate, started] in
                started.post(())
                gate.pass()
            }
            cropper = BoundedCropper(
                detector: detector,
                cache: CropCache(trimsUnderMemoryPressure: false),
                workers: WorkerPool(threadCount: 2)
            )
        }

        /// Tasks that all wait for one detection, which has started.
        func waiting(_ count: Int, name: String = "a", _ loads: Counter = Counter()) async -> [Task<CroppedPicture, any Error>] {
            let before = cropper.inFlight.waiterCount
            let tasks = (0..<count).map { _ in
                Task { [cropper] in
                    try await cropper.crop(named: name, to: SharedCroppingTests.request) {
                        loads.enter()
                        return SharedCroppingTests.picture
                    }
                }
            }
            await started.wait()
            await until { cropper.inFlight.waiterCount == before + count }
            return tasks
        }
    }

    @Test func equalRequestsAreComputedOnce() async throws {
        let (held, loads) = (Held(), Counter())
        let tasks = await held.waiting(12, loads)
        held.gate.open()
        var crops: Set<CroppedPicture> = []
        for task in tasks { crops.insert(try await task.value) }
        #expect(crops.count == 1)
        #expect(held.detector.count.total == 1)
        #expect(loads.total == 1)
    }

    @Test func differentPicturesAreComputedConcurrently() async throws {
        let held = Held()
        let first = await held.waiting(1, name: "a")[0]
        let second = await held.waiting(1, name: "b")[0]
        held.gate.open()
        _ = try await (first.value, second.value)
        #expect(held.detector.count.most == 2)
    }

    @Test func cancellingOneRequestDoesNotAffectTheOthers() async throws {
        let held = Held()
        let tasks = await held.waiting(3)
        tasks[1].cancel()
        await #expect(throws: CancellationError.self) { try await tasks[1].value }
        held.gate.open()
        #expect(try await tasks[0].value == tasks[2].value)
        #expect(held.detector.count.total == 1)
    }

    /// The detection under way ends, but nothing is rendered or cached afterwards.
    @Test func cancellingTheLastRequestCancelsTheWork() async throws {
        let held = Held()
        let tasks = await held.waiting(3)
        for task in tasks { task.cancel() }
        for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
        held.gate.open()
        // These two can meet only if both threads are free, so the abandoned work has ended by then.
        let (one, other) = (Gate(), Gate())
        let workers = held.cropper.workers
        async let first: Void = workers.run { _ in
            one.open(); other.pass()
        }
        async let second: Void = workers.run { _ in
            other.open(); one.pass()
        }
        _ = try await (first, second)
        #expect(held.cropper.cache?.count == 0)
        #expect(held.detector.count.total == 1)
    }

    @Test func aRequestAfterAllWereCancelledStartsAgain() async throws {
        let held = Held()
        let abandoned = await held.waiting(1)[0]
        abandoned.cancel()
        await #expect(throws: CancellationError.self) { try await abandoned.value }
        let next = await held.waiting(1)[0]
        held.gate.open()
        #expect(try await next.value.pixels.size == PixelSize(width: 30, height: 30))
        #expect(held.detector.count.total == 2)
    }

    @Test func aFullQueueRefusesImmediately() async throws {
        let (gate, started) = (Gate(), Events(of: Void.self))
        let detector = CountingDetector {
            started.post(())
            gate.pass()
        }
        let cropper = BoundedCropper(detector: detector, workers: WorkerPool(threadCount: 1, queueLimit: 0))
        let first = Task { try await cropper.crop(Self.picture, named: "a", to: Self.request) }
        await started.wait()
        let error = await #expect(throws: BoundedCropError.self) { try await cropper.crop(Self.picture, named: "b", to: Self.request) }
        #expect(error?.code == .queueFull)
        gate.open()
        _ = try await first.value
    }
}
