import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

@Suite struct AnimationWriterTests {
    private let size = PixelSize(width: 6, height: 4)
    private let lossless = ImageEncoding.WebPCompression.lossless()

    @Test func decodingGivesTheFirstFrame() throws {
        let animation = try AnimationWriter(size: size, encoding: .webp(lossless))
        let first = PixelBuffer(size: size, filledWith: (10, 20, 30, 255))
        try animation.add(first, for: .milliseconds(40))
        try animation.add(PixelBuffer(size: size, filledWith: (200, 100, 0, 255)), for: .milliseconds(40))
        let file = try ImageSource(bytes: animation.finish())
        #expect(file.size == size)
        #expect(try file.pixels() == first)
    }

    @Test func framesShorterThanAMillisecondStayInOrder() throws {
        let animation = try AnimationWriter(size: size, encoding: .webp(lossless))
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
        expectError(.encodingFailed) { _ = try AnimationWriter(size: size, encoding: .webp(lossless)).finish() }
        expectError(.unsupportedFormat, saying: "16383") {
            _ = try AnimationWriter(size: PixelSize(width: 16_384, height: 1), encoding: .webp(lossless))
        }
        expectError(.unsupportedFormat) { _ = try AnimationWriter(size: PixelSize(width: -1, height: 5), encoding: .webp(lossless)) }
        expectError(.invalidArgument) { _ = try AnimationWriter(size: size, encoding: .webp(.lossless(effort: 101))) }
    }

    @Test func aFrameThatDoesNotFitIsRefused() throws {
        let animation = try AnimationWriter(size: size, encoding: .webp(lossless))
        expectError(.invalidArgument, saying: "7x4") {
            try animation.add(PixelBuffer(size: PixelSize(width: 7, height: 4)), for: .seconds(1))
        }
        expectError(.invalidArgument, saying: "24 days") { try animation.add(PixelBuffer(size: size), for: .seconds(30 * 24 * 3600)) }
    }

    /// Its pixels are opaque or nothing, and libwebp keeps only the part with the former. Programs fill the rest unless the header says that
    /// there is alpha.
    @Test func aWebPWhoseFramesCoverNotAllSaysSo() throws {
        let animation = try AnimationWriter(size: size, encoding: .webp(lossless))
        var frame = PixelBuffer(size: size)
        frame.bytes.replaceSubrange(40..<48, with: [200, 100, 0, 255, 200, 100, 0, 255])
        try animation.add(frame, for: .milliseconds(40))
        frame.bytes.replaceSubrange(40..<44, with: [0, 100, 0, 255])
        try animation.add(frame, for: .milliseconds(40))
        let bytes = try animation.finish()
        #expect(bytes[20] & 0x10 != 0)
        let file = try ImageSource(bytes: bytes)
        #expect(try file.header.hasAlpha && frames(file).frames.last?.pixels == frame)
    }

    // MARK: All formats

    static let encodings: [ImageEncoding] = [.webp(.lossless()), .gif(), .avif(quality: 95), .png(), .jxl(.lossless)]

