import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

@Suite struct ColorProfileTests {
    static let exact = [
        "swapped.png", "swapped.webp", "swapped_alpha.png", "swapped_alpha.webp", "gray_gamma.png", "broken_profile.png",
        "broken_profile_stream.png", "broken_profile.webp",
    ]
    static let lossy = [
        "swapped.jpg", "swapped_two_segments.jpg", "swapped_segments_out_of_order.jpg", "gray_gamma.jpg", "broken_profile.jpg",
        "second_segment_missing.jpg", "truncated_profile.jpg", "gray_profile_on_rgb.jpg",
    ]
    static let size = PixelSize(width: 128, height: 64)

    /// The expected pixels: the raw file of the same name, or the one without a profile for files whose profile must be ignored.
    private static func expected(_ file: String) throws -> PixelBuffer {
        let name = ["swapped_alpha", "swapped", "gray_gamma"].first { file.hasPrefix($0) } ?? "broken_profile"
        return try Fixture.expected("colour/\(name).rgba", size: size)
    }

    private static let keeping = {
        var options = DecodingOptions()
        options.colorProfile = .keep
        return options
    }()

    @Test(arguments: exact)
    func isAppliedToLosslessPixels(file: String) throws {
        let difference = try Fixture.source("colour/" + file).pixels().difference(from: Self.expected(file))
        #expect(difference.largest <= 1, "\(difference)")
    }

    /// JPEG rings at the edges of the patches, and rounds within them.
    @Test(arguments: lossy)
    func isAppliedToJPEG(file: String) throws {
        let difference = try Fixture.source("colour/" + file).pixels().difference(from: Self.expected(file))
        #expect(difference.mean < 0.6 && difference.largest <= 4, "\(difference)")
    }

    @Test func makesPhotosInTwoColorSpacesEqual() throws {
        let one = try Fixture.source("colour/astronaut_srgb.jpg").pixels()
        let other = try Fixture.source("colour/astronaut_display_p3.jpg").pixels()
        let stored = try Fixture.source("colour/astronaut_display_p3.jpg", Self.keeping).pixels()
        #expect(one.difference(from: other).mean < 1.3)
        #expect(one.difference(from: stored).mean > 2.5)
    }

    @Test func ofSRGBLeavesPixelsUnchanged() throws {
        let name = "colour/astronaut_srgb.jpg"
        #expect(try Fixture.source(name).pixels() == Fixture.source(name, Self.keeping).pixels())
    }

    /// Of a large photo, only the pixels after shrinking are converted.
    @Test(arguments: [ImageFormat.jpeg, .png])
    func isAppliedWhenThePictureIsShrunk(format: ImageFormat) throws {
        let stored = try Fixture.source("colour/astronaut_display_p3.jpg", Self.keeping)
        let enlarged = try stored.pixels().resized(to: PixelSize(width: 1600, height: 1600))
        let large = try ImageSource(bytes: enlarged.blocking.encoded(as: ImageEncoding(format, quality: 95), from: stored))
        #expect(large.metadata.iccProfile != nil)
        let small = try large.pixels(longSide: 256)
        #expect(small.difference(from: try large.pixels().resized(to: small.size)).mean < 0.5)
        #expect(small.difference(from: try stored.pixels()).mean > 2.5)
    }

    @Test func isSharedByThreads() async throws {
        let alone = try Fixture.source("colour/astronaut_display_p3.jpg").pixels()
        try await withThrowingTaskGroup(of: PixelBuffer.self) { group in
            for _ in 0..<32 { group.addTask { try Fixture.source("colour/astronaut_display_p3.jpg").pixels() } }
            for try await pixels in group { #expect(pixels == alone) }
        }
    }

    @Test(arguments: ["swapped.png", "swapped.webp", "swapped_two_segments.jpg"], ImageFormat.ofPhotos)
    func isWrittenWithTheUnconvertedPixelsIfKept(file: String, format: ImageFormat) throws {
        let source = try Fixture.source("colour/" + file, Self.keeping)
        let profile = try #require(source.metadata.iccProfile)
        let pixels = try source.pixels()
        #expect(try pixels.difference(from: Self.expected("broken_profile")).largest <= 4)
        let encodings: [ImageFormat: ImageEncoding] = [
            .jpeg: .jpeg(quality: 95, chromaSubsampling: .full), .png: .png(), .webp: .webp(.lossless(effort: 95)),
            .avif: .avif(quality: 100), .gif: .gif(), .jxl: .jxl(.lossless),
        ]
        let written = try ImageSource(bytes: pixels.blocking.encoded(as: #require(encodings[format]), from: source))
        #expect(written.metadata.iccProfile == profile)
        let difference = try written.pixels().difference(from: Self.expected("swapped"))
        // AVIF is written with half the resolution of color.
        #expect(format == .avif ? difference.mean < 3 : difference.largest <= 6)
    }

    @Test(arguments: exact + lossy, ImageFormat.ofPhotos)
    func isNotWrittenOnceItIsApplied(file: String, format: ImageFormat) throws {
        let source = try Fixture.source("colour/" + file)
        let written = try source.pixels().blocking.encoded(as: ImageEncoding(format), from: source, keeping: .all)
        #expect(try ImageSource(bytes: written).metadata.iccProfile == nil)
    }

    @Test(arguments: lossy + exact, ImageFormat.ofPhotos)
    func neverPreventsWritingThePicture(file: String, format: ImageFormat) throws {
        let source = try Fixture.source("colour/" + file, Self.keeping)
        let written = try source.pixels().blocking.encoded(as: ImageEncoding(format), from: source)
        #expect(try ImageSource(bytes: written).pixels().size == Self.size)
    }

    /// Gray is written as RGB, so the profile would not fit the output.
    @Test(arguments: ["gray_gamma.png", "gray_gamma.jpg"])
    func ofAGrayPictureIsAppliedEvenIfKept(file: String) throws {
        let source = try Fixture.source("colour/" + file, Self.keeping)
        #expect(try source.pixels().difference(from: Self.expected(file)).largest <= 4)
        let written = try source.pixels().blocking.encoded(as: .png(), from: source)
        #expect(try ImageSource(bytes: written).metadata.iccProfile == nil)
    }
}
