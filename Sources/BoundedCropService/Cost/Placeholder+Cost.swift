internal import BoundedCrop
internal import BoundedCropEffects

extension Placeholder {
    /// The memory that a placeholder of a picture of this size needs besides the picture: to shrink it, and for a copy of at most 100 x 100
    /// pixels in up to 24 channels of numbers.
    static func workingBytes(for size: PixelSize) -> Int {
        Resampling.scratchBytes(from: size, to: size.fitted(longSide: 100), channels: 4).plus(2_500_000)
    }
}
