import BoundedCrop
import BoundedCropLoading
import Foundation
import Synchronization
import TestSupport
import Testing

/// Features of a loader that programs with image views use directly.
@Suite(.timeLimit(.minutes(15))) struct LoaderForViewsTests {
    let storage = HeldStorage()
    let loader: ImageLoader
    let target = LoadTarget()
    private let delivered = Events(of: Shade?.self)

    init() { loader = storage.loader() }

    private func load(_ shade: Shade, for target: LoadTarget? = nil) {
        loader.load(ImageRequest(shade.url), for: target ?? self.target, on: .anyThread) { [delivered] result in
            delivered.post((try? result.get())?.shade)
        }
    }

    @Test func theMostRecentURLIsKnownAlsoAfterItsLoad() async {
        #expect(loader.url(for: target) == nil)
        load(.red)
        load(.green)
        #expect(loader.url(for: target) == Shade.green.url)
        storage.release("green")
        #expect(await delivered.next(1) == [.green])
        #expect(loader.url(for: target) == Shade.green.url)
    }

    @Test func aURLIsCancelledForAllTargets() async {
        let other = LoadTarget()
        load(.red)
        load(.red, for: other)
        load(.blue)
        await until { storage.names.count >= 2 }
        loader.cancel(url: Shade.red.url)
        storage.release("red")
        storage.release("blue")
        #expect(await delivered.next(1) == [.blue])
        #expect(loader.url(for: other) == nil)
    }

    @Test func aURLIsCancelledForOneTarget() async {
        let other = LoadTarget()
        load(.red)
        load(.blue)
        load(.green, for: other)
        loader.cancel(url: Shade.red.url, target: target)
        #expect(loader.url(for: target) == Shade.blue.url)
        loader.cancel(target: target)
        #expect(loader.url(for: target) == nil)
        for shade in Shade.allCases { storage.release("\(shade)") }
        #expect(await delivered.next(1) == [.green])
    }

    @Test func picturesInMemoryAreDeliveredBeforeTheCallReturns() async throws {
        storage.release("red")
        _ = try await loader.image(for: ImageRequest(Shade.red.url))
        let count = Mutex(0)
        loader.load(ImageRequest(Shade.red.url), for: target, on: .anyThread) { _ in count.withLock { $0 += 1 } }
        #expect(count.withLock { $0 } == 1)
    }

    @Test func theMemoryCacheCanBeReadAndWritten() throws {
        let cache = try #require(loader.memoryCache)
        let request = ImageRequest(Shade.red.url)
        #expect(cache.image(for: request) == nil)
        cache.set(Shade.red.picture(), for: request)
        #expect(loader.cachedImage(for: ImageRequest(Shade.red.url)) == Shade.red.picture())
        cache.remove(request)
        #expect(cache.image(for: request) == nil)
    }

    @Test func clearingKeepsPicturesThatAreStillInUse() throws {
        let cache = try #require(loader.memoryCache)
        let (red, blue) = (ImageRequest(Shade.red.url), ImageRequest(Shade.blue.url))
        let used = cache.set(Shade.red.picture(), for: red)
        cache.set(Shade.blue.picture(), for: blue)
        cache.clear()
        #expect(cache.image(for: red) == used && cache.image(for: blue) == nil)
    }

    @Test func manyPicturesCanBePrefetched() async {
        for shade in Shade.allCases { storage.release("\(shade)") }
        let each = Events(of: URL.self)
        let prefetch = loader.prefetch(Shade.allCases.map { ImageRequest($0.url) }) { url, _ in each.post(url) }
        #expect(await prefetch.summary.loaded == 4)
        #expect(Set(await each.next(4)) == Set(Shade.allCases.map(\.url)))
        #expect(loader.cachedImage(for: ImageRequest(Shade.red.url)) == Shade.red.picture())
    }

    @Test func prefetchingCanBeCancelled() async {
        let prefetch = loader.prefetch([ImageRequest(Shade.red.url)])
        await until { !storage.names.isEmpty }
        prefetch.cancel()
        #expect(await prefetch.summary.loaded == 0)
        storage.release("red")
    }

    @Test func failuresAreReported() async throws {
        let reported = Events(of: String.self)
        var configuration = ImageLoader.Configuration(storage: storage)
        configuration.onError = { url, _ in reported.post(url.lastPathComponent) }
        storage.release("mauve")
        let loader = ImageLoader(configuration: configuration)
        let url = try #require(URL(string: "http://pictures.example/mauve"))
        await #expect(throws: BoundedCropError.self) { try await loader.image(for: ImageRequest(url)) }
        #expect(await reported.next(1) == ["mauve"])
    }
}
