import BoundedCrop
import BoundedCropLoading
import Foundation
import PictureServer
import TestSupport
import Testing

/// The path of one picture from its server through the caches.
@Suite(.timeLimit(.minutes(15))) struct LoadingTests {
    @Test func aPictureIsLoadedFromItsServerAndThenFromMemory() async throws {
        let server = try await PictureServer()
        server.serve("/photo.jpg", .picture(Fixture.photo))
        let loader = ImageLoader.testing()
        let request = ImageRequest(server.url("/photo.jpg"))
        let picture = try await loader.image(for: request)
        #expect(try picture == ImageSource(bytes: Fixture.photo).pixels())
        #expect(try await loader.image(for: request) == picture)
        #expect(server.requests().count == 1)
        #expect(loader.statistics.loads == [.network: 1, .memory: 1])
        #expect(loader.inFlight == 0)
    }

    @Test func anotherLoaderFindsItInTheStorage() async throws {
        let (server, folder) = (try await PictureServer(), try TemporaryFolder())
        server.serve("/photo.jpg", .picture(Fixture.photo))
        let request = ImageRequest(server.url("/photo.jpg"), processors: [.downsampled(longSide: 100)])
        let first = try await ImageLoader.testing(storage: DiskStorage(folder: folder.path)).storedImage(for: request)
        let loader = ImageLoader.testing(storage: DiskStorage(folder: folder.path))
        #expect(try await loader.image(for: request) == first)
        #expect(loader.statistics.loads == [.storage: 1])
        #expect(server.requests().count == 1)
    }

    @Test func aStalePictureIsRevalidatedAndNotSentAgain() async throws {
        let (server, folder, clock) = (try await PictureServer(), try TemporaryFolder(), ManualClock())
        server.serve("/photo.jpg", .picture(Fixture.photo, entityTag: "\"one\"", cacheControl: "max-age=60"))
        let loader = ImageLoader.testing(clock: clock, storage: DiskStorage(folder: folder.path))
        let request = ImageRequest(server.url("/photo.jpg"))
        let first = try await loader.storedImage(for: request)
        clock.advance(by: .seconds(61))
        #expect(try await loader.image(for: request) == first)
        #expect(server.requests().map { $0.headers["if-none-match"] } == [nil, "\"one\""])
        #expect(loader.statistics.revalidations == 1)
        #expect(loader.statistics.bytesDownloaded == Fixture.photo.count)
        // It is fresh again for as long as the server specified.
        _ = try await loader.image(for: request)
        #expect(server.requests().count == 2)
    }
}
