import BoundedCropImaging
import TestSupport
import Testing

@Suite struct ShortFileTests {
    /// With and without what looks like the first box of an AVIF, which needs 16 bytes.
    @Test(arguments: 1...16)
    func areNoPicture(length: Int) {
        for start in ["hello, world; hello", "\0\0\0\u{18}ftypavif\0\0\0\0mif1"] {
            let bytes = Array(Array(start.utf8).prefix(length))
            #expect(ImageFormat(signatureOf: bytes) == (length == 16 && bytes[3] == 0x18 ? .avif : nil))
            #expect(throws: BoundedCropError.self) { try ImageSource(bytes: bytes) }
        }
    }

    @Test(arguments: [
        "gif/global_palette.gif", "bmp/rgb24.bmp", "tiff/strips.tif", "heic/plain.heic", "avif/plain.avif", "jxl/plain.jxl",
        "jxl/metadata.jxl", "jp2/rgb.j2k",
    ])
    func ofAFewBytesAreRefused(file: String) throws {
        let bytes = try Fixture.bytes("formats/" + file)
        expectError(.emptyFile) { _ = try ImageSource(bytes: []) }
        for length in 1..<40 {
            #expect(throws: BoundedCropError.self, "\(length)") { try ImageSource(bytes: Array(bytes.prefix(length))).pixels() }
        }
    }
}
