import BoundedCrop
import BoundedCropRendering
import Testing

/// Sizes in pixels and on paper.
@Suite struct AskedShapeTests {
    /// A shape in pixels, and the density of the output.
    private struct Dense: Equatable {
        var shape: WantedShape
        var dpi: Int?

        init(_ shape: WantedShape, _ dpi: Int?) { (self.shape, self.dpi) = (shape, dpi) }
    }

    private func shape(_ text: String, dpi: Int? = nil) throws -> Dense {
        var output = RenderRequest.Output()
        output.pixelsPerInch = dpi
        let shape = try AskedShape.size(text).shape(in: &output)
        return Dense(shape, output.pixelsPerInch)
    }

    @Test(arguments: [
        // 413.39 and 531.50 pixels.
        ("35x45mm", 413, 531, 300), ("35x45mm@300dpi", 413, 531, 300), ("35x45mm@600dpi", 827, 1063, 600), ("2x2in", 600, 600, 300),
        ("2in", 600, 600, 300), ("35mm", 413, 413, 300), ("35mmx45mm", 413, 531, 300), ("35mm x 45mm", 413, 531, 300),
        ("35 x 45 mm @ 300 dpi", 413, 531, 300), ("35X45MM@300DPI", 413, 531, 300),
        ("3.5x4.5cm", 413, 531, 300), ("4x6in@72dpi", 288, 432, 72),
        ("413x531@300dpi", 413, 531, 300), ("600@300dpi", 600, 600, 300), ("8.5x11in@101dpi", 859, 1111, 101), ("25.4mm@1dpi", 1, 1, 1),
        ("65535x1@65535dpi", 65_535, 1, 65_535),
    ])
    func `a size on paper is rounded once, to pixels of its density`(text: String, width: Int, height: Int, dpi: Int) throws {
        #expect(try shape(text) == Dense(.exact(.size(PixelSize(width: width, height: height))), dpi))
    }

    @Test func `one side is enough`() throws {
        #expect(try shape("10cmx").shape == .width(1181) && shape("x15cm@100dpi").shape == .height(591))
        #expect(try shape("300x@100dpi") == Dense(.width(300), 100))
    }

    @Test func `a density that is given besides is that of sizes without one, and of all pixels`() throws {
        #expect(try shape("2x2in", dpi: 600) == Dense(.exact(.size(PixelSize(width: 1200, height: 1200))), 600))
        #expect(try shape("2x2in@600dpi", dpi: 600).dpi == 600)
        #expect(try shape("300x200", dpi: 72) == Dense(.exact(.size(PixelSize(width: 300, height: 200))), 72))
        #expect(try shape("300x200").dpi == nil)
    }

    @Test func `two densities contradict each other`() {
        let error = #expect(throws: BoundedCropError.self) { try shape("2x2in@600dpi", dpi: 300) }
        #expect(error?.code == .invalidArgument && error?.message.contains("600") == true && error?.message.contains("300") == true)
    }

    private static let many = String(repeating: "9", count: 400)

    @Test(arguments: [
        "0x45mm", "35x0mm", "0mm", "-35x45mm", "+3x4mm", "1e9mm", "1e2x3mm", "nanmm", "infx1in", "0x1pmm", "mm", "xmm", "x", "", "mmx45mm",
        "35x45m", "35x45ft", "35x45mm45", "35x45x5mm", "35xx45mm", "35,5x45mm", "3..5mm", ".mm", "٣٥x٤٥mm", "@300dpi", "x@300dpi", "3.5x2",
        "3.5x2@300dpi", "65536", "300x200px", "0@300dpi",
    ])
    func `what is no size is told`(text: String) {
        let error = #expect(throws: BoundedCropError.self) { try shape(text) }
        #expect(error?.code == .invalidArgument && error?.message.hasPrefix("A size is pixels") == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("“\(text)”") == true && error?.message.contains("35x45mm") == true, "\(error?.message ?? "")")
    }

    @Test(arguments: [
        "35x45mm@0dpi", "35x45mm@", "35x45mm@300", "35x45mm@dpi", "35x45mm@-300dpi", "35x45mm@65536dpi", "35x45mm@300.5dpi",
        "35x45mm@300dpi@300dpi", "35x45mm@1e2dpi", "35x45mm@\(many)dpi", "300x200@0dpi", "35x45mm@120dpcm",
    ])
    func `what is no density is told`(text: String) {
        let error = #expect(throws: BoundedCropError.self) { try shape(text) }
        #expect(error?.message.contains("1 to 65535 pixels per inch, such as 35x45mm@300dpi") == true, "\(error?.message ?? "")")
    }

    @Test(arguments: ["35mmx2in", "3.5cmx45mm", "35mmx45@300dpi"]) func `both sides have one unit`(text: String) {
        let error = #expect(throws: BoundedCropError.self) { try shape(text) }
        #expect(error?.message.contains("one unit, such as 35x45mm") == true, "\(error?.message ?? "")")
    }

    @Test(arguments: ["1mm@1dpi", "9999999mm", "\(many)mm", "1x6000in", "35x0.01mm"])
    func `a side has 1 to 65535 pixels`(text: String) {
        let error = #expect(throws: BoundedCropError.self) { try shape(text) }
        #expect(error?.message.contains("sides are 1 to 65535 pixels") == true, "\(error?.message ?? "")")
    }
}
