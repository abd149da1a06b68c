import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

/// The memory needed for decoding and encoding is estimated from headers and options, close to measurements.
@Suite struct CodecMemoryTests {
    private static func whole(_ source: ImageSource) -> Int {
        let rectangle = PixelRect(x: 0, y: 0, width: source.size.width, height: source.size.height)
        return source.decodingBytes(covering: [PictureCut(rectangle, scaledTo: source.size)])
    }

    /// A file of a few hundred bytes may require hundreds of megabytes of coefficients, whatever part is cropped.
    @Test func ofAProgressiveJPEGIncludesAllCoefficients() throws {
        let source = try ImageSource(bytes: SampledJPEG.emptyScans(3, width: 9830, height: 9830, components: 3))
        let corner = PictureCut(PixelRect(x: 0, y: 0, width: 10, height: 10), scaledTo: PixelSize(width: 10, height: 10))
        #expect(source.bytes.count < 2000)
        #expect((580_000_000..<600_000_000).contains(source.decodingBytes(covering: [corner])))
        #expect((580_000_000..<640_000_000).contains(source.overviewBytes(longSide: 100)))
        #expect(Self.whole(source) >= 580_000_000 + source.size.area * 4)
    }

    @Test(arguments: [
        // Bytes per pixel needed to decode the whole picture: lower and upper bound.
        ("formats/obama_420.jpg", 4.0, 14.0), ("formats/obama_progressive.jpg", 7.0, 14.0),
        ("formats/obama_cmyk_progressive.jpg", 12.0, 22.0),
        ("formats/obama_rgb8.png", 4.0, 12.0), ("formats/obama_rgba_interlaced.png", 8.0, 13.0), ("formats/obama_lossy.webp", 4.0, 10.0),
        ("formats/obama_lossy_alpha.webp", 9.0, 24.0), ("formats/obama_lossless.webp", 12.0, 23.0),
    ])
    func ofAFileDependsOnItsForm(file: String, least: Double, most: Double) throws {
        let source = try Fixture.source(file)
        let perPixel = Double(Self.whole(source)) / Double(source.size.area)
        #expect((least...most).contains(perPixel), "\(perPixel)")
    }

    @Test func ofSeveralCropsIncludesEachOfThem() throws {
        let source = try Fixture.source("formats/obama_420.jpg")
        let crop = PictureCut(PixelRect(x: 0, y: 0, width: 10, height: 10), scaledTo: PixelSize(width: 7000, height: 7000))
        let one = source.decodingBytes(covering: [crop])
        #expect(one >= 196_000_000)
        #expect(source.decodingBytes(covering: [crop, crop]) == one + 196_000_000)
        let absurd = PictureCut(PixelRect(x: .min, y: .max, width: .max, height: .min), scaledTo: PixelSize(width: .max, height: .max))
        #expect(source.decodingBytes(covering: [absurd, absurd]) == .max)
        #expect(source.decodingBytes(covering: []) >= 0)
        #expect(source.overviewBytes(longSide: .max) > 0 && source.overviewBytes(longSide: .min) > 0)
    }

    /// Measured with noise of 4 and 9 megapixels at quality 100, in bytes per pixel; the file counts twice.
    @Test(arguments: [
        (ImageEncoding.jpeg(), 2000, 5.9), (.jpeg(chromaSubsampling: .horizontal), 2000, 7.9),
        (.jpeg(chromaSubsampling: .full), 2000, 12.1),
        (.png(), 2000, 8.2), (.webp(), 2000, 36.5), (.webp(.lossless()), 2000, 39.6),
        (.webp(), 3000, 36.8), (.webp(.lossless()), 3000, 28.1),
    ])
    func ofEncodingExceedsWhatNoiseTakes(encoding: ImageEncoding, side: Int, measured: Double) throws {
        let estimate = Double(encoding.workingBytes(for: PixelSize(width: side, height: side))) / Double(side * side)
        #expect((measured...measured * 1.3).contains(estimate), "\(estimate)")
        #expect(encoding.workingBytes(for: PixelSize(width: .max, height: .max)) == .max)
        #expect(encoding.workingBytes(for: PixelSize(width: -1, height: 0)) >= 0)
    }
}
