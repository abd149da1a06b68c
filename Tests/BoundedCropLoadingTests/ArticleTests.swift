import BoundedCrop
import BoundedCropEffects
import BoundedCropLoading
import Foundation
import TestSupport
import Testing

/// Compiles and runs the Swift examples in the articles of `BoundedCropLoading`, copied verbatim.
@Suite(.timeLimit(.minutes(15))) struct ArticleTests {
    /// Not a file's, so that a picture in memory is delivered at once.
    private let url = URL(dataOf: "photos/grace_hopper.jpg")

    @Test func theLandingPageLoadsAPicture() async throws {
        let request = ImageRequest(url, processors: [.crop(to: CropRequest(width: 300, height: 300)), .cornerRadius(12)])
        let picture = try await ImageLoader.shared.image(for: request)

        #expect(picture.size == PixelSize(width: 300, height: 300))
    }

    @Test func picturesAreRequested() async throws {
        let loader = ImageLoader.testing()
        let shown = Record<PixelSize>()
        func show(_ picture: PixelBuffer) { shown.append(picture.size) }

        let request = ImageRequest(url, processors: [.downsampled(longSide: 640), .cornerRadius(12)])
        let picture = try await loader.image(for: request)

        if let present = loader.cachedImage(for: request) { show(present) }

        let fresh = try await loader.image(for: ImageRequest(url, cachePolicy: .reload))
        let cached = try? await loader.image(for: ImageRequest(url, cachePolicy: .onlyCached))

        let task = loader.task(for: ImageRequest(url, priority: .low))
        task.priority = .high
        let image = try await task.image

        #expect(shown.all == [picture.size])
        #expect(cached == fresh && image == fresh)
    }

    @Test @MainActor func aTargetShowsOnePictureAtATime() async throws {
        let loader = ImageLoader.testing()
        let (thumbnail, full, shown) = (url, url, Record<Int>())
        @Sendable func display(_ result: Result<PixelBuffer, any Error>) { shown.append((try? result.get().width) ?? 0) }
        // In memory, so that both are there at once.
        _ = try await loader.image(for: ImageRequest(url))

        let target = LoadTarget()
        loader.load(ImageRequest(thumbnail), for: target) { result in display(result) }
        loader.load(ImageRequest(full), for: target) { result in display(result) }

        #expect(shown.all == [512, 512])
    }

    @Test func aProcessorOfOnesOwn() async throws {
        let loader = ImageLoader.testing()

        struct Darkening: ImageEffect {
            var cacheKey: String { "darkening" }

            func apply(to image: inout PixelBuffer) throws {
                image = try image.applying([.brightness(-20), .saturation(0.8)])
            }
        }

        let dark = try await loader.image(for: ImageRequest(url, processors: [.downsampled(longSide: 640), Darkening()]))

        let light = try await loader.image(for: ImageRequest(url, processors: [.downsampled(longSide: 640)]))
        #expect(dark.size == light.size && dark != light)
    }

    @Test func errorsHaveCodes() async throws {
        let loader = ImageLoader.testing()
        let missing = URL(fileURLWithPath: Fixture.path("photos/missing.jpg"))
        let codes = Record<BoundedCropError.Code>()
        func print(_ code: BoundedCropError.Code, _ status: Int) { codes.append(code) }

        do {
            _ = try await loader.image(for: ImageRequest(missing))
        } catch let error as BoundedCropError {
            let status = (error.underlying as? HTTPStatusError)?.status
            print(error.code, status ?? 0)
        }

        #expect(codes.all == [.fileNotFound])
    }

    @Test func aLoaderIsConfigured() async throws {
        let scratch = try TemporaryFolder()
        let (folder, user, token) = (scratch.path, "anna", "secret")

        var configuration = ImageLoader.Configuration(storage: DiskStorage(folder: folder, byteLimit: 2_000_000_000))
        configuration.concurrentLoads = 8
        configuration.memoryCache = ImageMemoryCache(countLimit: 500, byteLimit: 256_000_000)
        configuration.decoding.limits.maximumBytes = 20_000_000
        let loader = ImageLoader(configuration: configuration)

        #expect(try await loader.image(for: ImageRequest(url)).width == 512)

        await loader.finishStoring()

        await loader.shutDown()

        configuration.policy.schemes = ["https"]
        configuration.policy.allowedHosts = ["images.example.com", "*.cdn.example.com"]
        configuration.policy.deniedHosts = ["old.cdn.example.com"]
        configuration.policy.allowedRanges = [try AddressRange("10.1.0.0/16")]

        configuration.http.timeout = .seconds(20)
        configuration.http.silenceTimeout = .seconds(10)
        configuration.http.attempts = 2
        configuration.http.redirectLimit = 2
        configuration.http.modifyRequest = { $0.headers["Authorization"] = "Bearer \(token)" }
        configuration.http.cacheScope = user

        let strict = ImageLoader(configuration: configuration)
        let other = try #require(URL(string: "https://example.com/a.jpg"))
        await expectError(.sourceNotAllowed) { _ = try await strict.image(for: ImageRequest(other)) }
        await strict.shutDown()
        #expect(FileManager.default.fileExists(atPath: scratch.path))
    }

    @Test func aStorageOfOnesOwn() async throws {
        actor DictionaryStorage: ImageStorage {
            private var images: [String: StoredImage] = [:]

            func image(for key: String) -> StoredImage? { images[key] }
            func store(_ image: StoredImage, for key: String) { images[key] = image }
            func remove(_ key: String) { images[key] = nil }
            func removeAll() { images = [:] }
        }

        let storage = DictionaryStorage()
        let stored = StoredImage(bytes: [1, 2, 3], expires: .distantFuture)
        try await (storage as any ImageStorage).store(stored, for: "key")
        #expect(await storage.image(for: "key")?.bytes == [1, 2, 3])
        await storage.removeAll()
        #expect(await storage.image(for: "key") == nil)
        #expect(try await ImageLoader.testing(storage: storage).image(for: ImageRequest(url)).width == 512)
    }

    @Test func picturesArePrefetched() async throws {
        let loader = ImageLoader.testing()
        let urls = [url]
        @Sendable func log(_ values: Any...) {}

        let prefetch = loader.prefetch(urls.map { ImageRequest($0) }) { url, result in log(url, result) }
        prefetch.pause()
        prefetch.resume()
        let summary = await prefetch.summary
        print(summary.loaded, summary.failed, summary.cancelled)

        let statistics = loader.statistics
        print(statistics.loads[.memory] ?? 0, statistics.bytesDownloaded, statistics.hitRate ?? 0)

        #expect(summary.loaded == 1)

        let listening = Task {
            for await event in loader.events {
                switch event {
                case .started(let url): log("started", url)
                case .progress(let url, let received, let expected): log(url, received, expected ?? 0)
                case .finished(let url, let origin): log("finished", url, origin)
                case .failed(let url, let error): log("failed", url, error)
                case .cancelled(let url): log("cancelled", url)
                }
            }
        }
        listening.cancel()
        await listening.value
    }

    @Test func everyExampleIsTested() throws {
        #expect(try Articles.examples(in: "BoundedCropLoading").count > 13)
        let untested = try Articles.untested(in: "BoundedCropLoading", by: [#filePath])
        #expect(untested.isEmpty, "not tested: \(untested)")
    }
}
