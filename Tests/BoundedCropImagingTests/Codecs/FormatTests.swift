import BoundedCropImaging
import TestSupport
import Testing

@Suite struct FormatTests {
    @Test(arguments: [
        ("formats/png_named.jpg", ImageFormat.png),
        ("formats/jpeg_named.png", .jpeg),
        ("formats/webp_named.jpg", .webp),
        ("formats/no_extension", .jpeg),
        ("formats/obama_progressive.jpg", .jpeg),
        ("formats/obama_palette.png", .png),
        ("formats/obama_lossless.webp", .webp),
    ])
    func isDetectedFromTheBytesWhateverTheName(file: String, format: ImageFormat) throws {
        let source = try Fixture.source(file)
        #expect(source.header.format == format)
        #expect(try source.pixels().size == source.size)
    }

    @Test(arguments: [
        ("GIF87a....", ImageFormat.gif), ("GIF89a....", .gif), ("II*\0....", .tiff), ("MM\0*....", .tiff),
        ("BM\u{1}\u{2}\u{3}\u{4}\0\0\0\0..", .bmp), ("BM\u{1}\u{2}\u{3}\u{4}abcd6\0\0\0(\0\0\0", .bmp),
        ("\0\0\0\u{18}ftypavif\0\0\0\0mif1miaf", .avif), ("\0\0\0\u{14}ftypavis\0\0\0\0msf1", .avif),
        ("\0\0\0\u{18}ftypheic\0\0\0\0mif1heic", .heic), ("\0\0\0\u{18}ftyphevc\0\0\0\0msf1hevc", .heic),
        ("\0\0\0\u{1C}ftypmif1\0\0\0\0mif1miafavif", .avif), ("\0\0\0\u{18}ftypmif1\0\0\0\0mif1heic", .heic),
        ("\0\0\0\u{10}ftypmif1\0\0\0\0", .heic),
    ])
    func isDetectedFromItsSignature(start: String, format: ImageFormat) {
        #expect(ImageFormat(signatureOf: Array(start.utf8)) == format)
    }

    /// A codestream, and boxes; not what only resembles them.
    @Test func jpegXLIsDetectedFromItsSignature() {
        let box: [UInt8] = [0, 0, 0, 12] + Array("JXL ".utf8) + [13, 10, 135, 10]
        #expect(ImageFormat(signatureOf: [0xFF, 0x0A, 0x12, 0x34]) == .jxl)
        #expect(ImageFormat(signatureOf: box) == .jxl)
        let others: [[UInt8]] = [[0xFF], [0xFF, 0x0B], [0x0A, 0xFF], box.dropLast() + [13]]
        for other in others { #expect(ImageFormat(signatureOf: other) == nil) }
    }

    @Test("RAW photos that do not begin as a TIFF are detected from their signatures")
    func raw() {
        for start in ["\0\0\0\u{18}ftypcrx \0\0\0\u{1}crx isom", "FUJIFILMCCD-RAW 0201", "IIRO....", "IIU\0....", "FOVb....", "\0MRM....."]
        {
            #expect(ImageFormat(signatureOf: Array(start.utf8)) == .raw, "\(start)")
        }
    }

    @Test("JPEG 2000 is detected from its signature: a codestream with its size, and boxes")
    func jpeg2000() {
        let box: [UInt8] = [0, 0, 0, 12] + Array("jP  ".utf8) + [13, 10, 135, 10]
        #expect(ImageFormat(signatureOf: [0xFF, 0x4F, 0xFF, 0x51, 0]) == .jp2 && ImageFormat(signatureOf: box) == .jp2)
        let others: [[UInt8]] = [[0xFF, 0x4F, 0xFF], [0xFF, 0x4F, 0xFF, 0x52], box.dropLast() + [13]]
        for other in others { #expect(ImageFormat(signatureOf: other) == nil) }
    }

    @Test(arguments: [
        ("<!DOCTYPE html>", "HTML"), ("<html><body><svg>", "HTML"), ("%PDF-1.7........", "PDF"),
        ("8BPS............", "a Photoshop document"),
        ("\0\0\0\u{18}ftypisom\0\0\u{2}\0isomiso2", "video"), ("\0\0\0\u{14}ftypqt  \0\0\0\0qt  ", "video"),
        ("RIFF....AVI LIST", "AVI video"), ("RIFF....WAVEfmt ", "not a picture"), ("plain text", "not a picture"), ("R", "not a picture"),
        ("BM is a text.....", "not a picture"), ("....ftyp", "not a picture"), ("\0\0\0\u{8}ftypavif\0\0\0\0", "not a picture"),
    ])
    func thatIsNotReadIsNamedInTheError(start: String, name: String) {
        expectError(.unsupportedFormat, saying: name) { _ = try ImageSource(bytes: Array(start.utf8)) }
    }

    @Test(arguments: [
        ("a.jpg", ImageFormat.jpeg), ("a.b.JPEG", .jpeg), ("a.jpe", .jpeg), ("a.jfif", .jpeg), ("folder.x/a.Png", .png),
        (".webp", .webp), ("a", nil), ("a.", nil), ("a.gif", .gif), ("a.TIF", .tiff), ("a.heif", .heic), ("a.jxl", .jxl),
        ("a.J2K", .jp2), ("a.CR3", .raw), ("a.dng", .raw), ("", nil),
        ("jpg", nil),
    ])
    func isDeterminedFromAFileNameExtension(name: String, format: ImageFormat?) {
        #expect(ImageFormat(fileName: name) == format)
    }

    @Test(arguments: ImageFormat.allCases)
    func hasAnExtensionThatNamesIt(format: ImageFormat) {
        #expect(ImageFormat(fileName: "picture." + format.fileExtension) == format)
        #expect(format.fileExtensions.allSatisfy { ImageFormat(fileName: "x." + $0) == format })
    }

    @Test func holdsAlphaUnlessItIsAPhotoAlone() {
        #expect(ImageFormat.allCases.filter(\.holdsAlpha) == ImageFormat.allCases.filter { $0 != .jpeg && $0 != .raw })
    }
}
