import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

/// Codecs check often whether they were cancelled, and end when they were.
@Suite(.timeLimit(.minutes(15))) struct CodecCancellationTests {
    enum Case: String, CaseIterable {
        case jpeg, progressive, scans, png, lossyWebP, losslessWebP
    }

    private static let side = 600

    private static func noise(_ side: Int = side) throws -> PixelBuffer {
        var generator = SeededGenerator(seed: 3)
        let size = PixelSize(width: side, height: side)
        return try PixelBuffer(
            size: size,
            bytes: (0..<size.area).flatMap { _ in
                let bits = generator.next()
                return [UInt8(bits & 255), UInt8(bits >> 8 & 255), UInt8(bits >> 16 & 255), 255]
            }
        )
    }

    private static func encoding(_ case: Case) -> ImageEncoding {
        switch `case` {
        case .png: .png(compressionLevel: 1)
        case .lossyWebP: .webp(quality: 75)
        case .losslessWebP: .webp(.lossless(effort: 1))
        default: .jpeg(quality: 75, isProgressive: `case` == .progressive)
        }
    }

    @Test(arguments: [
        (Case.jpeg, 639), (.progressive, 1285), (.png, 600), (.lossyWebP, 51), (.losslessWebP, 47),
    ])
    func `encoding ends at the check after which it is cancelled`(case: Case, checks: Int) throws {
        let pixels = try Self.noise()
        try CountedChecks.expect(checks, of: "\(`case`)") { _ = try pixels.blocking.encoded(as: Self.encoding(`case`)) }
    }

    @Test(arguments: [
        (Case.jpeg, 604), (.progressive, 994), (.scans, 3033), (.png, 700), (.lossyWebP, 4), (.losslessWebP, 601),
    ])
    func `decoding ends at the check after which it is cancelled`(case: Case, checks: Int) throws {
        // libwebp is given a lossy file by the megapixel.
        let side = `case` == .lossyWebP ? 2000 : Self.side
        let bytes =
            try `case` == .scans
            ? SampledJPEG.emptyScans(32, width: side, height: side) : Self.noise(side).blocking.encoded(as: Self.encoding(`case`))
        let source = try ImageSource(bytes: bytes)
        try CountedChecks.expect(checks, of: "\(`case`)") { _ = try source.pixels() }
    }

    @Test(arguments: ["formats/obama_420.jpg", "formats/obama_rgba_interlaced.png", "formats/obama_rgb8.png", "formats/obama_lossy.webp"])
    func `cancelled decoding is not mistaken for a truncated file`(file: String) throws {
        var options = DecodingOptions()
        options.allowsTruncated = true
        let source = try Fixture.source(file, options)
        try CountedChecks.expect(1) { _ = try source.pixels() }
    }
}
