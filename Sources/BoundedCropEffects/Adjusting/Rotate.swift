public import BoundedCrop

/// Turns the picture by quarters.
public struct Rotate: ImageEffect, Hashable {
    /// Degrees anticlockwise, a multiple of 90; full turns do not matter.
    public let degrees: Int

    /// A turn, checked when it is applied.
    public init(degrees: Int) {
        self.degrees = degrees
    }

    /// The turn without full ones, where it is one by quarters.
    public var cacheKey: String { "rotate(\((degrees % 360 + 360) % 360))" }

    /// A new picture with its sides changed, or the picture's own size.
    public func footprint(on size: PixelSize) -> EffectFootprint {
        degrees % 180 == 0 ? .inPlace(size) : .newPicture(PixelSize(width: size.height, height: size.width))
    }

    /// Turns the picture. Throws `invalidArgument` for what is no multiple of 90 degrees, and `CancellationError`.
    public func apply(to image: inout PixelBuffer) throws {
        guard degrees % 90 == 0 else { throw BoundedCropError(.invalidArgument, "\(degrees) degrees are no quarters of a turn") }
        switch (degrees % 360 + 360) % 360 {
        case 90: try image.orient(.left)
        case 180: try image.orient(.down)
        case 270: try image.orient(.right)
        default: break
        }
    }
}

extension ImageEffect where Self == Rotate {
    /// Turns the picture anticlockwise by a multiple of 90 degrees. See ``Rotate``.
    public static func rotate(degrees: Int) -> Rotate { Rotate(degrees: degrees) }
}
