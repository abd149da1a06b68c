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

    /// Turns the picture. Throws `invalidArgument` for what is no multiple of 90 degrees.
    public func apply(to image: inout PixelBuffer) throws {
        guard degrees % 90 == 0 else { throw BoundedCropError(.invalidArgument, "\(degrees) degrees are no quarters of a turn") }
        switch (degrees % 360 + 360) % 360 {
        case 90: image = image.turned(clockwise: false)
        case 180: image = image.flipped(.horizontal).flipped(.vertical)
        case 270: image = image.turned(clockwise: true)
        default: break
        }
    }
}

extension ImageEffect where Self == Rotate {
    /// Turns the picture anticlockwise by a multiple of 90 degrees. See ``Rotate``.
    public static func rotate(degrees: Int) -> Rotate { Rotate(degrees: degrees) }
}

extension PixelBuffer {
    fileprivate func turned(clockwise: Bool) -> PixelBuffer {
        let (width, height) = (self.width, self.height)
        return PixelBuffer(size: PixelSize(width: height, height: width)) { output in
            bytes.withUnsafeBytes { bytes in
                let input = bytes.bindMemory(to: UInt32.self)
                output.withMemoryRebound(to: UInt32.self, capacity: width * height) { output in
                    for row in 0..<width {
                        for column in 0..<height {
                            let source = clockwise ? (height - 1 - column) * width + row : column * width + width - 1 - row
                            output[row * height + column] = input[source]
                        }
                    }
                }
            }
        }
    }
}
