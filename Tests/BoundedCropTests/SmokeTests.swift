import BoundedCrop
import Testing

@Suite struct SmokeTests {
    @Test func cropsAPhoto() throws {
        let crop = try BoundedCropper().crop(Fixture.source("photos/obama.jpg"), to: CropRequest(width: 100, height: 100))
        #expect(crop.pixels.size == PixelSize(width: 100, height: 100))
        #expect(crop.plan.features.count == 1)
    }
}
