import BoundedCrop
import BoundedCropEffects
import Testing

/// Expects an effect to throw an error with this code and to leave the picture as it was.
func expectRefusal(
    _ effect: any ImageEffect,
    _ code: BoundedCropError.Code = .invalidArgument,
    of picture: PixelBuffer,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    var image = picture
    let error = #expect(throws: BoundedCropError.self, sourceLocation: sourceLocation) { try effect.apply(to: &image) }
    #expect(error?.code == code, sourceLocation: sourceLocation)
    #expect(image == picture, sourceLocation: sourceLocation)
}
