import BoundedCropImaging
import TestSupport
import Testing

@Suite struct ImageEncodingTests {
    private let pixels = PixelBuffer(size: PixelSize(width: 3, height: 2), filledWith: (9, 8, 7, 255))

    @Test(arguments: [0, 101, -1, Int.max])
    func refusesAQualityOutOfRange(quality: Int) {
        expectInvalid(.jpeg(quality: quality))
        expectInvalid(.webp(quality: quality))
        expectInvalid(.webp(.lossless(effort: quality)))
    }

    @Test(arguments: [-1, 10, Int.min])
    func refusesALevelOutOfRange(level: Int) {
        expectInvalid(.png(compressionLevel: level))
    }

    @Test func refusesABackgroundThatIsNotOpaque() {
        expectInvalid(.jpeg(background: .clear))
        expectInvalid(.jpeg(background: Color(red: 1, green: 1, blue: 1, alpha: 0.5)))
    }

    @Test(arguments: ImageFormat.writable)
    func givesAFileOfTheRequestedFormat(format: ImageFormat) throws {
        #expect(ImageEncoding(format).format == format)
        let source = try ImageSource(bytes: pixels.blocking.encoded(as: ImageEncoding(format)))
        #expect(source.header.format == format)
        #expect(source.size == pixels.size)
    }

    @Test(arguments: [ImageEncoding.jpeg(quality: 40), .png(compressionLevel: 9), .webp(), .webp(.lossless())])
    func givesTheSameFileOnWorkersAndOnTheCallingThread(encoding: ImageEncoding) async throws {
        let file = try await pixels.encoded(as: encoding)
        #expect(try pixels.blocking.encoded(as: encoding) == file)
        #expect(try pixels.blocking.withEncoded(as: encoding) { Array($0) } == file)
    }

    private func expectInvalid(_ encoding: ImageEncoding) {
        expectError(.invalidArgument) { _ = try pixels.blocking.encoded(as: encoding) }
    }
}
