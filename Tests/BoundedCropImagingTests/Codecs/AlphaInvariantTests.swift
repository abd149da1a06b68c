import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

/// Decoded pixels are premultiplied, whatever a file's header says about alpha.
@Suite struct AlphaInvariantTests {
    /// A lossless WebP with alpha whose header denies it (`alpha_is_used` is 0).
    private static func denyingAlpha(_ pixels: PixelBuffer) throws -> [UInt8] {
        var bytes = try pixels.blocking.encoded(as: .webp(.lossless()))
        let start = try #require(bytes.firstRange(of: Array("VP8L".utf8))).upperBound + 4
        #expect(bytes[start] == 0x2F && bytes[start + 4] & 0x10 != 0)
        bytes[start + 4] &= ~0x10
        return bytes
    }

    @Test func holdsForALosslessWebPWhoseHeaderDeniesAlpha() throws {
        var generator = SeededGenerator(seed: 9)
        let pixels = try generator.picture(PixelSize(width: 83, height: 61))
        let source = try ImageSource(bytes: Self.denyingAlpha(pixels))
        #expect(!source.header.hasAlpha)
        #expect(try source.pixels() == pixels)
        for shrink in [1, 2, 3, 5, 8, 61] {
            for _ in 0..<12 {
                let rectangle = generator.rectangle(inside: source.size)
                let region = try RegionDecoder(source: source, upright: rectangle.rect, scale: Double(shrink)).decode()
                #expect(region.colorTransform == nil)
                #expect(region.pixels.isPremultiplied)
                if shrink == 1 { #expect(try region.pixels == pixels.cut(rectangle)) }
                let size = PixelSize(width: max(1, rectangle.width / shrink), height: max(1, rectangle.height / shrink))
                #expect(try source.pixels(of: rectangle, scaledTo: size).isPremultiplied)
            }
        }
    }

    @Test(arguments: ["colour/swapped_alpha.png", "colour/swapped_alpha.webp", "colour/swapped.webp"], [0.3, 0.7, 0.95])
    func holdsForTruncatedFilesWithAProfile(file: String, part: Double) throws {
        var options = DecodingOptions()
        options.allowsTruncated = true
        let bytes = try Fixture.bytes(file)
        for size in [1.0, 3.0] {
            guard let source = try? ImageSource(bytes: Array(bytes.prefix(Int(Double(bytes.count) * part))), options: options),
                let region = try? RegionDecoder(source: source, upright: source.size.bounds, scale: size).decode()
            else { continue }
            #expect(region.pixels.isPremultiplied)
            let whole = PixelRect(x: 0, y: 0, width: source.size.width, height: source.size.height)
            #expect(try region.pixels(of: whole, scaledTo: PixelSize(width: 20, height: 20)).isPremultiplied)
        }
    }
}
