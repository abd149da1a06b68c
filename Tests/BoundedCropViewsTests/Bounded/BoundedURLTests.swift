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
