import BoundedCrop
import Foundation
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropLoading

/// Loads neither wait for the storage nor fail because of it.
@Suite(.timeLimit(.minutes(15))) struct StoringTests {
    private let server: PictureServer
    private let storage = HeldStorage()

    init() async throws {
        server = try await PictureServer()
        server.serve("/a", .picture(Fixture.photo, entityTag: "\"1\"", cacheControl: "max-age=60"))
        for number in 0..<10 { server.serve("/\(number)", .picture(Fixture.tiny(number))) }
    }

    private var request: ImageRequest { ImageRequest(server.url("/a"), processors: [.downsampled(longSide: 50)]) }

    @Test func aPictureIsDeliveredBeforeItIsStored() async throws {
        let loader = ImageLoader.testing(storage: storage)
        #expect(try await loader.image(for: request).size.longSide == 50)
        #expect(await storage.image(for: request.cacheKey.text) == nil)
        storage.gate.open()
        await loader.finishStoring()
        #expect(await storage.image(for: request.cacheKey.text)?.originalHash != nil)
        #expect(await storage.image(for: request.url.absoluteString)?.bytes == Fixture.photo)
        #expect(loader.statistics.notStored == 0)
    }

    @Test func picturesAreFoundBeforeTheyAreStored() async throws {
        let loader = ImageLoader.testing(storage: storage) { $0.memoryCache = nil }
        for _ in 0..<3 { _ = try await loader.original(for: ImageRequest(server.url("/a"))) }
        #expect(server.requests().count == 1)
        #expect(loader.statistics.loads == [.network: 1, .storage: 2])
        storage.gate.open()
        await loader.finishStoring()
    }

    @Test func theNewestVersionIsStored() async throws {
        server.serve("/b", .picture(Fixture.tiny(1)), .picture(Fixture.tiny(2)), .picture(Fixture.tiny(3)))
        let loader = ImageLoader.testing(storage: storage)
        let request = ImageRequest(server.url("/b"), cachePolicy: .reload)
        for number in 1...3 {
            #expect(try await loader.image(for: request).number == number)
            #expect(try await loader.original(for: ImageRequest(request.url)).source.pixels().number == number)
        }
        storage.gate.open()
        await loader.finishStoring()
        #expect(await storage.image(for: request.url.absoluteString)?.bytes == Fixture.tiny(3))
    }

    /// The only worker is busy when the picture is to be encoded for the storage, and its queue has no room.
    @Test func aFullWorkerQueueFailsNoLoad() async throws {
        let (workers, gate, entered) = (WorkerPool(threadCount: 1, queueLimit: 0), Gate(), Events(of: Void.self))
        let loader = ImageLoader.testing(storage: storage) { $0.workers = workers }
        #expect(try await loader.image(for: request).size.longSide == 50)
        // The original is being stored; the processed picture is next.
        await storage.gate.arrivals(1)
        let blocked = Task {
            try await workers.run { _ in
                entered.post(())
                gate.pass()
            }
        }
        await entered.wait()
        storage.gate.open()
        await loader.finishStoring()
        #expect(loader.statistics.notStored == 1)
        gate.open()
        try await blocked.value
        #expect(await storage.image(for: request.cacheKey.text) == nil)
        #expect(await storage.image(for: request.url.absoluteString) != nil)
    }

    @Test func pendingPicturesAreLimited() async throws {
        let loader = ImageLoader.testing(storage: storage) { $0.storingByteLimit = Fixture.tiny(0).count * 7 / 2 }
        for number in 0..<10 { #expect(try await loader.image(for: ImageRequest(server.url("/\(number)"))).number == number) }
        #expect(loader.statistics.notStored == 7)
        storage.gate.open()
        await loader.finishStoring()
        for number in 0..<10 { #expect(await (storage.image(for: server.url("/\(number)").absoluteString) != nil) == (number < 3)) }
    }

    /// A picture larger than the limit is stored if nothing else is pending.
    @Test(arguments: [0, -1, 100]) func aPictureAboveTheLimitIsStoredAlone(_ limit: Int) async throws {
        storage.gate.open()
        let loader = ImageLoader.testing(storage: storage) { $0.storingByteLimit = limit }
        _ = try await loader.image(for: ImageRequest(server.url("/a")))
        await loader.finishStoring()
        #expect(await storage.image(for: server.url("/a").absoluteString) != nil)
    }

    @Test func aFailingStorageFailsNoLoad() async throws {
        struct FailingStorage: ImageStorage {
            func image(for key: String) async -> StoredImage? { nil }
            func store(_ image: StoredImage, for key: String) async throws { throw CocoaError(.fileWriteOutOfSpace) }
            func remove(_ key: String) async {}
            func removeAll() async {}
        }
        let loader = ImageLoader.testing(storage: FailingStorage())
        #expect(try await loader.image(for: request).size.longSide == 50)
        await loader.finishStoring()
        #expect(loader.statistics.notStored == 2)
        #expect(loader.statistics.failures == [:])
    }

    @Test func withoutAStorageThereIsNothingToWaitFor() async throws {
        let loader = ImageLoader.testing()
        _ = try await loader.image(for: request)
        await loader.finishStoring()
    }

    /// Pictures that a released loader had yet to store are stored.
    @Test func aReleasedLoaderStoresTheRest() async throws {
        _ = try await ImageLoader.testing(storage: storage).image(for: ImageRequest(server.url("/a")))
        storage.gate.open()
        _ = await storage.stored.next(1)
        #expect(await storage.image(for: server.url("/a").absoluteString) != nil)
    }
}
