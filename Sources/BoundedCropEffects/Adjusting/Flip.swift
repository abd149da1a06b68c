public import BoundedCrop

/// Mirrors the picture.
public struct Flip: ImageEffect, Hashable {
    /// Which sides are swapped.
    public enum Direction: String, Hashable, Sendable, CaseIterable {
        /// Left and right.
        case horizontal
        /// Top and bottom.
        case vertical
    }

    /// Which sides are swapped.
    public let direction: Direction

    /// Creates a mirror effect.
    public init(_ direction: Direction) {
        self.direction = direction
    }

    /// The direction.
    public var cacheKey: String { "flip(\(direction.rawValue))" }

    /// The picture's size, changed in place.
    public func footprint(on size: PixelSize) -> EffectFootprint { .inPlace(size) }

    /// Mirrors the picture.
    ///
    /// - Throws: `CancellationError`.
    public func apply(to image: inout PixelBuffer) throws {
        switch direction {
        case .horizontal:
            try image.changeRows { row, _ in
                row.withMemoryRebound(to: UInt32.self) { pixels in
                    for column in 0..<pixels.count / 2 { pixels.swapAt(column, pixels.count - 1 - column) }
                }
            }
        case .vertical:
            let (length, height) = (image.width * 4, image.height)
            try image.bytes.withUnsafeMutableBufferPointer { bytes in
                for row in 0..<height / 2 {
                    try Cancellation.checkCurrent()
                    let other = (height - 1 - row) * length
                    for index in 0..<length { bytes.swapAt(row * length + index, other + index) }
                }
            }
        }
    }
}

extension ImageEffect where Self == Flip {
    /// Mirrors the picture. See ``Flip``.
    public static func flip(_ direction: Flip.Direction) -> Flip { Flip(direction) }
}

extension PixelBuffer {
    /// Returns this picture mirrored.
    ///
    /// - Throws: `CancellationError`.
    public func flipped(_ direction: Flip.Direction) throws -> PixelBuffer {
        try applying([.flip(direction)])
    }
}
