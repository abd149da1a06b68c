import BoundedCrop
import BoundedCropEffects
import BoundedCropLoading
import BoundedCropViews
import Foundation
import TestSupport
import Testing

/// Compiles and runs the Swift examples in the articles of `BoundedCropViews`, copied verbatim.
@MainActor @Suite(.timeLimit(.minutes(15))) struct ArticleTests {
    private let photo: ImageSource
    private let gray = Shade.gray.picture()
    private let url = URL(fileURLWithPath: Fixture.path("photos/obama.jpg"))

    init() throws {
        photo = try Fixture.source("photos/obama.jpg")
    }

    @Test func theLandingPageShowsAPhoto() async throws {
        let surface = RecordingSurface(size: PixelSize(width: 300, height: 200))
        let view = BoundedImageView(surface: surface)
        view.setImage(photo, placeholder: gray)

        try await Observing.until { view.image != nil }
        #expect(view.image?.size == PixelSize(width: 300, height: 200))
    }

    @Test func viewsShowPictures() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("view.webp")

        let surface = FrameSurface(size: PixelSize(width: 320, height: 180))
        let view = BoundedImageView(surface: surface)
        view.boundingScheme = .largest
        view.boundingPadding = Padding(.fraction(0.3))
        let shown = view.shown
        view.setImage(photo, cacheName: "photo.jpg", placeholder: gray)
        for await showing in shown where showing.content.isPicture { break }

        #expect(view.foundFeatures.count == 1 && view.plan?.scheme == .largest)

        try await surface.recording.writeWebP(to: path)

        #expect(try folder.names() == ["view.webp"])

        view.setImage(from: url, placeholder: gray)

        try await Observing.until { !view.isWorking }
        #expect(view.failure == nil && view.image != nil)

        let above = RecordingSurface(40, 40)

        let glass = BlurView(surface: above, underlying: view)
        glass.tintColor = .white
        glass.animateBlurRadius(to: 80, over: .seconds(1))

        try await above.wait(for: 1)
        #expect(glass.failure == nil)
    }

    @Test func aSubclassAddsHeadroom() async throws {
        final class HeadroomView: BoundedImageView {
            nonisolated override func boundingRectangle(for found: FoundFeatures) -> Rect? {
                super.boundingRectangle(for: found).map { Rect(x: $0.x, y: $0.y - 40, width: $0.width, height: $0.height + 40) }
            }
        }

        let view = HeadroomView(surface: RecordingSurface(40, 20), cropper: HeldDetector().cropper(cache: nil))
        view.image = Shade.green.picture(60, 60)
        try await Observing.until { view.image != nil }
        #expect(view.plan?.bounds?.minY == 0)
    }

    @Test func effectsAreShown() async throws {
        let surface = RecordingSurface(60, 40)

        let card = EffectsImageView(surface: surface)
        card.asynchronous = true
        card.contentMode = .aspectFill
        card.cornerRadius = 12
        card.shadowOffset = Point(x: 0, y: 4)
        card.shadowBlur = 8
        card.setImage(gray, named: "gray")

        try await Observing.until { card.processedImage != nil }
        #expect(card.failure == nil)
    }

    @Test func aPartOfASurfaceIsBlurred() async throws {
        let surface = RecordingSurface(60, 40)
        var hasMoved = false

        let screen = LayeredSurface(on: surface)
        let photoView = EffectsImageView(surface: screen)
        photoView.image = gray
        let band = BlurView(surface: screen.layer(Rect(x: 0, y: 20, width: 60, height: 20)))
        band.animateFrame(to: Rect(x: 0, y: 0, width: 60, height: 20), over: .milliseconds(10)) { isFinished in hasMoved = isFinished }

        await until { hasMoved && band.content.isPicture }
        #expect(band.failure == nil && photoView.failure == nil && surface.content.pixels?.size == surface.size)
    }

    @Test func aURLIsShown() async throws {
        let surface = RecordingSurface(60, 40)
        let thumbnail = URL(fileURLWithPath: Fixture.path("photos/biden.jpg"))

        let remote = AsyncImageView(surface: surface)
        remote.processors = [.crop(to: CropRequest(width: 300, height: 200)), .cornerRadius(12)]
        remote.imageURL = thumbnail
        remote.imageURL = url

        try await Observing.until { !remote.isLoading }
        #expect(remote.image?.size == PixelSize(width: 300, height: 200))
    }

    @Test func aSurfaceMayBeCustom() async throws {
        @MainActor final class Window: ImageSurface {
            var size: PixelSize { didSet { if size != oldValue { sizeDidChange?() } } }
            var sizeDidChange: (@MainActor () -> Void)?
            private(set) var pixels: PixelBuffer?

            init(size: PixelSize) { self.size = size }

            func show(_ content: ImageContent, _ transition: Transition) { pixels = content.pixels }

            func showActivityIndicator(_ isShown: Bool) {}
        }

        struct RoundingDisplayer: ImageDisplayer {
            @MainActor func display(_ content: ImageContent, on surface: any ImageSurface, _ transition: Transition) {
                guard case .picture(let picture) = content, let rounded = try? picture.applying([.cornerRadius(8)]) else {
                    return surface.show(content, transition)
                }
                surface.show(.picture(rounded), transition)
            }
        }

        let window = Window(size: PixelSize(width: 40, height: 20))
        let view = BoundedImageView(surface: window, cropper: HeldDetector().cropper(cache: nil))

        view.displayer = RoundingDisplayer()

        view.image = Shade.green.picture(60, 60)
        try await Observing.until { view.image != nil }
        #expect(window.pixels?.size == PixelSize(width: 40, height: 20) && window.pixels?.bytes[3] == 0)
    }

    @Test func aTransitionMayBeCustom() throws {
        let view = BoundedImageView(surface: RecordingSurface(40, 20))

        let blinds = Transition.custom("blinds", .milliseconds(400)) { old, new, progress in
            var bytes = old.bytes
            for index in bytes.indices where index / 4 % old.width % 8 < Int(progress * 8) { bytes[index] = new.bytes[index] }
            return try PixelBuffer(size: old.size, bytes: bytes)
        }
        view.displayer = TransitionDisplayer(blinds)

        let half = try blinds.picture(from: Shade.red.picture(), to: Shade.blue.picture(), at: 0.5)
        #expect(half.bytes[3 * 4] == Shade.blue.rawValue && half.bytes[4 * 4] == Shade.red.rawValue)
    }

    @Test func aTerminalIsASurface() async throws {
        let picture = gray
        let written = Record<[UInt8]>()
        @Sendable func write(_ bytes: [UInt8]) throws { written.append(bytes) }

        let size = TerminalSize(columns: 80, rows: 24)
        let terminal = TerminalSurface(terminal: size, graphics: .blocks) { bytes in try write(bytes) }
        terminal.show(.picture(picture), .none)
        await terminal.finishDrawing()

        #expect(written.count == 1 && terminal.failure == nil)
    }

    @Test func viewsCanBeTested() async throws {
        let surface = RecordingSurface(size: PixelSize(width: 40, height: 20))
        let detector = FixedFeatureDetector([Rect(x: 10, y: 50, width: 8, height: 8)])
        let view = BoundedImageView(surface: surface, cropper: BoundedCropper(detector: detector, cache: nil))
        view.animated = false
        let shown = view.shown
        view.image = PixelBuffer(size: PixelSize(width: 60, height: 60), filledWith: (200, 120, 60, 255))
        for await showing in shown where showing.content.isPicture { break }
        #expect(surface.content.pixels?.size == PixelSize(width: 40, height: 20))
        #expect(view.plan?.crop == PixelRect(x: 0, y: 30, width: 60, height: 30))

        surface.size = PixelSize(width: 20, height: 20)
        for await showing in shown where showing.content.pixels?.size == surface.size { break }
    }

    @Test func timeCanBeControlled() throws {
        let clock = ManualClock()
        let red = Shade.red.picture(24, 16)

        let timing = ViewTiming(clock: clock)
        let film = FrameSurface(size: PixelSize(width: 24, height: 16), timing: timing)
        film.show(.picture(red), .none)
        clock.advance(by: .seconds(2))
        #expect(try film.recording.frames().map(\.duration) == [.seconds(2)])
    }

    @Test func picturesLieBeneathABlur() {
        let above = RecordingSurface(40, 40)
        let gray = gray

        let stack = PictureStack([gray, gray])
        let frosted = BlurView(surface: above, underlying: stack)
        let moment = ClosureBlurSource { gray }
        frosted.underlying = moment

        #expect(frosted.underlying === moment && stack.layers.count == 2)
    }

    @Test func transitionsHaveCurves() {
        let view = BoundedImageView(surface: RecordingSurface(40, 20))

        view.displayer = TransitionDisplayer(.slide(from: .left, .milliseconds(300), curve: .easeOut))
        view.displayer = DirectDisplayer()

        #expect(view.displayer is DirectDisplayer)
    }

    @Test func everyExampleIsTested() throws {
        #expect(try Articles.examples(in: "BoundedCropViews").count > 12)
        let untested = try Articles.untested(in: "BoundedCropViews", by: [#filePath])
        #expect(untested.isEmpty, "not tested: \(untested)")
    }
}
