import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

@Suite struct SamplingFactorTests {
    /// The factors of brightness and both color components; a unit may contain at most ten blocks.
    static let factors: [[Int]] = [
        [1, 1, 1, 1], [2, 1, 1, 1], [1, 2, 1, 1], [2, 2, 1, 1], [2, 2, 2, 1], [2, 2, 1, 2], [4, 1, 1, 1], [1, 4, 1, 1], [4, 2, 1, 1],
        [2, 4, 1, 1], [3, 1, 1, 1], [1, 3, 1, 1], [3, 2, 1, 1], [1, 1, 2, 1], [1, 1, 2, 2], [4, 1, 2, 1], [1, 1, 1, 4],
    ]

    /// Larger than 1000 pixels: in smaller pictures, memory that libjpeg does not write happens to contain the right values.
    @Test(arguments: factors, [1, 2, 4, 8])
    func everyRegionMatchesTheFullDecode(factors: [Int], shrink: Int) throws {
        let color = (horizontal: factors[2], vertical: factors[3])
        let bytes = SampledJPEG.noise(width: 1213, height: 410, sampling: [(factors[0], factors[1]), color, color], seed: 1)
        let source = try ImageSource(bytes: bytes)
        let whole = try Self.decode(source, source.size.bounds, shrink).pixels
        #expect(Set(whole.channel(0)).count > 50)
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<6 {
            let rectangle = generator.rectangle(inside: source.size)
            let region = try Self.decode(source, rectangle.rect, shrink)
            let place = PixelRect(
                x: Int(region.coverage.x) / shrink,
                y: Int(region.coverage.y) / shrink,
                width: region.pixels.width,
                height: region.pixels.height
            )
            let expected = try whole.cut(place)
            #expect(region.pixels == expected, "\(rectangle): \(region.pixels.difference(from: expected))")
        }
    }

    /// Decodes into memory that contained other pictures before.
    private static func decode(_ source: ImageSource, _ rectangle: Rect, _ shrink: Int) throws -> DecodedRegion {
        let decoder = RegionDecoder(source: source, upright: rectangle, scale: Double(shrink))
        SpareMemory.giveBack([UInt8](repeating: 0xA5, count: decoder.regionBytes))
        return try decoder.decodeInSpareMemory()
    }
}
