import BoundedCrop
import BoundedCropEffects
import BoundedCropViews
import TestSupport
import Testing

/// Results of an earlier run that are set again.
@MainActor @Suite(.timeLimit(.minutes(15))) struct StoredResultTests {
    let surface = RecordingSurface(40, 20)
    let queue = WorkerPool(threadCount: 1, order: .lastInFirstOut)

    private func view(_ timing: ViewTiming = ViewTiming()) -> EffectsImageView {
        EffectsImageView(surface: surface, queue: queue, cache: EffectCache(clearsUnderMemoryPressure: false), timing: timing)
    }

    @Test(arguments: [false, true]) func aStoredResultStaysUntilThePictureOrASettingChanges(isAsynchronous: Bool) async throws {
        let (turns, renderings) = (ManualTurns(), Counter())
        let view = view(turns.timing)
        view.asynchronous = isAsynchronous
        view.customEffects = { picture in
            renderings.enter()
            return picture
        }
        view.image = Shade.red.picture()
        view.cornerRadius = 4
        view.processedImage = Shade.gray.picture()
        turns.end()
        #expect(view.processedImage == Shade.gray.picture() && view.image?.shade == .red && view.content.isPicture)
        // Changed back in the same turn.
        view.cornerRadius = 9
        view.cornerRadius = 4
        turns.end()
        #expect(surface.shades == [.gray] && renderings.total == 0 && !view.isWorking)
        view.cornerRadius = 5
        turns.end()
        try await surface.wait(for: 2)
        view.processedImage = Shade.gray.picture()
        view.image = Shade.green.picture()
        turns.end()
        try await surface.wait(for: 4)
        #expect(surface.shades == [.gray, .red, .gray, .green] && renderings.total == 2)
        view.processedImage = nil
        turns.end()
        #expect(surface.content == .nothing)
    }

    @Test func aStoredResultEndsTheWorkUnderWay() async throws {
        let held = HeldEffects()
        let view = view()
        view.asynchronous = true
        view.customEffects = held.apply
        view.image = Shade.red.picture()
        await held.started.wait()
        view.processedImage = Shade.gray.picture()
        // A result of the same thread that is made after the other has ended.
        let next = RecordingSurface(40, 20)
        let nextView = EffectsImageView(surface: next, queue: queue, cache: EffectCache(clearsUnderMemoryPressure: false))
        nextView.asynchronous = true
        nextView.image = Shade.green.picture()
        held.gate.open()
        try await next.wait(for: 1)
        #expect(nextView.failure == nil && surface.shades == [.gray] && view.processedImage == Shade.gray.picture())
    }

    @Test func aStoredResultNeedsNoPicture() {
        let turns = ManualTurns()
        let view = view(turns.timing)
        view.cornerRadius = 3
        view.processedImage = Shade.gray.picture()
        turns.end()
        #expect(surface.shades == [.gray])
        view.image = nil
        turns.end()
        #expect(surface.content == .nothing)
    }

    @Test func aStoredResultStaysAndIsPlacedAnewWhateverTheBounds() {
        let (turns, renderings) = (ManualTurns(), Counter())
        surface.size = PixelSize(width: 0, height: 0)
        let view = view(turns.timing)
        view.customEffects = { picture in
            renderings.enter()
            return picture
        }
        view.image = Shade.red.picture()
        view.processedImage = Shade.gray.picture(20, 10)
        for side in [100, 200, 50] {
            surface.size = PixelSize(width: side, height: side)
            turns.end()
            // In the middle, neither enlarged nor reduced.
            let shown = surface.content.pixels
            #expect(shown?.size == surface.size && shown?.shade == .gray)
            #expect(shown?.bytes.enumerated().filter { $0.offset % 4 == 3 && $0.element > 0 }.count == 200)
        }
        #expect(view.processedImage == Shade.gray.picture(20, 10) && renderings.total == 0 && view.image?.shade == .red)
        #expect(surface.transitions.allSatisfy { $0 == .none })
        // A setting is what changes it.
        view.cornerRadius = 1
        turns.end()
        #expect(view.processedImage?.shade == .red && renderings.total == 1)
    }

    @Test func anEqualPictureKeepsAStoredResult() {
        let turns = ManualTurns()
        let view = view(turns.timing)
        view.setImage(Shade.red.picture(), named: "red")
        view.processedImage = Shade.gray.picture()
        view.setImage(Shade.red.picture(), named: "red")
        turns.end()
        #expect(view.processedImage == Shade.gray.picture() && surface.shades == [.gray])
        // Another name, another scale or other pixels make it another picture.
        let changes = [
            { view.setImage(Shade.red.picture()) }, { view.setImage(Shade.red.picture(), pixelsPerPoint: 2) },
            { view.setImage(Shade.green.picture(), pixelsPerPoint: 2) },
        ]
        for change in changes {
            view.processedImage = Shade.gray.picture()
            change()
            #expect(view.processedImage?.shade == view.image?.shade)
        }
    }
}
