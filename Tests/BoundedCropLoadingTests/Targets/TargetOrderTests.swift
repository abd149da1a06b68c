import BoundedCrop
import Foundation
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropLoading

/// What is requested first for a target is never started after what was requested later for it, though the queue prefers the newest.
@Suite(.timeLimit(.minutes(15))) struct TargetOrderTests {
    private let server: PictureServer
    private let gate = ServerGate()
    private let view = LoadTarget()
    private let loader = ImageLoader.testing { $0.concurrentLoads = 1 }

    init() async throws {
        server = try await PictureServer()
        server.serve("/held", .picture(Fixture.tiny()).with { [gate] in $0.gate = gate })
        for number in 1...3 { server.serve("/\(number)", .picture(Fixture.tiny(number))) }
    }

    /// Occupies the only place of the queue.
    private func fillQueue() async -> ImageTask {
        let task = loader.task(for: ImageRequest(server.url("/held")))
        await gate.arrivals(1)
        return task
    }

    private func load(_ number: Int, for target: LoadTarget, priority: LoadPriority = .normal) {
        load("/\(number)", for: target, priority: priority)
    }

    private func load(
        _ path: String,
        for target: LoadTarget,
        priority: LoadPriority = .normal,
        policy: ImageRequest.CachePolicy = .standard
    ) {
        let request = ImageRequest(server.url(path), priority: priority, cachePolicy: policy)
        loader.load(request, for: target, on: .anyThread) { _ in }
    }

    private func finish(_ held: ImageTask) async throws -> [String] {
        gate.open()
        _ = try await held.image
        await until { loader.targets.count == 0 }
        await loader.settled()
        await until { loader.queue.interestCount == 0 }
        return server.requests().map(\.path).filter { $0 != "/held" }
    }

    @Test func theLoadsOfATargetStartInTheirOrderWhenTheQueueIsFull() async throws {
        let held = await fillQueue()
        // A higher priority does not help a later one either.
        load(1, for: view)
        load(2, for: view)
        load(3, for: view, priority: .high)
        await until { loader.queue.waitingCount == 3 }
        #expect(try await finish(held) == ["/1", "/2", "/3"])
    }

    /// The queue still holds the place of what was cancelled, which is not what was requested again.
    @Test func aPictureThatIsCancelledAndRequestedAgainStartsBeforeTheNext() async throws {
        load("/held", for: view)
        await gate.arrivals(1)
        loader.cancel(target: view)
        load("/held", for: view)
        load(1, for: view)
        gate.open()
        await until { loader.targets.count == 0 }
        await loader.settled()
        #expect(server.requests().map(\.path) == ["/held", "/held", "/1"])
    }

    @Test func aTaskThatWasCancelledIsNotWaitedForEither() async throws {
        let held = await fillQueue()
        held.cancel()
        #expect(loader.queue.interestCount == 0)
        load("/held", for: view)
        load(1, for: view)
        await #expect(throws: CancellationError.self) { try await held.image }
        gate.open()
        await until { loader.targets.count == 0 }
        await loader.settled()
        #expect(server.requests().map(\.path) == ["/held", "/held", "/1"])
    }

    /// Another policy or configuration means another load, which has to start first.
    @Test(arguments: [false, true]) func aLoadOfTheSameURLUnderWayForSomeoneElseIsNotThatOfATarget(_ isReload: Bool) async throws {
        let held = await fillQueue()
        if !isReload { loader.configure { $0.memoryCache = nil } }
        load("/held", for: view, policy: isReload ? .reload : .standard)
        load(1, for: view)
        await until { loader.queue.waitingCount == 2 }
        gate.open()
        _ = try await held.image
        await until { loader.targets.count == 0 }
        await loader.settled()
        #expect(server.requests().map(\.path) == ["/held", "/held", "/1"])
    }

    @Test func theFirstLoadsOfTargetsAreStillNewestFirst() async throws {
        let held = await fillQueue()
        let views = (1...3).map { _ in LoadTarget() }
        for (number, view) in zip(1..., views) {
            load(number, for: view)
            await until { loader.queue.waitingCount == number }
        }
        #expect(try await finish(held) == ["/3", "/2", "/1"])
    }

    @Test func whatFollowsACancelledLoadMayStart() async throws {
        let held = await fillQueue()
        load(1, for: view)
        load(2, for: view)
        load(3, for: view)
        await until { loader.queue.waitingCount == 3 }
        loader.cancel(url: server.url("/2"))
        await until { loader.queue.waitingCount == 2 }
        #expect(try await finish(held) == ["/1", "/3"])
    }

    @Test func targetsWithTheSamePicturesInOppositeOrdersDoNotBlockEachOther() async throws {
        let held = await fillQueue()
        let other = LoadTarget()
        for (number, target) in [(1, view), (2, view), (2, other), (1, other)] { load(number, for: target) }
        await until { loader.queue.waitingCount == 2 }
        #expect(try await Set(finish(held)) == ["/1", "/2"])
    }

    /// The first one has a place already, because someone else asked for it.
    @Test func aLoadThatIsUnderWayDoesNotHoldUpTheNext() async throws {
        let loader = ImageLoader.testing { ($0.concurrentLoads, $0.concurrentLoadsPerHost) = (2, 2) }
        let held = loader.task(for: ImageRequest(server.url("/held")))
        await gate.arrivals(1)
        loader.load(ImageRequest(server.url("/held")), for: view, on: .anyThread) { _ in }
        let arrived = Events(of: Int?.self)
        loader.load(ImageRequest(server.url("/1")), for: view, on: .anyThread) { arrived.post(try? $0.get().number) }
        #expect(await arrived.next(1) == [1])
        gate.open()
        _ = try await held.image
    }

    /// Neither for those that the released one had requested, though someone else still waits for the same picture.
    @Test func anObjectAtTheAddressOfAReleasedOneDoesNotWaitForItsLoads() async throws {
        let held = await fillQueue()
        var old: TargetScene.View? = .init()
        let name = TargetRegistry.Target(try #require(old)).name
        if let old { loader.load(ImageRequest(server.url("/1")), for: old, on: .anyThread) { _ in } }
        let shared = loader.task(for: ImageRequest(server.url("/1")))
        await until { loader.queue.waitingCount == 1 }
        old = nil
        let new = TargetScene.View()
        let target = TargetRegistry.Target(new, named: name)
        loader.load(ImageRequest(server.url("/2"), priority: .high), target, .anyThread, isHere: false) { _ in }
        await until { loader.queue.waitingCount == 2 }
        gate.open()
        _ = try await (held.image, shared.image)
        await until { loader.targets.count == 0 }
        #expect(server.requests().map(\.path) == ["/held", "/2", "/1"])
        withExtendedLifetime(new) {}
    }

    @Test func localFilesCountAsLoads() async throws {
        let (held, folder) = (await fillQueue(), try TemporaryFolder())
        let file = URL(fileURLWithPath: try folder.write(Fixture.tiny(9), to: "a.png"))
        let local = loader.task(for: ImageRequest(file))
        await until { loader.queue.waitingCount == 1 }
        #expect(loader.queue.runningCount == 1)
        _ = try await finish(held)
        #expect(try await local.image.number == 9)
    }
}
