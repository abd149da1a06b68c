import BoundedCrop
import Foundation
import PictureServer
import RecordingSupport
import TestSupport
import Testing

@testable import BoundedCropLoading

/// A load that nobody waits for any more is not a fault, so its log lines are no warnings.
@Suite(.timeLimit(.minutes(15))) struct CancelledLoadLogTests {
    private let server: PictureServer
    private let log = LogBook()

    init() async throws {
        server = try await PictureServer()
    }

    @Test func `a load that is cancelled while its stale picture is revalidated logs no warning`() async throws {
        let (folder, clock, gate) = (try TemporaryFolder(), ManualClock(), ServerGate())
        let stale = Answer.picture(Fixture.tiny(3), cacheControl: "max-age=1, stale-if-error=1000")
        server.serve("/a", stale, Answer(status: 503).with { $0.gate = gate })
        let loader = ImageLoader.testing(clock: clock, storage: DiskStorage(folder: folder.path)) {
            $0.logger = log.logger
            $0.memoryCache = nil
        }
        _ = try await loader.storedImage(for: ImageRequest(server.url("/a")))
        clock.advance(by: .seconds(2))
        let task = loader.task(for: ImageRequest(server.url("/a")))
        await gate.arrivals(1)
        task.cancel()
        gate.open()
        await #expect(throws: CancellationError.self) { _ = try await task.image }
        await loader.settled()
        await until { loader.statistics.failures == ["cancelled": 1] }
        #expect(log.all.filter { !$0.hasPrefix("debug") } == [])
    }

    @Test func `what a storage does not take because it was cancelled is logged as debug, and a failure as a warning`() async throws {
        server.serve("/a", .picture(Fixture.tiny(3), cacheControl: "max-age=60"))
        let errors: [(any Error, String)] = [
            (CancellationError(), "debug"), (BoundedCropError(.unwritableFile, "the disk is full"), "warning"),
        ]
        for (error, level) in errors {
            let log = LogBook()
            let loader = ImageLoader.testing(storage: RefusingStorage(error: error)) { $0.logger = log.logger }
            _ = try await loader.storedImage(for: ImageRequest(server.url("/a")))
            #expect(log.all == ["\(level) a picture could not be stored"])
        }
    }
}

private struct RefusingStorage: ImageStorage {
    let error: any Error

    func image(for key: String) async -> StoredImage? { nil }

    func store(_ image: StoredImage, for key: String) async throws { throw error }

    func remove(_ key: String) async {}

    func removeAll() async {}
}
