import BoundedCrop
import Foundation
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropLoading

@Suite(.timeLimit(.minutes(15))) struct PrefetchTests {
    private let server: PictureServer
    private let gate = ServerGate()

    init() async throws {
        server = try await PictureServer()
        for number in 0..<20 { server.serve("/\(number)", .picture(Fixture.tiny(number))) }
        server.serve("/held", .picture(Fixture.tiny()).with { [gate] in $0.gate = gate })
    }

    private func requests(_ numbers: Range<Int>) -> [ImageRequest] { numbers.map { ImageRequest(server.url("/\($0)")) } }

    @Test func picturesAreLoadedBeforeTheyAreRequested() async throws {
        let (loader, results) = (ImageLoader.testing(), Record<Int>())
        let prefetch = loader.prefetch(requests(0..<10) + [ImageRequest(server.url("/missing"))]) { url, result in
            let number = (try? result.get().number) ?? -1
            // Swift 6.3 lost one or the other in optimized builds: see CompilerTests.
            #expect(url.lastPathComponent == (number < 0 ? "missing" : "\(number)"))
            results.append(number)
        }
        #expect(await prefetch.summary == ImagePrefetch.Summary(loaded: 10, failed: 1, cancelled: 0))
        #expect(Set(results.all) == Set(-1..<10))
        #expect(results.count == 11)
        for number in 0..<10 { #expect(loader.cachedImage(for: ImageRequest(server.url("/\(number)")))?.number == number) }
        #expect(server.requests().count == 11)
    }

    @Test func anEmptyPrefetchFinishesImmediately() async {
        #expect(await ImageLoader.testing().prefetch([]).summary == ImagePrefetch.Summary())
    }

    @Test func requestsTakePrecedence() async throws {
        let loader = ImageLoader.testing { $0.concurrentLoads = 1 }
        let held = loader.task(for: ImageRequest(server.url("/held")))
        await gate.arrivals(1)
        let real = loader.task(for: ImageRequest(server.url("/19")))
        await until { loader.queue.waitingCount == 1 }
        let prefetch = loader.prefetch(requests(0..<3))
        await until { loader.queue.waitingCount == 2 }
        gate.open()
        _ = try await (held.image, real.image)
        _ = await prefetch.summary
        #expect(server.requests().map(\.path) == ["/held", "/19", "/0", "/1", "/2"])
    }

    @Test func requestingAPictureRaisesItsPriority() async throws {
        let loader = ImageLoader.testing { $0.concurrentLoads = 1 }
        let held = loader.task(for: ImageRequest(server.url("/held")))
        await gate.arrivals(1)
        let prefetch = loader.prefetch(requests(0..<1))
        await until { loader.queue.waitingCount == 1 }
        let normal = loader.task(for: ImageRequest(server.url("/5")))
        await until { loader.queue.waitingCount == 2 }
        let raised = loader.task(for: ImageRequest(server.url("/0"), priority: .high))
        gate.open()
        _ = try await (held.image, normal.image, raised.image)
        #expect(await prefetch.summary.loaded == 1)
        #expect(server.requests().map(\.path) == ["/held", "/0", "/5"])
    }

    @Test func noMoreLoadsAreStartedThanMayRunAtOnce() async throws {
        for number in 0..<20 { server.serve("/\(number)", .picture(Fixture.tiny(number)).with { [gate] in $0.gate = gate }) }
        let loader = ImageLoader.testing { ($0.concurrentLoads, $0.concurrentLoadsPerHost) = (3, 3) }
        let prefetch = loader.prefetch(requests(0..<20))
        await gate.arrivals(3)
        #expect(loader.queue.waitingCount == 0)
        gate.open()
        #expect(await prefetch.summary.loaded == 20)
    }

    @Test func prefetchingCanBePaused() async throws {
        let (loader, results) = (ImageLoader.testing { ($0.concurrentLoads, $0.concurrentLoadsPerHost) = (2, 2) }, Record<Void>())
        let prefetch = loader.prefetch([ImageRequest(server.url("/held"))] + requests(0..<10)) { _, _ in results.append(()) }
        await until { results.count == 10 }
        // The other one was started first, but its task may not have got as far.
        await gate.arrivals(1)
        prefetch.pause()
        gate.open()
        // Loads already under way are reported although the prefetch is paused.
        #expect(await prefetch.summary.loaded == 11)
        let paused = loader.prefetch(requests(10..<20)) { _, _ in results.append(()) }
        paused.pause()
        await loader.settled()
        let count = results.count
        paused.resume()
        #expect(await paused.summary.loaded == 10)
        #expect(results.count == 21)
        #expect(count <= 21)
    }

    @Test func nothingIsStartedWhilePaused() async throws {
        let (loader, results) = (ImageLoader.testing { $0.concurrentLoads = 1 }, Record<Void>())
        let prefetch = loader.prefetch([ImageRequest(server.url("/held"))] + requests(0..<10)) { _, _ in results.append(()) }
        await gate.arrivals(1)
        prefetch.pause()
        gate.open()
        await until { results.count == 1 }
        await loader.settled()
        #expect(server.requests().count == 1)
        prefetch.resume()
        #expect(await prefetch.summary.loaded == 11)
    }

    @Test func prefetchingCanBeCancelled() async throws {
        let loader = ImageLoader.testing { $0.concurrentLoads = 1 }
        let prefetch = loader.prefetch([ImageRequest(server.url("/held"))] + requests(0..<10))
        await gate.arrivals(1)
        prefetch.cancel()
        #expect(await prefetch.summary == ImagePrefetch.Summary(loaded: 0, failed: 0, cancelled: 11))
        #expect(server.requests().count == 1)
        await loader.settled()
        gate.open()
    }

    /// A prefetch that starts afterwards is not held up.
    @Test func pausingAfterCancellingHoldsNothingUp() async throws {
        let loader = ImageLoader.testing { $0.concurrentLoads = 1 }
        let prefetch = loader.prefetch([ImageRequest(server.url("/held"))] + requests(0..<10))
        await gate.arrivals(1)
        prefetch.pause()
        prefetch.cancel()
        prefetch.pause()
        #expect(await prefetch.summary == ImagePrefetch.Summary(loaded: 0, failed: 0, cancelled: 11))
        gate.open()
    }

    @Test func cancellingKeepsLoadsThatOthersNeed() async throws {
        let loader = ImageLoader.testing()
        let prefetch = loader.prefetch([ImageRequest(server.url("/held"))])
        await gate.arrivals(1)
        let task = loader.task(for: ImageRequest(server.url("/held")))
        await until { loader.queue.interestCount == 1 }
        let other = Task { try await loader.image(for: ImageRequest(server.url("/held"), processors: [.downsampled(longSide: 4)])) }
        await until { loader.inFlight == 3 }
        prefetch.cancel()
        #expect(await prefetch.summary.cancelled == 1)
        gate.open()
        _ = try await (task.image, other.value)
        #expect(server.requests().count == 1)
    }

    @Test func aPausedPrefetchEndsWhenReleased() async throws {
        let loader = ImageLoader.testing { $0.concurrentLoads = 1 }
        var prefetch: ImagePrefetch? = loader.prefetch([ImageRequest(server.url("/held"))] + requests(0..<3))
        await gate.arrivals(1)
        prefetch?.pause()
        prefetch = nil
        gate.open()
        await until { server.requests().count == 4 }
        #expect(prefetch == nil)
    }

    @Test func processedPicturesArePrefetchedToo() async throws {
        let loader = ImageLoader.testing()
        let request = ImageRequest(server.url("/7"), processors: [.downsampled(longSide: 4)])
        _ = await loader.prefetch([request]).summary
        #expect(loader.cachedImage(for: request)?.size.longSide == 4)
    }
}
