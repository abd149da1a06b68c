import BoundedCrop
import Foundation
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropLoading

/// Targets, such as views, that show one picture at a time.
@Suite(.timeLimit(.minutes(15))) struct TargetTests {
    private final class View: Sendable {}

    /// A server with a thumbnail (1) and a full picture (2), each behind a gate, and a record of the pictures delivered.
    private struct Scene {
        let server: PictureServer
        let loader = ImageLoader.testing()
        let arrived = Record<Int>()
        let thumbnailGate = ServerGate()
        let fullGate = ServerGate()

        var thumbnail: URL { server.url("/thumbnail") }
        var full: URL { server.url("/full") }

        init() async throws {
            server = try await PictureServer()
            server.serve("/thumbnail", .picture(Fixture.tiny(1)).with { [thumbnailGate] in $0.gate = thumbnailGate })
            server.serve("/full", .picture(Fixture.tiny(2)).with { [fullGate] in $0.gate = fullGate })
        }

        func load(_ url: URL, for target: any AnyObject & Sendable) {
            loader.load(ImageRequest(url), for: target) { [arrived] in arrived.append((try? $0.get().number) ?? -1) }
        }

        func finish() async {
            thumbnailGate.open()
            fullGate.open()
            await loader.settled()
            await until { loader.targets.count == 0 }
        }
    }

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
        #expect(scene.loader.url(for: view) == nil)
    }

    @Test func anOvertakenLoadIsCancelled() async throws {
        let (scene, view) = (try await Scene(), View())
        scene.load(scene.thumbnail, for: view)
        await scene.thumbnailGate.arrivals(1)
        scene.load(scene.full, for: view)
        scene.fullGate.open()
        await until { scene.arrived.count == 1 }
        await scene.loader.settled()
        #expect(scene.loader.statistics.failures == ["cancelled": 1])
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
        #expect(scene.loader.url(for: view) == nil)
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

    /// In a process of its own, since it blocks one of the threads that all tests share.
    @Test func aPictureIsNotDeliveredDuringAnEarlierDelivery() async {
        await #expect(processExitsWith: .success) {
            let (scene, view, gate) = (try await Scene(), View(), Gate())
            let entered = Record<Void>()
            scene.loader.load(ImageRequest(scene.thumbnail), for: view) { [arrived = scene.arrived] _ in
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
        scene.loader.load(ImageRequest(scene.thumbnail), for: view) { [scene] _ in
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

    @Test func identifiersMayBeTargets() async throws {
        let scene = try await Scene()
        scene.loader.load(ImageRequest(scene.thumbnail), for: "row 1") { [arrived = scene.arrived] in
            arrived.append((try? $0.get().number) ?? -1)
        }
        scene.loader.load(ImageRequest(scene.full), for: "row 2") { _ in Issue.record("the load was not cancelled") }
        #expect(scene.loader.url(for: "row 1") == scene.thumbnail)
        scene.loader.cancel(identifier: "row 2")
        #expect(scene.loader.url(for: "row 2") == nil)
        await scene.finish()
        #expect(scene.arrived.all == [1])
    }

    @Test func releasingATargetCancelsItsLoads() async throws {
        let scene = try await Scene()
        var target: LoadTarget? = LoadTarget()
        for url in [scene.thumbnail, scene.full] { if let target { scene.load(url, for: target) } }
        await scene.thumbnailGate.arrivals(1)
        await scene.fullGate.arrivals(1)
        target = nil
        #expect(scene.loader.targets.count == 0)
        await scene.loader.settled()
        #expect(scene.loader.statistics.failures == ["cancelled": 2])
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
        #expect(scene.arrived.all == [2])
        #expect(scene.server.requests("/full").count == 1)
    }

    @Test func otherReleasedObjectsAreNoticedAtTheNextLoad() async throws {
        let (scene, other) = (try await Scene(), View())
        var view: View? = View()
        if let view { scene.load(scene.thumbnail, for: view) }
        await scene.thumbnailGate.arrivals(1)
        view = nil
        scene.load(scene.full, for: other)
        await until { scene.loader.statistics.failures == ["cancelled": 1] }
        await scene.finish()
        #expect(scene.arrived.all == [2])
    }

    @Test func aReleasedObjectReceivesNothing() async throws {
        let scene = try await Scene()
        var view: View? = View()
        if let view { scene.load(scene.thumbnail, for: view) }
        view = nil
        await scene.finish()
        #expect(scene.arrived.all == [])
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
                        scene.loader.load(ImageRequest(url), for: target) { _ in }
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
        loader?.load(ImageRequest(server.url("/a")), for: target) { _ in arrived.append(()) }
        await until { arrived.count == 1 }
        loader = nil
        await until { gone == nil }
    }
}
