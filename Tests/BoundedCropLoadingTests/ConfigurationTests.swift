import BoundedCrop
import Foundation
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropLoading

/// A configuration costs nothing until it is used, and can be changed while its loader runs.
@Suite(.timeLimit(.minutes(15))) struct ConfigurationTests {
    @Test func creatingAConfigurationStartsNoThread() async {
        await #expect(processExitsWith: .success) {
            func threads() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count }
            // The system's own threads come and go, but not each time.
            let isWithout = try (0..<20).contains { _ in
                let before = try threads()
                let made: [Any] = [ImageLoader.Configuration(), BoundedCropper(), WorkerPool(threadCount: 3), CropCache()]
                return try threads() == before && made.count == 4
            }
            #expect(isWithout)
        }
    }

    @Test func theDefaultsOfLoading() {
        let configuration = ImageLoader.Configuration()
        #expect(configuration.concurrentLoads == 4 && configuration.loadsPerHost == 3)
        #expect(configuration.http.timeout == .seconds(60) && configuration.http.silenceTimeout == .seconds(30))
        #expect(configuration.http.lifetime == .seconds(3 * 24 * 3600))
    }

    /// In a process of its own, since the shared loader serves all tests.
    @Test func theSharedLoaderIsConfiguredBeforeItsFirstUseAndWhileItRuns() async {
        await #expect(processExitsWith: .success) {
            let (server, first, second) = (try await PictureServer(), HeldStorage(), HeldStorage())
            for path in ["/a", "/b"] { server.serve(path, .picture(Fixture.tiny())) }
            let downloads = Record<String>()
            var configuration = ImageLoader.shared.configuration
            (configuration.policy, configuration.storage) = (.unrestricted, first)
            configuration.concurrentLoads = 7
            configuration.http.timeout = .seconds(50)
            configuration.onDownload = { url, _ in downloads.append("first \(url.path)") }
            ImageLoader.shared.configuration = configuration
            for storage in [first, second] { storage.gate.open() }

            _ = try await ImageLoader.shared.image(for: ImageRequest(server.url("/a")))
            ImageLoader.shared.configuration.storage = second
            ImageLoader.shared.configuration.onDownload = { url, _ in downloads.append("second \(url.path)") }
            _ = try await ImageLoader.shared.image(for: ImageRequest(server.url("/b")))
            await ImageLoader.shared.finishStoring()

            #expect(downloads.all == ["first /a", "second /b"])
            #expect(await first.image(for: server.url("/a").absoluteString) != nil)
            #expect(await first.image(for: server.url("/b").absoluteString) == nil)
            #expect(await second.image(for: server.url("/b").absoluteString) != nil)
            #expect(ImageLoader.shared.queue.limit == 7 && ImageLoader.shared.configuration.http.timeout == .seconds(50))
        }
    }

    @Test func aHigherNumberOfLoadsAppliesToThoseThatWait() async throws {
        let (server, gate) = (try await PictureServer(), ServerGate())
        for number in 0..<5 { server.serve("/\(number)", .picture(Fixture.tiny(number)).with { $0.gate = gate }) }
        let loader = ImageLoader.testing { $0.concurrentLoads = 1 }
        let tasks = (0..<5).map { loader.task(for: ImageRequest(server.url("/\($0)"))) }
        await until { loader.queue.waitingCount == 4 }
        var configuration = loader.configuration
        (configuration.concurrentLoads, configuration.concurrentLoadsPerHost) = (3, 3)
        loader.configuration = configuration
        await gate.arrivals(3)
        #expect(loader.queue.runningCount == 3 && loader.queue.waitingCount == 2)
        gate.open()
        for (number, task) in tasks.enumerated() { #expect(try await task.image.number == number) }
    }

    @Test func aLoadUnderWayFinishesWithTheConfigurationThatItStartedWith() async throws {
        let (server, gate, downloads) = (try await PictureServer(), ServerGate(), Record<String>())
        server.serve("/a", .picture(Fixture.tiny()).with { $0.gate = gate })
        let loader = ImageLoader.testing { $0.onDownload = { _, _ in downloads.append("old") } }
        var events = loader.events.makeAsyncIterator()
        let old = loader.task(for: ImageRequest(server.url("/a")))
        await gate.arrivals(1)
        loader.configuration.onDownload = { _, _ in downloads.append("new") }
        loader.configuration.policy.schemes = ["https"]
        // A stricter policy applies at once, and does not share what was requested under the old one.
        await expectError(.sourceNotAllowed) { _ = try await loader.image(for: ImageRequest(server.url("/a"))) }
        gate.open()
        _ = try await old.image
        #expect(downloads.all == ["old"])
        // Events and statistics go on.
        var finished: LoadEvent.Origin?
        while finished == nil, let event = await events.next() {
            if case .finished(_, let origin) = event { finished = origin }
        }
        #expect(finished == .network)
        #expect(loader.statistics.loads == [.network: 1] && loader.statistics.failures == ["sourceNotAllowed": 1])
    }

    @Test func changesFromManyTasksAreAllMade() async throws {
        let loader = ImageLoader.testing { $0.http.redirectLimit = 0 }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<200 { group.addTask { loader.configure { $0.http.redirectLimit += 1 } } }
        }
        #expect(loader.configuration.http.redirectLimit == 200)
    }

    /// Whichever of many concurrent changes is the last.
    @Test func theQueueHasTheLimitsOfTheConfiguration() async throws {
        let loader = ImageLoader.testing()
        for _ in 0..<50 {
            await withTaskGroup(of: Void.self) { group in
                for number in 1...8 { group.addTask { loader.configuration.concurrentLoads = number } }
            }
            #expect(loader.queue.limit == loader.configuration.concurrentLoads)
        }
    }

    /// As for the original library's fetcher: no storage means a download, each time.
    @Test func withoutAStorageEveryLoadIsADownload() async throws {
        let server = try await PictureServer()
        server.serve("/a", .picture(Fixture.tiny()))
        var configuration = ImageLoader.Configuration(storage: nil)
        configuration.policy = .unrestricted
        let loader = ImageLoader(configuration: configuration)
        for _ in 0..<2 { _ = try await loader.image(for: ImageRequest(server.url("/a"))) }
        #expect(server.requests().count == 2)
        // Also if the storage is taken away later, but not from a memory cache that was asked for.
        #expect(loader.memoryCache == nil)
        configuration.storage = HeldStorage()
        #expect(configuration.memoryCache != nil)
        configuration.memoryCache = .testing()
        configuration.storage = nil
        #expect(configuration.memoryCache != nil)
    }
}
