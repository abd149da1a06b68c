public import BoundedCrop

/// Mirrors the picture.
public struct Flip: ImageEffect, Hashable {
    /// Which sides change places.
    public enum Direction: String, Hashable, Sendable, CaseIterable {
        /// Left and right.
        case horizontal
        /// Top and bottom.
        case vertical
    }

    /// Which sides change places.
    public let direction: Direction

    /// A mirror.
    public init(_ direction: Direction) {
        self.direction = direction
    }

    /// The direction.
    public var cacheKey: String { "flip(\(direction.rawValue))" }

    /// The picture's own size, changed where it is.
    public func footprint(on size: PixelSize) -> EffectFootprint { .inPlace(size) }

    /// Mirrors. Throws `CancellationError`.
    public func apply(to image: inout PixelBuffer) throws {
        try image.orient(direction == .horizontal ? .upMirrored : .downMirrored)
    }
}

extension ImageEffect where Self == Flip {
    /// Mirrors the picture. See ``Flip``.
    public static func flip(_ direction: Flip.Direction) -> Flip { Flip(direction) }
}

extension PixelBuffer {
    /// This picture mirrored. Throws `CancellationError`.
    public func flipped(_ direction: Flip.Direction) throws -> PixelBuffer {
        try applying([.flip(direction)])
    }
}
