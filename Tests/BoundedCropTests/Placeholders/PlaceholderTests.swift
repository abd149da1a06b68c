import BoundedCropRuntime
import PictureSupport
import TestSupport
import Testing

@testable import BoundedCrop

@Suite struct PlaceholderTests {
    private func picture(_ width: Int, _ height: Int, _ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8 = 255) -> PixelBuffer {
        PixelBuffer(size: PixelSize(width: width, height: height), filledWith: (red, green, blue, alpha))
    }

    /// A picture whose rows of bytes from the top are of the given colors.
    private func stripes(
        _ stripes: [(rows: Int, red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8)],
        width: Int = 20
    ) throws -> PixelBuffer {
        let bytes = stripes.flatMap { stripe in
            (0..<stripe.rows * width).flatMap { _ in [stripe.red, stripe.green, stripe.blue, stripe.alpha] }
        }
        return try PixelBuffer(size: PixelSize(width: width, height: stripes.map(\.rows).reduce(0, +)), bytes: bytes)
    }

    @Test func onePixelIsItsColor() throws {
        let white = try Placeholder(of: picture(1, 1, 255, 255, 255))
        #expect(white.blurHash == "00TSUA", "the published hash of white")
        #expect(white.color == "#ffffff")
        #expect(try Placeholder(of: picture(1, 1, 18, 52, 86)).color == "#123456")
    }

    @Test(
        arguments: [
            (100, 100, 28), (4000, 3000, 28), (3000, 4000, 28), (1000, 100, 28), (100, 1000, 28), (1, 1, 6), (1, 5000, 16), (65535, 1, 16),
            (3, 2, 16),
        ]
    )
    func everyShapeHasHashes(width: Int, height: Int, length: Int) throws {
        let placeholder = try Placeholder(of: picture(width, height, 200, 100, 50))
        #expect(placeholder.blurHash.utf8.count == length)
        #expect(Set([20, 24, 28, 32, 36]).contains(placeholder.thumbHash.utf8.count))
        #expect(placeholder.color == "#c86432")
    }

    @Test func transparentPicturesHavePlaceholders() throws {
        let placeholder = try Placeholder(of: PixelBuffer(size: PixelSize(width: 300, height: 200)))
        #expect(placeholder.color == "#ffffff")
        #expect(placeholder.blurHash.dropFirst(2).hasPrefix("TSUA"), "white: \(placeholder.blurHash)")
        #expect(placeholder.thumbHash == "AAiCA4AAAAAAAAAAAAAAAAAAAAAAAAA=")
    }

    /// The hidden color of see-through pixels is black in memory, and must not show.
    @Test func transparentPartsDarkenNothing() throws {
        let half = try Placeholder(of: stripes([(10, 255, 255, 0, 255), (10, 0, 0, 0, 0)]))
        let whole = try Placeholder(of: stripes([(20, 255, 255, 0, 255)]))
        #expect(half.blurHash == whole.blurHash)
        #expect(half.color == "#ffff00")
        #expect(half.thumbHash != whole.thumbHash)
    }

    @Test func theDominantColorCoversTheMost() throws {
        #expect(try Placeholder(of: stripes([(11, 200, 0, 0, 255), (9, 0, 0, 200, 255)])).color == "#c80000")
        #expect(try Placeholder(of: stripes([(9, 200, 0, 0, 255), (11, 0, 0, 200, 255)])).color == "#0000c8")
    }

    /// Two nearly equal blues lie on both sides of a border between cells; together they cover more than the red.
    @Test func similarColorsCountTogether() throws {
        let color = try Placeholder(of: stripes([(6, 0, 0, 127, 255), (6, 0, 0, 129, 255), (8, 200, 0, 0, 255)])).color
        #expect(color == "#000080")
    }

    @Test func seeThroughPixelsCountForLess() throws {
        #expect(try Placeholder(of: stripes([(12, 100, 0, 0, 100), (8, 0, 0, 255, 255)])).color == "#0000ff")
        #expect(try Placeholder(of: stripes([(12, 100, 0, 0, 100)])).color == "#ff0000")
    }

    @Test func equallyCommonColorsHaveAFixedOrder() throws {
        #expect(try Placeholder(of: stripes([(10, 255, 255, 255, 255), (10, 0, 0, 0, 255)])).color == "#000000")
        #expect(try Placeholder(of: stripes([(10, 0, 0, 0, 255), (10, 255, 255, 255, 255)])).color == "#000000")
    }

    @Test(arguments: [(100, 50, 6, 2), (100, 51, 4, 3), (50, 100, 2, 6), (51, 100, 3, 4), (50, 50, 4, 3)])
    func picturesTwiceAsWideAsHighHaveMoreComponentsOnThatSide(width: Int, height: Int, columns: Int, rows: Int) {
        let components = BlurHash.components(for: PixelSize(width: width, height: height))
        #expect(components.columns == columns && components.rows == rows)
    }

    /// Gray and even pictures lie exactly between two steps; the published algorithm rounds up.
    @Test(arguments: [(37, 23), (64, 64), (99, 100)]) func graysAreRoundedUp(width: Int, height: Int) throws {
        let gray = ThumbHash.bytes(of: PreviewCopy(picture(width, height, 128, 128, 128)))
        #expect(gray[0] >> 6 | gray[1] << 2 & 63 == 32)
        #expect(gray[1] >> 4 | (gray[2] & 3) << 4 == 32)
        #expect(gray.dropFirst(5).allSatisfy { $0 == 0 })
    }

    @Test func largePicturesLookLikeSmallOnes() throws {
        let small = try stripes([(50, 255, 0, 0, 255), (50, 0, 0, 255, 255)], width: 100)
        let large = try stripes([(500, 255, 0, 0, 255), (500, 0, 0, 255, 255)], width: 1000)
        #expect(try Placeholder(of: large) == Placeholder(of: small))
    }

    @Test func jsonHasTheNamesOfTheFormats() throws {
        let placeholder = Placeholder(blurHash: "00TSUA", thumbHash: "AA/+", color: "#ffffff")
        let json = try JSONText.text(placeholder)
        #expect(json == ##"{"blurhash":"00TSUA","color":"#ffffff","thumbhash":"AA/+"}"##)
    }
}
