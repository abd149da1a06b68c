import BoundedCrop
import BoundedCropLoading
import BoundedCropViews
import Foundation
import TestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(15))) struct AsyncImageViewTests {
    let surface = RecordingSurface(40, 40)
    let storage = HeldStorage()
    let loader: ImageLoader
    let view: AsyncImageView

    init() {
        loader = storage.loader()
        view = AsyncImageView(surface: surface, loader: loader)
    }

    @Test func aURLIsLoadedAndFadesIn() async throws {
        view.imageURL = Shade.red.url
        #expect(view.isLoading && view.image == nil)
        storage.release("red")
        try await surface.wait(for: 1)
        #expect(view.image == Shade.red.picture() && !view.isLoading && view.imageURL == Shade.red.url)
        #expect(surface.transitions == [.crossfade(.milliseconds(400))] && view.crossfadeDuration == .milliseconds(400))
    }

    @Test func aThumbnailIsShownBeforeTheFullPicture() async throws {
        view.imageURL = Shade.red.url
        view.imageURL = Shade.green.url
        #expect(view.imageURL == Shade.green.url && loader.url(for: LoadTarget()) == nil)
        storage.release("red")
        try await surface.wait(for: 1)
        #expect(view.isLoading)
        storage.release("green")
        try await surface.wait(for: 2)
        #expect(surface.shades == [.red, .green] && !view.isLoading)
    }

    @Test func theFullPictureEndsTheLoadOfTheThumbnail() async throws {
        view.imageURL = Shade.red.url
        view.imageURL = Shade.green.url
        storage.release("green")
        try await surface.wait(for: 1)
        storage.release("red")
        view.imageURL = Shade.blue.url
        storage.release("blue")
        try await surface.wait(for: 2)
        #expect(surface.shades == [.green, .blue])
    }

    @Test func thePlaceholderAndTheIndicatorAreShownUntilThePictureIs() async throws {
        #expect(view.showActivityIndicator)
        view.placeholderImage = Shade.gray.picture()
        view.imageURL = Shade.red.url
        #expect(surface.events == [.content(.placeholder(Shade.gray.picture()), .none), .activityIndicator(true)])
        storage.release("red")
        try await surface.wait(for: 2)
        await until { !surface.showsActivityIndicator }
        view.imageURL = Shade.green.url
        #expect(!surface.showsActivityIndicator && surface.content.shade == .red)
        view.imageURL = nil
        #expect(surface.content == .placeholder(Shade.gray.picture()) && !view.isLoading)
    }

    @Test func theIndicatorCanBeTurnedOff() {
        view.showActivityIndicator = false
        view.imageURL = Shade.red.url
        #expect(surface.events.isEmpty)
        view.showActivityIndicator = true
        #expect(surface.events == [.activityIndicator(true)])
        view.cancel()
        #expect(!surface.showsActivityIndicator)
    }

    @Test func aPictureInMemoryIsShownImmediatelyWithoutPlaceholder() async throws {
        view.imageURL = Shade.red.url
        storage.release("red")
        try await surface.wait(for: 1)
        var results: [Shade?] = []
        view.setImage(url: Shade.red.url, placeholder: Shade.gray.picture()) { results.append((try? $0.get())?.shade) }
        #expect(results == [.red] && surface.shades == [.red, .red] && surface.transitions.last == Transition.none)
        #expect(storage.names == ["red"])
    }

    @Test func aCompletionMayShowAPictureInMemoryAtOnce() async throws {
        storage.release("blue")
        _ = try await loader.image(for: ImageRequest(Shade.blue.url))
        let shown = await withCheckedContinuation { continuation in
            view.setImage(url: Shade.red.url) { _ in
                view.setImage(url: Shade.blue.url, placeholder: Shade.gray.picture())
                continuation.resume(returning: surface.shades)
            }
            storage.release("red")
        }
        #expect(shown == [.red, .blue] && surface.transitions.last == Transition.none && !view.isLoading)
    }

    @Test func setImageShowsThePlaceholderThenThePictureAndReportsTheResult() async throws {
        let result = await withCheckedContinuation { continuation in
            view.setImage(url: Shade.red.url, placeholder: Shade.gray.picture()) { continuation.resume(returning: $0) }
            storage.release("red")
        }
        #expect(try result.get() == Shade.red.picture())
        #expect(surface.shades == [.gray, .red])
    }

    @Test func setImageCancelsEarlierLoads() async throws {
        var completed: [String] = []
        view.setImage(url: Shade.red.url) { _ in completed.append("red") }
        view.setImage(url: Shade.green.url) { _ in completed.append("green") }
        storage.release("red")
        storage.release("green")
        await until { !completed.isEmpty }
        #expect(completed == ["green"] && surface.shades == [.green])
    }

    @Test func aFailureIsReportedAndThePlaceholderStays() async throws {
        storage.release("mauve")
        let url = try #require(URL(string: "http://pictures.example/mauve"))
        let result = await withCheckedContinuation { continuation in
            view.setImage(url: url, placeholder: Shade.gray.picture()) { continuation.resume(returning: $0) }
        }
        #expect(throws: BoundedCropError.self) { try result.get() }
        #expect((view.failure as? BoundedCropError)?.code == .unsupportedFormat && !view.isLoading && surface.shades == [.gray])
    }

    @Test func theLoaderReportsLoadsToAllListeners() async throws {
        var events = loader.events.makeAsyncIterator()
        view.imageURL = Shade.red.url
        storage.release("red")
        var finished: URL?
        while finished == nil, let event = await events.next() {
            if case .finished(let url, _) = event { finished = url }
        }
        #expect(finished == Shade.red.url)
    }

    @Test func processorsDisplayerAndLoaderAreSetByOptions() async throws {
        let other = HeldStorage(holds: false)
        let option = LoadingOption(
            processors: [.downsampled(longSide: 10)],
            displayer: TransitionDisplayer(),
            loader: other.loader()
        )
        #expect(option.processors.count == 1)
        view.setImage(url: Shade.blue.url, placeholder: Shade.gray.picture(), option: option)
        try await surface.wait(for: 2)
        #expect(view.image?.size == PixelSize(width: 10, height: 10) && other.names == ["blue"] && storage.names.isEmpty)
        #expect(surface.transitions == [.none, .crossfade(.milliseconds(250))])
    }

    @Test(arguments: [true, false]) func aPictureSetAsAPlaceholderDoesNotEndTheLoad(_ isSetAfterTheURL: Bool) async throws {
        if !isSetAfterTheURL { view.image = Shade.blue.picture() }
        view.imageURL = Shade.red.url
        if isSetAfterTheURL { view.image = Shade.blue.picture() }
        #expect(view.isLoading && !surface.showsActivityIndicator && surface.shades == [.blue])
        storage.release("red")
        try await surface.wait(for: 2)
        #expect(surface.shades == [.blue, .red] && !view.isLoading)
        view.image = nil
        #expect(surface.content == .nothing)
    }

    @Test func takingThePlaceholderAwayShowsTheIndicatorAgain() {
        view.imageURL = Shade.red.url
        view.image = Shade.blue.picture()
        #expect(!surface.showsActivityIndicator)
        view.image = nil
        #expect(surface.showsActivityIndicator && view.isLoading)
    }

    @Test func withoutACrossfadeALoadedPictureAppearsAtOnce() async throws {
        view.crossfadeDuration = .zero
        view.imageURL = Shade.green.url
        storage.release("green")
        try await surface.wait(for: 1)
        #expect(surface.transitions == [.none])
    }

    @Test func theViewStopsWaitingForAURLThatItsLoaderCancels() async throws {
        view.imageURL = Shade.red.url
        view.imageURL = Shade.green.url
        #expect(surface.showsActivityIndicator)
        loader.cancel(url: Shade.red.url)
        #expect(view.isLoading)
        // Here on the main actor it has stopped when the call returns.
        loader.cancel(url: Shade.green.url)
        #expect(!view.isLoading && !surface.showsActivityIndicator && view.failure == nil && surface.contents.isEmpty)
    }

    @Test func theViewStopsWaitingForItsLoaderWhenItsTargetIsCancelled() {
        for url in [Shade.red.url, Shade.green.url] { view.imageURL = url }
        loader.cancel(target: view)
        #expect(!view.isLoading && !surface.showsActivityIndicator && surface.contents.isEmpty)
    }

    @Test func theViewStopsWaitingAlsoIfTheLoadIsCancelledElsewhere() async {
        view.imageURL = Shade.red.url
        await Task.detached { [loader] in loader.cancel(url: Shade.red.url) }.value
        await until { !view.isLoading }
        #expect(!surface.showsActivityIndicator && surface.contents.isEmpty)
    }

    @Test func theViewIsTheTargetOfItsLoads() async throws {
        let other = AsyncImageView(surface: RecordingSurface(40, 40), loader: loader)
        for view in [view, other] {
            view.imageURL = Shade.red.url
            view.imageURL = Shade.green.url
        }
        #expect(loader.url(for: view) == Shade.green.url)
        loader.cancel(url: Shade.green.url, target: view)
        #expect(loader.url(for: view) == Shade.red.url && loader.url(for: other) == Shade.green.url)
        storage.release("red")
        try await surface.wait(for: 1)
        await until { !view.isLoading }
        #expect(other.isLoading && surface.shades == [.red])
        // It is known after the load, and for a picture from memory.
        #expect(loader.url(for: view) == Shade.red.url)
        view.imageURL = Shade.red.url
        #expect(loader.url(for: view) == Shade.red.url && !view.isLoading)
    }

    @Test func aPictureInMemoryEndsEarlierLoads() async throws {
        storage.release("blue")
        _ = try await loader.image(for: ImageRequest(Shade.blue.url))
        view.imageURL = Shade.red.url
        view.imageURL = Shade.blue.url
        #expect(surface.shades == [.blue] && !view.isLoading && !surface.showsActivityIndicator)
        storage.release("red")
        await until { loader.inFlight == 0 }
        // What would still arrive would do so before this.
        view.imageURL = Shade.green.url
        storage.release("green")
        try await surface.wait(for: 2)
        #expect(surface.shades == [.blue, .green])
    }

    @Test func aReleasedViewEndsItsLoads() async throws {
        let loader = storage.loader()
        var view: AsyncImageView? = AsyncImageView(surface: surface, loader: loader)
        weak let gone = view
        view?.imageURL = Shade.red.url
        await until { !storage.names.isEmpty }
        view = nil
        #expect(gone == nil)
        await until { loader.inFlight == 0 }
        storage.release("red")
        #expect(surface.contents.isEmpty)
    }

    @Test func anotherViewsRequestKeepsALoadAlive() async throws {
        let second = RecordingSurface(40, 40)
        let other = AsyncImageView(surface: second, loader: loader)
        other.imageURL = Shade.red.url
        view.imageURL = Shade.red.url
        view.cancel()
        storage.release("red")
        try await second.wait(for: 1)
        #expect(second.shades == [.red] && surface.contents.isEmpty)
    }
}
