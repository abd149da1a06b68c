import PictureSupport
import Testing

@testable import BoundedCropImaging

/// A PNG with all 256 x 256 pairs of value and alpha passes through the decoder, which premultiplies, and the encoder, which reverses it.
@Suite struct PremultiplicationTests {
    static let side = PixelSize(width: 256, height: 256)

    /// Straight gray: the value increases across, alpha down. The test writes it itself, uncompressed.
    private static func allPairs() -> [UInt8] {
        var rows: [UInt8] = []
        for alpha in 0...255 {
            rows.append(0)
            for value in 0...255 { rows += [UInt8(value), UInt8(alpha)] }
        }
        return StoredPNG.file(width: 256, height: 256, colorType: 4, rows: rows)
    }

    @Test func roundsEveryProductToTheNearestLevel() throws {
        let pixels = try ImageSource(bytes: allPairsOfValueAndAlpha).pixels()
        for alpha in 0...255 {
            let products = (0...255).map { UInt8((Double($0) * Double(alpha) / 255).rounded()) }
            let row = try pixels.cut(PixelRect(x: 0, y: alpha, width: 256, height: 1))
            #expect(row.bytes == products.flatMap { [$0, $0, $0, UInt8(alpha)] })
        }
    }

    @Test(arguments: [ImageFormat.png, .webp])
    func roundTripsWithoutLoss(format: ImageFormat) throws {
        let pixels = try ImageSource(bytes: allPairsOfValueAndAlpha).pixels()
        let encoding = format == .webp ? .webp(.lossless()) : ImageEncoding(format)
        #expect(try ImageSource(bytes: pixels.blocking.encoded(as: encoding)).pixels() == pixels)
    }

    /// Every premultiplied pair, not only those that come from straight ones.
    @Test(arguments: [ImageFormat.png, .webp])
    func keepsEveryPremultipliedPair(format: ImageFormat) throws {
        var bytes: [UInt8] = []
        for alpha in UInt8.min...255 {
            for value in UInt8.min...255 { bytes += [min(value, alpha), alpha, 0, alpha] }
        }
        let pixels = try PixelBuffer(size: Self.side, bytes: bytes)
        let encoding = format == .webp ? .webp(.lossless()) : ImageEncoding(format)
        #expect(try ImageSource(bytes: pixels.blocking.encoded(as: encoding)).pixels() == pixels)
    }

    private let allPairsOfValueAndAlpha = Self.allPairs()
}
