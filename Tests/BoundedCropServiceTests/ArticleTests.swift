import BoundedCrop
import BoundedCropLoading
import BoundedCropService
import Foundation
import Hummingbird
import TestSupport
import Testing

/// Compiles and runs the Swift examples in the articles of `BoundedCropService`, copied verbatim.
@Suite(.timeLimit(.minutes(15))) struct ArticleTests {
    @Test func theLandingPageCreatesAService() throws {
        var configuration = ServiceConfiguration()
        configuration.root = "/srv/photos"
        let service = try ImageService(configuration)

        _ = service
    }

    @Test func theServiceRuns() async throws {
        var configuration = ServiceConfiguration()
        configuration.root = "/srv/photos"
        configuration.loadsFromWeb = false

        configuration.loadsFromWeb = true
        configuration.policy.allowedHosts = ["images.example.com", "*.cdn.example.com"]

        configuration.port = 0
        configuration.root = Fixture.root.path
        let (lines, printing) = AsyncStream.makeStream(of: String.self)
        @Sendable func print(_ line: String) { printing.yield(line) }
        let running = Task { [configuration] in
            let service = try ImageService(configuration) { port in print("listening on port \(port)") }
            try await service.run(handlesSignals: false)
        }
        let line = await lines.first { _ in true }
        #expect(line?.hasPrefix("listening on port ") == true)
        running.cancel()
        _ = await running.result
    }

    @Test func settingsAreParsed() throws {
        var configuration = ServiceConfiguration()

        try ServiceSettings.read(file: "quality = 80\nmax-age = 3600", into: &configuration)
        try ServiceSettings.read(environment: ProcessInfo.processInfo.environment, into: &configuration)
        try ServiceSettings.set("workers", "4", in: &configuration)
        print(ServiceSettings.file(of: configuration))

        #expect(configuration.rendering.quality == 80 && configuration.maximumAge == 3600 && configuration.workers == 4)
    }

    @Test func theRoutesArePartOfAnApplication() throws {
        var configuration = ServiceConfiguration()
        configuration.allowsUnsafe = true
        let service = try ImageService(configuration)

        let router = Router()
        router.get("hello") { _, _ in "Hello" }
        try service.addRoutes(to: router, at: "/images")
        let application = Application(router: router)

        _ = application
    }

    @Test func urlsAreSigned() throws {
        var configuration = ServiceConfiguration()

        configuration.keys = ["the-new-key-of-32-random-bytes!!"]
        configuration.algorithm = .sha256

        let signer = try URLSigner(keys: configuration.keys, algorithm: configuration.algorithm)
        let path = signer.sign("300x200/smart/holidays/beach.jpg")

        configuration.keys = ["the-new-key-of-32-random-bytes!!", "the-old-key-of-32-random-bytes!!"]

        let request = RequestPath(path)
        #expect(signer.signedInstructions(of: request) == "300x200/smart/holidays/beach.jpg")
        #expect(try URLSigner(keys: configuration.keys.reversed(), algorithm: .sha256).signedInstructions(of: request) != nil)
    }

    @Test func theServiceHasLimits() throws {
        var configuration = ServiceConfiguration()

        configuration.decoding.limits.maximumPixels = 25_000_000
        configuration.decoding.limits.maximumBytes = 20_000_000
        configuration.maximumOutputPixels = 4_000_000
        configuration.urlLimits.maximumFilters = 10

        configuration.workers = 4
        configuration.queueLimit = 32
        configuration.clientLimit = 8
        configuration.pixelMemoryBytes = 256_000_000
        configuration.deadline = .seconds(10)

        configuration.memoryCacheBytes = 128_000_000
        configuration.cacheFolder = "/var/cache/boundedcrop"
        configuration.diskCacheBytes = 5_000_000_000

        // Without the folder, which may not be ours to write, and before there are helpers.
        configuration.cacheFolder = nil
        _ = try ImageService(configuration)

        DecoderHelper.runIfAsked()
        configuration.isolates = true
        configuration.decoderProgram = "/proc/self/exe"

        #expect(configuration.isolates == true && configuration.decoderProgram != nil)
    }

    @Test func everyExampleIsTested() throws {
        #expect(try Articles.examples(in: "BoundedCropService").count > 12)
        let untested = try Articles.untested(in: "BoundedCropService", by: [#filePath])
        #expect(untested.isEmpty, "not tested: \(untested)")
    }
}
