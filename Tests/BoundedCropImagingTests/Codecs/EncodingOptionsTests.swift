import BoundedCropImaging
import TestSupport
import Testing

@Suite struct EncodingOptionsTests {
    @Test(arguments: [0, 101, -1, Int.max], ImageFormat.allCases)
    func refuseAQualityOutOfRange(quality: Int, format: ImageFormat) {
        expectInvalid(format) { $0.quality = quality }
    }

    @Test(arguments: [-1, 10, Int.min])
    func refuseALevelOutOfRange(level: Int) {
        expectInvalid(.png) { $0.compressionLevel = level }
    }

    @Test(arguments: [[], [1, 2], [1, 2, 3, 4]] as [[UInt8]])
    func refuseABackgroundThatIsNotThreeBytes(background: [UInt8]) {
        expectInvalid(.jpeg) { $0.background = background }
    }

    @Test(arguments: ImageFormat.allCases)
    func giveAFileOfTheFormatAskedFor(format: ImageFormat) throws {
        let pixels = PixelBuffer(size: PixelSize(width: 3, height: 2), filledWith: (9, 8, 7, 255))
        let source = try ImageSource(bytes: pixels.encoded(EncodingOptions(format: format)))
        #expect(source.header.format == format)
        #expect(source.size == pixels.size)
    }

    private func expectInvalid(_ format: ImageFormat, _ change: (inout EncodingOptions) -> Void) {
        var options = EncodingOptions(format: format)
        change(&options)
        let pixels = PixelBuffer(size: PixelSize(width: 1, height: 1))
        expectError(.invalidArgument) { _ = try pixels.encoded(options) }
    }
}
