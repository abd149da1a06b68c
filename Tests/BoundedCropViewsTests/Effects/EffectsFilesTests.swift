import BoundedCrop
import BoundedCropEffects
import BoundedCropLoading
import BoundedCropViews
import Foundation
import TestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(15))) struct EffectsFilesTests {
    let folder: TemporaryFolder
    let surface = RecordingSurface(20, 10)
    let view: EffectsImageView

    init() throws {
        folder = try TemporaryFolder()
        view = EffectsImageView(
            surface: surface,
            queue: WorkerPool(threadCount: 1),
            cache: EffectCache(clearsUnderMemoryPressure: false),
            loader: ImageLoader(configuration: .init(storage: nil))
        )
        view.resourceFolder = folder.path
    }

    private func add(_ shade: Shade, _ name: String, _ format: ImageFormat = .png) throws {
        try folder.write(shade.picture().blocking.encoded(as: ImageEncoding(format)), to: name)
    }

    @Test func aNameWithoutExtensionMeansAPNG() async throws {
        try add(.red, "button.png")
        view.setImage(contentsOfFile: "button")
        try await surface.wait(for: 1)
        #expect(surface.shades == [.red] && view.image == Shade.red.picture())
        #expect(view.processedImage?.size == PixelSize(width: 20, height: 10))
    }

    @Test func nothingIsDecodedOnTheMainActor() async throws {
        try add(.red, "button.png")
        view.setImage(contentsOfFile: "button.png")
        // Even in a view that renders synchronously, the picture comes from the queue and fades in.
        try await surface.wait(for: 1)
        #expect(!view.asynchronous && surface.transitions == [.crossfade(.milliseconds(250))])
    }

    @Test(arguments: [(1, Shade.red), (2, .green), (3, .blue)]) func theFileForTheScaleIsUsed(_ scale: Int, _ shade: Shade) async throws {
        try add(.red, "a/button.png")
        try add(.green, "a/button@2x.png")
        try add(.blue, "a/button@3x.png")
        view.preferredPixelsPerPoint = scale
        view.setImage(contentsOfFile: "a/button")
        try await surface.wait(for: 1)
        #expect(surface.shades == [shade])
        #expect(view.processedImage?.size == PixelSize(width: 20 * scale, height: 10 * scale))
    }

    @Test func aFileOfAnotherScaleReplacesAMissingOne() async throws {
        try add(.green, "button@2x.png")
        view.cornerRadius = 4
        view.setImage(contentsOfFile: "button.png")
        try await surface.wait(for: 1)
        let expected = try Shade.green.picture().applying([
            .cropAndScale(to: PixelSize(width: 40, height: 20), contentMode: .aspectFill), .cornerRadius(8),
        ])
        #expect(view.processedImage == expected)
    }

    @Test func aFileNamedWithItsScaleIsUsedAsIs() async throws {
        try add(.red, "button.png")
        try add(.green, "button@2x.png")
        view.setImage(contentsOfFile: "button@2x.png")
        try await surface.wait(for: 1)
        #expect(surface.shades == [.green])
    }

    @Test func otherFormatsKeepTheirExtensionAndFoldersMayContainDots() async throws {
        try add(.blue, "v1.0/photo.webp", .webp)
        try add(.green, "v1.0/plain.png")
        view.setImage(contentsOfFile: "v1.0/photo.webp")
        try await surface.wait(for: 1)
        view.setImage(contentsOfFile: folder.path("v1.0/plain"))
        try await surface.wait(for: 2)
        #expect(view.image == Shade.green.picture())
    }

    @Test func aFileURLMeansThatFile() async throws {
        try add(.green, "my button@2x.png")
        view.setImage(contentsOf: URL(fileURLWithPath: folder.path("my button")))
        try await surface.wait(for: 1)
        #expect(surface.shades == [.green])
    }

    @Test func aURLIsLoaded() async throws {
        let data = Data(try Shade.red.picture().blocking.encoded(as: .png())).base64EncodedString()
        view.setImage(contentsOf: try #require(URL(string: "data:image/png;base64,\(data)")))
        try await surface.wait(for: 1)
        #expect(surface.shades == [.red])
    }

    @Test func aMissingFileIsAFailure() async throws {
        view.setImage(contentsOfFile: "nothing")
        try await Observing.until { view.failure != nil }
        #expect((view.failure as? BoundedCropError)?.code == .fileNotFound && surface.events.isEmpty)
    }
}
