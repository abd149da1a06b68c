import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

@Suite struct BrokenFileTests {
    /// The error that each file causes, either when its header is read or when its pixels are decoded.
    static let failures: [(file: String, code: BoundedCropError.Code, text: String)] = [
        ("empty.jpg", .emptyFile, "empty"),
        ("text.jpg", .unsupportedFormat, "not a picture"),
        ("truncated.jpg", .malformedImage, "end"),
        ("truncated_progressive.jpg", .malformedImage, "end"),
        ("header_only.jpg", .malformedImage, "end"),
        ("cut_in_exif.jpg", .malformedImage, "end"),
        ("zero_size.jpg", .malformedImage, "Empty"),
        ("huge.jpg", .limitExceeded, "65500x65500"),
        ("many_scans.jpg", .malformedImage, "100 progressive scans"),
        ("truncated.png", .malformedImage, "ends too early"),
        ("bad_crc.png", .malformedImage, "row"),
        ("bad_crc_only.png", .malformedImage, "CRC"),
        ("no_idat.png", .malformedImage, "IEND"),
        ("zero_size.png", .malformedImage, "IHDR"),
        ("huge.png", .limitExceeded, "30000x30000"),
        ("decompression_bomb.png", .limitExceeded, "12000x12000"),
        ("truncated.webp", .malformedImage, "ends too early"),
        ("huge.webp", .limitExceeded, "16384x16384"),
        ("huge_canvas.webp", .malformedImage, "damaged"),
        ("riff_not_webp.webp", .unsupportedFormat, "not a picture"),
        ("document.pdf", .unsupportedFormat, "PDF"),
    ]
    static let undetectable = ["garbage_scan.jpg"]

    @Test(arguments: failures)
    func isReportedAccurately(file: String, code: BoundedCropError.Code, text: String) {
        expectError(code, saying: text) { _ = try Fixture.source("broken/" + file).pixels() }
    }

    @Test func isListed() throws {
        let files = try Fixture.files(in: "broken", endings: "jpg", "png", "webp", "pdf")
        #expect(files == (Self.failures.map(\.file) + Self.undetectable).map { "broken/" + $0 }.sorted())
    }

    @Test func reportsHowFarItCouldBeRead() throws {
        expectError(.malformedImage, saying: "near row") { _ = try Fixture.source("broken/truncated.jpg").pixels() }
        expectError(.malformedImage, saying: "near row 77 of 227") { _ = try Fixture.source("broken/truncated.png").pixels() }
        expectError(.malformedImage, saying: "of 455 (byte") { _ = try Fixture.source("broken/truncated.jpg").pixels() }
    }

    /// Random bytes are valid entropy-coded data.
    @Test func mayDecodeWithoutAnError() throws {
        #expect(try Fixture.source("broken/garbage_scan.jpg").pixels().size == PixelSize(width: 364, height: 455))
    }

    @Test func givesItsIntactPartIfOnlyThatIsRequested() throws {
        let top = PixelRect(x: 0, y: 0, width: 364, height: 60)
        let pixels = try Fixture.source("broken/truncated.jpg").pixels(of: top, scaledTo: top.size)
        #expect(try pixels == Fixture.source("formats/obama_420.jpg").pixels().cut(top))
    }

    @Test(arguments: try Fixture.files(in: "formats", endings: "jpg", "png", "webp") + Fixture.files(in: "formats/png", endings: "png"))
    func failsWhenTruncated(file: String) throws {
        let bytes = try Fixture.bytes(file)
        for part in [0.1, 0.5, 0.8] {
            expectError(.malformedImage) { _ = try ImageSource(bytes: Array(bytes.prefix(Int(Double(bytes.count) * part)))).pixels() }
        }
    }
}