    private func frames(_ source: ImageSource) throws -> (info: AnimationInfo, frames: [AnimationFrame]) {
        var info: AnimationInfo?
        var frames: [AnimationFrame] = []
        try source.forEachFrame(willStart: { info = $0 }) { frame in
            frames.append(frame)
            return true
        }
        return (try #require(info), frames)
    }

    @Test(arguments: encodings) func whatIsWrittenCanBeReadAgain(encoding: ImageEncoding) throws {
        let size = PixelSize(width: 32, height: 24)
        let writer = try AnimationWriter(size: size, loopCount: 3, encoding: encoding)
        let shades: [UInt8] = [10, 90, 170, 250]
        for (index, shade) in shades.enumerated() {
            try writer.add(PixelBuffer(size: size, filledWith: (shade, 60, 60, 255)), for: .milliseconds(100 * (index + 1)))
        }
        let source = try ImageSource(bytes: writer.finish())
        #expect(source.header.format == encoding.format && source.header.isAnimated && source.size == size)
        let (info, frames) = try frames(source)
        #expect(info.frameCount == 4 && frames.count == 4 && info.size == size)
        #expect(info.loopCount == 3 || encoding.format == .avif)
        #expect(frames.map(\.duration) == [100, 200, 300, 400] && frames.map(\.start) == [0, 100, 300, 600])
        for (frame, shade) in zip(frames, shades) {
            #expect(frame.pixels.difference(from: PixelBuffer(size: size, filledWith: (shade, 60, 60, 255))).largest <= 3)
        }
        #expect(try source.pixels().difference(from: frames[0].pixels).largest <= 1)
    }

    /// Lossless formats give back what was written, also where one frame is opaque and another is not.
    @Test(arguments: [ImageEncoding.webp(.lossless()), .png(), .jxl(.lossless)], [true, false])
    func transparencyIsKept(encoding: ImageEncoding, hasAlpha: Bool) throws {
        let size = PixelSize(width: 9, height: 7)
        let colors: [(UInt8, UInt8, UInt8, UInt8)] = [(200, 100, 50, 255), hasAlpha ? (60, 30, 10, 90) : (1, 2, 3, 255), (0, 0, 0, 255)]
        let writer = try AnimationWriter(size: size, hasAlpha: hasAlpha, encoding: encoding)
        for color in colors { try writer.add(PixelBuffer(size: size, filledWith: color), for: .seconds(1)) }
        let (info, frames) = try frames(ImageSource(bytes: writer.finish()))
        #expect(info.hasAlpha == hasAlpha && frames.map(\.pixels) == colors.map { PixelBuffer(size: size, filledWith: $0) })
    }

    @Test(arguments: [1, 65_535, 65_536, 2_000_000, 100_000_000]) func longFramesOfAPNGAreRoundedOnly(milliseconds: Int) throws {
        let writer = try AnimationWriter(size: size, encoding: .png())
        for _ in 0..<2 { try writer.add(PixelBuffer(size: size), for: .milliseconds(milliseconds)) }
        let (_, frames) = try frames(ImageSource(bytes: writer.finish()))
        // Frames of at most 10 ms are shown for 100; a frame lasts at most 65535 seconds.
        let expected = milliseconds <= 10 ? 100 : min(milliseconds, 65_535_000)
        for frame in frames { #expect(abs(frame.duration - expected) <= expected / 6000) }
    }

    @Test func onlyAnAnimatedPNGIsExpectedToStayOne() throws {
        func source(_ encoding: ImageEncoding) throws -> ImageSource {
            let writer = try AnimationWriter(size: size, encoding: encoding)
            for shade in [1, 200] as [UInt8] { try writer.add(PixelBuffer(size: size, filledWith: (shade, 0, 0, 255)), for: .seconds(1)) }
            return try ImageSource(bytes: writer.finish())
        }
        #expect(try source(.png()).animates(as: .png()) && source(.png()).animates(as: .gif()))
        #expect(try !source(.gif()).animates(as: .png()) && !source(.gif()).animates(as: .jpeg()))
    }

    @Test(arguments: [ImageEncoding.jpeg()]) func formatsWithoutAnimationsAreRefused(encoding: ImageEncoding) {
        #expect(!AnimationWriter.supports(encoding))
        expectError(.unsupportedFormat, saying: "WebP") { _ = try AnimationWriter(size: size, encoding: encoding) }
    }

    @Test func readingStopsWhenItIsTold() throws {
        let writer = try AnimationWriter(size: size, encoding: .gif())
        for shade in 0..<9 { try writer.add(PixelBuffer(size: size, filledWith: (UInt8(shade * 20), 0, 0, 255)), for: .seconds(1)) }
        var count = 0
        try ImageSource(bytes: writer.finish()).forEachFrame { _ in
            count += 1
            return count < 3
        }
        #expect(count == 3)
    }

    @Test func limitsAreCheckedBeforeTheFirstFrame() throws {
        let writer = try AnimationWriter(size: size, encoding: .gif())
        for shade in 0..<9 { try writer.add(PixelBuffer(size: size, filledWith: (UInt8(shade * 20), 0, 0, 255)), for: .seconds(1)) }
        let bytes = try writer.finish()
        var options = DecodingOptions()
        options.limits.maximumFrames = 8
        expectError(.limitExceeded, saying: "9 frames") { try ImageSource(bytes: bytes, options: options).forEachFrame { _ in true } }
        options.limits.maximumFrames = 9
        options.limits.maximumAnimationPixels = 9 * 24 - 1
        expectError(.limitExceeded, saying: "9 frames") { try ImageSource(bytes: bytes, options: options).forEachFrame { _ in true } }
    }

    @Test func aStillPictureIsNoAnimation() throws {
        let source = try ImageSource(bytes: PixelBuffer(size: size).blocking.encoded(as: .gif()))
        #expect(!source.header.isAnimated)
        expectError(.invalidArgument, saying: "GIF") { try source.forEachFrame { _ in true } }
    }
}
