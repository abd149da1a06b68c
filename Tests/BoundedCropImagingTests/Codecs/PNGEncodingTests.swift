import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

@Suite struct PNGEncodingTests {
    @Test(
        arguments: try Fixture.files(in: "formats/png", endings: "png") + [
            "edges/noise_200x200.png", "photos/astronaut.png", "edges/1x1.png",
        ]
    )
    func roundTripsEveryPremultipliedPixel(file: String) throws {
        let pixels = try Fixture.source(file).pixels()
        let written = try pixels.blocking.encoded(as: .png())
        #expect(try ImageSource(bytes: written).pixels() == pixels)
    }

    @Test func roundTripsNoiseWithAnyAlpha() throws {
        var generator = SeededGenerator(seed: 3)
        let noise = try generator.picture(PixelSize(width: 97, height: 61))
        #expect(try ImageSource(bytes: noise.blocking.encoded(as: .png())).pixels() == noise)
    }

    @Test func aHigherLevelGivesTheSamePictureInAShorterFile() throws {
        let pixels = try Fixture.source("formats/obama_rgba.png").pixels()
        let files = try [0, 1, 6, 9].map { level in
            try pixels.blocking.encoded(as: .png(compressionLevel: level))
        }
        #expect(files[0].count > files[1].count && files[1].count > files[2].count && files[2].count >= files[3].count)
        #expect(try files.allSatisfy { try ImageSource(bytes: $0).pixels() == pixels })
    }

    @Test(arguments: [("formats/obama_rgba.png", true), ("formats/obama_rgb8.png", false)])
    func hasAlphaOnlyIfThePictureDoes(file: String, hasAlpha: Bool) throws {
        let written = try Fixture.source(file).pixels().blocking.encoded(as: .png())
        #expect(try ImageSource(bytes: written).header.hasAlpha == hasAlpha)
    }

    /// With these numbers of colors, the depth changes, and the last is too much for a palette.
    @Test(arguments: [1, 2, 3, 4, 5, 16, 17, 255, 256, 257], [false, true])
    func roundTripsPicturesOfFewColors(count: Int, isGray: Bool) throws {
        var generator = SeededGenerator(seed: UInt64(count))
        let colors: [[UInt8]] = (0..<count).map { number in
            if isGray { return [UInt8(number % 256), UInt8(number % 256), UInt8(number % 256), 255] }
            let alpha = number % 3 == 0 ? UInt8(number % 256) : 255
            return [UInt8(number % 251), UInt8(number * 7 % 256), UInt8(number / 2)].map { min($0, alpha) } + [alpha]
        }
        for size in [PixelSize(width: 33, height: 21), PixelSize(width: 1, height: 300)] {
            let bytes = (0..<size.area).flatMap { colors[$0 < count ? $0 : Int.random(in: 0..<count, using: &generator)] }
            let pixels = try PixelBuffer(size: size, bytes: bytes)
            #expect(try ImageSource(bytes: pixels.blocking.encoded(as: .png())).pixels() == pixels)
        }
    }

    /// The color type and the depth stand at fixed places of the first chunk.
    @Test func aPictureOfFewColorsIsWrittenAsAPalette() throws {
        let size = PixelSize(width: 64, height: 64)
        func written(_ colors: [[UInt8]]) throws -> [UInt8] {
            try PixelBuffer(size: size, bytes: (0..<size.area).flatMap { colors[$0 % 7 % colors.count] })
                .blocking.encoded(as: .png())
        }
        let two = try written([[255, 0, 0, 255], [0, 0, 0, 0]])
        #expect(two[24] == 1 && two[25] == 3 && two.count < 160)
        let five = try written((0..<5).map { [$0 * 50, 10, 90, 255] })
        #expect(five[24] == 4 && five[25] == 3)
    }

    @Test func aGrayPictureIsWrittenWithOneChannel() throws {
        let size = PixelSize(width: 256, height: 64)
        let bytes: [UInt8] = (0..<size.area).flatMap { index -> [UInt8] in
            let level = UInt8(index % 256 ^ index / 256)
            return [level, level, level, 255]
        }
        let pixels = try PixelBuffer(size: size, bytes: bytes)
        let written = try pixels.blocking.encoded(as: .png())
        #expect(written[25] == 0)
        let read = try ImageSource(bytes: written)
        #expect(try read.pixels() == pixels)
    }

    /// Larger ones are compressed row by row.
    @Test func roundTripsAPictureThatIsNotCompressedAtOnce() throws {
        let size = PixelSize(width: 4096, height: 2100)
        var bytes = [UInt8](repeating: 255, count: size.area * 4)
        for index in stride(from: 0, to: bytes.count, by: 4) { bytes[index] = UInt8(truncatingIfNeeded: index / 4 &* 31 / 16) }
        let pixels = try PixelBuffer(size: size, bytes: bytes)
        #expect(try ImageSource(bytes: pixels.blocking.encoded(as: .png())).pixels() == pixels)
    }
}
