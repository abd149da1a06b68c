import BoundedCrop
import Foundation
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropLoading

/// Concurrent requests for the same picture share one download.
@Suite(.timeLimit(.minutes(15))) struct CoalescingTests {
    @Test func aThousandRequestsForAHundredURLsMakeAHundredFetches() async throws {
        let (server, gate) = (try await PictureServer(), ServerGate())
        for number in 0..<100 { server.serve("/\(number)", .picture(Fixture.tiny(number)).with { $0.gate = gate }) }
        let loader = ImageLoader.testing { ($0.concurrentLoads, $0.concurrentLoadsPerHost) = (8, 8) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<1000 {
                group.addTask {
                    let picture = try await loader.image(for: ImageRequest(server.url("/\(number % 100)")))
                    #expect(picture.number == number % 100)
                }
            }
            await gate.arrivals(8)
            await until { loader.inFlight == 200 }
            gate.open()
            try await group.waitForAll()
        }
        #expect(server.requests().count == 100)
        #expect(loader.inFlight == 0)
        #expect(loader.statistics.loads[.network] == 100)
    }

    @Test func differentProcessorsShareADownload() async throws {
        let (server, gate) = (try await PictureServer(), ServerGate())
        server.serve("/a", .picture(Fixture.photo).with { $0.gate = gate })
        let loader = ImageLoader.testing()
        async let small = loader.image(for: ImageRequest(server.url("/a"), processors: [.downsampled(longSide: 30)]))
        async let large = loader.image(for: ImageRequest(server.url("/a"), processors: [.downsampled(longSide: 60)]))
        await until { loader.inFlight == 3 }
        gate.open()
        #expect(try await small.size.longSide == 30)
        #expect(try await large.size.longSide == 60)
        #expect(server.requests().count == 1)
    }

    @Test func aFetchContinuesUntilItsLastRequestIsCancelled() async throws {
        let (server, gate) = (try await PictureServer(), ServerGate())
        server.serve("/a", .picture(Fixture.tiny(7)).with { $0.gate = gate })
        let loader = ImageLoader.testing()
        let tasks = (0..<3).map { _ in Task { try await loader.image(for: ImageRequest(server.url("/a"))) } }
        await gate.arrivals(1)
        for task in tasks.prefix(2) {
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(loader.inFlight == 2)
        gate.open()
        #expect(try await tasks[2].value.number == 7)
        #expect(server.requests().count == 1)
    }

    @Test func cancellingTheLastRequestCancelsTheFetch() async throws {
        let (server, gate) = (try await PictureServer(), ServerGate())
        server.serve("/a", .picture(Fixture.tiny()).with { $0.gate = gate })
        let loader = ImageLoader.testing()
        let tasks = (0..<3).map { _ in Task { try await loader.image(for: ImageRequest(server.url("/a"))) } }
        await gate.arrivals(1)
        for task in tasks {
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        await loader.settled()
        await until { loader.statistics.failures == ["cancelled": 1] }
        gate.open()
    }

    @Test func cachedPicturesBypassTheQueue() async throws {
        let (server, gate, folder) = (try await PictureServer(), ServerGate(), try TemporaryFolder())
        server.serve("/held", .picture(Fixture.tiny()).with { $0.gate = gate })
        server.serve("/a", .picture(Fixture.tiny(1)))
        server.serve("/b", .picture(Fixture.tiny(2)))
        let loader = ImageLoader.testing(storage: DiskStorage(folder: folder.path)) { $0.concurrentLoads = 1 }
        for path in ["/a", "/b"] { _ = try await loader.image(for: ImageRequest(server.url(path))) }
        loader.memoryCache?.remove(ImageRequest(server.url("/b")).cacheKey)
        async let held = loader.image(for: ImageRequest(server.url("/held")))
        await gate.arrivals(1)
        #expect(try await loader.image(for: ImageRequest(server.url("/a"))).number == 1)
        #expect(try await loader.image(for: ImageRequest(server.url("/b"))).number == 2)
        #expect(loader.statistics.loads == [.network: 2, .memory: 1, .storage: 1])
        gate.open()
        _ = try await held
    }

    @Test func downloadsStartInOrderOfPriority() async throws {
        let (server, gate) = (try await PictureServer(), ServerGate())
        server.serve("/held", .picture(Fixture.tiny()).with { $0.gate = gate })
        for name in ["a", "b", "c", "d"] { server.serve("/\(name)", .picture(Fixture.tiny())) }
        let loader = ImageLoader.testing { $0.concurrentLoads = 1 }
        let held = loader.task(for: ImageRequest(server.url("/held")))
        await gate.arrivals(1)
        var tasks: [String: ImageTask] = [:]
        for name in ["a", "b", "c", "d"] {
            tasks[name] = loader.task(for: ImageRequest(server.url("/\(name)")))
            await until { loader.queue.waitingCount == tasks.count }
        }
        tasks["b"]?.priority = .high
        tasks["d"]?.priority = .low
        gate.open()
        for task in tasks.values { _ = try await task.image }
        _ = try await held.image
        #expect(server.requests().map(\.path) == ["/held", "/b", "/c", "/a", "/d"])
        await until { loader.queue.interestCount == 0 }
    }

    @Test func cancellingATaskEndsItsLoad() async throws {
        let (server, gate) = (try await PictureServer(), ServerGate())
        server.serve("/a", .picture(Fixture.tiny()).with { $0.gate = gate })
        let loader = ImageLoader.testing()
        let task = loader.task(for: ImageRequest(server.url("/a")))
        await gate.arrivals(1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.image }
        await loader.settled()
        gate.open()
    }

    @Test func reloadingContactsTheServerDespiteTheCaches() async throws {
        let (server, folder) = (try await PictureServer(), try TemporaryFolder())
        server.serve("/a", .picture(Fixture.tiny(1), entityTag: "\"1\""), .picture(Fixture.tiny(2), entityTag: "\"2\""))
        let loader = ImageLoader.testing(storage: DiskStorage(folder: folder.path))
        var request = ImageRequest(server.url("/a"), processors: [.downsampled(longSide: 4)])
        #expect(try await loader.image(for: request).number == 1)
        request.cachePolicy = .reload
        #expect(try await loader.image(for: request).number == 2)
        #expect(server.requests().map { $0.headers["if-none-match"] } == [nil, nil])
        request.cachePolicy = .standard
        #expect(try await loader.image(for: request).number == 2)
        #expect(server.requests().count == 2)
    }

    @Test func cacheOnlyRequestsAcceptStalePictures() async throws {
        let (server, folder, clock) = (try await PictureServer(), try TemporaryFolder(), ManualClock())
        server.serve("/a", .picture(Fixture.tiny(1)))
        let storage = DiskStorage(folder: folder.path)
        let loader = ImageLoader.testing(clock: clock, storage: storage)
        let request = ImageRequest(server.url("/a"), cachePolicy: .onlyCached)
        await expectError(.notCached) { _ = try await loader.image(for: request) }
        _ = try await loader.storedImage(for: ImageRequest(server.url("/a")))
        clock.advance(by: .seconds(4 * 24 * 3600))
        #expect(try await loader.image(for: request).number == 1)
        #expect(try await ImageLoader.testing(clock: clock, storage: storage).storedImage(for: request).number == 1)
        #expect(server.requests().count == 1)
    }
}
