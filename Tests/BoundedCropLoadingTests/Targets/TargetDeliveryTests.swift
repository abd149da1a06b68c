import BoundedCrop
import Dispatch
import Foundation
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropLoading

/// Where the completions of targets are called, and which of them are not.
@Suite(.timeLimit(.minutes(15))) struct TargetDeliveryTests {
    private typealias Scene = TargetScene

    /// A closure on the main actor without a hop of its own.
    @MainActor @Test func completionsArriveOnTheMainActor() async throws {
        let (scene, target, row) = (try await Scene(), LoadTarget(), LoadTarget())
        var arrived: [Int] = []
        scene.loader.load(ImageRequest(scene.thumbnail), for: target) { result in
            MainActor.assertIsolated()
            arrived.append((try? result.get().number) ?? -1)
        }
        scene.loader.load(ImageRequest(scene.full), for: row) { result in arrived.append((try? result.get().number) ?? -1) }
        await scene.finish()
        await until { arrived.count == 2 }
        #expect(Set(arrived) == [1, 2] && scene.loader.url(for: row) == scene.full)
    }

    @MainActor @Test func onTheMainActorAPictureInMemoryIsDeliveredBeforeTheCallReturns() async throws {
        let (scene, target) = (try await Scene(), LoadTarget())
        scene.thumbnailGate.open()
        _ = try await scene.loader.image(for: ImageRequest(scene.thumbnail))
        var arrived = 0
        scene.loader.load(ImageRequest(scene.thumbnail), for: target) { _ in arrived += 1 }
        #expect(arrived == 1)
    }

    @Test func theMainActorMayBeNamed() async throws {
        let (scene, target) = (try await Scene(), LoadTarget())
        let arrived = Events(of: Int.self)
        scene.thumbnailGate.open()
        scene.loader.load(ImageRequest(scene.thumbnail), for: target, on: .mainActor) { result in
            MainActor.assertIsolated()
            arrived.post((try? result.get().number) ?? -1)
        }
        #expect(await arrived.next(1) == [1])
    }

    @Test func completionsArriveWhereTheCallerSays() async throws {
        let (scene, target) = (try await Scene(), LoadTarget())
        let queue = DispatchQueue(label: "the caller's")
        let place = LoadDelivery { queue.async(execute: $0) }
        let arrived = Events(of: Int.self)
        for _ in 0..<2 {
            // The second time from memory.
            scene.loader.load(ImageRequest(scene.thumbnail), for: target, on: place) { result in
                dispatchPrecondition(condition: .onQueue(queue))
                arrived.post((try? result.get().number) ?? -1)
            }
            scene.thumbnailGate.open()
            #expect(await arrived.next(1) == [1])
        }
        #expect(scene.loader.statistics.loads == [.network: 1, .memory: 1])
    }

    /// The load has finished, but its completion waits for its place.
    @Test func aCompletionIsNotCalledAfterItsLoadWasCancelled() async throws {
        let (scene, target) = (try await Scene(), LoadTarget())
        let waiting = Record<@Sendable () -> Void>()
        let place = LoadDelivery { waiting.append($0) }
        scene.loader.load(ImageRequest(scene.thumbnail), for: target, on: place) { _ in scene.arrived.append(1) }
        scene.thumbnailGate.open()
        await until { waiting.count == 1 }
        scene.loader.cancel(target: target)
        scene.load(scene.full, for: target)
        scene.fullGate.open()
        // The dropped one does not hold up the next.
        await until { scene.arrived.count == 1 }
        for completion in waiting.all { completion() }
        #expect(scene.arrived.all == [2])
    }

    @Test func oneOfSeveralRequestsOfATargetIsCancelledByItsToken() async throws {
        let (scene, target) = (try await Scene(), LoadTarget())
        let first = scene.load(scene.thumbnail, for: target)
        let second = scene.load(scene.thumbnail, for: target)
        scene.load(scene.full, for: target)
        #expect(scene.loader.targets.count == 3)
        second.cancel()
        #expect(scene.loader.targets.count == 2)
        scene.thumbnailGate.open()
        await until { scene.arrived.count == 1 }
        // It has ended.
        first.cancel()
        await scene.finish()
        #expect(scene.arrived.all == [1, 2])
    }
}
