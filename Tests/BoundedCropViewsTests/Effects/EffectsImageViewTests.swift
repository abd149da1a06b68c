import BoundedCrop
import BoundedCropEffects
import BoundedCropViews
import Foundation
import Synchronization
import TestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(15))) struct EffectsImageViewTests {
    let surface = RecordingSurface(40, 20)
    let cache = EffectCache(clearsUnderMemoryPressure: false)
    let queue = WorkerPool(threadCount: 1, order: .lastInFirstOut)

    private func view(_ timing: ViewTiming = ViewTiming(), on surface: RecordingSurface? = nil) -> EffectsImageView {
        EffectsImageView(surface: surface ?? self.surface, queue: queue, cache: cache, timing: timing)
    }

    @Test func aPictureIsFittedToTheBoundsWithoutTransition() async throws {
        let view = view()
        view.image = Shade.red.picture(60, 60)
        try await surface.wait(for: 1)
        #expect(view.processedImage == Shade.red.picture(40, 20) && view.image == Shade.red.picture(60, 60))
        #expect(surface.transitions == [.none])
    }

    @Test func theProcessedImageIsRightAsSoonAsTheImageIsSet() {
        let view = view()
        view.image = Shade.red.picture(60, 60)
        #expect(view.processedImage == Shade.red.picture(40, 20))
        view.cornerRadius = 10
        #expect(view.processedImage?.bytes[3] == 0)
        view.image = Shade.blue.picture()
        #expect(view.processedImage?.shade == .blue)
        view.image = nil
        #expect(view.processedImage == nil)
    }

    @Test func severalChangesInOneTurnCauseOneRendering() async throws {
        let turns = ManualTurns()
        let view = view(turns.timing)
        let renderings = Counter()
        view.image = Shade.red.picture()
        view.customEffects = { picture in
            renderings.enter()
            return picture
        }
        view.cornerRadius = 3
        view.shadowBlur = 2
        surface.size = PixelSize(width: 30, height: 30)
        view.reflectionScale = 0.2
        #expect(turns.waiting.count == 1 && surface.events.isEmpty)
        turns.end()
        #expect(renderings.total == 1 && surface.contents.count == 1)
        // Nothing relevant has changed.
        view.cornerRadius = 9
        view.cornerRadius = 3
        turns.end()
        #expect(renderings.total == 1 && surface.contents.count == 1)
    }

    @Test func onTheQueueTheResultFadesIn() async throws {
        let view = view()
        view.asynchronous = true
        view.image = Shade.red.picture()
        try await surface.wait(for: 1)
        view.crossfadeDuration = .zero
        view.image = Shade.green.picture()
        try await surface.wait(for: 2)
        #expect(surface.transitions == [.crossfade(.milliseconds(250)), .none] && surface.shades == [.red, .green])
    }

    @Test func aNewerPictureIsNeverOvertakenByAnOlderOne() async throws {
        let view = EffectsImageView(surface: surface, queue: WorkerPool(threadCount: 2, order: .lastInFirstOut), cache: cache)
        let (gate, started) = (Gate(), Events(of: Shade?.self))
        view.asynchronous = true
        view.customEffects = { picture in
            started.post(picture.shade)
            if picture.shade == .red { gate.pass() }
            return picture
        }
        view.image = Shade.red.picture()
        #expect(await started.next(1) == [.red])
        view.image = Shade.green.picture()
        try await surface.wait(for: 1)
        gate.open()
        view.image = Shade.blue.picture()
        try await surface.wait(for: 2)
        #expect(surface.shades == [.green, .blue])
        // The cancelled result is not cached either: red is rendered again.
        view.image = Shade.red.picture()
        try await surface.wait(for: 3)
        #expect(await started.next(3) == [.green, .blue, .red])
    }

    @Test func aViewIsInTheQueueOnceAndTheNewestIsFirst() async throws {
        let (gate, started) = (Gate(), Events(of: Void.self))
        let held = Task { [queue] in
            try await queue.run { _ in
                started.post(())
                gate.pass()
            }
        }
        await started.wait()
        let surfaces = (0..<3).map { _ in RecordingSurface(10, 10) }
        let order = Mutex<[Shade?]>([])
        let turns = ManualTurns()
        let views = surfaces.map { EffectsImageView(surface: $0, queue: queue, cache: cache, timing: turns.timing) }
        for (place, (view, shade)) in zip(views, [Shade.red, .green, .blue]).enumerated() {
            view.asynchronous = true
            view.customEffects = { picture in
                order.withLock { $0.append(picture.shade) }
                return picture
            }
            for _ in 0..<5 {
                view.image = shade.picture()
                view.cornerRadius += 1
                // The rendering before this one leaves the queue.
                turns.end()
                await until { [queue] in queue.waitingCount == place + 1 }
            }
        }
        #expect(queue.waitingCount == 3)
        gate.open()
        try await held.value
        for surface in surfaces { try await surface.wait(for: 1) }
        #expect(order.withLock { $0 } == [.blue, .green, .red] && surfaces.allSatisfy { $0.contents.count == 1 })
        // In optimized builds, an array is released after its last use, and a released view ends its work.
        withExtendedLifetime(views) {}
    }

    @Test func aCachedResultIsShownImmediately() async throws {
        let (first, second) = (view(), RecordingSurface(40, 20))
        first.asynchronous = true
        first.setImage(Shade.red.picture(), named: "red")
        try await surface.wait(for: 1)
        let other = view(on: second)
        other.asynchronous = true
        other.setImage(Shade.red.picture(), named: "red")
        try await second.wait(for: 1)
        #expect(second.transitions == [.none] && cache.counts.hits == 1 && cache.count == 1)
    }

    @Test(arguments: [false, true]) func equalPicturesWithoutNamesShareTheCache(isAsynchronous: Bool) async throws {
        let other = RecordingSurface(40, 20)
        let views = [view(), view(on: other)]
        for view in views {
            view.asynchronous = isAsynchronous
            view.cornerRadius = 3
        }
        views[0].image = Shade.red.picture(90, 90)
        try await surface.wait(for: 1)
        views[1].image = Shade.red.picture(90, 90)
        try await other.wait(for: 1)
        #expect(cache.counts.hits == 1 && cache.count == 1 && other.transitions == [.none] && views[0].cacheKey == views[1].cacheKey)
        views[1].image = Shade.red.picture(90, 91)
        try await other.wait(for: 2)
        #expect(cache.count == 2 && views[0].cacheKey != views[1].cacheKey)
    }

    @Test func changingBackIsACacheHit() async throws {
        let view = view()
        view.image = Shade.red.picture()
        try await surface.wait(for: 1)
        view.cornerRadius = 5
        try await surface.wait(for: 2)
        view.cornerRadius = 0
        try await surface.wait(for: 3)
        #expect(cache.counts.hits == 1 && cache.count == 2 && surface.contents[0] == surface.contents[2])
    }

    @Test func theKeyConsistsOfSourceSizeAndSettingsUnlessOneIsSet() async throws {
        let view = view()
        #expect(view.cacheKey == nil)
        view.setImage(Shade.red.picture(), named: "red")
        var keys = [view.cacheKey]
        for change in [{ view.cornerRadius = 1 }, { view.shadowBlur = 1 }, { view.contentMode = .top }, { surface.size.width = 11 }] {
            change()
            keys.append(view.cacheKey)
        }
        view.customEffects = { $0 }
        keys.append(view.cacheKey)
        view.customEffects = { $0 }
        keys.append(view.cacheKey)
        view.setImage(Shade.red.picture(), named: "red", pixelsPerPoint: 2)
        keys.append(view.cacheKey)
        #expect(Set(keys).count == keys.count)
        view.cacheKey = "my own"
        view.cornerRadius = 7
        #expect(view.cacheKey == "my own")
        try await surface.wait(for: 1)
        view.cacheKey = nil
        #expect(view.cacheKey?.contains("red") == true)
    }

    @Test func aCustomKeyIsLookedUpWhateverTheSettings() async throws {
        let view = view()
        view.cacheKey = "mine"
        view.image = Shade.red.picture()
        try await surface.wait(for: 1)
        view.cornerRadius = 9
        view.image = Shade.green.picture()
        try await surface.wait(for: 2)
        #expect(surface.shades == [.red, .red] && cache.count == 1)
    }

    @Test func withoutAPictureNothingIsShown() async throws {
        let view = view()
        view.image = Shade.red.picture()
        try await surface.wait(for: 1)
        view.image = nil
        try await surface.wait(for: 2)
        #expect(surface.content == .nothing && view.cacheKey == nil)
    }

    @Test func aFailureIsReportedAndTheShownPictureStays() async throws {
        struct Broken: Error {}
        let view = view()
        view.image = Shade.red.picture()
        try await surface.wait(for: 1)
        for asynchronous in [false, true] {
            view.asynchronous = asynchronous
            view.customEffects = { _ in throw Broken() }
            view.image = Shade.green.picture()
            try await Observing.until { view.failure != nil }
            #expect(view.failure is Broken && !view.isWorking)
        }
        #expect(surface.shades == [.red])
    }

    @Test func theSharedQueueAndCacheCanBeChangedOrReplaced() {
        #expect(EffectsImageView.processingQueue.threadCount == 4)
        let (queue, cache) = (EffectsImageView.processingQueue, EffectsImageView.processedImageCache)
        EffectsImageView.processingQueue.threadCount = 2
        EffectsImageView.processedImageCache.countLimit = 50
        #expect(queue.threadCount == 2 && cache.countLimit == 50)
        queue.threadCount = 4
        cache.countLimit = 100
        EffectsImageView.processedImageCache = self.cache
        EffectsImageView.processingQueue = self.queue
        let view = EffectsImageView(surface: surface)
        view.image = Shade.red.picture()
        #expect(view.processedImage != nil && self.cache.count == 1)
        EffectsImageView.processedImageCache = cache
        EffectsImageView.processingQueue = queue
    }

    @Test func aWiderQueueTakesTheViewsThatWait() async throws {
        let held = HeldEffects()
        let surfaces = (0..<3).map { _ in RecordingSurface(10, 10) }
        let views = surfaces.map { view(on: $0) }
        for view in views {
            view.asynchronous = true
            view.customEffects = held.apply
            view.image = Shade.red.picture()
        }
        await held.started.wait()
        await until { queue.waitingCount == 2 }
        queue.threadCount = 3
        _ = await held.started.next(2)
        held.gate.open()
        for surface in surfaces { try await surface.wait(for: 1) }
        withExtendedLifetime(views) {}
    }

    @Test func aReleasedViewStopsAllWork() async throws {
        let held = HeldEffects()
        var view: EffectsImageView? = view()
        weak let gone = view
        view?.asynchronous = true
        view?.customEffects = held.apply
        view?.image = Shade.red.picture()
        await held.started.wait()
        view = nil
        #expect(gone == nil)
        held.gate.open()
        _ = try await queue.run { _ in }
        #expect(surface.events.isEmpty && cache.count == 0)
    }

    @Test func aViewWithoutAreaWaits() async throws {
        surface.size = PixelSize(width: 0, height: 0)
        let view = view()
        view.image = Shade.red.picture()
        await endOfTurn()
        #expect(view.failure == nil && surface.events.isEmpty)
        surface.size = PixelSize(width: 5, height: 5)
        try await surface.wait(for: 1)
        #expect(view.processedImage == Shade.red.picture(5, 5))
    }

    @Test func withoutAnAreaThereIsNoWorkAndNoResultOfAnOlderPicture() async throws {
        let held = HeldEffects()
        let view = view()
        view.asynchronous = true
        view.customEffects = held.apply
        view.image = Shade.red.picture()
        await held.started.wait()
        surface.size = PixelSize(width: 0, height: 0)
        view.image = Shade.green.picture()
        await endOfTurn()
        #expect(!view.isWorking)
        held.gate.open()
        surface.size = PixelSize(width: 40, height: 20)
        try await surface.wait(for: 1)
        view.asynchronous = false
        surface.size = PixelSize(width: 0, height: 0)
        view.image = Shade.blue.picture()
        #expect(view.processedImage == nil)
        surface.size = PixelSize(width: 40, height: 20)
        #expect(view.processedImage?.shade == .blue)
    }

    @Test func aViewThatIsNoLongerAsynchronousDoesNotWaitForTheQueue() async throws {
        let (gate, started) = (Gate(), Events(of: Void.self))
        let held = Task { [queue] in
            try await queue.run { _ in
                started.post(())
                gate.pass()
            }
        }
        await started.wait()
        let view = view()
        view.asynchronous = true
        view.image = Shade.red.picture()
        await until { queue.waitingCount == 1 }
        view.asynchronous = false
        #expect(view.processedImage == Shade.red.picture(40, 20) && !view.isWorking)
        gate.open()
        try await held.value
        #expect(surface.contents.count == 1 && surface.transitions == [.none])
    }

    @Test func theOldResultKeepsItsSizeUntilThatForTheNewBoundsIsThere() async throws {
        let view = view()
        view.displayer = TransitionDisplayer(.crossfade(.seconds(1)))
        view.asynchronous = true
        view.image = Shade.red.picture()
        try await surface.wait(for: 1)
        surface.size = PixelSize(width: 80, height: 80)
        let shown = try #require(surface.content.pixels)
        #expect(shown.size == surface.size && shown.shade == .red && surface.transitions.last == Transition.none)
        #expect(shown.bytes.enumerated().filter { $0.offset % 4 == 3 && $0.element > 0 }.count == 40 * 20)
        try await surface.wait(for: 3)
        #expect(surface.content == .picture(Shade.red.picture(80, 80)))
        // A custom key means the same result for all bounds.
        view.cacheKey = "mine"
        try await surface.wait(for: 4)
        surface.size = PixelSize(width: 90, height: 90)
        #expect(surface.content.pixels?.size == surface.size && view.processedImage?.size == PixelSize(width: 80, height: 80))
    }
}
