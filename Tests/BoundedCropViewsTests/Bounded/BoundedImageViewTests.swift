import BoundedCrop
import BoundedCropViews
import TestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(15))) struct BoundedImageViewTests {
    let surface = RecordingSurface(40, 20)
    let detector = HeldDetector(holding: [.red])

    private func view(
        _ timing: ViewTiming = ViewTiming(),
        cache: CropCache? = CropCache(trimsUnderMemoryPressure: false)
    ) -> BoundedImageView {
        BoundedImageView(surface: surface, cropper: detector.cropper(cache: cache), timing: timing)
    }

    @Test func aPictureIsCroppedToTheShapeOfTheBoundsAndFadesIn() async throws {
        let view = view()
        view.image = Shade.green.picture(60, 60)
        try await surface.wait(for: 1)
        #expect(view.image?.size == PixelSize(width: 40, height: 20) && view.plan?.crop.size == PixelSize(width: 60, height: 30))
        #expect(view.originalImage?.size == PixelSize(width: 60, height: 60))
        #expect(view.foundFeatures == [Feature(Rect(x: 2, y: 2, width: 4, height: 4))])
        #expect(view.plan?.crop.rect.contains(Rect(x: 2, y: 2, width: 4, height: 4)) == true)
        #expect(view.animated && surface.transitions == [.crossfade(.milliseconds(300))])
    }

    @Test func withoutAnimationItIsShownImmediately() async throws {
        let view = view()
        view.animated = false
        view.image = Shade.green.picture()
        try await surface.wait(for: 1)
        #expect(surface.transitions == [.none])
    }

    @Test func thePlaceholderIsShownOnlyIfNothingElseIs() async throws {
        let view = view()
        view.setImage(Shade.green.picture(), placeholder: Shade.gray.picture())
        #expect(surface.contents == [.placeholder(Shade.gray.picture())])
        try await surface.wait(for: 2)
        view.setImage(Shade.blue.picture(), placeholder: Shade.gray.picture())
        try await surface.wait(for: 3)
        #expect(surface.shades == [.gray, .green, .blue])
        view.image = nil
        #expect(surface.content == .placeholder(Shade.gray.picture()) && view.image == nil)
        view.placeholderImage = nil
        #expect(surface.content == .nothing)
    }

    @Test func aNewerPictureIsNeverOvertakenByAnOlderOne() async throws {
        let view = view()
        view.image = Shade.red.picture()
        #expect(await detector.started.next(1) == [.red])
        view.image = Shade.green.picture()
        try await surface.wait(for: 1)
        detector.release(.red)
        view.image = Shade.blue.picture()
        try await surface.wait(for: 2)
        #expect(surface.shades == [.green, .blue])
    }

    @Test func aNewerPictureCancelsTheWorkOnTheOlderOne() async throws {
        let pool = WorkerPool(threadCount: 1)
        let view = BoundedImageView(surface: surface, cropper: BoundedCropper(detector: detector, cache: nil, workers: pool))
        view.image = Shade.red.picture()
        #expect(await detector.started.next(1) == [.red])
        view.image = Shade.blue.picture()
        await until { pool.waitingCount == 1 }
        view.image = Shade.green.picture()
        await until { pool.waitingCount == 1 }
        detector.release(.red)
        try await surface.wait(for: 1)
        // The blue picture waited and was removed from the queue, without detection.
        #expect(surface.shades == [.green] && detector.calls.total == 2)
    }

    @Test func aCachedCropIsShownImmediatelyWithoutTransition() async throws {
        let view = view()
        view.setImage(Shade.green.picture(), cacheName: "green")
        try await surface.wait(for: 1)
        view.setImage(Shade.blue.picture(), cacheName: "blue")
        try await surface.wait(for: 2)
        view.setImage(Shade.green.picture(), cacheName: "green", placeholder: Shade.gray.picture())
        #expect(surface.shades == [.green, .blue, .green] && surface.transitions.last == Transition.none)
        #expect(detector.calls.total == 2)
    }

    @Test func withoutANameNothingIsCached() async throws {
        let view = view()
        for count in 1...2 {
            view.setImage(Shade.green.picture())
            try await surface.wait(for: count)
        }
        #expect(detector.calls.total == 2 && view.cropper.cache?.count == 0)
    }

    @Test func aNameFromSettingsAppliesToTheNextPictureOnly() async throws {
        let view = view()
        view.imageCacheName = "from settings"
        view.image = Shade.green.picture()
        try await surface.wait(for: 1)
        #expect(view.cropper.cache?.count == 1)
        view.image = Shade.blue.picture()
        try await surface.wait(for: 2)
        #expect(surface.shades == [.green, .blue] && view.cropper.cache?.count == 1)
    }

    @Test func clearingTheCacheRemovesCropsButNotTheShownOne() async throws {
        let view = view()
        view.setImage(Shade.green.picture(), cacheName: "green")
        try await surface.wait(for: 1)
        view.clearCache()
        #expect(view.cropper.cache?.count == 0 && surface.content.shade == .green)
        view.fitToFeatures()
        try await surface.wait(for: 2)
        #expect(detector.calls.total == 2)
    }

    @Test func severalChangesInOneTurnCauseOneCrop() async throws {
        let turns = ManualTurns()
        let view = view(turns.timing)
        view.image = Shade.green.picture()
        try await surface.wait(for: 1)
        view.boundingScheme = .largest
        view.boundingPadding = .zero
        view.detectorAccuracy = .high
        surface.size = PixelSize(width: 20, height: 40)
        #expect(turns.waiting.count == 1 && detector.calls.total == 1)
        turns.end()
        try await surface.wait(for: 2)
        #expect(detector.calls.total == 2 && view.plan?.scheme == .largest && view.plan?.aspect == AspectRatio(1, 2))
    }

    @Test(arguments: ["scheme", "padding", "accuracy", "bounding", "aspect"]) func everyPropertyCropsAgain(_ property: String) async throws
    {
        let view = view()
        view.image = Shade.green.picture()
        try await surface.wait(for: 1)
        switch property {
        case "scheme": view.boundingScheme = .smallest
        case "padding": view.boundingPadding = .standard
        case "accuracy": view.detectorAccuracy = .high
        case "bounding": view.boundingEnabled = false
        default: surface.size = PixelSize(width: 30, height: 20)
        }
        try await surface.wait(for: 2)
        #expect(surface.shades == [.green, .green])
    }

    @Test func aSmallerSizeOfTheSameShapeOrARevertedChangeHasNoEffect() async throws {
        let turns = ManualTurns()
        let view = view(turns.timing)
        view.image = Shade.green.picture(80, 80)
        try await surface.wait(for: 1)
        surface.size = PixelSize(width: 20, height: 10)
        view.boundingEnabled = false
        view.boundingEnabled = true
        turns.end()
        #expect(!view.isWorking && detector.calls.total == 1 && view.bounds == PixelSize(width: 20, height: 10))
    }

    @Test func aLargerSizeOfTheSameShapeGivesMorePixelsWithoutDetection() async throws {
        let view = view()
        view.image = Shade.green.picture(100, 100)
        try await surface.wait(for: 1)
        let plan = view.plan
        surface.size = PixelSize(width: 80, height: 40)
        try await surface.wait(for: 2)
        #expect(view.image?.size == PixelSize(width: 80, height: 40) && view.plan == plan)
        #expect(surface.transitions.last == Transition.none && detector.calls.total == 1)
        // The picture has only a hundred pixels.
        surface.size = PixelSize(width: 800, height: 400)
        try await surface.wait(for: 3)
        #expect(view.image?.size == PixelSize(width: 100, height: 50))
        surface.size = PixelSize(width: 1600, height: 800)
        await endOfTurn()
        #expect(!view.isWorking)
    }

    @Test func aViewWithoutAreaWaits() async throws {
        surface.size = PixelSize(width: 0, height: 20)
        let view = view()
        view.setImage(Shade.green.picture(), placeholder: Shade.gray.picture())
        #expect(surface.shades == [.gray] && !view.isWorking)
        surface.size = PixelSize(width: 40, height: 20)
        try await surface.wait(for: 2)
        #expect(surface.shades == [.gray, .green])
    }

    @Test func aViewThatLosesItsAreaStopsWorking() async throws {
        let view = view()
        view.image = Shade.red.picture()
        #expect(await detector.started.next(1) == [.red] && view.isWorking)
        surface.size = PixelSize(width: 0, height: 20)
        await endOfTurn()
        #expect(!view.isWorking)
        detector.release(.red)
        surface.size = PixelSize(width: 40, height: 20)
        try await surface.wait(for: 1)
        #expect(surface.shades == [.red] && !view.isWorking)
    }

    @Test func withBoundingOffThePictureIsFilledFromTheCenterWithoutDetection() async throws {
        let view = view()
        view.boundingEnabled = false
        view.image = Shade.green.picture(40, 40)
        try await surface.wait(for: 1)
        #expect(view.plan?.crop == PixelRect(x: 0, y: 10, width: 40, height: 20))
        #expect(view.plan?.reason == .center && detector.calls.total == 0)
    }

    @Test func haltStopsTheWorkAndFitToFeaturesRestartsIt() async throws {
        let view = view()
        view.image = Shade.red.picture()
        #expect(await detector.started.next(1) == [.red])
        view.halt()
        #expect(!view.isWorking)
        detector.release(.red)
        view.fitToFeatures()
        #expect(view.isWorking)
        try await surface.wait(for: 1)
        #expect(surface.shades == [.red] && detector.calls.total == 2)
    }

    @Test func aFailureIsReportedAndTheShownPictureStays() async throws {
        struct Broken: Error {}
        let view = view()
        view.image = Shade.green.picture()
        try await surface.wait(for: 1)
        view.setImage(named: "broken") { throw Broken() }
        try await Observing.until { view.failure != nil }
        #expect(view.failure is Broken && !view.isWorking && surface.shades == [.green])
        view.image = Shade.blue.picture()
        try await surface.wait(for: 2)
        #expect(view.failure == nil)
    }

    @Test func aReleasedViewStopsAllWork() async throws {
        let cropper = detector.cropper(cache: nil)
        var view: BoundedImageView? = BoundedImageView(surface: surface, cropper: cropper)
        weak let gone = view
        view?.image = Shade.red.picture()
        #expect(await detector.started.next(1) == [.red])
        view = nil
        #expect(gone == nil)
        detector.release(.red)
        // When this has finished, the pool is free again; the crop of the red picture was cancelled.
        _ = try await cropper.workers.run { _ in }
        #expect(surface.contents.isEmpty)
    }

    /// Crops around a corner, whatever is detected.
    private final class CornerView: BoundedImageView {
        nonisolated override func boundingRectangle(for found: FoundFeatures) -> Rect? {
            Rect(x: Double(found.size.width) - 10, y: 0, width: 10, height: 10)
        }
    }

    @Test func aSubclassDeterminesWhatIsKept() async throws {
        let cache = CropCache(trimsUnderMemoryPressure: false)
        let corner = CornerView(surface: surface, cropper: detector.cropper(cache: cache))
        corner.setImage(Shade.green.picture(100, 20), cacheName: "green")
        try await surface.wait(for: 1)
        #expect(corner.plan?.crop == PixelRect(x: 60, y: 0, width: 40, height: 20))
        // The cache is shared, but crops of different classes have different keys.
        let plain = view(cache: cache)
        plain.setImage(Shade.green.picture(100, 20), cacheName: "green")
        try await surface.wait(for: 2)
        #expect(plain.plan?.crop == PixelRect(x: 0, y: 0, width: 40, height: 20))
    }

    /// Crops around one side of green pictures and around the other of all others.
    private final class ShadeView: BoundedImageView {
        nonisolated override func boundingRectangle(for found: FoundFeatures) -> Rect? {
            let isGreen = (try? found.picture.pixels(longSide: 8).shade) == .green
            return Rect(x: isGreen ? Double(found.size.width) - 10 : 0, y: 0, width: 10, height: 10)
        }
    }

    @Test func whatIsKeptMayDependOnThePicture() async throws {
        let view = ShadeView(surface: surface, cropper: detector.cropper(cache: nil))
        for (count, shade, x) in [(1, Shade.green, 60), (2, .blue, 0)] {
            view.image = shade.picture(100, 20)
            try await surface.wait(for: count)
            #expect(view.plan?.crop == PixelRect(x: x, y: 0, width: 40, height: 20))
        }
    }

    @Test func theDefaultsAreThoseOfTheOriginal() {
        let view = view()
        #expect(view.boundingPadding == Padding(.pixels(10)) && view.detectorAccuracy == .low)
        #expect(view.boundingScheme == .all && view.boundingEnabled && view.animated && view.followsBounds)
    }

    /// As `followsBounds` describes it.
    @Test func whileBoundsAreAnimatedOneCropIsMadeAtTheEnd() async throws {
        let turns = ManualTurns()
        let view = view(turns.timing)
        view.image = Shade.green.picture(60, 60)
        try await surface.wait(for: 1)
        view.followsBounds = false
        for height in 21...30 {
            surface.size = PixelSize(width: 40, height: height)
            turns.end()
        }
        #expect(!view.isWorking && detector.calls.total == 1)
        view.followsBounds = true
        turns.end()
        try await surface.wait(for: 2)
        #expect(detector.calls.total == 2 && view.image?.size == PixelSize(width: 40, height: 30))
    }

    @Test func theSequenceOfShownPicturesEndsWithTheView() async throws {
        var view: BoundedImageView? = view()
        let shown = try #require(view?.shown)
        view?.setImage(Shade.green.picture(), placeholder: Shade.gray.picture())
        try await surface.wait(for: 2)
        view = nil
        var shades: [Shade?] = []
        for await showing in shown { shades.append(showing.content.shade) }
        #expect(shades == [.gray, .green])
    }
}
