import BoundedCrop
import BoundedCropEffects
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct ApplyingTests {
    /// Records what it was applied to.
    private struct RecordingEffect: ImageEffect {
        let cacheKey = "telling"
        let inputs: Record<String>

        func applied(to picture: any Picture) throws -> PixelBuffer {
            inputs.append("\(type(of: picture)) \(picture.size)")
            return try picture.pixels(longSide: 50)
        }

        func apply(to image: inout PixelBuffer) throws { image = try applied(to: image) }
    }

    private let source: ImageSource

    init() throws {
        source = try Fixture.source("photos/grace_hopper.jpg")
    }

    @Test func noEffectsLeaveThePictureUnchanged() throws {
        let picture = PixelBuffer(size: PixelSize(width: 3, height: 2), filledWith: (10, 20, 30, 40))
        #expect(try picture.applying([]) == picture)
        #expect(try source.applying([]) == source.pixels())
    }

    @Test func onlyTheFirstEffectGetsTheFile() throws {
        let inputs = Record<String>()
        let effect = RecordingEffect(inputs: inputs)
        #expect(try source.applying([effect, effect]).size == PixelSize(width: 43, height: 50))
        #expect(inputs.all == ["ImageSource 512x600", "PixelBuffer 43x50"])
    }

    @Test func effectsOnPixelsDecodeTheWholeFile() throws {
        #expect(try source.applying([.alpha(0.5), .cornerRadius(9)]) == source.pixels().withAlpha(0.5).withCornerRadius(9))
    }

    @Test(arguments: [1, 50, 599, 600, 601, Int.max]) func aSmallerPictureIsDecodedAtItsSize(longSide: Int) throws {
        let small = try source.applying([.downsampled(longSide: longSide)])
        #expect(small.size == source.size.fitted(longSide: longSide))
        #expect(try small == source.pixels(longSide: longSide))
    }

    @Test(arguments: [0, -1, Int.min]) func invalidSidesAreErrors(longSide: Int) throws {
        let error = #expect(throws: BoundedCropError.self) { try source.applying([.downsampled(longSide: longSide)]) }
        #expect(error?.code == .invalidArgument)
    }

    @Test(arguments: [0, -1, Double.nan, .infinity]) func invalidScalesAreErrors(scale: Double) throws {
        let error = #expect(throws: BoundedCropError.self) { try source.applying([.alpha(1)], scale: scale) }
        #expect(error?.code == .invalidArgument)
    }
}
