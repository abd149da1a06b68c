import BoundedCrop
import BoundedCropEffects
import BoundedCropLoading
import BoundedCropViews
import Foundation
import TestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(15))) struct EffectsFilesTests {
    let folder: TemporaryFolder
    let surface = RecordingSurface(20, 10)
    let view: EffectsImageView

    init() throws {
        folder = try TemporaryFolder()
        view = EffectsImageView(
            surface: surface,
            queue: WorkerPool(threadCount: 1),
            cache: EffectCache(clearsUnderMemoryPressure: false),
            loader: ImageLoader(configuration: .init(storage: nil))
        )
        view.resourceFolder = folder.path
    }

    private func add(_ shade: Shade, _ name: String, _ format: ImageFormat = .png) throws {
        try folder.write(shade.picture().blocking.encoded(as: ImageEncoding(format)), to: name)
    }

    @Test func aNameWithoutExtensionMeansAPNG() async throws {
        try add(.red, "button.png")
        view.setImage(contentsOfFile: "button")
        try await surface.wait(for: 1)
        #expect(surface.shades == [.red] && view.image == Shade.red.picture())
        #expect(view.processedImage?.size == PixelSize(width: 20, height: 10))
    }

    @Test func aFileIsThereAsSoonAsItIsSet() throws {
        try add(.red, "button.png")
        view.setImage(contentsOfFile: "button.png")
        #expect(view.processedImage == Shade.red.picture(20, 10) && view.image == Shade.red.picture())
        #expect(surface.transitions == [.none] && !view.isWorking)
    }

    @Test func askingForTheOriginalDecodesTheFileWithoutItsEffects() throws {
        try add(.red, "button.png")
        let renderings = Counter()
        view.customEffects = { picture in
            renderings.enter()
            return picture
        }
        view.setImage(contentsOfFile: "button.png")
        #expect(view.image == Shade.red.picture() && renderings.total == 0 && surface.events.isEmpty)
        #expect(view.processedImage?.shade == .red && renderings.total == 1)
    }

    @Test(arguments: [false, true]) func besideAStoredResultTheOriginalIsThereToo(isAsynchronous: Bool) async throws {
        try add(.red, "button.png")
        view.asynchronous = isAsynchronous
        view.setImage(contentsOfFile: "button.png")
        view.processedImage = Shade.gray.picture(20, 10)
        try await Observing.until { view.image == Shade.red.picture() }
        #expect(view.processedImage?.shade == .gray && surface.shades == [.gray] && !view.isWorking)
    }

    @Test func besideAStoredResultThePictureFromTheWebIsLoadedToo() async throws {
        let data = Data(try Shade.red.picture().blocking.encoded(as: .png())).base64EncodedString()
        view.setImage(contentsOf: try #require(URL(string: "data:image/png;base64,\(data)")))
        view.processedImage = Shade.gray.picture(20, 10)
        try await Observing.until { view.image == Shade.red.picture() }
        #expect(surface.shades == [.gray] && view.failure == nil)
    }

    @Test func anAsynchronousViewReadsFilesOnTheQueueAndFadesThemIn() async throws {
        try add(.red, "button.png")
        view.asynchronous = true
        view.setImage(contentsOfFile: "button.png")
        #expect(view.processedImage == nil && view.image == nil)
        try await surface.wait(for: 1)
        #expect(surface.transitions == [.crossfade(.milliseconds(250))] && surface.shades == [.red])
    }

    @Test func theFolderForRelativePathsCanBeSetForTheProcess() throws {
        try add(.green, "buttons/button.png")
        let before = EffectsImageView.resourceFolder
        EffectsImageView.resourceFolder = folder.path
        view.resourceFolder = nil
        view.setImage(contentsOfFile: "buttons/button")
        #expect(view.processedImage?.shade == .green)
        // A view may have one of its own.
        view.resourceFolder = folder.path("buttons")
        view.setImage(contentsOfFile: "button")
        #expect(view.processedImage?.shade == .green && view.failure == nil)
        EffectsImageView.resourceFolder = before
    }

    @Test(arguments: [(1, Shade.red), (2, .green), (3, .blue)]) func theFileForTheScaleIsUsed(_ scale: Int, _ shade: Shade) async throws {
        try add(.red, "a/button.png")
        try add(.green, "a/button@2x.png")
        try add(.blue, "a/button@3x.png")
        view.preferredPixelsPerPoint = scale
        view.setImage(contentsOfFile: "a/button")
        try await surface.wait(for: 1)
        #expect(surface.shades == [shade])
        #expect(view.processedImage?.size == PixelSize(width: 20 * scale, height: 10 * scale))
    }

    @Test func aFileOfAnotherScaleReplacesAMissingOne() async throws {
        try add(.green, "button@2x.png")
        view.cornerRadius = 4
        view.setImage(contentsOfFile: "button.png")
        try await surface.wait(for: 1)
        let expected = try Shade.green.picture().applying([
            .cropAndScale(to: PixelSize(width: 40, height: 20), contentMode: .aspectFill), .cornerRadius(8),
        ])
        #expect(view.processedImage == expected)
    }

    @Test func aFileNamedWithItsScaleIsUsedAsIs() async throws {
        try add(.red, "button.png")
        try add(.green, "button@2x.png")
        view.setImage(contentsOfFile: "button@2x.png")
        try await surface.wait(for: 1)
        #expect(surface.shades == [.green])
    }

    @Test func otherFormatsKeepTheirExtensionAndFoldersMayContainDots() async throws {
        try add(.blue, "v1.0/photo.webp", .webp)
        try add(.green, "v1.0/plain.png")
        view.setImage(contentsOfFile: "v1.0/photo.webp")
        try await surface.wait(for: 1)
        view.setImage(contentsOfFile: folder.path("v1.0/plain"))
        try await surface.wait(for: 2)
        #expect(view.image == Shade.green.picture())
    }

    @Test func aFileURLMeansThatFile() async throws {
        try add(.green, "my button@2x.png")
        view.setImage(contentsOf: URL(fileURLWithPath: folder.path("my button")))
        try await surface.wait(for: 1)
        #expect(surface.shades == [.green])
    }

    @Test func aURLIsLoaded() async throws {
        let data = Data(try Shade.red.picture().blocking.encoded(as: .png())).base64EncodedString()
        view.setImage(contentsOf: try #require(URL(string: "data:image/png;base64,\(data)")))
        try await surface.wait(for: 1)
        // The web is never waited for on the main actor, even by a view that is not asynchronous.
        #expect(surface.shades == [.red] && surface.transitions == [.crossfade(.milliseconds(250))])
    }

    @Test func aMissingFileIsAFailure() async throws {
        view.setImage(contentsOfFile: "nothing")
        try await Observing.until { view.failure != nil }
        #expect((view.failure as? BoundedCropError)?.code == .fileNotFound && surface.events.isEmpty)
    }

    /// A view that shares everything with the other one except its surface.
    private func otherView(_ cache: EffectCache, on surface: RecordingSurface) -> EffectsImageView {
        let other = EffectsImageView(surface: surface, cache: cache, loader: ImageLoader(configuration: .init(storage: nil)))
        other.resourceFolder = folder.path
        return other
    }

    @Test(arguments: [("button@2x.png", 1), ("button.png", 2)])
    func aFileOfAnotherScaleIsShownInItsSizeAlsoFromTheCacheOrWithAStoredResult(name: String, preferred: Int) throws {
        try add(.green, name)
        let cache = EffectCache(clearsUnderMemoryPressure: false)
        // One pixel for each point that the surface has, or two.
        let size = PixelSize(width: 40 / preferred, height: 20 / preferred)
        for turn in ["rendered", "cached", "stored"] {
            let surface = RecordingSurface(20, 10)
            let view = otherView(cache, on: surface)
            view.preferredPixelsPerPoint = preferred
            view.setImage(contentsOfFile: "button")
            if turn == "stored" { view.processedImage = Shade.green.picture(size.width, size.height) }
            #expect(view.processedImage == Shade.green.picture(size.width, size.height), "\(turn)")
            #expect(surface.content == .picture(Shade.green.picture(size.width, size.height)), "\(turn)")
            #expect(view.cacheKey?.contains("/\(name)|") == true)
        }
        #expect(cache.counts.hits == 1 && cache.count == 1)
    }

    @Test func theResultOfAFileIsNotThatOfTheFileForWhichItStandsIn() throws {
        try add(.red, "button.png")
        view.preferredPixelsPerPoint = 2
        view.setImage(contentsOfFile: "button")
        #expect(view.processedImage?.shade == .red)
        try add(.green, "button@2x.png")
        view.setImage(contentsOfFile: "button@2x.png")
        #expect(view.processedImage?.shade == .green)
    }

    @Test(arguments: [false, true]) func theOriginalOfACachedResultIsLoadedWhenItIsAskedFor(isRemote: Bool) async throws {
        try add(.red, "button.png")
        let data = Data(try Shade.red.picture().blocking.encoded(as: .png())).base64EncodedString()
        let file = URL(fileURLWithPath: folder.path("button.png"))
        let url = try #require(isRemote ? URL(string: "data:image/png;base64,\(data)") : file)
        let cache = EffectCache(clearsUnderMemoryPressure: false)
        let surfaces = [RecordingSurface(20, 10), RecordingSurface(20, 10)]
        let views = surfaces.map { otherView(cache, on: $0) }
        for (view, surface) in zip(views, surfaces) {
            view.asynchronous = true
            view.setImage(contentsOf: url)
            try await surface.wait(for: 1)
        }
        #expect(cache.counts.hits == 1 && surfaces[1].transitions == [.none])
        try await Observing.until { views[1].image == Shade.red.picture() }
    }

    @Test func anAskedForOriginalIsLoadedAlsoIfItsResultIsCachedLater() async throws {
        try add(.red, "button.png")
        let cache = EffectCache(clearsUnderMemoryPressure: false)
        let first = otherView(cache, on: surface)
        first.setImage(contentsOfFile: "button")
        #expect(first.processedImage != nil)
        let next = RecordingSurface(20, 10)
        let view = otherView(cache, on: next)
        view.asynchronous = true
        view.setImage(contentsOfFile: "button")
        // Before the end of the turn, when the result is found in the cache.
        try await Observing.until { view.image == Shade.red.picture() }
        #expect(next.transitions == [.none] && cache.counts.hits == 1)
    }

    @Test func settingTheSameFileKeepsAStoredResult() throws {
        try add(.red, "button.png")
        view.setImage(contentsOfFile: "button")
        view.processedImage = Shade.gray.picture(20, 10)
        view.setImage(contentsOfFile: "button.png")
        #expect(view.processedImage?.shade == .gray)
    }

    @Test func theResultOfOneScopeIsNotShownToAnother() throws {
        let url = try #require(URL(string: "https://pictures.example/button@2x.png"))
        let keys = ["", "anna", "berta"].map { scope in
            var configuration = ImageLoader.Configuration(storage: nil)
            configuration.http.cacheScope = scope
            let view = EffectsImageView(surface: surface, loader: ImageLoader(configuration: configuration))
            view.setImage(contentsOf: url)
            return view.cacheKey
        }
        #expect(Set(keys).count == 3 && keys[0]?.contains(url.absoluteString) == true)
    }

    @Test func anOriginalThatIsAskedForAfterChangesThatChangeNothingIsLoaded() async throws {
        try add(.red, "button.png")
        let cache = EffectCache(clearsUnderMemoryPressure: false)
        let surfaces = [RecordingSurface(20, 10), RecordingSurface(20, 10)]
        let views = surfaces.map { otherView(cache, on: $0) }
        for (view, surface) in zip(views, surfaces) {
            view.asynchronous = true
            view.setImage(contentsOfFile: "button")
            try await surface.wait(for: 1)
        }
        views[1].cornerRadius = 5
        views[1].cornerRadius = 0
        try await Observing.until { views[1].image == Shade.red.picture() }
    }

    /// The loader may be another user's by now, but the picture is not.
    @Test func aResultIsKeptUnderTheScopeInWhichItsPictureWasLoaded() async throws {
        let (storage, cache) = (HeldStorage(), EffectCache(clearsUnderMemoryPressure: false))
        storage.release("red")
        let loader = storage.loader()
        loader.configure { $0.http.cacheScope = "anna" }
        let queue = WorkerPool(threadCount: 1)
        let view = EffectsImageView(surface: surface, queue: queue, cache: cache, loader: loader)
        view.setImage(contentsOf: Shade.red.url)
        try await surface.wait(for: 1)
        loader.configure { $0.http.cacheScope = "bert" }
        view.cornerRadius = 2
        #expect(view.processedImage?.shade == .red)
        let next = EffectsImageView(surface: RecordingSurface(20, 10), queue: queue, cache: cache, loader: loader)
        next.cornerRadius = 2
        next.setImage(contentsOf: Shade.red.url)
        #expect(next.processedImage == nil && next.cacheKey != view.cacheKey)
    }
}
