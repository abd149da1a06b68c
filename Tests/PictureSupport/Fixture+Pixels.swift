package import BoundedCropImaging
import Foundation
import TestSupport

extension Fixture {
    /// The files of a folder whose names have one of these extensions, sorted by name.
    package static func files(in folder: String, endings: String...) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted()
            .filter { name in endings.contains { name.hasSuffix("." + $0) } }
            .map { "\(folder)/\($0)" }
    }

    /// The pixels of a raw file of straight RGBA, premultiplied as defined: c * a / 255, rounded.
    package static func expected(_ name: String, size: PixelSize) throws -> PixelBuffer {
        var bytes = try bytes(name)
        for index in bytes.indices where index % 4 != 3 {
            let alpha = Int(bytes[index - index % 4 + 3])
            bytes[index] = UInt8((2 * Int(bytes[index]) * alpha + 255) / 510)
        }
        return try PixelBuffer(size: size, bytes: bytes)
    }

    /// The name of the raw file that belongs to a picture.
    package static func expectation(of name: String) -> String {
        name[..<(name.lastIndex(of: ".") ?? name.endIndex)] + ".rgba"
    }
}
