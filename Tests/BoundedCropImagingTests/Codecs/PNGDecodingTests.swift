import BoundedCropImaging
import PictureSupport
import TestSupport
import Testing

@Suite struct PNGDecodingTests {
    static let forms = Result { try Fixture.files(in: "formats/png", endings: "png") }

    @Test(arguments: try Self.forms.get())
    func givesTheExactPixelsOfEveryColorTypeAndDepth(file: String) throws {
        let source = try Fixture.source(file)
        #expect(try source.pixels() == Fixture.expected(Fixture.expectation(of: file), size: source.size))
    }

    @Test func coversAllColorTypesAndDepths() throws {
        let shapes = try Set(Self.forms.get().map { try Fixture.bytes($0)[24...25].map(Int.init) })
        let legal = [
            [1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [8, 2], [16, 2], [1, 3], [2, 3], [4, 3], [8, 3], [8, 4], [16, 4], [8, 6], [16, 6],
        ]
        #expect(shapes == Set(legal))
    }

    @Test(arguments: [
        ("formats/obama_rgb8.png", "formats/obama_rgb16.png"),
        ("formats/obama_rgb8.png", "formats/obama_lossless.webp"),
        ("formats/obama_rgb8.png", "formats/png_named.jpg"),
        ("formats/obama_rgba.png", "formats/obama_rgba_interlaced.png"),
        ("formats/obama_rgba.png", "formats/obama_lossless_alpha.webp"),
    ])
    func agreesWithOtherFormsOfTheSamePicture(one: String, other: String) throws {
        #expect(try Fixture.source(one).pixels() == Fixture.source(other).pixels())
    }

    @Test func ofAPaletteIsCloseToTheFullColors() throws {
        let difference = try Fixture.source("formats/obama_palette.png").pixels()
            .difference(from: Fixture.source("formats/obama_rgb8.png").pixels())
        #expect(difference.mean < 4)
    }

    @Test(arguments: [
        ("formats/png/rgb8.png", false), ("formats/png/rgba8.png", true), ("formats/png/gray_alpha16.png", true),
        ("formats/png/palette4_trns.png", true), ("formats/png/gray16_trns.png", true), ("formats/png/palette4.png", false),
    ])
    func reportsWhetherThereIsAlpha(file: String, hasAlpha: Bool) throws {
        let header = try Fixture.source(file).header
        #expect(header.hasAlpha == hasAlpha)
        #expect(!header.isAnimated)
    }

    @Test func readsASinglePixel() throws {
        let pixels = try Fixture.source("edges/1x1.png").pixels()
        #expect(pixels.bytes == [10, 200, 90, 255])
    }

    @Test("the rows of every filter are decoded", arguments: [3, 4]) func decodesEveryFilter(channels: Int) throws {
        let size = PixelSize(width: 301, height: 203)
        let length = size.width * channels
        var generator = SeededGenerator(seed: 5)
        let samples = (0..<(length * size.height)).map { _ in UInt8.random(in: 0...255, using: &generator) }
        var rows: [UInt8] = []
        for y in 0..<size.height {
            let filter = UInt8.random(in: 0...4, using: &generator)
            rows.append(filter)
            for x in 0..<length { rows.append(samples[y * length + x] &- predicted(by: filter, x: x, y: y)) }
        }
        func sample(_ x: Int, _ y: Int) -> Int { x < 0 || y < 0 ? 0 : Int(samples[y * length + x]) }
        /// PNG (third edition), section 9.
        func predicted(by filter: UInt8, x: Int, y: Int) -> UInt8 {
            let (left, above, corner) = (sample(x - channels, y), sample(x, y - 1), sample(x - channels, y - 1))
            let sum = left + above - corner
            let nearest = [left, above, corner].enumerated().min { (abs(sum - $0.element), $0.offset) < (abs(sum - $1.element), $1.offset) }
            return UInt8([0, left, above, (left + above) / 2, nearest?.element ?? 0][Int(filter)])
        }
        let file = StoredPNG.file(width: size.width, height: size.height, colorType: channels == 3 ? 2 : 6, rows: rows)
        let expected = (0..<size.area).flatMap { pixel in
            let color = samples[(pixel * channels)..<(pixel * channels + 3)].map(Int.init)
            let alpha = channels == 3 ? 255 : Int(samples[pixel * channels + 3])
            return color.map { UInt8(($0 * alpha + 127) / 255) } + [UInt8(alpha)]
        }
        #expect(try ImageSource(bytes: file).pixels().bytes == expected)
    }

    @Test(
        "damaged rows are errors that say where",
        arguments: [
            (filter: UInt8(5), changed: 0, message: "bad adaptive filter value, near row 0 of 2"),
            (filter: 4, changed: -13, message: "CRC error"), (filter: 4, changed: -17, message: "incorrect data check"),
        ]
    )
    func refusesDamagedRows(filter: UInt8, changed: Int, message: String) throws {
        var file = StoredPNG.file(width: 2, height: 2, colorType: 2, rows: [filter, 1, 2, 3, 4, 5, 6, filter, 1, 2, 3, 4, 5, 6])
        if changed < 0 { file[file.count + changed] ^= 1 }
        let error = #expect(throws: BoundedCropError.self) { try ImageSource(bytes: file).pixels() }
        #expect(error?.code == .malformedImage)
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }
}
