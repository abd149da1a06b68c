import BoundedCrop
import BoundedCropLoading
import Synchronization
import TestSupport
import Testing

@testable import BoundedCropRendering
@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct DetectionStoreTests {
    private let metrics = ServiceMetrics(registry: PrometheusMetrics())
    private let storage = MemoryStorage()
    private let clock = StorageClock()
    private let size = PixelSize(width: 30, height: 20)
    private let finds = Finds.picture(Detection([Feature(Rect(x: 1, y: 2, width: 3, height: 4))]))

    private func store() -> DetectionStore { DetectionStore(storage: storage, lifetime: 60, clock: clock, metrics: metrics) }

    private func count(_ origin: DetectionStore.Origin) -> Bool {
        metrics.registry.text().contains("boundedcrop_detections_total{origin=\"\(origin.rawValue)\"} 1\n")
    }

    /// Whether the work finds something itself.
    private func looks(_ store: DetectionStore, _ key: String = "a") async throws -> Bool {
        try await store.looking(for: key, in: size) { looking in
            if looking.known == nil { looking.onFound(finds) }
            #expect(looking.known == nil || looking.known == finds)
            return looking.known == nil
        }
    }

    @Test func `a picture is looked at once in a service, and once in all that share a storage`() async throws {
        let first = store()
        #expect(try await looks(first))
        #expect(try await !looks(first))
        #expect(try await looks(first, "b"))
        let second = store()
        #expect(try await !looks(second))
        #expect(count(.memory) && count(.storage))
    }

    @Test func `where nothing is looked for, nothing is kept`() async throws {
        let known = try await store().looking(for: nil, in: size) { looking in
            looking.onFound(finds)
            return looking.known
        }
        #expect(known == nil && storage.all.isEmpty)
    }

    @Test func `finds expire`() async throws {
        _ = try await looks(store())
        clock.advance(by: 59)
        #expect(try await !looks(store()))
        clock.advance(by: 1)
        #expect(try await looks(store()))
    }

    @Test func `a damaged entry is replaced`() async throws {
        _ = try await looks(store())
        for key in storage.all.keys { storage.all[key]?.bytes[5] ^= 0xFF }
        #expect(try await looks(store()))
        #expect(try await !looks(store()))
    }

    @Test func `what was found is kept even if the work fails afterwards`() async throws {
        struct Failure: Error {}
        let first = store()
        await #expect(throws: Failure.self) {
            try await first.looking(for: "a", in: size) { looking in
                looking.onFound(finds)
                throw Failure()
            }
        }
        #expect(try await !looks(first))
        #expect(try await !looks(store()))
    }

    @Test func `others wait while one looks, and go on as soon as it has found something`() async throws {
        let (store, hasBegun, mayFind, mayEnd) = (store(), Events<Void>(), Events<Void>(), Events<Void>())
        let first = Task { [finds, size] in
            try await store.looking(for: "a", in: size) { looking in
                hasBegun.post(())
                await mayFind.wait()
                looking.onFound(finds)
                await mayEnd.wait()
            }
        }
        await hasBegun.wait()
        let others = (0..<5).map { _ in Task { try await looks(store) } }
        await until { metrics.registry.text().contains("boundedcrop_detections_awaited 5\n") }
        // Those who need something else do not wait.
        #expect(try await looks(store, "b"))
        mayFind.post(())
        for other in others { #expect(try await !other.value) }
        mayEnd.post(())
        try await first.value
    }

    @Test func `if one fails or leaves, the next one looks`() async throws {
        let (store, hasBegun) = (store(), Events<Void>())
        let first = Task { [size] in
            try await store.looking(for: "a", in: size) { _ in
                hasBegun.post(())
                try await Task.sleep(for: .seconds(1_000_000))
            }
        }
        await hasBegun.wait()
        let leaving = Task { try await looks(store) }
        let staying = Task { try await looks(store) }
        await until { metrics.registry.text().contains("boundedcrop_detections_awaited 2\n") }
        leaving.cancel()
        await #expect(throws: CancellationError.self) { try await leaving.value }
        first.cancel()
        #expect(try await staying.value)
        #expect(try await !looks(store))
    }
}
