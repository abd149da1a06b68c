import BoundedCropImaging
import PictureSupport
import TestSupport
import Testing

@Suite struct RegionDecodingTests {
    /// Every subsampling, coding and container, and all orientations.
    static let files = Result {
        try Fixture.files(in: "formats", endings: "jpg", "png", "webp") + Fixture.files(in: "formats/webp", endings: "webp")
            + Fixture.files(in: "orientations", endings: "jpg", "png", "webp") + Fixture.files(in: "colour", endings: "jpg", "png", "webp")
            + ["formats/png/rgba16_interlaced.png", "edges/3000x8.jpg", "edges/8x3000.png", "edges/2x1.jpg", "edges/1x1.png"]
    }

    @Test(arguments: try Self.files.get())
    func matchesTheFullDecode(file: String) throws {
        let source = try Fixture.source(file)
        let whole = try source.pixels()
        for rectangle in Self.rectangles(inside: source.size, count: 24) {
            let region = try source.pixels(of: rectangle, scaledTo: rectangle.size)
            let expected = try whole.cut(rectangle)
            #expect(region == expected, "\(rectangle): \(region.difference(from: expected))")
        }
    }

    @Test func decodesSeveralRectanglesAtOnce() throws {
        let source = try Fixture.source("orientations/obama_6.jpg")
        let rectangles = Self.rectangles(inside: source.size, count: 6)
        let crops = try source.pixels(of: rectangles.map { PictureCut($0, scaledTo: $0.size) })
        #expect(try crops == rectangles.map { try source.pixels().cut($0) })
        #expect(try source.pixels(of: [PictureCut]()).isEmpty)
    }

    @Test(arguments: [
        PixelRect(x: 0, y: 0, width: 0, height: 10), PixelRect(x: 0, y: 0, width: 10, height: -1),
        PixelRect(x: -1, y: 0, width: 10, height: 10), PixelRect(x: 0, y: 291, width: 10, height: 10),
        PixelRect(x: 240, y: 0, width: 1, height: 1), PixelRect(x: 0, y: 0, width: .max, height: 1),
        PixelRect(x: .max, y: .max, width: .max, height: .max), PixelRect(x: .min, y: 0, width: .max, height: 1),
    ])
    func refusesRectanglesOutsideThePicture(rectangle: PixelRect) throws {
        let source = try Fixture.source("formats/obama_rgb8.png")
        let target = PixelSize(width: 10, height: 10)
        expectError(.invalidArgument, saying: "240x300") { _ = try source.pixels(of: rectangle, scaledTo: target) }
        expectError(.invalidArgument) { _ = try source.pixels(of: [PictureCut(rectangle, scaledTo: target)]) }
    }

    @Test(arguments: [(0, 5), (5, 0), (-3, 4), (65_536, 1), (40_000, 40_000), (.max, .max)])
    func refusesImpossibleOutputSizes(width: Int, height: Int) throws {
        let source = try Fixture.source("formats/obama_rgb8.png")
        let rectangle = PixelRect(x: 0, y: 0, width: 10, height: 10)
        expectError(.invalidArgument) { _ = try source.pixels(of: rectangle, scaledTo: PixelSize(width: width, height: height)) }
    }

    /// Random rectangles, some at the borders of JPEG's blocks, thin ones, and the corners.
    private static func rectangles(inside size: PixelSize, count: Int) -> [PixelRect] {
        var generator = SeededGenerator(seed: 1)
        let (width, height) = (size.width, size.height)
        var all = (0..<count).map { _ in generator.rectangle(inside: size) }
        all += [
            PixelRect(x: 0, y: 0, width: 1, height: 1), PixelRect(x: width - 1, y: height - 1, width: 1, height: 1),
            PixelRect(x: width / 2, y: 0, width: 1, height: height), PixelRect(x: 0, y: height / 2, width: width, height: 1),
            PixelRect(x: width / 2, y: height / 2, width: width - width / 2, height: height - height / 2),
        ]
        for step in [8, 16, 17, 48] where width > 3 * step && height > 3 * step {
            all.append(PixelRect(x: step, y: 2 * step, width: step, height: step))
            all.append(PixelRect(x: step - 1, y: step + 1, width: 2 * step + 1, height: step - 1))
        }
        return all
    }
}
