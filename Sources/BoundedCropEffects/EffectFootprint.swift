public import BoundedCrop

/// The memory use and result size of an effect, computed from its parameters and the picture's size before any pixel is touched.
///
/// Every number is an upper bound and saturates at `Int.max` instead of overflowing.
public struct EffectFootprint: Hashable, Sendable {
    /// The largest possible size of the result.
    public var resultSize: PixelSize
    /// The maximum number of bytes held at once besides the input picture: the result, copies, layers and masks.
    public var workingBytes: Int

    /// Creates a footprint from its two parts.
    public init(resultSize: PixelSize, workingBytes: Int) {
        self.resultSize = resultSize
        self.workingBytes = workingBytes
    }

    /// The footprint of an effect that changes pixels in place. Pictures share their pixels until one of them changes, so this may take a
    /// copy.
    ///
    /// - Parameters:
    ///   - size: The size of the picture.
    ///   - layers: The number of further pictures of the same size that the effect makes.
    public static func inPlace(_ size: PixelSize, layers: Int = 0) -> EffectFootprint {
        EffectFootprint(resultSize: size, workingBytes: size.pictureBytes.times(layers.plus(1)))
    }

    /// The footprint of an effect that makes only a new picture.
    public static func newPicture(_ size: PixelSize) -> EffectFootprint {
        EffectFootprint(resultSize: size, workingBytes: size.pictureBytes)
    }

    /// The footprint of resampling a picture to another size.
    static func scaling(_ size: PixelSize, to target: PixelSize) -> EffectFootprint {
        let scratch = Resampling.scratchBytes(from: size, to: target, channels: 4)
        return EffectFootprint(resultSize: target, workingBytes: target.pictureBytes.plus(scratch))
    }
}

extension Resampling {
    /// The memory of resampling besides the two pictures: the weights of both axes, and a row of sums.
    package static func scratchBytes(from size: PixelSize, to target: PixelSize, channels: Int) -> Int {
        // Up to six weights of 4 bytes for each output pixel and one for each input pixel, in arrays that grow by doubling.
        let axes = [(size.width, target.width), (size.height, target.height)].map { $1.times(36).plus($0.times(4)).times(3) }
        return axes[0].plus(axes[1]).plus(size.width.times(4 * channels))
    }
}

extension PixelSize {
    /// The bytes of a picture of this size.
    package var pictureBytes: Int { area.times(4) }
}
