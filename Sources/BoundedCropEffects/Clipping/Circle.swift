public import BoundedCrop

/// Cuts the largest circle out of the picture's middle. See `PixelBuffer.circular()`.
public struct Circle: ImageEffect, Hashable {
    /// The only one there is.
    public init() {}

    /// The effect has no parameters.
    public var cacheKey: String { "circle()" }

    /// A new, square picture.
    public func footprint(on size: PixelSize) -> EffectFootprint {
        let side = min(size.width, size.height)
        return .inPlace(PixelSize(width: side, height: side), layers: 1)
    }

    /// Cuts. Throws `CancellationError`.
    public func apply(to image: inout PixelBuffer) throws {
        image = try image.circular()
    }
}

extension ImageEffect where Self == Circle {
    /// The largest circle in the picture's middle.
    public static func circle() -> Circle { Circle() }
    /// The largest circle in the picture's middle: the name that loading pipelines know it by.
    public static func round() -> Circle { Circle() }
}

extension PixelBuffer {
    /// The largest circle in this picture's middle, as a square picture that is transparent outside the circle, antialiased.
    ///
    /// Where the middle lies between two pixels, the square is the one nearer to the left or to the top. Throws `CancellationError`.
    public func circular() throws -> PixelBuffer {
        let side = min(width, height)
        let square = try croppedAndScaled(to: PixelSize(width: side, height: side), contentMode: .center)
        return try square.withCornerRadius(Double(side) / 2)
    }
}
