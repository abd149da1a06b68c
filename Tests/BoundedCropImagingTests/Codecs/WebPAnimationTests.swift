import TestSupport
import Testing

@testable import BoundedCropImaging

@Suite struct WebPAnimationTests {
    private let size = PixelSize(width: 6, height: 4)
    private let lossless = ImageEncoding.WebPCompression.lossless()

    @Test func decodingGivesTheFirstFrame() throws {
        let animation = try WebPAnimation(size: size, compression: lossless)
        let first = PixelBuffer(size: size, filledWith: (10, 20, 30, 255))
        try animation.add(first, for: .milliseconds(40))
        try animation.add(PixelBuffer(size: size, filledWith: (200, 100, 0, 255)), for: .milliseconds(40))
        let file = try ImageSource(bytes: animation.finish())
        #expect(file.size == size)
        #expect(try file.pixels() == first)
    }

    @Test func framesShorterThanAMillisecondStayInOrder() throws {
        let animation = try WebPAnimation(size: size, compression: lossless)
        for level in 0..<20 {
            let shade = UInt8(level * 10)
            try animation.add(
                PixelBuffer(size: size, filledWith: (shade, shade, shade, 255)),
                for: level == 3 ? .seconds(-1) : .microseconds(10)
            )
        }
        #expect(try ImageSource(bytes: animation.finish()).size == size)
    }

    @Test func invalidAnimationsAreRefused() throws {
        expectError(.encodingFailed) { _ = try WebPAnimation(size: size, compression: lossless).finish() }
        expectError(.unsupportedFormat, saying: "16383") {
            _ = try WebPAnimation(size: PixelSize(width: 16_384, height: 1), compression: lossless)
        }
        expectError(.unsupportedFormat) { _ = try WebPAnimation(size: PixelSize(width: -1, height: 5), compression: lossless) }
        expectError(.invalidArgument) { _ = try WebPAnimation(size: size, compression: .lossless(effort: 101)) }
    }

    @Test func aFrameThatDoesNotFitIsRefused() throws {
        let animation = try WebPAnimation(size: size, compression: lossless)
        expectError(.invalidArgument, saying: "7x4") {
            try animation.add(PixelBuffer(size: PixelSize(width: 7, height: 4)), for: .seconds(1))
        }
        expectError(.invalidArgument, saying: "24 days") { try animation.add(PixelBuffer(size: size), for: .seconds(30 * 24 * 3600)) }
    }
}
