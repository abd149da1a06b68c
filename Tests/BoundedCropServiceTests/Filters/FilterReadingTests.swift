import BoundedCrop
import BoundedCropEffects
import BoundedCropRendering
import Foundation
import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct FilterReadingTests {
    private func filters(_ text: String) throws -> FilterValues {
        try FilterValues(RenderRequest.Stage(), ImageURL(instructions: "filters:\(text)/a.jpg").filters)
    }

    @Test func `filters that affect the crop`() throws {
        let stage = try filters(
            "scheme(largest):padding(20%):zoom(0.5):detector(yunet,haar):accuracy(high):fallback(center):require_face():"
                + "focal(1x2:3x4):focal(5x6:7x8):no_upscale():stretch()"
        ).stage
        var expected = RenderRequest.Crop()
        expected.scheme = .largest
        expected.padding = Padding(.fraction(0.2))
        expected.zoom = 0.5
        expected.detector = "yunet,haar"
        expected.accuracy = .high
        expected.fallback = .center
        expected.requiresFeature = true
        expected.focalRegions = [
            .init(x: .pixels(1), y: .pixels(2), width: .pixels(2), height: .pixels(2)),
            .init(x: .pixels(5), y: .pixels(6), width: .pixels(2), height: .pixels(2)),
        ]
        #expect(stage.crop == expected)
        #expect(stage.target.upscaling == .never && stage.target.stretches)
    }

    @Test(arguments: [
        ("20%", Padding(.fraction(0.2))), ("20p", Padding(.fraction(0.2))), ("12px", Padding(.pixels(12))), ("12", Padding(.pixels(12))),
        ("30%,10p,4,0", Padding(top: .fraction(0.3), right: .fraction(0.1), bottom: .pixels(4), left: .pixels(0))),
    ])
    func `a padding is one length or four`(text: String, padding: Padding) throws {
        #expect(try filters("padding(\(text))").stage.crop.padding == padding)
    }

    @Test func `filters that affect the file`() throws {
        let filters = try self.filters("quality(0):quality(70):format(WebP):max_bytes(4000):max_age(60):strip_exif():strip_icc()")
        var expected = RenderRequest.Output()
        (expected.quality, expected.format, expected.maximumBytes) = (70, .webp, 4000)
        (expected.metadata, expected.convertsToSRGB) = (.nothing, true)
        #expect(filters.output == expected && filters.delivery.maximumAge == 60)
        #expect(try self.filters("quality(0)").output.quality == 1)
        #expect(try self.filters("strip_exif(except_rights)").output.metadata == .rights)
        #expect(try self.filters("format(jpg)").output.format == .jpeg)
        #expect(try self.filters("upscale(false):no_upscale(0)").stage.target.upscaling == .crops)
    }

    @Test func `unknown filters are listed, or refused if configured`() throws {
        let filters = try filters("autojpg():blur(3):Blur(3):frame(x)")
        #expect(filters.unknown == ["autojpg", "Blur", "frame"])
        #expect(filters.stage.steps.count == 1)
        let asked = try DialectRequest(ImageURL(instructions: "filters:autojpg():blur(3)/a.jpg"))
        expectError(.unknownFilter, saying: "“autojpg”") { try asked.refuseIgnored() }
        try DialectRequest(ImageURL(instructions: "filters:blur(3)/a.jpg")).refuseIgnored()
    }

    @Test(arguments: [
        "blur(3)", "blur(3,2)", "blur(0)", "blur(1000)", "round_corner(20)", "round_corner(20|10,255,0,0)", "round_corner(20,255,0,0,1)",
        "fill(red)", "fill(ff0000,1)", "fill(f00)", "fill(auto)", "fill(blur)", "fill(transparent)", "background_color(white)",
        "grayscale()",
        "rotate(90)", "rotate(-270)", "proportion(0.5)", "brightness(-100)", "contrast(100)", "rgb(20,-20,40)", "saturation(1.5)",
        "sharpen(2,1.0,true)", "convolution(1;2;1;2;4;2;1;2;1,3,true)", "noise(40)", "noise(40,7)", "equalize()",
        "colorize(50,20,80,ff8000)",
        "colorize(50%,20%,80%,ff8000)", "curve([(0,0),(255,255)],[(0,50),(255,200)],[],[])", "flip(horizontal)", "shadow(black,0,4,8)",
        "reflection(0.4,4,0.6)", "tint(ff8800)", "tint(rgba(1,2,3,0.5))", "alpha(0.5)", "redact(blur)", "redact(black,0.1)", "circle()",
        "corner_radius(12)", "gaussian_blur(3)",
    ])
    func `filters on pixels become one step each`(text: String) throws {
        let filters = try filters(text)
        #expect(filters.unknown == [])
        #expect(filters.stage.steps.count == 1)
        // As JSON, and back.
        let request = RenderRequest(filters.stage)
        #expect(try JSONDecoder().decode(RenderRequest.self, from: JSONText.data(request)) == request)
    }

    @Test(arguments: Filter.all.map(\.name)) func `what a filter says is written and read as the same`(name: String) throws {
        for arguments in HostileURLTests.arguments(of: name) {
            var url = ImageURL(image: "a.jpg")
            url.filters =
                (name == "align_fill" ? [FilterCall("align", "avatar")] : name == "hide" ? [FilterCall("redact", "black")] : [])
                + [FilterCall(name, arguments.joined(separator: ","))]
            let asked = try DialectRequest(url)
            let written = try asked.thumborURL()
            let again = try DialectRequest(written)
            #expect(try again.thumborURL() == written)
            // These have more than four decimals.
            guard !["blur", "tint"].contains(name) else { continue }
            #expect(again.request == asked.request && again.delivery == asked.delivery, "\(url) is written as \(written)")
        }
    }

    @Test func `an effect that no filter has is not written as another`() throws {
        let size = PixelSize(width: 3, height: 2)
        let effects: [any ImageEffect] = [
            .blur(radius: 8), .scaleToFill(size), .scale(to: size), .mask(try Fixture.flat(3, 2).luma(longSide: 3)),
        ]
        for effect in effects {
            var stage = RenderRequest.Stage()
            stage.steps = [.effect(effect)]
            expectError(.invalidArgument, saying: effect.cacheKey) { _ = try DialectRequest("a.jpg", RenderRequest(stage)).thumborURL() }
        }
    }

    @Test func `the standard deviation of the blur is that of thumbor's kernel`() throws {
        // Measured on an edge in thumbor 7.7.4.
        for (text, sigma) in [("blur(3)", 1.841), ("blur(10)", 5.578), ("blur(10,2)", 1.935), ("blur(20,7)", 6.897)] {
            guard case .effect(let effect)? = try filters(text).stage.steps.first, let blur = effect as? GaussianBlur else {
                Issue.record("\(text) is not a blur")
                continue
            }
            #expect(abs(blur.sigma - sigma) < 0.07)
        }
    }

    @Test(arguments: [
        ("quality(101)", "“101”"), ("quality()", "takes 1 arguments, not 0"), ("quality(a)", "“a”"), ("quality(1,2)", "not 2"),
        ("format(tiff)", "are jpeg, png, webp, avif, gif, jxl or ico"), ("format(heic)", "unsupported output format"),
        ("format(bmp)", "unsupported output format"),
        ("max_bytes(0)", "“0”"), ("max_age(-1)", "“-1”"), ("strip_exif(1)", "except_rights"), ("strip_exif(1,2)", "takes 0 to 1"),
        ("scheme(best)", "all or largest or smallest"),
        ("padding(-1)", "20%, 12px or"), ("padding(1,2)", "20%, 12px or"), ("padding()", "20%, 12px or"), ("zoom(0)", "“0”"),
        ("zoom(1.5)", "“1.5”"), ("zoom(nan)", "“nan”"), ("detector()", "names no detector"), ("accuracy(medium)", "low or high"),
        ("fallback(left)", "attention or center"), ("require_face(maybe)", "true or false"), ("focal(1,x)", "LEFTxTOP:RIGHTxBOTTOM"),
        ("focal(0x0:0x0)", "LEFTxTOP"), ("focal(9x9:1x1)", "LEFTxTOP"), ("extract_focal(1)", "takes 0"), ("upscale(2)", "true or false"),
        ("blur(a)", "“a”"), ("blur(-1)", "“-1”"), ("blur()", "takes 1 to 2"), ("blur(inf)", "“inf”"), ("round_corner(a)", "one radius"),
        ("round_corner(1|2|3)", "one radius"), ("round_corner(-1)", "one radius"), ("round_corner(9,1)", "red, green and blue"),
        ("round_corner(9,1,2,256)", "“256”"), ("round_corner(9,1,2,3,x)", "true or false"), ("fill()", "takes 1 to 6"),
        ("fill(red,true,1)", "four"),
        ("fill(nocolour)", "a color"), ("fill(red,x)", "true or false"), ("background_color(12345)", "a color"),
        ("proportion(0)", "“0”"), ("proportion(1.1)", "“1.1”"), ("watermark(a.png,0,0)", "takes 4 to 6"),
        ("watermark(,0,0,0)", "names no picture"),
        ("watermark(a.png,x,0,0)", "“x”"), ("watermark(a.png,0,99999999999,0)", "“99999999999”"), ("watermark(a.png,0,0,-1)", "“-1”"),
        ("watermark(a.png,-9223372036854775808,0,0)", "center or repeat"),
        ("watermark(a.png,0,nanp,0)", "center or repeat"),
        ("watermark(a.png,0,0,0,0)", "“0”"), ("watermark(a.png,0,0,0,none,101)", "“101”"), ("mask()", "takes 1"), ("mask(a,b)", "takes 1"),
        ("brightness(nan)", "a percentage"), ("contrast(x)", "a percentage"), ("rgb(1,2)", "wrong number of arguments"),
        ("saturation(-1)", "between 0"), ("rotate(45)", "multiple of 90"), ("rotate(x)", "a whole number"), ("noise(-1)", "below 0"),
        ("detector(\(String(repeating: "haar+", count: 30))haar)", "longer than the limit of 100 bytes"),
        ("noise(1,-1)", "a seed"), ("equalize(1)", "number of arguments"), ("colorize(101,0,0,red)", "between 0"),
        ("colorize(1,1,1,x)", "a color"),
        ("curve([(0,0),(0,1)])", "have the same input, 0"), ("curve([(0,256)])", "outside 0...255"), ("curve((0,0))", "points, such as"),
        ("curve([(0)])", "points, such as"), ("convolution(1;2,3)", "not a kernel"), ("convolution(1;2;3;4,2)", "not a kernel"),
        ("convolution(1;x;3,3)", "semicolons"), ("convolution(1;2;3,0)", "not a kernel"), ("sharpen(1)", "number of arguments"),
        ("sharpen(1000,1)", "between 0"), ("sharpen(1,1,x)", "true or false"), ("flip(up)", "not an effect"),
        ("shadow(black,0,0,151)", "limit of 150"), ("shadow(black,0,0,-1e300)", "not 0 or more pixels"),
        ("shadow(black,5000,0,1)", "limit of 1000"), ("reflection(2)", "between 0"), ("reflection(0.5,9999)", "limit of 1000"),
        ("gaussian_blur(151)", "limit of 150"), ("tint(x)", "a color"), ("alpha(x)", "a number"), ("redact(x)", "a color"),
        ("tint(red)grayscale()", "is not"),
    ])
    func `invalid arguments of known filters are refused with the text in question`(text: String, message: String) {
        expectError(.invalidFilter, saying: message) { _ = try filters(text) }
    }

    @Test func `values that thumbor clamps are clamped here`() throws {
        let picture = try PixelBuffer.picture(16, 16) { x, y in [x * 16, y * 16, 128] }
        func result(_ text: String) throws -> PixelBuffer {
            guard case .effect(let effect)? = try filters(text).stage.steps.first else { throw BoundedCropError(.invalidArgument, text) }
            return try picture.applying([effect])
        }
        for (beyond, end) in [
            ("brightness(1000)", "brightness(100)"), ("rgb(300,0,-900)", "rgb(100,0,-100)"), ("noise(70000)", "noise(65535)"),
        ] {
            #expect(try result(beyond) == result(end))
        }
        // The distance from the mean, times 121.
        #expect(try result("contrast(1000)")[7, 9].prefix(2) == [0, 255])
        guard case .watermark(let watermark)? = try filters("watermark(a.png,0,0,150)").stage.steps.first else { throw CancellationError() }
        #expect(watermark.alpha == 0)
    }

    @Test func `required pictures are loaded once each`() async throws {
        let stage = try filters("watermark(http://a.com/w.png,0,0,0):mask(m.png):watermark(http://a.com/w.png,9,9,0)").stage
        let request = RenderRequest(stage)
        #expect(request.pictureNames == ["http://a.com/w.png", "m.png"])
        let small = try Fixture.flat(2, 1)
        let large = try Fixture.flat(3, 1)
        let pictures = try await request.pictures { $0 == "m.png" ? small : large }
        #expect(pictures.mapValues(\.size.width) == ["http://a.com/w.png": 3, "m.png": 2])
        await #expect(throws: CancellationError.self) { try await request.pictures { _ in throw CancellationError() } }
    }

    @Test func `the focal region of an inner URL is used`() throws {
        let url = try ImageURL(
            instructions: "300x100/filters:extract_focal()/localhost:8888/unsafe/100x150:300x200/https://a.com/b%2520c.jpg%3Fx=1"
        )
        let outer = url.extractingFocalRegion()
        #expect(outer.image == "https://a.com/b%20c.jpg?x=1")
        let focal = RenderRequest.Region(x: .pixels(100), y: .pixels(150), width: .pixels(200), height: .pixels(50))
        #expect(try outer.request().last.crop.focalRegions == [focal])
        let signed = try ImageURL(instructions: "filters:extract_focal()/8ammJH8D-7tXy6kU3lTvoXlhu4o=/1x2:3x4/300x200/a.com/b.jpg")
        #expect(signed.extractingFocalRegion().image == "a.com/b.jpg")
        for plain in ["filters:extract_focal()/a.com/b.jpg", "filters:extract_focal()/unsafe/300x200/a.jpg", "a.com/unsafe/1x2:3x4/b.jpg"] {
            let url = try ImageURL(instructions: plain)
            #expect(url.extractingFocalRegion() == url)
        }
    }
}
