import BoundedCrop
import BoundedCropEffects
import BoundedCropViews
import Foundation
import TestSupport
import Testing

/// What the results of an effects view look like, and how they are shown.
@MainActor @Suite(.timeLimit(.minutes(15))) struct EffectsAppearanceTests {
    let surface = RecordingSurface(40, 20)
    let queue = WorkerPool(threadCount: 1, order: .lastInFirstOut)

    private func view() -> EffectsImageView {
        EffectsImageView(surface: surface, queue: queue, cache: EffectCache(clearsUnderMemoryPressure: false))
    }

    @Test func everyEffectIsAppliedInOrder() throws {
        let view = view()
        view.contentMode = .aspectFit
        view.cornerRadius = 4
        view.shadowColor = .white
        view.shadowOffset = Point(x: 1, y: 1)
        view.shadowBlur = 2
        view.reflectionScale = 0.5
        view.reflectionGap = 3
        view.reflectionAlpha = 0.7
        view.customEffects = { try $0.applying([.tint(.white)]) }
        view.image = Shade.green.picture(30, 30)
        let fitted = try Shade.green.picture(30, 30).resized(to: PixelSize(width: 20, height: 20))
        let shadowed = try fitted.tinted(with: .white).withCornerRadius(4).withShadow(.white, offset: Point(x: 1, y: 1), blur: 2)
        // The shadow's border of three pixels above and below is taken off the gap.
        #expect(view.processedImage == (try shadowed.withReflection(scale: 0.5, gap: 3 - 6, alpha: 0.7)))
    }

    /// A color of a picture, as red, green, blue and alpha.
    private func pixel(_ picture: PixelBuffer?, _ x: Int, _ y: Int) -> [UInt8] {
        guard let picture else { return [] }
        let index = (y * picture.width + x) * 4
        return Array(picture.bytes[index..<index + 4])
    }

    private let red: [UInt8] = [200, 55, 77, 255]
    private let clear: [UInt8] = [0, 0, 0, 0]

    @Test func theShadowHasItsColorAndLiesBesideThePictureWhereItsOffsetSays() {
        let view = view()
        view.shadowColor = .white
        view.shadowOffset = Point(x: 3, y: -2)
        view.image = Shade.red.picture(40, 20)
        let result = view.processedImage
        #expect(result?.size == PixelSize(width: 46, height: 24))
        #expect(pixel(result, 3, 2) == red && pixel(result, 42, 21) == red)
        #expect(pixel(result, 45, 0) == [255, 255, 255, 255] && pixel(result, 43, 19) == [255, 255, 255, 255])
        #expect(pixel(result, 2, 2) == clear && pixel(result, 45, 20) == clear && pixel(result, 5, 23) == clear)
        // A soft shadow reaches as far as its blur on every side.
        view.shadowOffset = .zero
        view.shadowBlur = 4
        #expect(view.processedImage?.size == PixelSize(width: 48, height: 28))
        #expect((1..<255).contains(pixel(view.processedImage, 24, 1)[3]))
    }

    @Test func cornersAndReflectionAreThoseOfThePictureNotOfSpaceAroundIt() {
        surface.size = PixelSize(width: 200, height: 200)
        let view = view()
        view.contentMode = .aspectFit
        view.cornerRadius = 12
        view.image = Shade.red.picture(200, 100)
        #expect(view.processedImage?.size == PixelSize(width: 200, height: 100))
        #expect(pixel(view.processedImage, 0, 0) == clear && pixel(view.processedImage, 100, 0) == red)
        view.cornerRadius = 0
        view.reflectionScale = 0.2
        view.reflectionAlpha = 1
        #expect(view.processedImage?.size == PixelSize(width: 200, height: 140))
        #expect(pixel(view.processedImage, 100, 119) == red && pixel(view.processedImage, 100, 120)[3] > 200)
        view.padToFit = true
        #expect(view.processedImage?.size == PixelSize(width: 200, height: 280))
    }

    @Test func aReflectionWithoutAlphaLeavesNoSpace() {
        let view = view()
        view.reflectionScale = 0.5
        view.reflectionGap = 4
        view.image = Shade.red.picture()
        #expect(view.reflectionAlpha == 0 && view.processedImage?.size == PixelSize(width: 40, height: 20))
    }

    @Test func theResultIsShownInTheMiddleInItsOwnSize() {
        surface.size = PixelSize(width: 200, height: 200)
        let view = view()
        view.contentMode = .aspectFit
        view.image = Shade.red.picture(200, 100)
        #expect(view.processedImage?.size == PixelSize(width: 200, height: 100))
        #expect(surface.content.pixels?.size == surface.size)
        #expect(pixel(surface.content.pixels, 0, 49) == clear && pixel(surface.content.pixels, 0, 50) == red)
        // A shadow around the picture, and space for a reflection, do not make it smaller.
        view.shadowBlur = 30
        view.reflectionScale = 1
        view.reflectionAlpha = 1
        #expect((view.processedImage?.width ?? 0) > 200 && (view.processedImage?.height ?? 0) > 200)
        #expect(surface.content.pixels?.size == surface.size)
        #expect(pixel(surface.content.pixels, 0, 50) == red && pixel(surface.content.pixels, 199, 149) == red)
        #expect(pixel(surface.content.pixels, 0, 49) != red && pixel(surface.content.pixels, 0, 150) != red)
        // Twice the pixels per point, twice the pixels.
        view.shadowBlur = 0
        view.reflectionScale = 0
        view.setImage(Shade.red.picture(400, 200), pixelsPerPoint: 2)
        #expect(view.processedImage == Shade.red.picture(400, 200))
        #expect(surface.content.pixels?.size == PixelSize(width: 400, height: 400))
    }

    @Test func customEffectsGetThePictureWithoutPaddingOnTheQueueOrOnTheMainActor() async throws {
        surface.size = PixelSize(width: 200, height: 200)
        let calls = Record<(size: PixelSize, isOnMain: Bool)>()
        // The thread says nothing: without a run loop, any thread may serve the main queue.
        let isMainQueue = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: isMainQueue, value: true)
        defer { DispatchQueue.main.setSpecific(key: isMainQueue, value: nil) }
        let view = view()
        view.contentMode = .aspectFit
        view.customEffects = { picture in
            calls.append((picture.size, DispatchQueue.getSpecific(key: isMainQueue) == true))
            return picture
        }
        view.image = Shade.red.picture(200, 100)
        #expect(view.processedImage != nil)
        view.asynchronous = true
        view.image = Shade.green.picture(200, 100)
        try await surface.wait(for: 2)
        #expect(calls.all.map(\.size) == [PixelSize(width: 200, height: 100), PixelSize(width: 200, height: 100)])
        #expect(calls.all.map(\.isOnMain) == [true, false])
    }
}
