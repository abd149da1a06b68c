import BoundedCrop
import BoundedCropEffects
import BoundedCropViews
import TestSupport
import Testing

/// The region that a blur view blurs, its radius, and their animations.
@MainActor @Suite(.timeLimit(.minutes(15))) struct BlurFrameTests {
    let clock = ManualClock()
    let surface = RecordingSurface(40, 40)
    let stack = PictureStack([Shade.red.picture()])
    let scheduler = BlurScheduler(workers: WorkerPool(threadCount: 1))

    private func view() -> BlurView {
        BlurView(surface: surface, underlying: stack, scheduler: scheduler, timing: clock.timing)
    }

    private let right = Rect(x: 40, y: 0, width: 40, height: 80)

    /// Whether there is any red in the picture.
    private func hasRed(_ picture: PixelBuffer?) -> Bool {
        picture?.bytes.enumerated().contains { $0.offset % 4 == 0 && $0.element > 0 } ?? false
    }

    @Test func onlyTheRegionOfTheFrameIsBlurred() async throws {
        stack.layers = [PixelBuffer.halves()]
        let view = view()
        try await surface.wait(for: 1)
        #expect(hasRed(view.content.pixels))
        view.frame = right
        try await surface.wait(for: 2)
        // Half as wide as the whole, and without a trace of the other half.
        #expect(view.content.pixels?.height == 13 && (view.content.pixels?.width ?? 13) < 10 && !hasRed(view.content.pixels))
    }

    @Test func aFrameMayExtendBeyondWhatLiesBeneath() async throws {
        stack.layers = [PixelBuffer.halves()]
        let view = view()
        view.blurRadius = 0
        view.frame = Rect(x: 60, y: 0, width: 40, height: 80)
        try await surface.wait(for: 1)
        let picture = try #require(view.content.pixels)
        #expect(picture.size == PixelSize(width: 40, height: 80))
        #expect(Array(picture.bytes[76..<84]) == [0, 0, 255, 255, 0, 0, 0, 0])
        view.frame = Rect(x: 80, y: 0, width: 40, height: 80)
        try await surface.wait(for: 2)
        #expect(view.content == .nothing && view.failure == nil)
        for bad in [Rect(x: .nan, y: 0, width: 9, height: 9), Rect(x: 0, y: 0, width: -9, height: 9)] {
            view.frame = bad
            view.setNeedsDisplay()
            #expect(view.content == .nothing)
        }
        view.frame = Rect(x: -1e300, y: 0, width: 2e300, height: 9)
        view.setNeedsDisplay()
        #expect((view.failure as? BoundedCropError)?.code == .invalidArgument)
    }

    @Test func theFrameIsAnimatedAndItsEndIsReported() async throws {
        stack.layers = [PixelBuffer.halves()]
        let view = view()
        view.frame = Rect(x: 0, y: 0, width: 40, height: 80)
        try await surface.wait(for: 1)
        var ends: [Bool] = []
        view.animateFrame(to: right, over: .seconds(1), curve: .linear) { ends.append($0) }
        #expect(view.frame == right && view.presentedFrame?.x == 0)
        try await surface.wait(for: 2)
        var places: [Double?] = []
        for count in 3...6 {
            await until { clock.sleeperCount == 1 }
            #expect(ends.isEmpty && hasRed(view.content.pixels))
            clock.advance(by: .milliseconds(250))
            places.append(view.presentedFrame?.x)
            try await surface.wait(for: count)
        }
        #expect(places == [10, 20, 30, 40] && ends == [true] && !hasRed(view.content.pixels))
        await scheduler.finishTurns()
        #expect(clock.sleeperCount == 0 && surface.contents.count == 6)
    }

    @Test func everyAnimationReportsItsEndOnce() async throws {
        let view = view()
        var ends: [String] = []
        view.animateBlurRadius(to: 100, over: .seconds(1)) { ends.append("first \($0)") }
        view.animateBlurRadius(to: 20, over: .seconds(1)) { ends.append("second \($0)") }
        view.animateFrame(to: Rect(x: 0, y: 0, width: 20, height: 20), over: .seconds(1)) { ends.append("frame \($0)") }
        #expect(ends == ["first false"])
        view.frame = nil
        #expect(ends == ["first false", "frame false"])
        clock.advance(by: .seconds(1))
        view.setNeedsDisplay()
        #expect(ends == ["first false", "frame false", "second true"])
        view.blurRadius = 30
        await scheduler.finishTurns()
        #expect(ends.count == 3)
    }

    @Test func aCompletionMayStartAnotherAnimation() {
        let view = view()
        let (small, large) = (Rect(x: 0, y: 0, width: 10, height: 10), Rect(x: 0, y: 0, width: 30, height: 30))
        var ends: [String] = []
        view.animateBlurRadius(to: 100, over: .seconds(1)) { isFinished in
            ends.append("radius \(isFinished)")
            view.animateBlurRadius(to: 60, over: .seconds(1)) { ends.append("last radius \($0)") }
        }
        view.animateFrame(to: small, over: .seconds(1)) { isFinished in
            ends.append("frame \(isFinished)")
            view.animateFrame(to: small, over: .seconds(1)) { ends.append("last frame \($0)") }
        }
        view.animateBlurRadius(to: 20, over: .seconds(1)) { ends.append("next radius \($0)") }
        view.animateFrame(to: large, over: .seconds(1)) { ends.append("next frame \($0)") }
        #expect(ends == ["radius false", "next radius false", "frame false", "next frame false"])
        #expect(view.blurRadius == 60 && view.frame == small)
        clock.advance(by: .seconds(1))
        view.setNeedsDisplay()
        #expect(ends.suffix(2) == ["last radius true", "last frame true"] && ends.count == 6)
    }

    @Test func radiusAndFrameAreInPoints() async throws {
        stack.layers = [PixelBuffer.halves()]
        let view = view()
        view.frame = Rect(x: 20, y: 0, width: 40, height: 80)
        view.setNeedsDisplay()
        let coarse = try #require(view.content.pixels)
        // The same picture with twice the pixels looks the same.
        let fine = PictureStack([PixelBuffer.halves(160)], pixelsPerPoint: 2)
        view.underlying = fine
        view.setNeedsDisplay()
        let picture = try #require(view.content.pixels)
        #expect(picture.size == coarse.size)
        #expect(zip(picture.bytes, coarse.bytes).allSatisfy { abs(Int($0) - Int($1)) <= 8 })
        fine.pixelsPerPoint = 1
        view.setNeedsDisplay()
        // As a picture of 160 points, it is red there.
        #expect(view.content.pixels?.bytes.prefix(4) == [255, 0, 0, 255])
    }

    @Test func aViewsContentHasAsManyPixelsPerPointAsItsBoundsNeed() {
        let photo = EffectsImageView(surface: RecordingSurface(40, 40), cache: EffectCache(clearsUnderMemoryPressure: false))
        #expect(photo.pixelsPerPoint == 1)
        photo.setImage(PixelBuffer.halves(), pixelsPerPoint: 2)
        #expect(photo.processedImage != nil && photo.pixelsPerPoint == 2)
    }

    @Test func whatAViewShowsIsNotMadeAgainToBeMeasured() throws {
        let surface = RecordingSurface(60, 40)
        let photo = EffectsImageView(surface: surface, cache: EffectCache(clearsUnderMemoryPressure: false))
        // Smaller than the bounds, so that the surface gets a picture with space around it.
        photo.contentMode = .center
        photo.image = Shade.red.picture(20, 20)
        #expect(photo.processedImage?.size == PixelSize(width: 20, height: 20) && photo.pixelsPerPoint == 1)
        let place = { (picture: PixelBuffer?) in picture?.bytes.withUnsafeBytes { $0.baseAddress } }
        let shown = try #require(place(surface.content.pixels))
        #expect(place(photo.picture() as? PixelBuffer) == shown && place(photo.picture() as? PixelBuffer) == shown)
    }

    @Test func theRadiusIsAnimatedAlongACurve() async throws {
        let view = view()
        view.blurRadius = 10
        try await surface.wait(for: 1)
        view.animateBlurRadius(to: 110, over: .seconds(1), curve: .easeIn)
        #expect(view.blurRadius == 110 && view.presentedBlurRadius == 10)
        try await surface.wait(for: 2)
        var radii: [Double] = []
        for count in 3...6 {
            await until { clock.sleeperCount == 1 }
            clock.advance(by: .milliseconds(250))
            radii.append(view.presentedBlurRadius)
            try await surface.wait(for: count)
        }
        #expect(radii == [16.25, 35, 66.25, 110])
        await scheduler.finishTurns()
        #expect(clock.sleeperCount == 0 && surface.contents.count == 6)
    }

    @Test func settingTheRadiusEndsAnAnimation() async throws {
        let view = view()
        view.animateBlurRadius(to: 100, over: .seconds(1))
        view.blurRadius = 100
        #expect(view.presentedBlurRadius == 100)
        view.animateBlurRadius(to: 20, over: .zero)
        #expect(view.presentedBlurRadius == 20)
    }

    @Test func settingAnAnimatedValueToItsGoalShowsTheGoal() async {
        stack.layers = [PixelBuffer.halves()]
        let view = view()
        view.frame = Rect(x: 0, y: 0, width: 40, height: 80)
        view.setNeedsDisplay()
        view.animateFrame(to: right, over: .seconds(1), curve: .linear)
        clock.advance(by: .milliseconds(500))
        view.setNeedsDisplay()
        #expect(hasRed(view.content.pixels))
        view.frame = right
        await scheduler.finishTurns()
        #expect(!hasRed(view.content.pixels))
        view.animateBlurRadius(to: 100, over: .seconds(1))
        clock.advance(by: .milliseconds(500))
        view.setNeedsDisplay()
        let count = surface.contents.count
        view.blurRadius = 100
        await scheduler.finishTurns()
        #expect(surface.contents.count == count + 1)
    }

    @Test func anAnimationDoesNotWaitForTheUpdateInterval() async throws {
        let view = view()
        view.updateInterval = .seconds(10)
        await scheduler.finishTurns()
        let count = surface.contents.count
        view.animateBlurRadius(to: 110, over: .seconds(1), curve: .linear)
        try await surface.wait(for: count + 1)
        await until { clock.sleeperCount == 1 }
        try #require(clock.timeToNext == .seconds(1) / 60)
        clock.advance(by: .seconds(1) / 60)
        try await surface.wait(for: count + 2)
    }

    @Test func completionsMayRequestBlursWithoutEnd() async {
        // Without a picture there is nothing to wait for.
        stack.layers = []
        let view = view()
        var (updates, ends) = (0, 0)
        func update() {
            updates += 1
            if updates < 500 { view.updateAsynchronously { update() } }
        }
        update()
        #expect(updates == 1)
        await until { updates == 500 }
        func animate() {
            ends += 1
            if ends < 500 { view.animateBlurRadius(to: Double(ends), over: .zero) { _ in animate() } }
        }
        animate()
        view.setNeedsDisplay()
        #expect(ends == 2)
        await until { ends == 500 }
    }

    @Test func aViewsContentIsBlurredWhereItIsVisible() throws {
        let photo = AsyncImageView(surface: surface, loader: HeldStorage().loader())
        // Ten points of the surface are free above it and below it.
        photo.image = Shade.red.picture(100, 50)
        let picture = try #require(photo.picture())
        #expect(picture.size == PixelSize(width: 100, height: 100) && photo.pixelsPerPoint == 2.5)
        let alphas = try picture.pixels(longSide: 100).bytes.enumerated().filter { $0.offset % 400 == 203 }.map(\.element)
        #expect(alphas == (0..<100).map { (25..<75).contains($0) ? 255 : 0 })
        let glass = BlurView(surface: RecordingSurface(40, 10), underlying: photo, scheduler: scheduler, timing: clock.timing)
        glass.frame = Rect(x: 0, y: 0, width: 40, height: 10)
        glass.setNeedsDisplay()
        #expect(glass.content.pixels?.bytes.allSatisfy { $0 == 0 } == true)
        glass.frame = Rect(x: 0, y: 10, width: 40, height: 10)
        glass.setNeedsDisplay()
        #expect(glass.content.shade == .red)
    }

    @Test func aCropInBoundsThatItDoesNotFollowIsBlurredWhereItIsVisible() async throws {
        let photo = BoundedImageView(surface: surface, cropper: HeldDetector().cropper())
        photo.image = Shade.red.picture()
        try await surface.wait(for: 1)
        photo.followsBounds = false
        surface.size = PixelSize(width: 80, height: 40)
        let picture = try #require(photo.picture()).pixels(longSide: 80)
        #expect(picture.size == surface.size && picture.shade == .red && picture.bytes[3] == 0)
    }

    @Test func aViewIsBlurredAsItsSurfaceFitsIt() throws {
        let filled = FrameSurface(size: PixelSize(width: 40, height: 40), timing: clock.timing)
        filled.contentMode = .aspectFill
        let photo = AsyncImageView(surface: filled, loader: HeldStorage().loader())
        photo.image = Shade.red.picture(100, 50)
        let picture = try #require(photo.picture()).pixels(longSide: 40)
        #expect(picture == Shade.red.picture(40, 40) && photo.pixelsPerPoint == 1)
    }

    @Test func aViewOfAVeryDifferentShapeThanItsPictureIsNotBlurredInThePicturesDensity() {
        let photo = AsyncImageView(surface: RecordingSurface(1000, 20), loader: HeldStorage().loader())
        photo.image = Shade.red.picture(10, 4000)
        let glass = BlurView(surface: RecordingSurface(1000, 20), underlying: photo, scheduler: scheduler, timing: clock.timing)
        glass.blurRadius = 0
        glass.setNeedsDisplay()
        #expect(glass.failure == nil && glass.content.pixels?.size == PixelSize(width: 1000, height: 20))
    }
}
