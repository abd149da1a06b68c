package import BoundedCropImaging

extension PixelBuffer {
    /// The four bytes of one pixel.
    package subscript(x: Int, y: Int) -> [UInt8] { Array(bytes[(y * width + x) * 4..<(y * width + x) * 4 + 4]) }

    /// The picture encoded as PNG, with its header read.
    package func source() throws -> ImageSource { try ImageSource(bytes: blocking.encoded(as: .png())) }

    /// Opaque pixels computed by a closure.
    package static func picture(_ width: Int, _ height: Int, _ color: (_ x: Int, _ y: Int) -> [Int]) throws -> PixelBuffer {
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width { bytes += color(x, y).map { UInt8($0 & 255) } + [255] }
        }
        return try PixelBuffer(size: PixelSize(width: width, height: height), bytes: bytes)
    }
}
