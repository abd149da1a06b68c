import BoundedCrop
import BoundedCropEffects
import Foundation
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropLoading

@Suite(.timeLimit(.minutes(15))) struct ProcessorTests {
    private let server: PictureServer
    private let source: ImageSource

    init() async throws {
        server = try await PictureServer()
        server.serve("/a", .picture(Fixture.photo))
        source = try ImageSource(bytes: Fixture.photo)
    }

    private var url: URL { server.url("/a") }

    @Test func processorsAreAppliedInOrder() async throws {
        let processors: [any ImageEffect] = [.downsampled(longSide: 200), .cornerRadius(20)]
        let picture = try await ImageLoader.testing().storedImage(for: ImageRequest(url, processors: processors))
        let expected = try Downsampling(longSide: 200).applied(to: source)
        #expect(try picture == expected.withCornerRadius(20))
    }

    @Test func picturesAreCroppedAroundFaces() async throws {
        let request = CropRequest(width: 100, height: 100)
        let picture = try await ImageLoader.testing().storedImage(for: ImageRequest(url, processors: [.crop(to: request)]))
        #expect(try picture == BlockingCropper().crop(source, to: [request])[0].pixels)
    }

    /// The first processor gets the file and decodes only what it needs; the others get the pixels of the one before.
    @Test func theFirstProcessorGetsTheFile() async throws {
        let seen = Record<String>()
        func step(_ name: String) -> Step {
            Step(name) { picture in
                seen.append("\(name) \(type(of: picture)) \(picture.size)")
                return try picture.pixels(longSide: 50)
            }
        }
        _ = try await ImageLoader.testing().storedImage(for: ImageRequest(url, processors: [step("first"), step("second")]))
        #expect(seen.all == ["first ImageSource 512x600", "second PixelBuffer 43x50"])
    }

    @Test func commonPrefixesAreComputedOnce() async throws {
        let (loader, begun) = (ImageLoader.testing(), Counter())
        let beginning = Step("beginning") { picture in
            begun.enter()
            return try picture.pixels(longSide: 50)
        }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for side in 10..<20 {
                group.addTask {
                    let processors: [any ImageEffect] = [beginning, .downsampled(longSide: side)]
                    return try await loader.image(for: ImageRequest(url, processors: processors)).size.longSide
                }
            }
            var sides: Set<Int> = []
            for try await side in group { sides.insert(side) }
            #expect(sides == Set(10..<20))
        }
        // This holds for later requests too.
        _ = try await loader.image(for: ImageRequest(url, processors: [beginning, .alpha(0.5)]))
        _ = try await loader.image(for: ImageRequest(url, processors: [beginning]))
        #expect(begun.total == 1)
        #expect(server.requests().count == 1)
    }

    @Test func anotherProcessorNeedsNoNewDownload() async throws {
        let folder = try TemporaryFolder()
        func loader() -> ImageLoader { .testing(storage: DiskStorage(folder: folder.path)) }
        _ = try await loader().storedImage(for: ImageRequest(url, processors: [.downsampled(longSide: 50)]))
        let other = loader()
        #expect(try await other.image(for: ImageRequest(url, processors: [.downsampled(longSide: 60)])).size.longSide == 60)
        #expect(other.statistics.loads == [.storage: 1])
        #expect(server.requests().count == 1)
    }

    /// This includes translucent pictures: no color is lost by storing.
    @Test func storedPicturesKeepEveryPixel() async throws {
        let folder = try TemporaryFolder()
        let made = Counter()
        let step = Step("noise") { _ in
            made.enter()
            var random = SeededGenerator(seed: 3)
            var bytes: [UInt8] = []
            for alpha in 0..<256 {
                for _ in 0..<64 {
                    for _ in 0..<3 { bytes.append(UInt8.random(in: 0...UInt8(alpha), using: &random)) }
                    bytes.append(UInt8(alpha))
                }
            }
            return try PixelBuffer(size: PixelSize(width: 64, height: 256), bytes: bytes)
        }
        let request = ImageRequest(url, processors: [step, .cornerRadius(9)])
        let first = try await ImageLoader.testing(storage: DiskStorage(folder: folder.path)).storedImage(for: request)
        let second = try await ImageLoader.testing(storage: DiskStorage(folder: folder.path)).storedImage(for: request)
        #expect(first == second)
        #expect(made.total == 1)
    }

    @Test func processedPicturesAreStoredOnlyIfConfigured() async throws {
        let folder = try TemporaryFolder()
        let request = ImageRequest(url, processors: [.downsampled(longSide: 50)])
        let loader = ImageLoader.testing(storage: DiskStorage(folder: folder.path)) { $0.storesProcessed = false }
        _ = try await loader.storedImage(for: request)
        #expect(await loader.storage?.image(for: request.cacheKey.text) == nil)
        #expect(await loader.storage?.image(for: url.absoluteString)?.bytes == Fixture.photo)
    }

    @Test func processorErrorsReachTheCaller() async throws {
        struct Failure: Error {}
        let loader = ImageLoader.testing()
        let failing = ImageRequest(url, processors: [Step("failing") { _ in throw Failure() }])
        for _ in 0..<2 { await #expect(throws: Failure.self) { try await loader.image(for: failing) } }
        // The download itself succeeded.
        #expect(try await loader.image(for: ImageRequest(url)).width == 512)
        await expectError(.invalidArgument) { _ = try await loader.image(for: ImageRequest(url, processors: [.downsampled(longSide: 0)])) }
    }

    @Test(arguments: [(0, 9), (9, 0), (0, 0), (-1, 9), (Int.min, Int.min), (Int.max, Int.max), (65_536, 1), (Int.min, 1)])
    func invalidCropSizesAreErrors(_ width: Int, _ height: Int) async throws {
        let request = ImageRequest(url, processors: [.crop(to: CropRequest(width: width, height: height))])
        let loader = ImageLoader.testing()
        #expect(loader.cachedImage(for: request) == nil)
        await expectError(.invalidArgument) { _ = try await loader.image(for: request) }
        await expectError(.invalidArgument) { _ = try await loader.task(for: request).image }
        #expect(await loader.prefetch([request]).summary.failed == 1)
    }

    @Test(arguments: [0, -1, Int.min]) func invalidSidesAreErrors(_ side: Int) async throws {
        let request = ImageRequest(url, processors: [.downsampled(longSide: side)])
        await expectError(.invalidArgument) { _ = try await ImageLoader.testing().image(for: request) }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 0, -0.0, -1, 1e300, -1e300, Double.leastNonzeroMagnitude])
    func invalidZoomsAndPaddingsAreErrors(_ number: Double) async throws {
        var zoomed = CropRequest(width: 9, height: 9)
        zoomed.zoom = .init(fill: number)
        await expectErrorOrPicture(zoomed)
        zoomed.zoom = .init(fill: 0.5, tightness: number)
        await expectErrorOrPicture(zoomed)
        for length in [Padding.Length.pixels(number), .fraction(number)] {
            var padded = CropRequest(width: 9, height: 9)
            padded.padding = Padding(top: length, right: length, bottom: length, left: length)
            await expectErrorOrPicture(padded)
        }
    }

    private func expectErrorOrPicture(_ request: CropRequest) async {
        do {
            let picture = try await ImageLoader.testing().image(for: ImageRequest(url, processors: [.crop(to: request)]))
            #expect(picture.size == PixelSize(width: 9, height: 9))
        } catch {
            #expect((error as? BoundedCropError)?.code == .invalidArgument, "\(error)")
        }
    }

    @Test func nothingRunsOnTheCallersThread() async throws {
        let names = Record<Bool>()
        let workers = WorkerPool(threadCount: 1)
        let worker = try await workers.run { _ in UInt(bitPattern: pthread_self().hashValue) }
        let step = Step("thread") { picture in
            names.append(UInt(bitPattern: pthread_self().hashValue) == worker)
            return try picture.pixels(longSide: 5)
        }
        _ = try await ImageLoader.testing { $0.workers = workers }.image(for: ImageRequest(url, processors: [step, step]))
        #expect(names.all == [true, true])
    }

    @Test func differentStepsHaveDifferentKeys() throws {
        let requests = [
            CropRequest(width: 100, height: 100), CropRequest(width: 100, height: 101), CropRequest(width: 200, height: 200),
        ]
        var keys = requests.map { Effect.crop(to: $0).cacheKey }
        keys.append(Effect.crop(to: requests[0], detector: HaarCascadeDetector()).cacheKey)
        keys += [10, 11].map { Downsampling(longSide: $0).cacheKey }
        let effects: [any ImageEffect] = [
            .alpha(0.5), .alpha(0.6), .cornerRadius(5), .crop(to: Rect(x: 0, y: 0, width: 9, height: 9)),
        ]
        keys += effects.map(\.cacheKey)
        #expect(Set(keys).count == keys.count)
        #expect(keys[0] == Effect.crop(to: requests[0]).cacheKey)
    }
}
