import BoundedCrop
import Foundation
import PictureServer
import Synchronization
import TestSupport
import Testing

@testable import BoundedCropLoading

/// Events and statistics that describe loads to other observers.
@Suite(.timeLimit(.minutes(15))) struct EventTests {
    private let server: PictureServer

    init() async throws {
        server = try await PictureServer()
        server.serve("/a", .picture(Fixture.photo))
    }

    /// The next events as text; of progress events, only the last one of each load.
    private func next(_ count: Int, _ events: inout AsyncStream<LoadEvent>.Iterator) async -> [String] {
        var texts: [String] = []
        while texts.count < count, let event = await events.next() {
            switch event {
            case .started(let url): texts.append("started \(url.path)")
            case .progress(let url, let received, let expected):
                if received == expected { texts.append("received \(url.path) \(received)") }
            case .finished(let url, let origin): texts.append("finished \(url.path) \(origin)")
            case .failed(let url, let error):
                texts.append("failed \(url.path) \((error as? BoundedCropError)?.code.rawValue ?? "\(error)")")
            case .cancelled(let url): texts.append("cancelled \(url.path)")
            }
        }
        return texts
    }

    @Test func aLoadIsReportedFromStartToEnd() async throws {
        let loader = ImageLoader.testing()
        var events = loader.events.makeAsyncIterator()
        for _ in 0..<2 { _ = try await loader.image(for: ImageRequest(server.url("/a"))) }
        _ = try? await loader.image(for: ImageRequest(server.url("/missing")))
        #expect(
            await next(6, &events) == [
                "started /a", "received /a 61306", "finished /a network", "finished /a memory", "started /missing",
                "failed /missing invalidStatusCode",
            ]
        )
    }

    @Test func progressNeverDecreases() async throws {
        let gate = ServerGate()
        server.serve("/a", .picture(Fixture.photo).with { $0.pause = (30_000, gate) })
        let loader = ImageLoader.testing()
        var events = loader.events.makeAsyncIterator()
        async let picture = loader.image(for: ImageRequest(server.url("/a")))
        var received: [Int] = []
        while let event = await events.next() {
            if case .progress(_, let count, let expected) = event {
                #expect(expected == 61_306)
                received.append(count)
                if count == 30_000 { gate.open() }
            }
            if case .finished = event { break }
        }
        #expect(received == received.sorted())
        #expect(received.last == 61_306)
        _ = try await picture
    }

    @Test func targetsAndTasksServedFromMemoryAreReportedToo() async throws {
        let loader = ImageLoader.testing()
        _ = try await loader.image(for: ImageRequest(server.url("/a")))
        var events = loader.events.makeAsyncIterator()
        _ = try await loader.task(for: ImageRequest(server.url("/a"))).image
        let target = LoadTarget()
        loader.load(ImageRequest(server.url("/a")), for: target, on: .anyThread) { _ in }
        #expect(loader.url(for: target) == server.url("/a"))
        #expect(await next(2, &events) == ["finished /a memory", "finished /a memory"])
        #expect(loader.statistics.loads == [.network: 1, .memory: 2])
        #expect(loader.statistics.hitRate == 2.0 / 3)
    }

    @Test func aCancelledLoadIsReportedAsCancelledNotAsFailed() async throws {
        let gate = ServerGate()
        server.serve("/held", .picture(Fixture.tiny()).with { $0.gate = gate })
        let errors = Counter()
        let loader = ImageLoader.testing { $0.onError = { _, _ in errors.enter() } }
        var events = loader.events.makeAsyncIterator()
        let task = loader.task(for: ImageRequest(server.url("/held")))
        await gate.arrivals(1)
        task.cancel()
        #expect(await next(2, &events) == ["started /held", "cancelled /held"])
        #expect(loader.statistics.failures == ["cancelled": 1])
        #expect(errors.total == 0)
        gate.open()
    }

    @Test func everyListenerReceivesAllEvents() async throws {
        let loader = ImageLoader.testing()
        var one = loader.events.makeAsyncIterator()
        var other = loader.events.makeAsyncIterator()
        _ = try await loader.image(for: ImageRequest(server.url("/a")))
        #expect(await next(3, &one) == next(3, &other))
    }

    @Test func eventsEndWithTheirLoader() async throws {
        var loader: ImageLoader? = .testing()
        var events = loader?.events.makeAsyncIterator()
        loader = nil
        #expect(await events?.next() == nil)
    }

    @Test func bytesAreCountedPerURLAndInTotal() async throws {
        let counted = Mutex<[String: Int]>([:])
        server.serve("/b", .picture(Fixture.tiny(), cacheControl: "no-cache"))
        let loader = ImageLoader.testing {
            $0.onDownload = { url, count in counted.withLock { $0[url.path, default: 0] += count } }
        }
        #expect(loader.statistics.hitRate == nil)
        for path in ["/a", "/b", "/b", "/a"] { _ = try await loader.image(for: ImageRequest(server.url(path))) }
        let tiny = Fixture.tiny().count
        #expect(loader.statistics.bytesDownloaded == 61_306 + 2 * tiny)
        #expect(
            loader.statistics.bytesDownloadedByURL == [
                server.url("/a").absoluteString: 61_306, server.url("/b").absoluteString: 2 * tiny,
            ]
        )
        #expect(counted.withLock { $0 } == ["/a": 61_306, "/b": 2 * tiny])
        #expect(loader.statistics.loads == [.network: 3, .memory: 1])
        #expect(loader.statistics.hitRate == 0.25)
    }

    @Test func bytesOfInterruptedDownloadsAreCountedToo() async throws {
        server.serve("/cut", .picture(Fixture.photo).with { $0.cut = 1000 })
        let downloads = Counter()
        let loader = ImageLoader.testing {
            $0.http.attempts = 1
            $0.onDownload = { _, _ in downloads.enter() }
        }
        _ = try? await loader.image(for: ImageRequest(server.url("/cut")))
        #expect(loader.statistics.bytesDownloaded == 1000)
        #expect(downloads.total == 0)
    }

    @Test func theCacheCountsALoadOnce() async throws {
        let loader = ImageLoader.testing()
        for _ in 0..<3 { _ = try await loader.image(for: ImageRequest(server.url("/a"))) }
        #expect(loader.memoryCache?.counts.misses == 1)
        #expect(loader.memoryCache?.counts.hits == 2)
    }

    @Test func errorsAreCountedByCodeAndReported() async throws {
        server.serve("/text", .picture(Array("text".utf8)))
        let errors = Record<String>()
        let loader = ImageLoader.testing { $0.onError = { url, _ in errors.append(url.path) } }
        for path in ["/missing", "/text", "/missing"] { _ = try? await loader.image(for: ImageRequest(server.url(path))) }
        #expect(loader.statistics.failures == ["invalidStatusCode": 2, "unsupportedFormat": 1])
        #expect(errors.all == ["/missing", "/text", "/missing"])
    }

    @Test func originalsAreCountedAsLoads() async throws {
        let loader = ImageLoader.testing()
        let original = try await loader.original(for: ImageRequest(server.url("/a"), processors: [.downsampled(longSide: 5)]))
        #expect(original.source.bytes == Fixture.photo)
        #expect(original.origin == .network)
        #expect(loader.statistics.loads == [.network: 1])
        #expect(loader.queue.interestCount == 0)
    }
}
