import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

/// A small animation in one of the formats that have them.
struct AnimationFixture: CustomTestStringConvertible, Sendable {
    let name: String
    let bytes: [UInt8]

    var testDescription: String { name }

    static let all = Result { try files() + [png(), tagged(), turned()] }

    private static func files() throws -> [AnimationFixture] {
        try [
            "gif/animated.gif", "gif/animated_offset.gif", "webp/animated.webp", "webp/animated_offset.webp", "avif/animated.avif",
            "avif/animated_alpha.avif", "jxl/animated.jxl", "jxl/animated_alpha.jxl",
        ].map { AnimationFixture(name: $0, bytes: try Fixture.bytes("formats/" + $0)) }
    }

    static let size = PixelSize(width: 20, height: 12)

    private static func frames(_ alpha: UInt8) -> [BuiltAPNG.Frame] {
        [
            .init(PixelRect(all: size), [200, 30, 60, alpha]), .init(PixelRect(x: 3, y: 2, width: 9, height: 7), [10, 220, 90, 128]),
            .init(PixelRect(x: 19, y: 11, width: 1, height: 1), [0, 0, 255, alpha]),
        ]
    }

    private static func png() -> AnimationFixture {
        AnimationFixture(name: "built.png", bytes: BuiltAPNG.file(size, frames: frames(77), loops: 4))
    }

    /// Its frames are converted with the profile that swaps red and green.
    private static func tagged() throws -> AnimationFixture {
        let file = try Fixture.bytes("colour/swapped.png")
        let start = try #require(file.firstRange(of: Array("iCCP".utf8))).lowerBound - 4
        let length = try #require(file.bigEndian32(at: start)) + 12
        let profile = Array(file[start..<(start + length)])
        return AnimationFixture(name: "tagged.png", bytes: BuiltAPNG.file(size, frames: frames(255), chunks: profile))
    }

    /// Its frames are turned upright, and EXIF says so.
    private static func turned() throws -> AnimationFixture {
        let writer = try AnimationWriter(
            size: size,
            loopCount: 3,
            hasAlpha: true,
            encoding: .webp(.lossless()),
            metadata: ImageMetadata(exif: TIFFBlock(orientation: 6).bytes)
        )
        var generator = SeededGenerator(seed: 6)
        for number in 1...4 { try writer.add(generator.picture(size), for: .milliseconds(30 * number)) }
        return AnimationFixture(name: "turned.webp", bytes: try writer.finish())
    }
}
