import BoundedCrop
import Foundation
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropLoading

/// Loads end with the targets that they are for.
@Suite(.timeLimit(.minutes(15))) struct ReleasedTargetTests {
    private typealias Scene = TargetScene
    private typealias View = TargetScene.View

    @Test func releasingATargetCancelsItsLoads() async throws {
        let scene = try await Scene()
        var target: LoadTarget? = LoadTarget()
        for url in [scene.thumbnail, scene.full] { if let target { scene.load(url, for: target) } }
        await scene.thumbnailGate.arrivals(1)
        await scene.fullGate.arrivals(1)
        target = nil
        #expect(scene.loader.targets.count == 0)
        await scene.loader.settled()
        await until { scene.loader.statistics.failures == ["cancelled": 2] }
        await scene.finish()
        #expect(scene.arrived.all == [])
    }

    @Test func aLoadSharedWithAReleasedTargetContinues() async throws {
        let (scene, other) = (try await Scene(), LoadTarget())
        var target: LoadTarget? = LoadTarget()
        for target in [target, other].compactMap({ $0 }) { scene.load(scene.full, for: target) }
        await scene.fullGate.arrivals(1)
        target = nil
        await scene.finish()
        await until { scene.arrived.count == 1 }
        #expect(scene.arrived.all == [2])
        #expect(scene.server.requests("/full").count == 1)
    }

    /// A tenth of a second is over, and no other load starts.
    @Test func theReleaseOfAnObjectThatCannotTellIsNoticedSoon() async throws {
        let clock = ManualClock()
        let scene = try await Scene(clock: clock)
        var view: View? = View()
        if let view { scene.load(scene.thumbnail, for: view) }
        await scene.thumbnailGate.arrivals(1)
        // As long as it is alive, the watch goes on.
        for _ in 0..<2 {
            await clock.sleeper { $0 == .milliseconds(100) }
            clock.advance(by: .milliseconds(100))
        }
        await clock.sleeper { $0 == .milliseconds(100) }
        #expect(scene.loader.targets.count == 1)
        view = nil
        clock.advance(by: .milliseconds(100))
        await until { scene.loader.targets.count == 0 && scene.loader.statistics.failures == ["cancelled": 1] }
        await scene.finish()
        #expect(scene.arrived.all == [])
    }

    @Test func theWatchForReleasedObjectsEndsWithTheLoads() async throws {
        let clock = ManualClock()
        let (scene, view) = (try await Scene(clock: clock), View())
        scene.load(scene.thumbnail, for: view)
        await clock.sleeper { $0 == .milliseconds(100) }
        #expect(scene.loader.targets.isWatching)
        await scene.finish()
        clock.advance(by: .milliseconds(100))
        await until { !scene.loader.targets.isWatching }
        // The next load begins another one.
        scene.load(scene.server.url("/missing"), for: view)
        await clock.sleeper { $0 == .milliseconds(100) }
    }

    private final class Cell: LoadTargetOwner {
        let loadTarget = LoadTarget()
    }

    @Test func anObjectThatOwnsATargetIsTheTargetAndEndsItsLoadsAtOnce() async throws {
        let scene = try await Scene()
        var cell: Cell? = Cell()
        if let cell {
            scene.load(scene.thumbnail, for: cell)
            #expect(scene.loader.url(for: cell) == scene.thumbnail)
            #expect(scene.loader.url(for: cell.loadTarget) == scene.thumbnail)
            scene.load(scene.full, for: cell)
            scene.loader.cancel(url: scene.full, target: cell)
        }
        #expect(scene.loader.targets.count == 1)
        cell = nil
        #expect(scene.loader.targets.count == 0)
        await scene.finish()
        #expect(scene.arrived.all == [])
    }

    /// The loader has not yet looked for released objects, and finds the loads of the old one under the name of the new one.
    @Test func anObjectAtTheAddressOfAReleasedOneLosesNothing() async throws {
        let scene = try await Scene()
        var old: View? = View()
        let name = TargetRegistry.Target(try #require(old)).name
        if let old { scene.load(scene.thumbnail, for: old) }
        await scene.thumbnailGate.arrivals(1)
        old = nil
        let new = View()
        scene.loader.load(ImageRequest(scene.full), TargetRegistry.Target(new, named: name), .anyThread, isHere: false) {
            [arrived = scene.arrived] in arrived.append((try? $0.get().number) ?? -1)
        }
        #expect(scene.loader.targets.lastURL(for: name) == scene.full)
        #expect(scene.loader.targets.count == 1)
        await scene.finish()
        await until { scene.arrived.count == 1 }
        #expect(scene.arrived.all == [2])
        await until { scene.loader.statistics.failures == ["cancelled": 1] }
        withExtendedLifetime(new) {}
    }

    /// A clock for which a tenth of a second is over at once.
    private final class HastyClock: LoadingClock {
        let looks = Counter()
        private let other = ManualClock()

        var now: Date { other.now }

        func sleep(for duration: Duration) async throws {
            if duration == TargetRegistry.watchInterval { looks.enter() } else { try await other.sleep(for: duration) }
        }
    }

    @Test func theWatchDoesNotSpinWithAClockThatDoesNotWait() async throws {
        let (clock, system, view) = (HastyClock(), ManualClock(), View())
        let registry = TargetRegistry(clock: clock, systemClock: system)
        let load = { @Sendable () async throws -> PixelBuffer in
            try await system.sleep(for: .seconds(9))
            throw CancellationError()
        }
        let target = TargetRegistry.Target(view)
        _ = registry.start(try #require(URL(string: "a:")), for: target, at: .anyThread, load: load, whenCancelled: { _ in }) { _ in }
        for looks in 1...3 {
            await system.sleeper { $0 == TargetRegistry.watchInterval }
            #expect(clock.looks.total == looks)
            system.advance(by: TargetRegistry.watchInterval)
        }
        registry.cancel()
        withExtendedLifetime(view) {}
    }

    /// A clock that cannot wait for a tenth of a second.
    private final class FailingClock: LoadingClock {
        struct Failure: Error {}

        let looks = Counter()
        private let other = ManualClock()

        var now: Date { other.now }

        func sleep(for duration: Duration) async throws {
            guard duration == TargetRegistry.watchInterval else { return try await other.sleep(for: duration) }
            looks.enter()
            throw Failure()
        }
    }

    @Test func aWatchThatCannotWaitEndsAndTheNextLoadBeginsAnother() async throws {
        let (server, gate, clock, view) = (try await PictureServer(), ServerGate(), FailingClock(), View())
        server.serve("/held", .picture(Fixture.tiny()).with { $0.gate = gate })
        let loader = ImageLoader.testing { $0.clock = clock }
        var loads = 0
        await until {
            loader.load(ImageRequest(server.url("/held")), for: view, on: .anyThread) { _ in }
            loads += 1
            return clock.looks.total > 1
        }
        #expect(clock.looks.total <= loads)
        loader.cancel(target: view)
        gate.open()
        await loader.settled()
    }

    @Test func aWaitEndsWithItsTaskAlsoIfTheClockReturnsInsteadOfThrowing() async {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await HastyClock().wait(atLeast: TargetRegistry.watchInterval, otherwise: ManualClock())
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func aReleasedObjectReceivesNothing() async throws {
        let scene = try await Scene()
        scene.server.serve("/next", .picture(Fixture.tiny(3)))
        var view: View? = View()
        let name = TargetRegistry.Target(try #require(view)).name
        if let view { scene.load(scene.thumbnail, for: view) }
        await scene.thumbnailGate.arrivals(1)
        view = nil
        await scene.finish()
        // Deliveries to a name are made in their order, also if the next object has the same one.
        let next = View()
        let request = ImageRequest(scene.server.url("/next"))
        scene.loader.load(request, TargetRegistry.Target(next, named: name), .anyThread, isHere: false) { [arrived = scene.arrived] in
            arrived.append((try? $0.get().number) ?? -1)
        }
        await until { scene.arrived.count > 0 }
        #expect(scene.arrived.all == [3])
        withExtendedLifetime(next) {}
    }
}
