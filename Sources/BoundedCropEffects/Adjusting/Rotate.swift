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
    /// Turns the picture anticlockwise by a multiple of 90 degrees. See ``Rotate``.
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
