package import BoundedCropImaging
import TestSupport

extension SeededGenerator {
    /// A rectangle of at least one pixel within a picture of this size.
    package mutating func rectangle(inside size: PixelSize) -> PixelRect {
        let x = Int.random(in: 0..<size.width, using: &self)
        let y = Int.random(in: 0..<size.height, using: &self)
        let width = Int.random(in: 1...(size.width - x), using: &self)
        let height = Int.random(in: 1...(size.height - y), using: &self)
        return PixelRect(x: x, y: y, width: width, height: height)
    }

    /// A premultiplied picture of noise.
    package mutating func picture(_ size: PixelSize) throws -> PixelBuffer {
        var bytes: [UInt8] = []
        for _ in 0..<size.area {
            let alpha = UInt8.random(in: 0...255, using: &self)
            for _ in 0..<3 { bytes.append(UInt8.random(in: 0...alpha, using: &self)) }
            bytes.append(alpha)
        }
        return try PixelBuffer(size: size, bytes: bytes)
    }
}
