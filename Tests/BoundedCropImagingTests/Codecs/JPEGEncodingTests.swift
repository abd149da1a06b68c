import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

@Suite struct JPEGEncodingTests {
    private static func encoded(
        _ file: String = "formats/obama_rgb8.png",
        as encoding: ImageEncoding = .jpeg()
    ) throws -> [UInt8] {
        try Fixture.source(file).pixels().blocking.encoded(as: encoding)
    }

    @Test func higherQualityIsLargerAndMoreAccurate() throws {
        let original = try Fixture.source("formats/obama_rgb8.png").pixels()
        let files = try [1, 10, 30, 50, 75, 85, 95, 100].map { quality in try Self.encoded(as: .jpeg(quality: quality)) }
        let distances = try files.map { try ImageSource(bytes: $0).pixels().difference(from: original).mean }
        #expect(zip(files, files.dropFirst()).allSatisfy { $0.count < $1.count })
        #expect(zip(distances, distances.dropFirst()).allSatisfy { $0 > $1 })
        #expect(distances[5] < 3)
    }

    @Test(arguments: [(ImageEncoding.ChromaSubsampling.half, [2, 2]), (.horizontal, [2, 1]), (.full, [1, 1])], [false, true])
    func writesTheSubsamplingAndWhetherItIsProgressive(kind: (ImageEncoding.ChromaSubsampling, [Int]), progressive: Bool) throws {
        let file = try Self.encoded(as: .jpeg(isProgressive: progressive, chromaSubsampling: kind.0))
        let frame = try #require(JPEGFrame(file))
        #expect(frame.sampling == [kind.1, [1, 1], [1, 1]])
        #expect(frame.isProgressive == progressive)
        #expect([frame.width, frame.height] == [240, 300])
    }

    @Test func progressiveIsTheSamePictureInAShorterFile() throws {
        let baseline = try Self.encoded()
        let progressive = try Self.encoded(as: .jpeg(isProgressive: true))
        #expect(progressive.count < baseline.count)
        #expect(try ImageSource(bytes: progressive).pixels() == ImageSource(bytes: baseline).pixels())
    }

    @Test func keepsColorEdgesWithoutSubsampling() throws {
        let original = try Fixture.source("colour/broken_profile.png").pixels()
        let distances = try ImageEncoding.ChromaSubsampling.allCases.map { kind in
            try ImageSource(bytes: Self.encoded("colour/broken_profile.png", as: .jpeg(chromaSubsampling: kind))).pixels().difference(
                from: original
            ).mean
        }
        #expect(distances[2] < distances[0])
    }

    @Test(arguments: [[255, 255, 255], [0, 0, 0], [250, 30, 120]] as [[UInt8]])
    func showsTheBackgroundWhereThePictureIsTransparent(background: [UInt8]) throws {
        let pixels: [UInt8] = [0, 0, 0, 0, 60, 20, 100, 128, 10, 200, 90, 255]
        for index in 0..<3 {
            let color = Array(pixels[(index * 4)..<(index * 4 + 4)])
            let flat = PixelBuffer(size: PixelSize(width: 16, height: 16), filledWith: (color[0], color[1], color[2], color[3]))
            let behind = background.map { Double($0) / 255 }
            let encoding = ImageEncoding.jpeg(quality: 100, background: Color(red: behind[0], green: behind[1], blue: behind[2]))
            let shown = try ImageSource(bytes: flat.blocking.encoded(as: encoding)).pixels()
            let mixed = (0..<3).map { UInt8((Double(color[$0]) + Double(background[$0]) * Double(255 - color[3]) / 255).rounded()) }
            let expected = PixelBuffer(size: flat.size, filledWith: (mixed[0], mixed[1], mixed[2], 255))
            #expect(shown.difference(from: expected).largest <= 2, "\(color) on \(background)")
        }
    }

    @Test func encodesNoisyAndTinyPictures() throws {
        var generator = SeededGenerator(seed: 2)
        for (width, height) in [(1, 1), (2, 1), (1, 17), (17, 15), (64, 64)] {
            let noise = try generator.picture(PixelSize(width: width, height: height))
            let copy = try ImageSource(bytes: noise.blocking.encoded(as: .jpeg(quality: 100, chromaSubsampling: .full)))
            #expect(copy.size == noise.size)
            #expect(try copy.pixels().isOpaque)
        }
    }

    @Test(arguments: [(70_000, 1), (1, 65_501)])
    func refusesSidesBeyondTheFormatsLimit(width: Int, height: Int) {
        let pixels = PixelBuffer(size: PixelSize(width: width, height: height))
        expectError(.unsupportedFormat, saying: "\(width)x\(height)") { _ = try pixels.blocking.encoded(as: .jpeg()) }
    }
}
