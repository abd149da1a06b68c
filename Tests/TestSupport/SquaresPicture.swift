package import BoundedCrop

/// A black picture with squares of pure colors.
package enum SquaresPicture {
    package static let red: (red: UInt8, green: UInt8, blue: UInt8) = (255, 0, 0)
    package static let blue: (red: UInt8, green: UInt8, blue: UInt8) = (0, 0, 255)

    /// A picture with a square of 16x16 pixels at each of these places.
    package static func picture(
        of size: PixelSize,
        _ squares: [(x: Int, y: Int, color: (red: UInt8, green: UInt8, blue: UInt8))]
    ) throws -> PixelBuffer {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size.area * 4)
        for row in 0..<size.height {
            for column in 0..<size.width {
                let square = squares.first { $0.x..<($0.x + 16) ~= column && $0.y..<($0.y + 16) ~= row }
                let color = square?.color ?? (red: 0, green: 0, blue: 0)
                bytes += [color.red, color.green, color.blue, 255]
            }
        }
        return try PixelBuffer(size: size, bytes: bytes)
    }

    /// 128x128 pixels, red at 80,16 and blue at 16,64: in a network's input of 64x64, at column 5 and row 1 and at column 1 and row 4 of a
    /// grid of 8.
    package static func redAndBlue() throws -> PixelBuffer {
        try picture(of: PixelSize(width: 128, height: 128), [(80, 16, red), (16, 64, blue)])
    }
}
