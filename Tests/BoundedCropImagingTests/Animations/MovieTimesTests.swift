import Foundation
import TestSupport
import Testing

@testable import BoundedCropImaging

@Suite(.timeLimit(.minutes(15))) struct MovieTimesTests {
    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        withUnsafeBytes(of: UInt32(8 + content.count).bigEndian) { Array($0) } + Array(type.utf8) + content
    }

    private static func header(_ type: String, version: UInt8, filledWith byte: UInt8) -> [UInt8] {
        box(type, [version, 0, 0, 0] + [UInt8](repeating: byte, count: version == 1 ? 16 : 8) + [1, 2, 3])
    }

    private static func movie(_ byte: UInt8) -> [UInt8] {
        let media = box("mdia", header("mdhd", version: 0, filledWith: byte) + box("hdlr", [7]))
        let track = box("trak", header("tkhd", version: 1, filledWith: byte) + media)
        let other = box("free", header("mvhd", version: 1, filledWith: 9))
        return box("ftyp", [5]) + other + box("moov", header("mvhd", version: 1, filledWith: byte) + track + track) + box("mdat", [9, 9])
    }

    @Test func `the times of the movie and of its tracks are cleared, and nothing else`() {
        var file = Self.movie(8)
        MovieTimes.clear(in: &file)
        #expect(file == Self.movie(0))
    }

    @Test func `what is cut off or has other lengths stays as it is, or loses only its times`() {
        let whole = Self.movie(8)
        for length in 0..<whole.count {
            var file = Array(whole.prefix(length))
            MovieTimes.clear(in: &file)
            #expect(zip(file, whole).allSatisfy { $0 == $1 || $0 == 0 && $1 == 8 })
        }
        for place in whole.indices {
            for byte in [0, 1, 127, 255] as [UInt8] {
                var file = whole
                file[place] = byte
                MovieTimes.clear(in: &file)
                #expect(file.count == whole.count)
            }
        }
    }

    @Test func `an animated AVIF is the same whenever it is written`() throws {
        func written() throws -> [UInt8] {
            let writer = try AnimationWriter(size: PixelSize(width: 16, height: 16), encoding: .avif())
            for shade in [0, 255] as [UInt8] {
                try writer.add(PixelBuffer(size: PixelSize(width: 16, height: 16), filledWith: (shade, 0, 0, 255)), for: .seconds(1))
            }
            return try writer.finish()
        }
        let (first, start) = (try written(), time(nil))
        // AVIF counts seconds.
        while time(nil) == start {}
        #expect(try written() == first)
        #expect(try ImageSource(bytes: first).animationInfo().frameCount == 2)
    }
}
