import BoundedCrop
import BoundedCropViews
import Testing

@MainActor @Suite(.timeLimit(.minutes(15))) struct DisplayerTests {
    let surface = RecordingSurface(20, 20)

    /// Shows pictures darkened, as for the background of a button, and without animation.
    private struct Dimming: ImageDisplayer {
        func display(_ content: ImageContent, on surface: any ImageSurface, _ transition: Transition) {
            surface.show(content.pixels == nil ? .nothing : .picture(Shade.gray.picture()), .none)
        }
    }

    @Test func aCustomDisplayerDeterminesWhatIsVisible() async throws {
        let view = BoundedImageView(surface: surface, cropper: HeldDetector().cropper())
        view.displayer = Dimming()
        view.image = Shade.red.picture()
        try await surface.wait(for: 1)
        #expect(surface.shades == [.gray] && surface.transitions == [.none] && view.image?.shade == .red)
    }

    @Test func theCrossfadingDisplayerFadesPicturesOnly() async throws {
        let view = BoundedImageView(surface: surface, cropper: HeldDetector().cropper())
        view.displayer = CrossfadeDisplayer(duration: .seconds(1))
        view.setImage(Shade.red.picture(), placeholder: Shade.gray.picture())
        try await surface.wait(for: 2)
        #expect(surface.transitions == [.none, .crossfade(.seconds(1))])
    }

    @Test func severalListenersMayObserveWhatIsShown() async throws {
        let view = BoundedImageView(surface: surface, cropper: HeldDetector().cropper())
        var (first, second) = (view.shown.makeAsyncIterator(), view.shown.makeAsyncIterator())
        view.image = Shade.red.picture()
        let showings = [await first.next(), await second.next()]
        #expect(showings.map { $0?.content.shade } == [.red, .red])
        #expect(showings[0]?.transition == .crossfade(.milliseconds(300)))
    }
}
