import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

@Suite struct AVIFEncodingTests {
    @Test func higherQualityIsLargerAndMoreAccurate() throws {
        let original = try Fixture.source("formats/obama_rgb8.png").pixels()
        let files = try [10, 40, 70, 85, 95].map { try original.blocking.encoded(as: .avif(quality: $0)) }
        let distances = try files.map { try ImageSource(bytes: $0).pixels().difference(from: original).mean }
        #expect(zip(files, files.dropFirst()).allSatisfy { $0.count < $1.count }, "\(files.map(\.count))")
        #expect(zip(distances, distances.dropFirst()).allSatisfy { $0 > $1 }, "\(distances)")
        #expect(distances[3] < 2.5)
    }

    @Test func isSmallerThanJPEG() throws {
        let original = try Fixture.source("formats/obama_rgb8.png").pixels()
        let (avif, jpeg) = (try original.blocking.encoded(as: .avif()), try original.blocking.encoded(as: .jpeg()))
        #expect(avif.count * 10 < jpeg.count * 9, "\(avif.count) and \(jpeg.count)")
    }

    @Test func keepsAlpha() throws {
        let original = try Fixture.source("formats/obama_rgba.png").pixels()
        let written = try ImageSource(bytes: original.blocking.encoded(as: .avif()))
        #expect(written.header.hasAlpha)
        let pixels = try written.pixels()
        #expect(pixels.isPremultiplied)
        #expect(PixelDifference(pixels.channel(3), original.channel(3)).mean < 2)
        #expect(pixels.difference(from: original).mean < 2.5)
        let opaque = try Fixture.source("formats/obama_rgb8.png").pixels()
        #expect(try !ImageSource(bytes: opaque.blocking.encoded(as: .avif())).header.hasAlpha)
    }

    @Test(arguments: [(1, 1), (2, 1), (1, 7), (3, 5), (17, 33), (65, 64)])
    func writesAnySides(width: Int, height: Int) throws {
        let pixels = PixelBuffer(size: PixelSize(width: width, height: height), filledWith: (200, 100, 50, 255))
        let read = try ImageSource(bytes: pixels.blocking.encoded(as: .avif(quality: 90))).pixels()
        #expect(read.difference(from: pixels).largest <= 4)
    }

    @Test(arguments: 0...10)
    func everySpeedGivesAPicture(speed: Int) throws {
        let original = try Fixture.source("formats/heic/plain.heic").pixels()
        let written = try ImageSource(bytes: original.blocking.encoded(as: .avif(quality: 90, speed: speed)))
        #expect(written.header.format == .avif && !written.header.isAnimated)
        #expect(try written.pixels().difference(from: original).mean < 4)
    }

    @Test func givesTheSameBytesEveryTime() throws {
        let original = try Fixture.source("formats/obama_rgba.png").pixels()
        #expect(try original.blocking.encoded(as: .avif()) == original.blocking.encoded(as: .avif()))
    }

    @Test(arguments: [(0, 9), (101, 9), (-1, 9), (.max, 9), (85, -1), (85, 11), (85, .min)])
    func refusesSettingsOutOfRange(quality: Int, speed: Int) {
        let pixels = PixelBuffer(size: PixelSize(width: 3, height: 2), filledWith: (9, 8, 7, 255))
        expectError(.invalidArgument) { _ = try pixels.blocking.encoded(as: .avif(quality: quality, speed: speed)) }
    }

    @Test func refusesEmptyAndHugePictures() {
        let pixels = PixelBuffer(size: PixelSize(width: 70_000, height: 1))
        expectError(.unsupportedFormat) { _ = try pixels.blocking.encoded(as: .avif()) }
    }
}
