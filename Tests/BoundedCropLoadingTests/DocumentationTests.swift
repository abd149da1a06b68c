import BoundedCrop
import BoundedCropEffects
import BoundedCropLoading
import Foundation
import PictureServer
import TestSupport
import Testing

/// Compiles and runs the Swift examples in docs/loading.md, copied verbatim.
@Suite(.timeLimit(.minutes(15))) struct DocumentationTests {
    private struct Halving: ImageEffect {
        var cacheKey: String { "halving" }

        func applied(to picture: any Picture) throws -> PixelBuffer {
            try picture.pixels(longSide: max(1, picture.size.longSide / 2))
        }

        func apply(to image: inout PixelBuffer) throws { image = try applied(to: image) }
    }

    /// Not a file's, so that a picture in memory is delivered at once.
    private let url = URL(dataOf: "photos/grace_hopper.jpg")

    @Test func aPictureIsLoaded() async throws {
        let request = ImageRequest(url, processors: [.crop(to: CropRequest(width: 300, height: 300)), .cornerRadius(12)])
        let picture = try await ImageLoader.shared.image(for: request)
        #expect(picture.size == PixelSize(width: 300, height: 300))
    }

    @Test func aLoaderIsConfigured() async throws {
        let token = "secret"
        var configuration = ImageLoader.Configuration(storage: DiskStorage(folder: "/var/cache/pictures", byteLimit: 2_000_000_000))
        configuration.concurrentLoads = 8
        configuration.memoryCache = ImageMemoryCache(countLimit: 500, byteLimit: 256_000_000)
        configuration.policy.allowedHosts = ["images.example.com", "*.cdn.example.com"]
        configuration.decoding.limits.maximumBytes = 20_000_000
        configuration.http.modifyRequest = { $0.headers["Authorization"] = "Bearer \(token)" }
        let loader = ImageLoader(configuration: configuration)
        await loader.shutDown()

        // Compiled only, since the shared loader serves all tests.
        func configure() {
            ImageLoader.shared.configuration = configuration
        }

        configuration.s3 = try S3Configuration.fromEnvironment(ProcessInfo.processInfo.environment)
        configuration.policy.schemes.insert("s3")
        configuration.policy.allowedBuckets = ["photos"]
        let photo = try S3Location("s3://photos/2024/anna und ole.jpg").url
        #expect(photo.absoluteString == "s3://photos/2024/anna%20und%20ole.jpg")

        var policy = SourcePolicy.standard
        policy.schemes = ["https"]
        policy.deniedHosts = ["*.internal.example.com"]
        policy.allowedRanges = [try AddressRange("10.1.0.0/16")]
    }

    /// Compiled only: the keys of this machine are not for tests.
    private func useObjectStorage(_ bytes: [UInt8]) async throws {
        let client = S3Client(try .fromEnvironment(ProcessInfo.processInfo.environment))
        let object = try await client.object(at: S3Location("s3://photos/anna.jpg"), range: 0..<1000)
        try await client.put(bytes, at: S3Location("s3://crops/anna.webp"), type: "image/webp")
        for try await entry in client.entries(below: try S3Location("s3://photos/2024/"), recursive: true) {
            print(entry.location, entry.size)
        }
        await client.shutDown()
        _ = object
    }

    @Test @MainActor func loadsAreControlled() async throws {
        let loader = ImageLoader.testing()
        do {
            let task = loader.task(for: ImageRequest(url, priority: .low))
            task.priority = .high
            let picture = try await task.image
            #expect(picture.width == 512)
        }

        let (thumbnail, full, shown) = (url, url, Record<Int>())
        @Sendable func show(_ result: Result<PixelBuffer, any Error>) { shown.append((try? result.get().width) ?? 0) }
        let target = LoadTarget()
        loader.load(ImageRequest(thumbnail), for: target) { show($0) }
        let token = loader.load(ImageRequest(full), for: target) { show($0) }
        token.cancel()
        #expect(shown.all == [512, 512])

        let urls = [url]
        @Sendable func print(_ values: Any...) {}
        let prefetch = loader.prefetch(urls) { url, result in print(url, result) }
        prefetch.pause()
        prefetch.resume()
        let summary = await prefetch.summary
        #expect(summary.loaded == 1)

        let listening = Task {
            for await event in loader.events {
                switch event {
                case .started(let url): print("started", url)
                case .progress(let url, let received, let expected): print(url, received, expected ?? 0)
                case .finished(let url, let origin): print("finished", url, origin)
                case .failed(let url, let error): print("failed", url, error)
                case .cancelled(let url): print("cancelled", url)
                }
            }
        }
        listening.cancel()
        await listening.value
        #expect(try await loader.image(for: ImageRequest(url, processors: [Halving()])).height == 300)
    }

    @Test func everyExampleIsTested() throws {
        let page = Fixture.root.deletingLastPathComponent().appendingPathComponent("docs/loading.md")
        let blocks = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```swift\n").dropFirst()
        let shown = blocks.compactMap { $0.components(separatedBy: "```").first }.flatMap { $0.split(separator: "\n") }
        let here = try String(contentsOfFile: #filePath, encoding: .utf8)
        #expect(shown.count > 30)
        for line in shown.map({ $0.trimmingCharacters(in: .whitespaces) }) { #expect(here.contains(line), "\(line)") }
    }
}
