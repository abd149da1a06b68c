import BoundedCrop
import BoundedCropEffects
import Testing

@Suite struct ApplyingTests {
    @Test func noEffectsLeaveThePictureAsItIs() throws {
        let picture = PixelBuffer(size: PixelSize(width: 3, height: 2), filledWith: (10, 20, 30, 40))
        #expect(try picture.applying([]) == picture)
    }
}
