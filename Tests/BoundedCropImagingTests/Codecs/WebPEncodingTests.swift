import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

@Suite struct WebPEncodingTests {
    private static func encoded(_ pixels: PixelBuffer, quality: Int = 85, lossless: Bool = false) throws -> [UInt8] {
        try pixels.blocking.encoded(as: lossless ? .webp(.lossless(effort: quality)) : .webp(quality: quality))
    }

    @Test(
        arguments: [
            "formats/obama_rgb8.png", "formats/obama_rgba.png", "formats/png/rgba8.png", "colour/swapped_alpha.png", "edges/1x1.png",
        ],
        [1, 75]
    )
    func roundTripsEveryPremultipliedPixelWhenLossless(file: String, effort: Int) throws {
        let pixels = try Fixture.source(file).pixels()
        #expect(try ImageSource(bytes: Self.encoded(pixels, quality: effort, lossless: true)).pixels() == pixels)
    }

    @Test func higherQualityIsLargerAndMoreAccurate() throws {
        let original = try Fixture.source("formats/obama_rgb8.png").pixels()
        let files = try [1, 30, 60, 85, 100].map { try Self.encoded(original, quality: $0) }
        let distances = try files.map { try ImageSource(bytes: $0).pixels().difference(from: original).mean }
        #expect(zip(files, files.dropFirst()).allSatisfy { $0.count < $1.count })
        #expect(zip(distances, distances.dropFirst()).allSatisfy { $0 > $1 })
        #expect(distances[3] < 2.5)
    }

    @Test func keepsAlphaExactlyWhenLossy() throws {
        let original = try Fixture.source("formats/obama_rgba.png").pixels()
        let written = try ImageSource(bytes: Self.encoded(original))
        #expect(written.header.hasAlpha)
        #expect(try written.pixels().channel(3) == original.channel(3))
        #expect(try written.pixels().difference(from: original).mean < 2)
    }

    @Test(arguments: [(16_384, 1), (1, 20_000)], [false, true])
    func refusesSidesBeyondTheFormatsLimit(size: (Int, Int), lossless: Bool) {
        let pixels = PixelBuffer(size: PixelSize(width: size.0, height: size.1))
        expectError(.unsupportedFormat, saying: "16383") { _ = try Self.encoded(pixels, lossless: lossless) }
    }
}
