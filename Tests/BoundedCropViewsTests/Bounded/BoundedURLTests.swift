import BoundedCrop
import BoundedCropLoading
import BoundedCropViews
import Foundation
import TestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(15))) struct BoundedURLTests {
    let surface = RecordingSurface(40, 20)
    let storage = HeldStorage()
    let detector = HeldDetector()
    let view: BoundedImageView

    init() {
        view = BoundedImageView(surface: surface, cropper: detector.cropper(), loader: storage.loader())
    }

    @Test func aURLIsLoadedAndCropped() async throws {
        view.setImage(from: Shade.red.url, placeholder: Shade.gray.picture())
        #expect(surface.shades == [.gray] && view.isWorking)
        storage.release("red")
        try await surface.wait(for: 2)
        #expect(view.image?.size == PixelSize(width: 40, height: 20) && view.originalImage?.size == PixelSize(width: 40, height: 40))
    }

    @Test func theURLIsTheNameInTheCacheSoThatNothingIsLoadedAgain() async throws {
        view.setImage(from: Shade.red.url)
        storage.release("red")
        try await surface.wait(for: 1)
        view.image = nil
        view.setImage(from: Shade.red.url)
        #expect(surface.content.shade == .red && surface.transitions.last == Transition.none)
        #expect(storage.names == ["red"] && detector.calls.total == 1)
    }

    @Test func aURLMayHaveACacheNameOfItsOwn() async throws {
        view.setImage(from: Shade.red.url, cacheName: "avatar")
        storage.release("red")
        try await surface.wait(for: 1)
        view.setImage(from: Shade.blue.url, cacheName: "avatar", placeholder: Shade.gray.picture())
        #expect(surface.shades == [.red, .red] && surface.transitions.last == Transition.none)
        #expect(storage.names == ["red"])
        // The URL does not name the crop.
        view.setImage(from: Shade.red.url)
        try await surface.wait(for: 3)
        #expect(detector.calls.total == 2)
    }

    /// What one user's token gives access to is not for the next one.
    @Test func eachScopeHasItsOwnCrops() async throws {
        let loader = storage.loader()
        let view = BoundedImageView(surface: surface, cropper: detector.cropper(), loader: loader)
        storage.release("red")
        for (count, user) in ["anna", "bert"].enumerated() {
            loader.configure { $0.http.cacheScope = user }
            view.setImage(from: Shade.red.url)
            try await surface.wait(for: count + 1)
            #expect(surface.transitions.last != Transition.none)
        }
        #expect(storage.names.count == 2 && detector.calls.total == 2)
        loader.configure { $0.http.cacheScope = "anna" }
        view.setImage(from: Shade.red.url)
        #expect(surface.transitions.count == 3 && surface.transitions.last == Transition.none)
    }

    /// The view asks for the name when the URL is set, and loads later: here, when its surface has a size.
    @Test func aScopeThatIsChangedBeforeTheLoadIsThatOfTheCrop() async throws {
        let (loader, surface) = (storage.loader(), RecordingSurface(0, 0))
        let view = BoundedImageView(surface: surface, cropper: detector.cropper(), loader: loader)
        storage.release("red")
        loader.configure { $0.http.cacheScope = "anna" }
        view.setImage(from: Shade.red.url)
        loader.configure { $0.http.cacheScope = "bert" }
        surface.size = PixelSize(width: 40, height: 20)
        try await surface.wait(for: 1)
        view.setImage(from: Shade.red.url)
        #expect(surface.transitions.count == 2 && surface.transitions.last == Transition.none)
        loader.configure { $0.http.cacheScope = "anna" }
        view.setImage(from: Shade.red.url)
        #expect(surface.transitions.count == 2)
        try await surface.wait(for: 3)
        #expect(storage.names.count == 2)
    }

    @Test func aCropInTheCacheIsNotShownIfItsURLIsNoLongerAllowed() async throws {
        let loader = storage.loader()
        let view = BoundedImageView(surface: surface, cropper: detector.cropper(), loader: loader)
        view.setImage(from: Shade.red.url)
        storage.release("red")
        try await surface.wait(for: 1)
        view.image = nil
        loader.configure { $0.policy.deniedHosts = ["pictures.example"] }
        view.setImage(from: Shade.red.url)
        try await Observing.until { view.failure != nil }
        #expect((view.failure as? BoundedCropError)?.code == .sourceNotAllowed && surface.content == .nothing)
        // Pictures of the program's own are always allowed.
        view.setImage(Shade.red.picture(), cacheName: Shade.red.url.absoluteString)
        #expect(surface.content.shade == .red)
    }

    @Test func aNewerURLIsNeverOvertaken() async throws {
        view.setImage(from: Shade.red.url)
        await until { storage.names == ["red"] }
        view.setImage(from: Shade.green.url)
        storage.release("green")
        try await surface.wait(for: 1)
        storage.release("red")
        view.setImage(from: Shade.blue.url)
        storage.release("blue")
        try await surface.wait(for: 2)
        #expect(surface.shades == [.green, .blue])
    }

    @Test func haltStopsLoading() async throws {
        view.setImage(from: Shade.red.url)
        await until { !storage.names.isEmpty }
        view.halt()
        #expect(!view.isWorking)
        storage.release("red")
        view.setImage(from: Shade.green.url)
        storage.release("green")
        try await surface.wait(for: 1)
        #expect(surface.shades == [.green])
    }

    @Test func aChangeAfterLoadingDoesNotLoadAgain() async throws {
        view.setImage(from: Shade.red.url)
        storage.release("red")
        try await surface.wait(for: 1)
        view.boundingScheme = .largest
        try await surface.wait(for: 2)
        #expect(storage.names == ["red"] && detector.calls.total == 2)
    }

    @Test func aURLThatCannotBeLoadedIsAFailure() async throws {
        storage.release("mauve")
        view.setImage(from: try #require(URL(string: "http://pictures.example/mauve")))
        try await Observing.until { view.failure != nil }
        #expect((view.failure as? BoundedCropError)?.code == .unsupportedFormat)
    }
}
