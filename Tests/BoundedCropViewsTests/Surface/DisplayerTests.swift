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
        view.displayer = TransitionDisplayer(.crossfade(.seconds(1)))
        view.setImage(Shade.red.picture(), placeholder: Shade.gray.picture())
        try await surface.wait(for: 2)
        #expect(surface.transitions == [.none, .crossfade(.seconds(1))])
    }

    @Test func anyTransitionCanBeThatOfPictures() async throws {
        let view = BoundedImageView(surface: surface, cropper: HeldDetector().cropper())
        let flip = Transition.flip(from: .right, .seconds(1))
        view.displayer = TransitionDisplayer(flip)
        view.setImage(Shade.red.picture(), placeholder: Shade.gray.picture())
        try await surface.wait(for: 2)
        #expect(surface.transitions == [.none, flip])
    }

    @Test func aButtonShowsItsPictureInTheMiddle() {
        let displayer = ButtonDisplayer()
        displayer.display(.picture(Shade.red.picture(6, 4)), on: surface, .none)
        #expect(surface.content.pixels?.size == surface.size && surface.transitions == [.crossfade(.milliseconds(250))])
        // Neither enlarged nor cut: seven columns and eight rows are free on each side.
        let alphas = (0..<400).map { surface.content.pixels?.bytes[$0 * 4 + 3] }
        #expect(alphas.filter { $0 == 255 }.count == 24 && alphas[8 * 20 + 7] == 255 && alphas[11 * 20 + 12] == 255)
        // One that is too large is made smaller.
        displayer.display(.picture(Shade.red.picture(80, 40)), on: surface, .none)
        #expect((0..<400).filter { surface.content.pixels?.bytes[$0 * 4 + 3] == 255 }.count == 200)
    }

    @Test func aButtonsBackgroundIsStretchedOverAllOfIt() {
        let displayer = ButtonBackgroundDisplayer(transition: .none)
        displayer.display(.picture(Shade.blue.picture(3, 9)), on: surface, .crossfade(.seconds(1)))
        displayer.display(.nothing, on: surface, .none)
        #expect(surface.contents == [.picture(Shade.blue.picture(20, 20)), .nothing] && surface.transitions == [.none, .none])
    }

    @Test func aButtonHasAPictureAndABackground() throws {
        let button = LayeredSurface(on: surface)
        ButtonBackgroundDisplayer().display(.picture(Shade.blue.picture(3, 9)), on: button, .none)
        let front = button.layer(Rect(x: 5, y: 5, width: 10, height: 10))
        ButtonDisplayer().display(.picture(Shade.red.picture(4, 4)), on: front, .none)
        let picture = try #require(surface.content.pixels)
        #expect(picture.shade == .red && Array(picture.bytes.prefix(1)) == [Shade.blue.rawValue] && picture.size == surface.size)
        #expect(picture.bytes.indices.filter { $0 % 4 == 0 && picture.bytes[$0] == Shade.red.rawValue }.count == 16)
    }

    @Test func severalListenersMayObserveWhatIsShown() async throws {
        let view = BoundedImageView(surface: surface, cropper: HeldDetector().cropper())
        var (first, second) = (view.shown.makeAsyncIterator(), view.shown.makeAsyncIterator())
        view.image = Shade.red.picture()
        let showings = [await first.next(), await second.next()]
        #expect(showings.map { $0?.content.shade } == [.red, .red])
        #expect(showings[0]?.transition == .crossfade(.milliseconds(300)))
    }

    @Test func aButtonIsDrawnAgainForANewSize() {
        surface.size = PixelSize(width: 0, height: 0)
        let view = AsyncImageView(surface: surface, loader: HeldStorage().loader())
        view.displayer = ButtonDisplayer()
        view.image = Shade.red.picture(6, 4)
        for side in [20, 40] {
            surface.size = PixelSize(width: side, height: side)
            let shown = surface.content.pixels
            #expect(shown?.size == surface.size && shown?.shade == .red && surface.transitions.last == Transition.none)
            #expect(shown?.bytes.enumerated().filter { $0.offset % 4 == 3 && $0.element > 0 }.count == 24)
        }
        view.displayer = ButtonBackgroundDisplayer()
        surface.size = PixelSize(width: 30, height: 10)
        #expect(surface.content == .picture(Shade.red.picture(30, 10)) && surface.transitions.last == Transition.none)
        // Others leave the scaling to the surface.
        view.displayer = TransitionDisplayer()
        let count = surface.events.count
        surface.size = PixelSize(width: 10, height: 10)
        #expect(surface.events.count == count)
    }
}
