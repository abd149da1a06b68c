import BoundedCrop
import Foundation

/// The raw pixels in `References/`, made by the script beside them.
enum Reference {
    static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("References")

    /// Pixels of `name`, in the size that all of the blur and tint references have.
    static func picture(_ name: String) throws -> PixelBuffer {
        let bytes = try [UInt8](Data(contentsOf: folder.appendingPathComponent("\(name)-45x31.rgba")))
        return try PixelBuffer(size: PixelSize(width: 45, height: 31), bytes: bytes)
    }
}
