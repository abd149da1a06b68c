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

    @Test func effectsMatchThePipeline() async throws {
        let view = view()
        view.contentMode = .aspectFit
        view.cornerRadius = 4
        view.shadowColor = .white
        view.shadowOffset = Offset(x: 1, y: 1)
        view.shadowBlur = 2
        view.reflectionScale = 0.5
        view.reflectionGap = 3
        view.reflectionAlpha = 0.7
        view.customEffects = { try $0.applying([.tint(.white)]) }
        view.image = Shade.green.picture(30, 30)
        try await surface.wait(for: 1)
        var pipeline = EffectsPipeline()
        pipeline.size = PixelSize(width: 40, height: 20)
        pipeline.contentMode = .aspectFit
        pipeline.cornerRadius = 4
        pipeline.shadowColor = .white
        pipeline.shadowOffset = Offset(x: 1, y: 1)
        pipeline.shadowBlur = 2
        pipeline.reflectionScale = 0.5
        pipeline.reflectionGap = 3
        pipeline.reflectionAlpha = 0.7
        pipeline.custom = [.tint(.white)]
        #expect(view.processedImage == (try pipeline.apply(to: Shade.green.picture(30, 30))))
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
        let gate = Gate()
        let held = Task { [queue] in try await queue.run { _ in gate.pass() } }
        let surfaces = (0..<3).map { _ in RecordingSurface(10, 10) }
        let order = Mutex<[Shade?]>([])
        let views = surfaces.map { view(on: $0) }
        for (view, shade) in zip(views, [Shade.red, .green, .blue]) {
            view.asynchronous = true
            view.customEffects = { picture in
                order.withLock { $0.append(picture.shade) }
                return picture
            }
            for _ in 0..<5 {
                view.image = shade.picture()
                view.cornerRadius += 1
                await until { view.isWorking }
            }
            await until { [queue] in queue.waitingCount == views.firstIndex { $0 === view }! + 1 }
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

    @Test func theProcessedImageCanBeSetDirectly() async throws {
        let gate = Gate()
        let view = view()
        view.asynchronous = true
        view.customEffects = { picture in
            gate.pass()
            return picture
        }
        view.image = Shade.red.picture()
        view.processedImage = Shade.gray.picture()
        #expect(view.processedImage?.shade == .gray && view.image?.shade == .red)
        gate.open()
        try await surface.wait(for: 2)
        #expect(surface.shades == [.gray, .red])
        view.processedImage = nil
        #expect(surface.content == .nothing)
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

    @Test func theSharedCacheAndQueueCanBeReplaced() {
        #expect(EffectsImageView.processingQueue.threadCount == 4)
        let before = EffectsImageView.processedImageCache
        EffectsImageView.processedImageCache = EffectCache(countLimit: 7)
        #expect(EffectsImageView.processedImageCache.countLimit == 7)
        EffectsImageView.processedImageCache = before
    }

    @Test func aReleasedViewStopsAllWork() async throws {
        let (gate, started) = (Gate(), Events(of: Void.self))
        var view: EffectsImageView? = view()
        weak let gone = view
        view?.asynchronous = true
        view?.customEffects = { picture in
            started.post(())
            gate.pass()
            return picture
        }
        view?.image = Shade.red.picture()
        await started.wait()
        view = nil
        #expect(gone == nil)
        gate.open()
        _ = try await queue.run { _ in }
        #expect(surface.events.isEmpty && cache.count == 0)
    }

    @Test func aViewWithoutAreaWaits() async throws {
        surface.size = PixelSize(width: 0, height: 0)
        let view = view()
        view.image = Shade.red.picture()
        await Task.yield()
        #expect(view.failure == nil && surface.events.isEmpty)
        surface.size = PixelSize(width: 5, height: 5)
        try await surface.wait(for: 1)
        #expect(view.processedImage == Shade.red.picture(5, 5))
    }
}
