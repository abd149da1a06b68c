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
        ("GIF89a..........", "GIF"), ("BM..............", "BMP"), ("II*\0............", "TIFF"), ("MM\0*............", "TIFF"),
        ("....ftypavif....", "AVIF"), ("....ftypheic....", "HEIC"), ("....ftypmif1....", "HEIF"), ("<svg xmlns=.....", "SVG"),
        ("%PDF-1.7........", "PDF"), ("....JXL ........", "JPEG XL"), ("....jP  ........", "JPEG 2000"),
        ("RIFF....WAVEfmt ", "no picture"), ("plain text", "no picture"), ("R", "no picture"),
    ])
    func thatIsNotSupportedIsNamedInTheError(start: String, name: String) {
        expectError(.unsupportedFormat, saying: name) { _ = try ImageSource(bytes: Array(start.utf8)) }
    }

    @Test(arguments: [
        ("a.jpg", ImageFormat.jpeg), ("a.b.JPEG", .jpeg), ("a.jpe", .jpeg), ("a.jfif", .jpeg), ("folder.x/a.Png", .png),
        (".webp", .webp), ("a", nil), ("a.", nil), ("a.gif", nil), ("", nil), ("jpg", nil),
    ])
    func isDeterminedFromAFileNameExtension(name: String, format: ImageFormat?) {
        #expect(ImageFormat(fileName: name) == format)
    }

    @Test(arguments: ImageFormat.allCases)
    func hasAnExtensionThatNamesIt(format: ImageFormat) {
        #expect(ImageFormat(fileName: "picture." + format.fileExtension) == format)
        #expect(format.fileExtensions.allSatisfy { ImageFormat(fileName: "x." + $0) == format })
    }

    @Test func supportsAlphaUnlessItIsJPEG() {
        #expect(ImageFormat.allCases.filter(\.holdsAlpha) == [.png, .webp])
    }
}
