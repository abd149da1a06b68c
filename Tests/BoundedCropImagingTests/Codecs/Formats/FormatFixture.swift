import BoundedCropImaging
import Foundation
import PictureSupport
import TestSupport
import Testing

/// A small picture in one of the formats that are read with libraries of their own, with its expected pixels beside it.
struct FormatFixture: CustomTestStringConvertible, Sendable {
    let file: String
    let tags: Set<String>
    let size: PixelSize

    var testDescription: String { file }
    var format: ImageFormat? { ImageFormat(fileName: file) }
    var isLossless: Bool { !tags.contains("lossy") }

    func source(_ options: DecodingOptions = DecodingOptions()) throws -> ImageSource { try Fixture.source(file, options) }

    func bytes() throws -> [UInt8] { try Fixture.bytes(file) }

    /// The upright pixels in sRGB, as the formats' own tools give them.
    func expected() throws -> PixelBuffer { try Fixture.expected(Fixture.expectation(of: file), size: size) }

    /// All of them.
    static let all = Result {
        try ["gif", "bmp", "tiff", "heic", "avif", "jxl"].flatMap { folder in
            try Fixture.labeled("formats/\(folder)/").map {
                FormatFixture(file: $0.file, tags: Set($0.tags), size: PixelSize(width: $0.width, height: $0.height))
            }
        }
    }

    /// Those whose pixels are stored as they are shown: nothing is turned, and no color converted.
    static let plain = Result {
        try all.get().filter { $0.tags.isDisjoint(with: ["icc", "wide", "cmyk"]) && !$0.file.contains("orientation") }
    }
}
