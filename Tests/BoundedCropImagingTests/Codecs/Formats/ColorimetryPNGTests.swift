import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

/// PNG whose colors are described by `gAMA` and `cHRM` (PNG, third edition, 11.3.2).
@Suite struct ColorimetryPNGTests {
    private static func gamma(_ value: Int) -> [UInt8] { StoredPNG.chunk("gAMA", StoredPNG.bigEndian(value)) }

    /// White, red, green and blue.
    private static func primaries(_ values: [Int]) -> [UInt8] { StoredPNG.chunk("cHRM", values.flatMap(StoredPNG.bigEndian)) }

    private static let srgb = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6000]
    private static let adobe = [31_270, 32_900, 64_000, 33_000, 21_000, 71_000, 15_000, 6000]

    private static func file(_ chunks: [UInt8], _ color: [UInt8] = [200, 100, 50], colorType: UInt8 = 2) -> [UInt8] {
        StoredPNG.file(width: 1, height: 1, colorType: colorType, rows: [0] + color, chunks: chunks)
    }

    private static func expect(_ chunks: [UInt8], _ color: [UInt8], colorType: UInt8 = 2, _ expected: [Int]) throws {
        var options = DecodingOptions()
        for isIsolated in [false, true] {
            options.decoders = isIsolated ? try HelperBook().pool() : nil
            let pixel = try ImageSource(bytes: file(chunks, color, colorType: colorType), options: options).pixels().bytes
            #expect(zip(pixel, expected + [255]).allSatisfy { abs(Int($0) - $1) <= 2 }, "\(pixel)")
        }
    }

    private static let described: [(chunks: [UInt8], color: [Int])] = [
        (gamma(100_000), [229, 168, 122]), (gamma(100_000) + primaries(srgb), [229, 168, 122]),
        (gamma(55_556), [210, 119, 65]), (gamma(45_455) + primaries(adobe), [227, 100, 42]),
        (primaries(adobe) + gamma(100_000), [248, 168, 120]),
    ]

    /// The expected values are those of the power function, the primaries' matrices and sRGB's curve.
    @Test(arguments: described) func `light and primaries unlike those of sRGB are converted`(chunks: [UInt8], color: [Int]) throws {
        try Self.expect(chunks, [200, 100, 50], color)
    }

    @Test func `gray and transparent pixels are converted, too`() throws {
        try Self.expect(Self.gamma(100_000), [120], colorType: 0, [182, 182, 182])
        try Self.expect(Self.gamma(100_000), [120, 255], colorType: 4, [182, 182, 182])
        let half = try ImageSource(bytes: Self.file(Self.gamma(100_000), [120, 120, 120, 128], colorType: 6)).pixels().bytes
        #expect(half[3] == 128 && abs(Int(half[0]) - 91) <= 2)
    }

    /// Usual values, as most programs write them; what takes precedence; primaries alone, as in browsers; what cannot be.
    private static let undescribed: [[UInt8]] = [
        gamma(45_455), gamma(45_000) + primaries(srgb), gamma(46_000) + primaries(srgb.map { $0 + 300 }), primaries(adobe),
        gamma(100_000) + StoredPNG.chunk("sRGB", [0]), gamma(100_000) + StoredPNG.chunk("cICP", [1, 13, 0, 1]),
        gamma(0), gamma(Int(Int32.max)), gamma(45_455) + primaries([31_270, 0, 64_000, 33_000, 30_000, 60_000, 15_000, 6000]),
        StoredPNG.chunk("gAMA", [0, 1]), gamma(100_000).dropLast() + [7],
    ]

    @Test(arguments: undescribed) func `other pixels are sRGB`(chunks: [UInt8]) throws {
        let source = try ImageSource(bytes: Self.file(chunks))
        #expect(try source.pixels().bytes == [200, 100, 50, 255])
        #expect(source.metadata.iccProfile == nil)
    }

    @Test func `a profile takes precedence`() throws {
        let tagged = try Fixture.bytes("colour/swapped.png")
        let described = Array(tagged[..<33]) + Self.gamma(100_000) + tagged[33...]
        #expect(try ImageSource(bytes: described).pixels() == ImageSource(bytes: tagged).pixels())
    }

    @Test func `the colors can be kept, with a profile of them`() throws {
        var options = DecodingOptions()
        options.colorProfile = .keep
        let source = try ImageSource(bytes: Self.file(Self.gamma(100_000) + Self.primaries(Self.adobe)), options: options)
        let pixels = try source.pixels()
        #expect(pixels.bytes == [200, 100, 50, 255])
        let written = try ImageSource(bytes: pixels.blocking.encoded(as: .png(), from: source)).pixels().bytes
        #expect(zip(written, [248, 168, 120, 255]).allSatisfy { abs(Int($0) - $1) <= 2 }, "\(written)")
    }

    @Test func `frames of an animation are converted, too`() throws {
        let frame = BuiltAPNG.Frame(PixelRect(x: 0, y: 0, width: 1, height: 1), [120, 120, 120, 255])
        let file = BuiltAPNG.file(PixelSize(width: 1, height: 1), frames: [frame, frame], chunks: Self.gamma(100_000))
        let frames = try ImageSource(bytes: file).allFrames().frames
        #expect(frames.count == 2 && frames.allSatisfy { abs(Int($0.pixels.bytes[0]) - 182) <= 2 })
    }
}
