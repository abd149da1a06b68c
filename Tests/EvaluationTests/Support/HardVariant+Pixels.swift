import BoundedCrop
import TestSupport

/// Changes of the pixels alone.
extension HardVariant {
    /// White becomes a dark gray of 63, the middle gray one of 16.
    func darkened(_ picture: PixelBuffer) throws -> PixelBuffer {
        let levels = (0...255).map { UInt8($0 * $0 / 1020) }
        var bytes = picture.bytes
        for index in bytes.indices where index % 4 != 3 { bytes[index] = levels[Int(bytes[index])] }
        return try PixelBuffer(size: picture.size, bytes: bytes)
    }

    func grayed(_ picture: PixelBuffer) throws -> PixelBuffer {
        let luma = picture.luma()
        var bytes = picture.bytes
        for index in bytes.indices where index % 4 != 3 { bytes[index] = luma.bytes[index / 4] }
        return try PixelBuffer(size: picture.size, bytes: bytes)
    }

    /// Each value is up to 60 lighter or darker.
    func withNoise(_ picture: PixelBuffer, _ seed: Int) throws -> PixelBuffer {
        var random = SeededGenerator(seed: UInt64(seed))
        var bytes = picture.bytes
        for index in bytes.indices where index % 4 != 3 {
            bytes[index] = UInt8(min(255, max(0, Int(bytes[index]) + Int.random(in: -60...60, using: &random))))
        }
        return try PixelBuffer(size: picture.size, bytes: bytes)
    }

    /// Seen through an eighth of its pixels.
    func blurred(_ picture: PixelBuffer) throws -> PixelBuffer {
        try picture.resized(to: PixelSize(width: picture.width / 8, height: picture.height / 8)).resized(to: picture.size)
    }

    /// A dark bar over some of the face's height, inset at both sides by a share of its width.
    func covered(_ picture: PixelBuffer, _ face: Rect, rows: ClosedRange<Double>, inset: Double) throws -> PixelBuffer {
        var bytes = picture.bytes
        let columns = Int(face.x + face.width * inset)..<Int(face.maxX - face.width * inset)
        for row in Int(face.y + face.height * rows.lowerBound)..<min(picture.height, Int(face.y + face.height * rows.upperBound)) {
            let pixels = row * picture.width + columns.lowerBound..<row * picture.width + columns.upperBound
            for pixel in pixels { bytes.replaceSubrange(pixel * 4..<pixel * 4 + 3, with: [30, 30, 30]) }
        }
        return try PixelBuffer(size: picture.size, bytes: bytes)
    }
}
