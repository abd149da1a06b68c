import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

@Suite struct JPEGXLEncodingTests {
    @Test("higher quality is larger and more accurate") func quality() throws {
        let original = try Fixture.source("formats/obama_rgb8.png").pixels()
        let files = try [20, 40, 70, 85, 95, 100].map { try original.blocking.encoded(as: .jxl(quality: $0)) }
        let distances = try files.map { try ImageSource(bytes: $0).pixels().difference(from: original).mean }
        #expect(zip(files, files.dropFirst()).allSatisfy { $0.count < $1.count }, "\(files.map(\.count))")
        #expect(zip(distances, distances.dropFirst()).allSatisfy { $0 > $1 }, "\(distances)")
        #expect(distances[3] < 4)
    }

    @Test("it is smaller than a JPEG of the same quality") func size() throws {
        let original = try Fixture.source("formats/obama_rgb8.png").pixels()
        let (jxl, jpeg) = (try original.blocking.encoded(as: .jxl()), try original.blocking.encoded(as: .jpeg()))
        #expect(jxl.count * 10 < jpeg.count * 9, "\(jxl.count) and \(jpeg.count)")
    }

    @Test(
        "lossless files give back every pixel",
        arguments: ["formats/obama_rgba.png", "formats/obama_gray.jpg", "formats/gif/transparent.gif"]
    )
    func lossless(file: String) throws {
        let original = try Fixture.source(file).pixels()
        let written = try ImageSource(bytes: original.blocking.encoded(as: .jxl(.lossless)))
        #expect(try written.pixels() == original)
        #expect(written.header.hasAlpha != original.isOpaque)
    }

    @Test("alpha is kept") func alpha() throws {
        let original = try Fixture.source("formats/obama_rgba.png").pixels()
        let pixels = try ImageSource(bytes: original.blocking.encoded(as: .jxl())).pixels()
        #expect(pixels.isPremultiplied)
        #expect(PixelDifference(pixels.channel(3), original.channel(3)).mean < 2)
        #expect(pixels.difference(from: original).mean < 4)
    }

    @Test("pictures have any sides", arguments: [(1, 1), (2, 1), (1, 7), (3, 5), (17, 33), (65, 64), (300, 1)])
    func sides(width: Int, height: Int) throws {
        let pixels = PixelBuffer(size: PixelSize(width: width, height: height), filledWith: (200, 100, 50, 255))
        for encoding in [ImageEncoding.jxl(quality: 90), .jxl(.lossless)] {
            let read = try ImageSource(bytes: pixels.blocking.encoded(as: encoding)).pixels()
            #expect(read.difference(from: pixels).largest <= 4)
        }
    }

    @Test("every effort gives a picture", arguments: 1...9)
    func efforts(effort: Int) throws {
        let original = try Fixture.source("formats/heic/plain.heic").pixels()
        let written = try ImageSource(bytes: original.blocking.encoded(as: .jxl(.lossy(quality: 90), effort: effort)))
        #expect(written.header.format == .jxl && !written.header.isAnimated)
        #expect(try written.pixels().difference(from: original).mean < 6)
    }

    @Test("the same picture gives the same bytes") func determinism() throws {
        let original = try Fixture.source("formats/obama_rgba.png").pixels()
        #expect(try original.blocking.encoded(as: .jxl()) == original.blocking.encoded(as: .jxl()))
    }

    @Test("an animation of one frame is a still picture when it is read") func oneFrame() throws {
        let size = PixelSize(width: 6, height: 4)
        let writer = try AnimationWriter(size: size, encoding: .jxl())
        try writer.add(PixelBuffer(size: size, filledWith: (9, 9, 9, 255)), for: .seconds(1))
        #expect(try !ImageSource(bytes: writer.finish()).header.isAnimated)
    }

    @Test("settings out of range are refused", arguments: [(0, 3), (101, 3), (.max, 3), (85, 0), (85, 10), (85, .min)])
    func settings(quality: Int, effort: Int) {
        let pixels = PixelBuffer(size: PixelSize(width: 3, height: 2), filledWith: (9, 8, 7, 255))
        expectError(.invalidArgument) { _ = try pixels.blocking.encoded(as: .jxl(.lossy(quality: quality), effort: effort)) }
    }

    @Test("pictures that would take gigabytes are refused", arguments: [(70_000, 1), (8000, 5000)])
    func excessive(width: Int, height: Int) {
        let pixels = PixelBuffer(size: PixelSize(width: width, height: height))
        expectError(.unsupportedFormat) { _ = try pixels.blocking.encoded(as: .jxl()) }
    }
}
