public import BoundedCrop

/// What an effect takes, known from its parameters and the picture's size before any pixel is touched.
///
/// Every number is an upper bound, and saturates at `Int.max` instead of overflowing.
public struct EffectFootprint: Hashable, Sendable {
    /// The largest that the picture can be afterwards.
    public var resultSize: PixelSize
    /// The most bytes that are held at once while it works, beside the picture that it gets: the result, copies, layers and masks.
    public var workingBytes: Int

    /// A footprint by its two parts.
    public init(resultSize: PixelSize, workingBytes: Int) {
        self.resultSize = resultSize
        self.workingBytes = workingBytes
    }

    /// An effect that changes pixels where they are. Since pictures share their pixels until one of them changes, that may take a copy.
    /// - Parameter layers: the further pictures of the same size that it makes.
    public static func inPlace(_ size: PixelSize, layers: Int = 0) -> EffectFootprint {
        EffectFootprint(resultSize: size, workingBytes: size.pictureBytes.times(layers.plus(1)))
    }

    /// An effect that makes a new picture, and nothing else.
    public static func newPicture(_ size: PixelSize) -> EffectFootprint {
        EffectFootprint(resultSize: size, workingBytes: size.pictureBytes)
    }

    /// A picture resampled to another size.
    static func scaling(_ size: PixelSize, to target: PixelSize) -> EffectFootprint {
        let scratch = Resampling.scratchBytes(from: size, to: target, channels: 4)
        return EffectFootprint(resultSize: target, workingBytes: target.pictureBytes.plus(scratch))
    }
}

extension Resampling {
    /// What resampling holds beside the two pictures: the weights of both axes, and a row of sums.
    package static func scratchBytes(from size: PixelSize, to target: PixelSize, channels: Int) -> Int {
        // Up to six weights of 4 bytes for each pixel that comes out and one for each that goes in, in arrays that have grown by doubling.
        let axes = [(size.width, target.width), (size.height, target.height)].map { $1.times(36).plus($0.times(4)).times(3) }
        return axes[0].plus(axes[1]).plus(size.width.times(4 * channels))
    }
}

extension PixelSize {
    /// The bytes of a picture of this size.
    package var pictureBytes: Int { area.times(4) }
}

// Sums and products of lengths that come from outside.
extension Int {
    /// The sum; `Int.max` or `Int.min` where it overflows.
    package func plus(_ other: Int) -> Int {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? (other > 0 ? .max : .min) : sum
    }

    /// The product; `Int.max` or `Int.min` where it overflows.
    package func times(_ other: Int) -> Int {
        let (product, overflows) = multipliedReportingOverflow(by: other)
        return overflows ? ((self < 0) == (other < 0) ? .max : .min) : product
    }
}
