public import BoundedCrop

/// Rotates the picture by quarter turns.
public struct Rotate: ImageEffect, Hashable {
    /// Degrees counterclockwise, a multiple of 90; full turns are ignored.
    public let degrees: Int

    /// Creates a rotation. Parameters are checked when the effect is applied.
    public init(degrees: Int) {
        self.degrees = degrees
    }

    /// The degrees within a full turn, 0...359.
    public var cacheKey: String { "rotate(\((degrees % 360 + 360) % 360))" }

    /// A new picture with width and height swapped, or the picture's own size.
    public func footprint(on size: PixelSize) -> EffectFootprint {
        degrees % 180 == 0 ? .inPlace(size) : .newPicture(PixelSize(width: size.height, height: size.width))
    }

    /// Rotates the picture.
    ///
    /// - Throws: `invalidArgument` when the degrees are not a multiple of 90, and `CancellationError`.
    public func apply(to image: inout PixelBuffer) throws {
        guard degrees % 90 == 0 else { throw BoundedCropError(.invalidArgument, "\(degrees) degrees is not a multiple of 90") }
        switch (degrees % 360 + 360) % 360 {
        case 90: image = try image.turned(clockwise: false)
        case 180:
            try Flip(.horizontal).apply(to: &image)
            try Flip(.vertical).apply(to: &image)
        case 270: image = try image.turned(clockwise: true)
        default: break
        }
    }
}

extension ImageEffect where Self == Rotate {
    /// Rotates the picture counterclockwise by a multiple of 90 degrees. See ``Rotate``.
    public static func rotate(degrees: Int) -> Rotate { Rotate(degrees: degrees) }
}

extension PixelBuffer {
    fileprivate func turned(clockwise: Bool) throws -> PixelBuffer {
        let (width, height) = (self.width, self.height)
        return try bytes.withUnsafeBytes { bytes in
            let input = bytes.bindMemory(to: UInt32.self)
            return try PixelBuffer(
                size: PixelSize(width: height, height: width),
                rows: { output, row in
                    output.withMemoryRebound(to: UInt32.self, capacity: height) { output in
                        for column in 0..<height {
                            output[column] = input[clockwise ? (height - 1 - column) * width + row : column * width + width - 1 - row]
                        }
                    }
                }
            )
        }
    }
}
