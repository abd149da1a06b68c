import BoundedCrop
import BoundedCropEffects
import BoundedCropRendering
import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropService

/// What imagor adds to thumbor's grammar.
@Suite(.timeLimit(.minutes(15))) struct ImagorURLTests {
    @Test(arguments: [
        ("fit-in/300x200/20x10:5x6/filters:fill(yellow)/a.jpg", "fit-in/300x200/filters:fill(yellow,false,20,10,5,6)/a.jpg"),
        (
            "fit-in/-300x-200/5x6/left/top/smart/filters:fill(f80)/a.jpg",
            "fit-in/-300x-200/left/top/smart/filters:fill(f80,false,5,6,5,6)/a.jpg"
        ),
        ("fit-in/0x0/5x6:7x8/filters:fill(blur)/a.jpg", "fit-in/0x0/filters:fill(blur,false,5,6,7,8)/a.jpg"),
        ("300x200/5x6:7x8/a.jpg", "300x200/a.jpg"), ("1x2:3x4/a.jpg", "1x2:3x4/a.jpg"),
        ("9x9/1x1/filters:blur(2):fill(red,true)/a.jpg", "9x9/filters:blur(2):fill(red,true,1,1,1,1)/a.jpg"),
        ("stretch/300x200/a.jpg", "300x200/filters:stretch()/a.jpg"), ("fit-in/stretch/300x200/a.jpg", "fit-in/300x200/a.jpg"),
        ("stretch/500x350/filters:blur(2)/a.jpg", "500x350/filters:stretch():blur(2)/a.jpg"), ("stretch/a.jpg", "stretch/a.jpg"),
        ("0.1x0.2:0.5x0.8/100x0/a.jpg", "100x0/filters:region(10p,20p,40p,60p)/a.jpg"), ("0.5x1:0.1x2/a.jpg", "0.5x1:0.1x2/a.jpg"),
    ])
    func `parts are filters of this service`(url: String, canonical: String) throws {
        let read = try ImageURL(instructions: url)
        #expect(read.description == canonical)
        #expect(try ImageURL(instructions: canonical) == read)
        _ = try read.request()
    }

    private func render(_ url: String) throws -> RenderedImage {
        let url = try ImageURL(instructions: url)
        return try RenderJob(ImageRenderer(detector: FixedFeatureDetector([])), Fixture.flat(80, 60)).render(url.request())
    }

    @Test(arguments: [
        ("fit-in/40x40/5x6:7x8/filters:fill(yellow)/a.png", 52, 54), ("40x40/5x6/filters:fill(blur)/a.png", 50, 52),
        ("fit-in/0x0/1x0/filters:fill(auto)/a.png", 82, 60), ("fit-in/40x40/5x6:7x8/a.png", 40, 30),
        ("fit-in/40x40/filters:fill(none)/a.png", 40, 40), ("stretch/40x40/a.png", 40, 40), ("0.25x0:0.75x1/a.png", 40, 60),
    ])
    func `pictures have imagor's sizes`(url: String, width: Int, height: Int) throws {
        #expect(try render(url).size == PixelSize(width: width, height: height))
    }

    @Test func `padding is of fill's color, around a picture that stays where it was`() throws {
        let picture = try ImageSource(bytes: render("fit-in/40x40/4x3:2x1/filters:fill(ff0000):format(png)/a.png").bytes)
        let pixels = try picture.pixels(of: PixelRect(all: picture.size), scaledTo: picture.size)
        func isRed(_ x: Int, _ y: Int) -> Bool { Array(pixels.bytes[(y * 46 + x) * 4..<(y * 46 + x) * 4 + 4]) == [255, 0, 0, 255] }
        // 40x30 in a box of 40x40, with 4 more columns on the left and 3 more rows above.
        #expect(picture.size == PixelSize(width: 46, height: 44))
        #expect(isRed(0, 20) && isRed(3, 20) && !isRed(4, 20) && !isRed(43, 20) && isRed(44, 20))
        #expect(isRed(20, 7) && !isRed(20, 8) && !isRed(20, 37) && isRed(20, 38))
    }

    @Test func `none is a transparent ground`() throws {
        #expect(try ImageURL(instructions: "filters:fill(none)/a.png").request().last.steps == [.fill(BoxFill())])
    }

    @Test(arguments: ["fill(f80)", "fill(000)", "background_color(fff)", "redact(f00)", "redact_oval(000)", "border(1,1,1,1,f80)"])
    func `colors may have three digits`(filter: String) throws {
        #expect(try ImageURL(instructions: "filters:\(filter)/a.png").request().last.steps.count == 1)
    }

    @Test(
        arguments: [
            ("left,top", .pixels(0), .pixels(0)), ("right,bottom", .far, .far), ("center,repeat", .center, .repeated),
            ("0.25,-0.5", .percent(25), .percent(-50)), ("-20,10p", .pixels(-20), .percent(10)),
        ] as [(String, Watermark.Position, Watermark.Position)]
    )
    func `watermarks are placed by words and shares`(place: String, x: Watermark.Position, y: Watermark.Position) throws {
        guard
            case .watermark(let mark)? = try ImageURL(instructions: "filters:watermark(w.png,\(place),0)/a.png").request().last.steps.first
        else {
            Issue.record("no watermark")
            return
        }
        #expect(mark.x == x && mark.y == y)
    }

    @Test(arguments: ["top,left", "left,left", "1.5,0", "left-20,0", "near,0"])
    func `other places are errors`(place: String) throws {
        expectError(.invalidFilter) { _ = try ImageURL(instructions: "filters:watermark(w.png,\(place),0)/a.png").request() }
    }

    /// The picture has 80x60 pixels.
    @Test(arguments: [
        ("focal(70,30)", 60), ("focal(0.875,0.5)", 60), ("focal(0,0)", 0), ("focal(0.5,0.5)", 30), ("focal(60x20:80x40)", 60),
        ("focal(0.75x0.4:1.0x0.6)", 60),
    ])
    func `a focal point is a point or a region, in pixels or shares`(filter: String, x: Int) throws {
        for smart in ["", "smart/"] {
            let plan = try render("20x60/\(smart)filters:\(filter)/a.png").plan
            #expect(plan.crop == PixelRect(x: x, y: 0, width: 20, height: 60), "\(smart)")
        }
    }
}
