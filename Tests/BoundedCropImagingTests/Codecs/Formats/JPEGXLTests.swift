import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

@Suite(.timeLimit(.minutes(10))) struct JPEGXLTests {
    private static let codestream = Result { try Fixture.bytes("formats/jxl/plain.jxl") }

    private static func pixels(_ bytes: [UInt8]) throws -> PixelBuffer { try ImageSource(bytes: bytes).pixels() }

    // MARK: Boxes

    @Test("a codestream in boxes is the same picture, in one piece or in parts")
    func boxes() throws {
        let stream = try Self.codestream.get()
        let plain = try Self.pixels(stream)
        let (first, second) = (Array(stream.prefix(50)), Array(stream.dropFirst(50)))
        for boxes in [
            BuiltJXL.box("jxlc", stream), BuiltJXL.box("jxlc", stream, length: 0), BuiltJXL.box("free", []) + BuiltJXL.box("jxlc", stream),
            BuiltJXL.part(0, first) + BuiltJXL.part(1, second, isLast: true),
            BuiltJXL.part(0, first) + BuiltJXL.box("free", [1, 2, 3]) + BuiltJXL.part(1, []) + BuiltJXL.part(2, second, isLast: true),
        ] {
            #expect(try Self.pixels(BuiltJXL.start + boxes) == plain)
        }
    }

    @Test(
        "boxes that are wrong are refused with the reason",
        arguments: [
            (BuiltJXL.box("free", []), "no codestream"),
            (BuiltJXL.box("free", [], length: 4), "box 3 is shorter than its own header: 4 bytes"),
            (BuiltJXL.part(1, [0xFF, 0x0A]), "part 1 of the codestream (jxlp) is where part 0 must be"),
            (BuiltJXL.part(0, [0xFF, 0x0A]) + BuiltJXL.part(2, []), "part 2 of the codestream (jxlp) is where part 1 must be"),
            (BuiltJXL.box("jxlp", [0]), "has no number"),
            (BuiltJXL.box("jxlc", [0xFF, 0x0A]), "truncated"),
            (BuiltJXL.box("jxlc", [1, 2, 3, 4]), "damaged"),
        ]
    )
    func wrongBoxes(boxes: [UInt8], reason: String) {
        expectError(.malformedImage, saying: reason) { _ = try Self.pixels(BuiltJXL.start + boxes) }
    }

    @Test("a box that is longer than its file is an error unless damage is allowed")
    func longBox() throws {
        let file = try BuiltJXL.start + BuiltJXL.box("jxlc", Self.codestream.get(), length: Int(Int32.max))
        expectError(.malformedImage, saying: "box 3 says that it has 2147483647 bytes") { _ = try Self.pixels(file) }
        #expect(try ImageSource(bytes: file, options: TruncatedFileTests.options).pixels() == Self.pixels(Self.codestream.get()))
    }

    @Test("more boxes than any file needs are refused")
    func manyBoxes() throws {
        let boxes = [[UInt8]](repeating: BuiltJXL.box("free", []), count: 100_000).flatMap(\.self)
        expectError(.limitExceeded, saying: "100000 boxes") {
            _ = try Self.pixels(BuiltJXL.start + boxes + BuiltJXL.box("jxlc", Self.codestream.get()))
        }
    }

    // MARK: Metadata

    @Test("metadata of up to 1 MiB is read, compressed or not, and more is left out", arguments: [1 << 20, (1 << 20) + 1])
    func longMetadata(length: Int) throws {
        let packet = Array("<x:xmpmeta>".utf8) + [UInt8](repeating: 32, count: length - 11)
        for box in [BuiltJXL.box("xml ", packet), BuiltJXL.compressed("xml ", packet)] {
            let source = try ImageSource(bytes: BuiltJXL.start + BuiltJXL.box("jxlc", Self.codestream.get()) + box)
            #expect(source.metadata.xmp == (length > 1 << 20 ? nil : packet))
            #expect(try source.pixels() == Self.pixels(Self.codestream.get()))
        }
    }

    @Test("compressed metadata that is damaged is left out")
    func damagedMetadata() throws {
        var box = BuiltJXL.compressed("xml ", Array("<x:xmpmeta/>".utf8))
        box[12] ^= 0xFF
        let source = try ImageSource(bytes: BuiltJXL.start + box + BuiltJXL.box("jxlc", Self.codestream.get()))
        #expect(source.metadata.xmp == nil && source.size == PixelSize(width: 24, height: 20))
    }

    // MARK: Limits and damage

    @Test("sizes and channels are refused on the header", arguments: [(65_536, 65_536, 0), (1 << 30, 1, 0), (20, 20, 17), (20, 20, 4096)])
    func excessive(width: Int, height: Int, channels: Int) {
        expectError(.limitExceeded) { _ = try ImageSource(bytes: BuiltJXL.header(width: width, height: height, channels: channels)) }
    }

    @Test("half of a photo is coarse if damage is allowed")
    func truncated() throws {
        let bytes = try Fixture.bytes("formats/obama.jxl")
        let half = Array(bytes.prefix(bytes.count / 2))
        expectError(.malformedImage, saying: "truncated") { _ = try Self.pixels(half) }
        let difference = try ImageSource(bytes: half, options: TruncatedFileTests.options).pixels().difference(from: Self.pixels(bytes))
        #expect(difference.mean > 0.1 && difference.mean < 20, "\(difference)")
    }

    @Test("an animation that is cut anywhere is an error once its frames are read, or ends early if damage is allowed")
    func cutAnimation() throws {
        let bytes = try Fixture.bytes("formats/jxl/animated.jxl")
        for length in stride(from: bytes.count / 2, to: bytes.count - 1, by: 40) {
            let file = Array(bytes.prefix(length))
            expectError(.malformedImage, saying: "frame") { try ImageSource(bytes: file).forEachFrame { _ in true } }
            var count = 0
            try ImageSource(bytes: file, options: TruncatedFileTests.options).forEachFrame { _ in
                count += 1
                return true
            }
            #expect((1...4).contains(count))
        }
    }

    @Test("frames have their times") func times() throws {
        let source = try Fixture.source("formats/jxl/animated.jxl")
        var durations: [Int] = []
        try source.forEachFrame {
            durations.append($0.duration)
            return true
        }
        #expect(try durations == [100, 100, 100, 100] && source.animationInfo().loopCount == 0)
    }

    // MARK: Files of others

    /// The reference of `pub_blendmodes.jxl` is not one: colors that are too light for a PNG became dark in it. See `blended()`.
    private static let valid = Result {
        try SharedFormat.all(in: "jxl").filter { $0.kind == "valid" && $0.file != "jxl/pub_blendmodes.jxl" }
    }

    @Test(
        "files of others are as their reference",
        .enabled(if: SharedFormat.areThere, "../shared/formats is missing"),
        arguments: try valid.get()
    )
    func shared(file: SharedFormat) throws {
        let source = try ImageSource(bytes: file.bytes())
        #expect(source.size.width == file.width && source.size.height == file.height && source.header.hasAlpha == file.alpha)
        let pixels = try source.pixels()
        #expect((file.distance(of: pixels) ?? 0) <= 1)
        guard let frames = file.frames, frames > 1 else { return }
        #expect(try source.animationInfo().frameCount == frames)
        var count = 0
        try source.forEachFrame { frame in
            if count == 0 { #expect(frame.pixels == pixels) }
            count += 1
            return true
        }
        #expect(count == frames)
    }

    /// The blended values are -0.34...5.55: `djxl` writes them so to NPY, and lets them wrap around in a PNG of 12 bits. The colors are those,
    /// limited to 0...1 and premultiplied.
    @Test("colors beyond black and white are black and white", .enabled(if: SharedFormat.areThere, "../shared/formats is missing"))
    func blended() throws {
        let file = try #require(SharedFormat.all(in: "jxl").first { $0.file == "jxl/pub_blendmodes.jxl" })
        let pixels = try ImageSource(bytes: file.bytes()).pixels()
        let white = [255, 255, 255, 255]
        let colors = [(0, 0, [0, 69, 42, 82]), (94, 93, [0, 85, 49, 85]), (744, 744, [195, 255, 252, 255]), (1023, 1023, white)]
        for (x, y, color) in colors {
            let start = (y * pixels.width + x) * 4
            #expect(zip(pixels.bytes[start..<start + 4], color).allSatisfy { abs(Int($0) - $1) <= 1 }, "\(x), \(y)")
        }
    }

    /// Kept out of what is meant to be refused, but the reference decoder shows them, too.
    private static let odd = Result { try SharedFormat.all(in: "jxl").filter { $0.kind != "valid" } }

    @Test(
        "damaged and hostile files are refused with a reason, or are as their reference",
        .enabled(if: SharedFormat.areThere, "../shared/formats is missing"),
        arguments: try odd.get()
    )
    func hostile(file: SharedFormat) throws {
        do {
            let source = try ImageSource(bytes: file.bytes())
            let pixels = try source.pixels()
            #expect((file.distance(of: pixels) ?? 0) <= 1 && file.kind != "damaged")
            #expect(!file.file.contains("bomb") || source.metadata.exif == nil)
            if source.header.isAnimated { try source.forEachFrame { _ in true } }
        } catch let error as BoundedCropError {
            #expect(error.message.count > 20 && (error.code == .malformedImage || error.code == .limitExceeded), "\(error)")
        }
    }
}
