import BoundedCrop
import Foundation
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropLoading

/// Targets, such as views, that show one picture at a time.
@Suite(.timeLimit(.minutes(15))) struct TargetTests {
    private typealias Scene = TargetScene
    private typealias View = TargetScene.View

    @Test func picturesArriveInTheOrderOfTheirLoads() async throws {
        let (scene, view) = (try await Scene(), View())
        scene.load(scene.thumbnail, for: view)
        scene.load(scene.full, for: view)
        #expect(scene.loader.url(for: view) == scene.full)
        scene.thumbnailGate.open()
        await until { scene.arrived.count == 1 }
        #expect(scene.loader.url(for: view) == scene.full)
        scene.fullGate.open()
        await until { scene.arrived.count == 2 }
        #expect(scene.arrived.all == [1, 2])
    }

    @Test func theURLSetLastIsKnownAlsoAfterItsLoadUnlessItIsCancelled() async throws {
        let (scene, view) = (try await Scene(), View())
        #expect(scene.loader.url(for: view) == nil)
        scene.load(scene.thumbnail, for: view)
        #expect(scene.loader.url(for: view) == scene.thumbnail)
        scene.loader.cancel(target: view)
        #expect(scene.loader.url(for: view) == nil)
        scene.load(scene.thumbnail, for: view)
        await scene.finish()
        // Still after it was loaded.
        #expect(scene.loader.url(for: view) == scene.thumbnail)
        let failing = scene.server.url("/missing")
        scene.load(failing, for: view)
        #expect(scene.loader.url(for: view) == failing)
        await scene.finish()
        #expect(scene.loader.url(for: view) == failing)
    }

    /// Another object may come to have the same address.
    @Test func theURLOfAReleasedTargetIsForgotten() async throws {
        let scene = try await Scene()
        var view: View? = View()
        let name = TargetRegistry.Target(try #require(view)).name
        if let view { scene.load(scene.thumbnail, for: view) }
        await scene.finish()
        #expect(scene.loader.targets.lastURL(for: name) == scene.thumbnail)
        view = nil
        #expect(scene.loader.targets.lastURL(for: name) == nil)
    }

    @Test func theURLsOfTargetsAreKnownAsLongAsTheyAreAliveAndThoseOfAThousandOtherObjects() async throws {
        let scene = try await Scene()
        scene.fullGate.open()
        let request = ImageRequest(scene.full)
        _ = try await scene.loader.image(for: request)
        var targets = (0...1000).map { _ in LoadTarget() }
        for target in targets { scene.loader.load(request, for: target, on: .anyThread) { _ in } }
        let views = (0...1000).map { _ in View() }
        for view in views { scene.loader.load(request, for: view, on: .anyThread) { _ in } }
        #expect(scene.loader.url(for: targets[0]) == scene.full && scene.loader.url(for: targets[1000]) == scene.full)
        #expect(scene.loader.url(for: views[0]) == nil && scene.loader.url(for: views[1000]) == scene.full)
        #expect(scene.loader.targets.rememberedCount == 2001)
        targets = []
        #expect(scene.loader.targets.rememberedCount == 1000)
    }

    @Test func anOvertakenLoadIsCancelled() async throws {
        let (scene, view) = (try await Scene(), View())
        scene.load(scene.thumbnail, for: view)
        await scene.thumbnailGate.arrivals(1)
        scene.load(scene.full, for: view)
        scene.fullGate.open()
        await until { scene.arrived.count == 1 }
        await scene.loader.settled()
        await until { scene.loader.statistics.failures == ["cancelled": 1] }
        await scene.finish()
        #expect(scene.arrived.all == [2])
    }

    @Test func aLoadOvertakenByAPictureInMemoryIsCancelled() async throws {
        let (scene, view) = (try await Scene(), View())
        scene.fullGate.open()
        _ = try await scene.loader.image(for: ImageRequest(scene.full))
        scene.load(scene.thumbnail, for: view)
        scene.load(scene.full, for: view)
        #expect(scene.arrived.all == [2])
        #expect(scene.loader.url(for: view) == scene.full)
        await scene.finish()
        #expect(scene.arrived.all == [2])
    }

    @Test func aLaterFailureDoesNotCancelAnEarlierLoad() async throws {
        let (scene, view) = (try await Scene(), View())
        scene.load(scene.thumbnail, for: view)
        scene.load(scene.server.url("/missing"), for: view)
        await until { scene.arrived.count == 1 }
        await scene.finish()
        #expect(scene.arrived.all == [-1, 1])
    }

    @Test func theURLSetLastIsThatOfALaterFailureWhileAnEarlierLoadIsUnderWay() async throws {
        let (scene, view) = (try await Scene(), View())
        let missing = scene.server.url("/missing")
        scene.load(scene.thumbnail, for: view)
        scene.load(missing, for: view)
        await until { scene.arrived.count == 1 }
        #expect(scene.loader.url(for: view) == missing)
        await scene.finish()
        await until { scene.arrived.count == 2 }
        #expect(scene.arrived.all == [-1, 1])
        #expect(scene.loader.url(for: view) == missing)
        scene.load(scene.full, for: view)
        #expect(scene.loader.url(for: view) == scene.full)
    }

    /// In a process of its own, since it blocks one of the threads that all tests share.
    @Test func aPictureIsNotDeliveredDuringAnEarlierDelivery() async {
        await #expect(processExitsWith: .success) {
            let (scene, view, gate) = (try await Scene(), View(), Gate())
            let entered = Record<Void>()
            scene.loader.load(ImageRequest(scene.thumbnail), for: view, on: .anyThread) { [arrived = scene.arrived] _ in
                entered.append(())
                gate.pass()
                arrived.append(1)
            }
            scene.load(scene.full, for: view)
            scene.thumbnailGate.open()
            await until { entered.count == 1 }
            scene.fullGate.open()
            await until { scene.loader.targets.count == 0 }
            #expect(scene.arrived.all == [])
            gate.open()
            await until { scene.arrived.count == 2 }
            #expect(scene.arrived.all == [1, 2])
        }
    }

    @Test func aCompletionMayStartTheNextLoad() async throws {
        let (scene, view) = (try await Scene(), View())
        scene.thumbnailGate.open()
        scene.fullGate.open()
        scene.loader.load(ImageRequest(scene.thumbnail), for: view, on: .anyThread) { [scene] _ in
            scene.arrived.append(1)
            scene.load(scene.thumbnail, for: view)
            scene.load(scene.full, for: view)
        }
        await until { scene.arrived.count == 3 }
        #expect(scene.arrived.all == [1, 1, 2])
    }

    @Test func cancellingATargetDoesNotAffectOthers() async throws {
        let (scene, one, other) = (try await Scene(), View(), View())
        scene.load(scene.thumbnail, for: one)
        scene.load(scene.thumbnail, for: other)
        scene.loader.cancel(target: one)
        #expect(scene.loader.url(for: one) == nil)
        await scene.finish()
        #expect(scene.arrived.all == [1])
        #expect(scene.server.requests("/thumbnail").count == 1)
    }

    @Test func cancellingAURLCancelsItForAllTargets() async throws {
        let (scene, one, other) = (try await Scene(), View(), View())
        for view in [one, other] { scene.load(scene.thumbnail, for: view) }
        scene.load(scene.full, for: other)
        scene.loader.cancel(url: scene.thumbnail)
        #expect(scene.loader.url(for: other) == scene.full)
        await scene.finish()
        #expect(scene.arrived.all == [2])
    }

    @Test func cancellingAURLForATargetKeepsItsOtherLoads() async throws {
        let (scene, one, other) = (try await Scene(), View(), View())
        for view in [one, other] { scene.load(scene.thumbnail, for: view) }
        scene.load(scene.full, for: one)
        scene.loader.cancel(url: scene.full, target: one)
        #expect(scene.loader.url(for: one) == scene.thumbnail)
        await scene.finish()
        #expect(scene.arrived.all == [1, 1])
    }

    /// On all threads at once, so that some targets are released just as the loader accesses them.
    @Test func manyTargetsMayComeAndGoConcurrently() async throws {
        let scene = try await Scene()
        let url = URL(fileURLWithPath: Fixture.path("broken/text.jpg"))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for number in 0..<300 {
                        let target = LoadTarget()
                        scene.loader.load(ImageRequest(url), for: target, on: .anyThread) { _ in }
                        if number % 3 == 0 { await Task.yield() }
                        _ = scene.loader.url(for: target)
                    }
                }
            }
        }
        await until { scene.loader.targets.count == 0 }
        await scene.loader.settled()
    }

    @Test func targetsDoNotRetainTheirLoader() async throws {
        let (server, target) = (try await PictureServer(), LoadTarget())
        server.serve("/a", .picture(Fixture.tiny()))
        var loader: ImageLoader? = .testing()
        weak let gone = loader
        let arrived = Record<Void>()
        loader?.load(ImageRequest(server.url("/a")), for: target, on: .anyThread) { _ in arrived.append(()) }
        await until { arrived.count == 1 }
        loader = nil
        await until { gone == nil }
    }

    @Test func whatIsUnderWayIsDeliveredAlsoIfTheLoaderIsReleased() async throws {
        let (server, gate, target) = (try await PictureServer(), ServerGate(), LoadTarget())
        var answer = Answer.picture(Fixture.tiny())
        answer.gate = gate
        server.serve("/a", answer)
        var loader: ImageLoader? = .testing()
        let arrived = Record<Void>()
        loader?.load(ImageRequest(server.url("/a")), for: target, on: .anyThread) { _ in arrived.append(()) }
        await gate.arrivals(1)
        loader = nil
        gate.open()
        await until { arrived.count == 1 }
        withExtendedLifetime(target) {}
    }
}
