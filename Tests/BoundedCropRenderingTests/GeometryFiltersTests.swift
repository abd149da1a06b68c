import BoundedCrop
import BoundedCropRendering
import PictureSupport
import TestSupport
import Testing

/// The filters for grammars other than thumbor's, on a picture of 800x600 whose red increases to the right and green downwards.
@Suite(.timeLimit(.minutes(15))) struct GeometryFiltersTests {
    private static let faces = [Rect(x: 600, y: 100, width: 60, height: 60), Rect(x: 100, y: 400, width: 40, height: 40)]
    private static let source = Result { try Fixture.flat(800, 600) }

    private func plan(_ parts: String, faces: [Rect] = []) throws -> RenderPlan {
        let request = try RenderRequest("\(parts)/a.png")
        let renderer = ImageRenderer(detector: FixedFeatureDetector(faces))
        return try RenderJob(renderer, Self.source.get()).plan(request).plan
    }

    private struct Case: Sendable, CustomTestStringConvertible {
        let parts: String
        let crop: PixelRect
        let size: PixelSize
        var testDescription: String { parts }

        init(_ parts: String, _ x: Int, _ y: Int, _ width: Int, _ height: Int, _ size: (Int, Int)) {
            self.parts = parts
            crop = PixelRect(x: x, y: y, width: width, height: height)
            self.size = PixelSize(width: size.0, height: size.1)
        }
    }

    private static let cases = [
        Case("filters:region(100,50,200,100)", 100, 50, 200, 100, (200, 100)),
        Case("filters:region(50p,50p,50p,25p)", 400, 300, 400, 150, (400, 150)),
        Case("filters:region(700,500,900,900)", 700, 500, 100, 100, (100, 100)),
        Case("filters:region(-10,-10,110,60)", 0, 0, 100, 50, (100, 50)),
        Case("100x0/filters:region(0,0,400,200)", 0, 0, 400, 200, (100, 50)),
        Case("filters:aspect(1:1)", 100, 0, 600, 600, (600, 600)),
        Case("200x0/filters:aspect(2:1)", 0, 100, 800, 400, (200, 100)),
        Case("0x200/filters:aspect(1:2)", 250, 0, 300, 600, (100, 200)),
        Case("filters:scale(0.5)", 0, 0, 800, 600, (400, 300)),
        Case("filters:stretch():max_pixels(1200)", 0, 0, 800, 600, (40, 30)),
        Case("filters:stretch():max_pixels(480000)", 0, 0, 800, 600, (800, 600)),
        Case("200x100/filters:aspect(1:1):stretch()", 100, 0, 600, 600, (200, 100)),
        Case("100x100/filters:scale(2)", 100, 0, 600, 600, (200, 200)),
        Case("1600x1600/filters:no_upscale(aspect)", 100, 0, 600, 600, (600, 600)),
        Case("300x100/filters:no_upscale(aspect)", 0, 166, 800, 267, (300, 100)),
        Case("200x300/filters:auto_fit()", 0, 0, 800, 600, (200, 150)),
        // The picture is wider than high, and so is what is left of the box within it.
        Case("900x1000/filters:auto_fit():no_upscale()", 0, 0, 800, 600, (800, 600)),
        Case("300x200/filters:auto_fit()", 0, 34, 800, 533, (300, 200)),
        Case("fit-in/100x100/filters:at_least(0,90)", 0, 0, 800, 600, (120, 90)),
        Case("200x200/filters:focal_point(25p,50p)", 0, 0, 600, 600, (200, 200)),
        Case("200x200/filters:focal_point(500,0)", 200, 0, 600, 600, (200, 200)),
        Case("200x200/left/filters:offset(50,0)", 50, 0, 600, 600, (200, 200)),
        Case("200x200/right/filters:offset(50,0)", 150, 0, 600, 600, (200, 200)),
        Case("200x200/left/filters:offset(-5,10)", 0, 0, 600, 600, (200, 200)),
        Case("200x200/left/filters:offset(10p,0)", 80, 0, 600, 600, (200, 200)),
        Case("filters:window(300,200)", 250, 200, 300, 200, (300, 200)),
        Case("right/bottom/filters:window(50p,0)", 400, 0, 400, 600, (400, 600)),
        Case("filters:window(5000,100)", 0, 250, 800, 100, (800, 100)),
        Case("left/top/filters:magnify(4)", 0, 0, 200, 150, (200, 150)),
        Case("100x100/filters:focal_point(400,300):magnify(2)", 250, 150, 300, 300, (100, 100)),
        Case("100x100/filters:magnify(0.5)", 100, 0, 600, 600, (100, 100)),
    ]

    @Test(arguments: cases) private func `crop and size are as expected`(example: Case) throws {
        let plan = try plan(example.parts)
        #expect(plan.crop == example.crop)
        #expect(plan.size == example.size)
    }

    @Test func `faces are chosen by size, and held by windows, magnified and tight crops`() throws {
        #expect(try plan("100x100/smart/filters:face(2):padding(0)", faces: Self.faces).cropPlan?.bounds == Self.faces[1])
        #expect(
            try plan("smart/filters:window(100,100):face(1):padding(0)", faces: Self.faces).crop
                == PixelRect(x: 580, y: 80, width: 100, height: 100)
        )
        #expect(
            try plan("10x10/smart/filters:magnify(3):face(2):padding(0)", faces: Self.faces).crop.size == PixelSize(width: 200, height: 200)
        )
        let tight = try plan("10x10/smart/filters:tightness(1):face(2):padding(0)", faces: Self.faces)
        #expect(tight.crop == PixelRect(x: 100, y: 400, width: 40, height: 40))
        #expect(
            try plan("10x10/smart/filters:tightness(0):face(2):padding(0)", faces: Self.faces).crop.size
                == PixelSize(width: 600, height: 600)
        )
        // However many pixels the output has.
        #expect(try plan("300x300/smart/filters:zoom(1):face(2):padding(0)", faces: Self.faces).crop == tight.crop)
    }

    @Test func `a moved smart crop says which faces it keeps`() throws {
        let plan = try plan("smart/filters:window(100,100):face(1):padding(0):offset(90,0)", faces: Self.faces)
        #expect(plan.crop.x == 670)
        #expect(plan.cropPlan?.features.map(\.kept) == [false])
    }

    @Test(arguments: [
        "801x0", "0x601", "801x601/filters:stretch()", "700x700", "0x0/filters:scale(1.1)", "100x100/filters:region(0,0,50,50)",
    ])
    func `an output that would enlarge is refused`(parts: String) throws {
        #expect(throws: BoundedCropError.self) {
            try plan(parts.contains("filters:") ? parts + ":no_upscale(refuse)" : parts + "/filters:no_upscale(refuse)")
        }
    }

    @Test(arguments: ["800x0", "800x600/filters:stretch()", "600x600", "50x50/filters:region(0,0,50,50)"])
    func `an output that is no larger is not refused`(parts: String) throws {
        _ = try plan(parts.contains("filters:") ? parts + ":no_upscale(refuse)" : parts + "/filters:no_upscale(refuse)")
    }

    @Test(arguments: [
        "region(0,0,0,10)", "region(800,0,10,10)", "region(1,2,3)", "region(a,0,1,1)", "region(0,0,-1,5)", "region(0,0,nan,5)",
        "region(0,0,1e9,5)", "aspect(0:1)", "aspect()", "aspect(1:1e9)", "scale(0)", "scale(nan)", "scale(101)", "scale(-1)",
        "max_pixels(0)", "max_pixels(-1)", "max_pixels(1e9)",
        "at_least(-1,0)", "at_least(70000,0)", "focal_point(1)", "focal_point(a,b)", "offset(1)", "offset(inf,0)", "window(-1,5)",
        "window(1)", "magnify(0)", "magnify(1e9)", "magnify(nan)", "tightness(2)", "tightness(-1)", "tightness(nan)", "face(0)", "face(-1)",
        "face(1.5)", "zoom(0.5,2)", "zoom(nan)", "no_upscale(maybe)", "extend()", "extend(red,left)", "extend(red,up,down)",
        "extend(red,left,top,1)", "extend(red,left,top,1,99999999)", "border(1,2,3)", "border(-1,0,0,0)", "pixelate(0)", "pixelate(-1)",
        "bitonal(256)", "turn(nan)", "turn(1,nocolor)",
    ])
    func `invalid arguments are refused`(filter: String) throws {
        #expect(throws: BoundedCropError.self) { try plan("smart/filters:\(filter)") }
    }

    @Test func `windows and magnified crops exclude fit-in`() throws {
        for filter in ["window(10,10)", "magnify(2)"] {
            #expect(throws: BoundedCropError.self) { try plan("fit-in/100x100/filters:\(filter)") }
        }
    }
}
