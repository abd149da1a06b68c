import BoundedCrop
import Testing

@Suite struct CropRequestTests {
    private static let picture = PixelSize(width: 40, height: 30)

    @Test(arguments: [
        CropRequest(width: 0, height: 10), CropRequest(width: 10, height: 65_536), CropRequest(width: -1, height: -1),
        CropRequest(.aspect(AspectRatio(.max, 1))), CropRequest(.aspect(AspectRatio(1, 2_000_000_000))),
    ])
    func invalidShapesAreRefused(request: CropRequest) {
        let error = #expect(throws: BoundedCropError.self) { try CropPlanner.plan(features: [], size: Self.picture, request: request) }
        #expect(error?.code == .invalidArgument)
    }

    @Test(arguments: [
        Padding(.pixels(-1)), Padding(.pixels(.nan)), Padding(.fraction(.infinity)), Padding(.fraction(100.1)),
        Padding(top: .pixels(0), right: .pixels(0), bottom: .pixels(2_000_000), left: .pixels(0)),
    ])
    func invalidPaddingIsRefused(padding: Padding) {
        var request = CropRequest(.source)
        request.padding = padding
        let error = #expect(throws: BoundedCropError.self) { try CropPlanner.plan(features: [], size: Self.picture, request: request) }
        #expect(error?.code == .invalidArgument)
    }

    @Test(arguments: [
        (CropRequest.Shape.source, PixelRect(x: 0, y: 0, width: 40, height: 30)),
        (.aspect(AspectRatio(1, 1)), PixelRect(x: 5, y: 0, width: 30, height: 30)),
        (.size(PixelSize(width: 200, height: 100)), PixelRect(x: 0, y: 5, width: 40, height: 20)),
    ])
    func theShapeDeterminesTheWindow(shape: CropRequest.Shape, expected: PixelRect) throws {
        #expect(try CropPlanner.plan(features: [], size: Self.picture, request: CropRequest(shape)).crop == expected)
    }

    /// A crop depends on the aspect ratio, not on the number of pixels requested.
    @Test func theSizeDoesNotMoveTheCrop() throws {
        let face = Feature(Rect(x: 25, y: 3, width: 8, height: 8))
        let crops = try [(1, 2), (10, 20), (3000, 6000)].map { width, height in
            try CropPlanner.plan(features: [face], size: Self.picture, request: CropRequest(width: width, height: height)).crop
        }
        #expect(Set(crops).count == 1)
    }

    @Test(arguments: [(100, 50, true, 100, 50), (100, 50, false, 40, 20), (20, 10, false, 20, 10), (40, 20, false, 40, 20)])
    func aCropIsEnlargedOnlyIfAllowed(width: Int, height: Int, allowed: Bool, outWidth: Int, outHeight: Int) {
        var request = CropRequest(width: width, height: height)
        request.allowsUpscaling = allowed
        #expect(request.outputSize(forCropOf: PixelSize(width: 40, height: 20)) == PixelSize(width: outWidth, height: outHeight))
    }
}
