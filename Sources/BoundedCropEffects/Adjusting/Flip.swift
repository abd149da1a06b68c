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

    /// Mirrors. Never throws.
    public func apply(to image: inout PixelBuffer) {
        let (width, height) = (image.width, image.height)
        let isHorizontal = direction == .horizontal
        image = PixelBuffer(size: image.size) { [image] output in
            image.bytes.withUnsafeBytes { bytes in
                let input = bytes.bindMemory(to: UInt32.self)
                output.withMemoryRebound(to: UInt32.self, capacity: width * height) { output in
                    for row in 0..<height {
                        let source = (isHorizontal ? row : height - 1 - row) * width
                        for column in 0..<width {
                            output[row * width + column] = input[source + (isHorizontal ? width - 1 - column : column)]
                        }
                    }
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
    /// This picture mirrored.
    public func flipped(_ direction: Flip.Direction) -> PixelBuffer {
        var image = self
        Flip(direction).apply(to: &image)
        return image
    }
}
