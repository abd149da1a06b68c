import BoundedCrop
import BoundedCropEffects
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct BoundedCroppingTests {
    private static let corner = Rect(x: 300, y: 20, width: 80, height: 90)
    private static let cropper = BlockingCropper(detector: FixedFeatureDetector([corner]))

    @Test(arguments: [CropRequest(width: 100, height: 200), CropRequest(.aspect(AspectRatio(1, 3))), CropRequest(.source)])
    func cropsAsItsCropperDoes(request: CropRequest) throws {
        let source = try Fixture.source("photos/grace_hopper.jpg")
        let crop = try Self.cropper.crop(source, to: request).pixels
        #expect(try source.applying([.crop(to: request, detector: Self.cropper.detector)]) == crop)
        let pixels = try source.pixels()
        #expect(try pixels.applying([.crop(to: request, detector: Self.cropper.detector)]) == Self.cropper.crop(pixels, to: request).pixels)
    }

    /// With twice the pixels per point, it is the same part of a picture of twice the size.
    @Test func itsLengthsAreScaled() throws {
        var request = CropRequest(width: 100, height: 80)
        request.padding = Padding(top: .pixels(10), right: .fraction(0.2), bottom: .pixels(0.5), left: .pixels(0))
        let scaled = try #require(BoundedCropping(request, detector: Self.cropper.detector).scaled(by: 2) as? BoundedCropping)
        #expect(scaled.request.shape == .size(PixelSize(width: 200, height: 160)))
        #expect(scaled.request.padding == Padding(top: .pixels(20), right: .fraction(0.2), bottom: .pixels(1), left: .pixels(0)))
        let other = BoundedCropping(CropRequest(.aspect(AspectRatio(2, 3))), detector: Self.cropper.detector)
        #expect(other.scaled(by: 3).cacheKey == other.cacheKey)
        #expect(Downsampling(longSide: 30).scaled(by: 1.5).cacheKey == Downsampling(longSide: 45).cacheKey)
    }

    @Test func comesBeforeDecorations() {
        let crop = BoundedCropping(CropRequest(width: 9, height: 9), detector: Self.cropper.detector)
        let ordered = EffectsPipeline.ordered([
            .shadow(offset: .zero, blur: 3), .cornerRadius(3), .alpha(0.5), crop, .downsampled(longSide: 90),
        ])
        #expect(ordered.prefix(2).map(\.cacheKey) == [crop.cacheKey, Downsampling(longSide: 90).cacheKey])
    }

    @Test func endsWhenCancelled() throws {
        struct Cancelling: FeatureDetector {
            let cancellation: Cancellation
            let name = "cancelling"

            func features(in picture: any Picture, accuracy: DetectionAccuracy) -> [Feature] {
                cancellation.cancel()
                return []
            }
        }
        let cancellation = Cancellation()
        let detector = Cancelling(cancellation: cancellation)
        let picture = PixelBuffer(size: PixelSize(width: 90, height: 60))
        #expect(throws: CancellationError.self) {
            try cancellation.perform { try picture.applying([.crop(to: CropRequest(width: 9, height: 9), detector: detector)]) }
        }
    }
}
