import PictureServer
import TestSupport
import Testing

@testable import BoundedCropLoading

/// Which loads may start, by who waits for them.
@Suite(.timeLimit(.minutes(15))) struct LoadPlacesTests {
    private let view = ObjectIdentifier(Int.self)
    private let other = ObjectIdentifier(String.self)

    /// Occupies the only place of a queue with a load, and then runs the others, which began to wait in this order.
    private func order(
        of keys: [String],
        in queue: LoadQueue,
        after key: String,
        _ whileItRuns: () -> Void
    ) async throws -> [String] {
        let (gate, order) = (ServerGate(), Record<String>())
        let held = Task { try await queue.run(key) { await gate.pass() } }
        await gate.arrivals(1)
        whileItRuns()
        var tasks: [Task<Void, any Error>] = []
        for (index, key) in keys.enumerated() {
            tasks.append(Task { try await queue.run(key) { order.append(key) } })
            await until { queue.waitingCount == index + 1 }
        }
        gate.open()
        try await held.value
        for task in tasks { try await task.value }
        return order.all
    }

    /// What was cancelled still has its place for a moment.
    @Test func aLoadThatIsBeingEndedIsNotTheNextOneOfTheSameURL() async throws {
        let queue = LoadQueue(limit: 1)
        let cancelled = queue.register("a", .normal, for: view)
        let order = try await order(of: ["a", "b", "c"], in: queue, after: "a") {
            queue.unregister(cancelled, for: "a")
            for (key, target) in [("a", view), ("b", view), ("a", other), ("c", other)] { _ = queue.register(key, .normal, for: target) }
        }
        #expect(order == ["a", "c", "b"])
    }

    @Test func theFirstLoadOfATargetHasThePriorityOfThoseThatWaitForIt() async throws {
        let queue = LoadQueue(limit: 1)
        let order = try await order(of: ["thumbnail", "full", "other"], in: queue, after: "held") {
            _ = queue.register("thumbnail", .low, for: view)
            _ = queue.register("full", .high, for: view)
            _ = queue.register("other", .normal, for: other)
        }
        #expect(order == ["thumbnail", "full", "other"])
    }

    @Test func aPriorityThatIsRaisedLaterHelpsTheLoadsBefore() async throws {
        let queue = LoadQueue(limit: 1)
        let order = try await order(of: ["thumbnail", "full", "other"], in: queue, after: "held") {
            _ = queue.register("thumbnail", .low, for: view)
            let full = queue.register("full", .low, for: view)
            _ = queue.register("other", .normal, for: other)
            queue.setPriority(.high, of: full, for: "full")
        }
        #expect(order == ["thumbnail", "full", "other"])
    }

    /// Thousands of loads may wait: they are not all looked at whenever one is added or ends.
    @Test func onlyWhatLetsOthersStartIsSaidToDoSo() {
        var places = LoadPlaces(limit: 2, limitPerHost: 1)
        let (first, second) = (places.register("a", .normal, view), places.register("b", .normal, view))
        let (plain, single) = (places.register("c", .normal, nil), places.register("d", .normal, other))
        #expect(![first, second, plain, single].contains { $0.opens })
        // Someone else waits for it who has nothing before it; after that, nothing changes.
        let (more, evenMore) = (places.register("b", .normal, nil), places.register("b", .normal, nil))
        #expect(more.opens && !evenMore.opens)
        let entered = places.enter(LoadPlaces.Need(key: "b", host: nil))
        let ended = [(second, "b"), (more, "b"), (evenMore, "b"), (plain, "c"), (single, "d"), (first, "a")].map { interest, key in
            places.unregister(interest.id, for: key)
        }
        #expect(entered && !ended.contains(true))
        #expect(places.interestCount == 0)
    }

    @Test func theEndOfTheFirstLoadLetsTheNextStart() {
        var places = LoadPlaces(limit: 2, limitPerHost: 1)
        let ids = ["a", "b", "c"].map { places.register($0, .normal, view).id }
        let (middle, first) = (places.unregister(ids[1], for: "b"), places.unregister(ids[0], for: "a"))
        #expect(!middle && first)
        let entered = places.enter(LoadPlaces.Need(key: "c", host: nil))
        #expect(entered)
    }

    /// A load that waited for others, was given up, and is wanted again before its cancellation has reached it.
    @Test func whatWasAbandonedAndIsWantedAgainIsSaidToStart() {
        var places = LoadPlaces(limit: 2, limitPerHost: 1)
        let ids = ["a", "b"].map { places.register($0, .normal, view).id }
        let opens = places.unregister(ids[1], for: "b")
        let (again, more) = (places.register("b", .normal, nil), places.register("b", .normal, nil))
        #expect(!opens && again.opens && !more.opens)
    }
}
