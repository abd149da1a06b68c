package import BoundedCrop

/// Mirrors the picture.
package struct Flip: WritableEffect, Hashable {
    package typealias Direction = Effect.Direction

    /// Which sides are swapped.
    package let direction: Direction

    /// Creates a mirror effect.
    package init(_ direction: Direction) {
        self.direction = direction
    }

    package var call: EffectCall { EffectCall("flip", "\(direction.rawValue)") }

    /// The picture's size, changed in place.
    package func footprint(on size: PixelSize) -> EffectFootprint { .inPlace(size) }

    /// Mirrors the picture.
    ///
    /// - Throws: `CancellationError`.
    package func apply(to image: inout PixelBuffer) throws {
        try image.orient(direction == .horizontal ? .upMirrored : .downMirrored)
    }
}

extension Effect {
    /// Which sides are swapped.
    public enum Direction: String, Hashable, Sendable, CaseIterable {
        /// Left and right.
        case horizontal
        /// Top and bottom.
        case vertical
    }
}

extension ImageEffect where Self == Effect {
    /// Mirrors the picture.
    public static func flip(_ direction: Effect.Direction) -> Effect { Effect(Flip(direction)) }
}

extension PixelBuffer {
    /// Returns this picture mirrored.
    ///
    /// - Throws: `CancellationError`.
    package func flipped(_ direction: Flip.Direction) throws -> PixelBuffer {
        try applying([.flip(direction)])
    }
}
