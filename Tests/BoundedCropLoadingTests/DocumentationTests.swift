import BoundedCrop
import BoundedCropEffects
import BoundedCropLoading
import Foundation
import PictureServer
import TestSupport
import Testing

/// Compiles and runs the Swift examples in docs/loading.md, copied verbatim.
@Suite(.timeLimit(.minutes(15))) struct DocumentationTests {
    /// Not a file's, so that a picture in memory is delivered at once.
    private let url = URL(dataOf: "photos/grace_hopper.jpg")

    @Test func aPictureIsLoaded() async throws {
        let request = ImageRequest(url, processors: [.crop(to: CropRequest(width: 300, height: 300)), .cornerRadius(12)])
        let picture = try await ImageLoader.shared.image(for: request)
        #expect(picture.size == PixelSize(width: 300, height: 300))
    }

    @Test func sourcesAreAllowed() throws {
        var configuration = ImageLoader.Configuration(storage: nil)
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

    @Test func cachesAreConfigured() async throws {
        let (folder, user) = (try TemporaryFolder().path, "anna")
        var configuration = ImageLoader.Configuration(storage: nil)
        configuration.memoryCache = ImageMemoryCache(countLimit: 500, byteLimit: 256_000_000)
        configuration.storage = DiskStorage(folder: folder, byteLimit: 2_000_000_000)
        configuration.storesProcessed = false
        configuration.http.cacheScope = user
        configuration.http.timeout = .seconds(20)
        let loader = ImageLoader(configuration: configuration)

        #expect(try await loader.image(for: ImageRequest(url)).size == PixelSize(width: 512, height: 600))
        await loader.finishStoring()
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

    @Test func everyExampleIsTested() throws {
        let page = Fixture.root.deletingLastPathComponent().appendingPathComponent("docs/loading.md")
        let blocks = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```swift\n").dropFirst()
        let shown = blocks.compactMap { $0.components(separatedBy: "```").first }.flatMap { $0.split(separator: "\n") }
        let here = try String(contentsOfFile: #filePath, encoding: .utf8)
        #expect(shown.count > 15)
        for line in shown.map({ $0.trimmingCharacters(in: .whitespaces) }) { #expect(here.contains(line), "\(line)") }
    }
}
