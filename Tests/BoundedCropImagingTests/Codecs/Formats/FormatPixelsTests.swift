import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

/// Every form of HEIC, AVIF, JPEG XL, GIF, TIFF and BMP, compared with what the formats' own tools and Pillow give.
@Suite struct FormatPixelsTests {
    /// Lossless files are exact. Profiles, and CMYK without one, are rounded once more than in the reference. Lossy files are as far from
    /// the reference as two conversions of the same YCbCr are apart, and as color transforms in 8 bits are from exact ones.
    private static func limits(of fixture: FormatFixture) -> (mean: Double, largest: Int) {
        switch (fixture.isLossless, fixture.tags.isDisjoint(with: ["icc", "wide", "cmyk"])) {
        case (true, true): (0, 0)
        case (true, false): (0.5, 1)
        case (false, true): (1, 4)
        case (false, false): (2, 6)
        }
    }

    @Test(arguments: try FormatFixture.all.get())
    func areThoseOfTheReference(fixture: FormatFixture) throws {
        let difference = try fixture.source().pixels().difference(from: fixture.expected())
        let limits = Self.limits(of: fixture)
        #expect(difference.mean <= limits.mean && difference.largest <= limits.largest, "\(difference)")
    }

    @Test func coverEveryFormatInManyForms() throws {
        let counts = try Dictionary(grouping: FormatFixture.all.get(), by: \.format).mapValues(\.count)
        #expect(counts.keys.compactMap(\.self).count == 6)
        #expect(counts.values.allSatisfy { $0 > 15 }, "\(counts)")
    }

    @Test(arguments: try FormatFixture.all.get())
    func ofARegionAreThoseOfTheWhole(fixture: FormatFixture) throws {
        let source = try fixture.source()
        let whole = try source.pixels()
        var generator = SeededGenerator(seed: 5)
        var rectangles = (0..<6).map { _ in generator.rectangle(inside: source.size) }
        let (width, height) = (source.size.width, source.size.height)
        rectangles += [
            PixelRect(x: 0, y: 0, width: 1, height: 1), PixelRect(x: width - 1, y: height - 1, width: 1, height: 1),
            PixelRect(x: width / 2, y: 0, width: 1, height: height), PixelRect(x: 0, y: height / 2, width: width, height: 1),
        ]
        for rectangle in rectangles {
            let region = try source.pixels(of: rectangle, scaledTo: rectangle.size)
            let isSame = try region == whole.cut(rectangle)
            #expect(isSame, "\(rectangle)")
        }
    }

    /// The decoders average whole cells of stored pixels.
    @Test(arguments: try FormatFixture.plain.get(), [2, 3, 7])
    func ofShrunkCellsAreTheirMeans(fixture: FormatFixture, shrink: Int) throws {
        let source = try fixture.source()
        let decoder = RegionDecoder(source: source, upright: source.size.bounds, scale: Double(shrink))
        #expect(decoder.shrink == shrink)
        let isSame = try decoder.decode().pixels == source.pixels().averaged(by: shrink)
        #expect(isSame)
    }

    @Test(arguments: try FormatFixture.all.get())
    func ofAShrunkPictureAreThoseOfTheShrunkWhole(fixture: FormatFixture) throws {
        let source = try fixture.source()
        let target = PixelSize(width: max(1, source.size.width / 6), height: max(1, source.size.height / 6))
        let shrunk = try source.pixels(of: PixelRect(all: source.size), scaledTo: target)
        let difference = try shrunk.difference(from: source.pixels().resized(to: target))
        #expect(difference.mean < 4 && difference.largest < 40, "\(difference)")
        #expect(shrunk.isPremultiplied)
    }

    @Test(arguments: try FormatFixture.all.get())
    func areTheSameWhereDamageIsAllowed(fixture: FormatFixture) throws {
        let isSame = try fixture.source(TruncatedFileTests.options).pixels() == fixture.source().pixels()
        #expect(isSame)
    }

    /// One photo, within what each format loses: palettes of 128 colors, and lossy compression.
    @Test(arguments: [("heic", 3.0), ("avif", 3.0), ("jxl", 5.0), ("gif", 5.0), ("tif", 3.0), ("bmp", 5.0)])
    func ofAPhotoAreCloseToItsPNG(ending: String, mean: Double) throws {
        let photo = try Fixture.source("formats/obama.\(ending)").pixels()
        let other = try Fixture.source("formats/obama_rgb8.png").pixels()
        let difference = try photo.difference(from: photo.size == other.size ? other : other.resized(to: photo.size))
        #expect(difference.mean < mean, "\(difference)")
    }
}

extension PixelBuffer {
    /// The rounded mean of each square of pixels; those at the right and lower edges may be smaller.
    func averaged(by side: Int) throws -> PixelBuffer {
        let (columns, rows) = ((width + side - 1) / side, (height + side - 1) / side)
        var means: [UInt8] = []
        for row in 0..<rows {
            for column in 0..<columns {
                let places = (row * side..<min(height, (row + 1) * side)).flatMap { y in
                    (column * side..<min(width, (column + 1) * side)).map { (y * width + $0) * 4 }
                }
                for channel in 0..<4 {
                    let sum = places.reduce(0) { $0 + Int(bytes[$1 + channel]) }
                    means.append(UInt8((sum + places.count / 2) / places.count))
                }
            }
        }
        return try PixelBuffer(size: PixelSize(width: columns, height: rows), bytes: means)
    }
}
