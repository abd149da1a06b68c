import BoundedCrop
import BoundedCropRendering
import Foundation
import Testing

/// The table of crop options.
@Suite struct RequestOptionTests {
    private func settings(_ options: [(RequestOption, String)]) throws -> RequestSettings {
        RequestSettings(try options.map { try $0.setting($1) })
    }

    @Test(arguments: RequestOption.all.map(\.name)) func `an example changes something, and is known by its name`(name: String) throws {
        let option = try #require(RequestOption.all.first { $0.name == name })
        let settings = try settings([(option, option.example)])
        #expect(settings != RequestSettings() && settings.given == [name])
        #expect(option.summary.hasSuffix("."))
    }

    @Test(arguments: RequestOption.all.filter { !$0.repeats && $0.name != "cascade" }.map(\.name))
    func `the text of a value is read as the same value`(name: String) throws {
        let option = try #require(RequestOption.all.first { $0.name == name })
        let request = try settings([(option, option.example)]).request
        #expect(try settings([(option, try #require(option.text(request)))]).request == request)
    }

    @Test func `names are unique, and in camel case in JSON`() {
        #expect(Set(RequestOption.all.map(\.name)).count == RequestOption.all.count)
        #expect(RequestOption.autoRotate.jsonName == "autoRotate" && RequestOption.zoom.jsonName == "zoom")
        #expect(!RequestOption.all.contains { $0.name == "size" })
    }

    @Test(arguments: [
        ("scheme", "best", "all or largest or smallest"), ("keep", "person:x", "person"), ("padding", "0.5", "50% or 0.5px"),
        ("padding", "a lot", "20%, 12px"), ("zoom", "0", "above 0%"), ("zoom", "130%", "0% to 100%"), ("zoom", "nan", "0% to 100%"),
        ("placement", "left", "thirds"), ("auto-rotate", "maybe", "true or false"), ("align", "nose", "passport"),
        ("each-face", "", "left-to-right or size"), ("align-fill", "colour", "color"), ("fallback", "", "attention or center"),
        ("accuracy", "medium", "low or high"),
        ("detector", "dog", "dog"), ("region", "1,2,3", "x,y,width,height"), ("focal", "1", "x,y"), ("min-confidence", "-1", "0% to 100%"),
        ("crop", "1,2,3", "x,y,width,height"), ("crop", "1,2,3,4,5", "x,y,width,height"), ("crop", "a,1,2,3,4", "x,y,width,height"),
        ("crop", "", "10%,20%,50%,60%"), ("crop", ",,,", "pixels"), ("crop", "0,0,0,10", "pixels"), ("crop", "0,0,10,0%", "pixels"),
        ("crop", "0,0,-5,10", "pixels"), ("crop", "0,0,5,-10%", "pixels"), ("crop", "nan,0,5,5", "pixels"), ("crop", "0,0,inf,5", "pixels"),
        ("crop", "0,0,1e3,5", "pixels"), ("crop", "0x1,0,5,5", "pixels"), ("crop", "101%,0,5,5", "up to 100%"),
        ("crop", "0,0,5,120%", "up to 100%"), ("crop", "--1,0,5,5", "pixels"), ("crop", "1, 2,3,4", "pixels"),
        ("crop", "1%%,2,3,4", "pixels"),
        ("crop", "0,0,\(String(repeating: "9", count: 400)),5", "pixels"),
        ("min-face", "2", "0% to 100%"), ("max-faces", "0", "from 1"), ("max-faces", "99999999999999999999", "from 1"),
    ])
    func `a wrong value is an error that says what is right`(name: String, text: String, expected: String) throws {
        let option = try #require(RequestOption.all.first { $0.name == name })
        let error = #expect(throws: BoundedCropError.self) { try option.setting(text) }
        #expect(error?.code == .invalidArgument && error?.message.contains(expected) == true, "\(error?.message ?? "")")
    }

    @Test func `shares are written with or without percent`() throws {
        #expect(try settings([(.zoom, "60%")]).stage == settings([(.zoom, "0.6")]).stage)
        #expect(try settings([(.minFace, "10%")]).stage.crop.limits.minimumSize == 0.1)
    }

    @Test func `the background goes on beyond a passport's edges, unless a color is given`() throws {
        func fill(_ options: [(RequestOption, String)]) throws -> EdgeFill? {
            try settings(options).stage.cropRequest().alignment?.fill
        }
        #expect(try fill([(.align, "passport")]) == .edge)
        #expect(try fill([(.align, "passport"), (.alignFill, "white")]) == .color(.white))
        #expect(try fill([(.align, "avatar"), (.alignFill, "edge")]) == .edge)
    }

    @Test func `the color of an alignment may come first`() throws {
        for options in [[(RequestOption.align, "avatar"), (.alignFill, "red")], [(.alignFill, "red"), (.align, "avatar")]] {
            #expect(try settings(options).stage.cropRequest().alignment?.fill == .color(Color(red: 1, green: 0, blue: 0)))
        }
    }

    @Test func `an alignment for recognition is black beyond the picture, unless a color is given`() throws {
        #expect(try settings([(.align, "arcface")]).stage.cropRequest().alignment == .arcFace)
        let white = try settings([(.align, "arcface"), (.alignFill, "white")]).stage.cropRequest().alignment
        #expect(white == FaceAlignment(template: .arcFace, fill: .color(.white)))
        #expect(try settings([(.align, "avatar")]).stage.cropRequest().alignment?.fill == nil)
    }

    @Test(
        arguments: [
            ([(.align, "passport"), (.zoom, "0.5")], "align and zoom"), ([(.noBounding, "true"), (.keep, "dog")], "no-bounding and keep"),
            ([(.noBounding, ""), (.align, "avatar")], "align and no-bounding"),
            ([(.alignFill, "red")], "align-fill needs align or document"),
            ([(.document, "us"), (.zoom, "0.5")], "document and zoom"), ([(.document, "us"), (.align, "avatar")], "document and align"),
            ([(.rectangle, "1,2,3,4"), (.document, "us")], "crop and document"),
            ([(.strict, "true")], "strict needs align or document"),
            ([(.eachFace, "size"), (.scheme, "largest")], "each-face and scheme"),
            ([(.eachFace, "size"), (.noBounding, "true")], "each-face and no-bounding"),
            ([(.rectangle, "1,2,3,4"), (.zoom, "0.5")], "crop and zoom"),
            ([(.rectangle, "1,2,3,4"), (.noBounding, "")], "crop and no-bounding"),
            ([(.rectangle, "1,2,3,4"), (.region, "1,2,3,4")], "crop and region"),
            ([(.focal, "1,2"), (.rectangle, "1,2,3,4")], "crop and focal"),
            ([(.rectangle, "1,2,3,4"), (.align, "avatar")], "crop and align"),
            ([(.region, "1,2,3,4"), (.keep, "dog")], "region and keep"), ([(.focal, "1,2"), (.keep, "dog")], "focal and keep"),
        ] as [([(RequestOption, String)], String)]
    )
    func `options that make no sense together are an error that names both`(options: [(RequestOption, String)], message: String) throws {
        let settings = try settings(options)
        let error = #expect(throws: BoundedCropError.self) { try settings.check() }
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
        let named = #expect(throws: BoundedCropError.self) { try settings.check { "--\($0)" } }
        #expect(named?.message.hasPrefix("--") == true)
    }

    @Test func `a given crop is in pixels, in percent, or both`() throws {
        let region = try settings([(.rectangle, "-10%,40.5,50%,240")]).stage.crop.rectangle
        #expect(region == RenderRequest.Region(x: .share(-0.1), y: .pixels(40.5), width: .share(0.5), height: .pixels(240)))
        #expect(region?.rect(in: PixelSize(width: 200, height: 100)) == Rect(x: -20, y: 40.5, width: 100, height: 240))
        // The last of two counts, as of other options.
        #expect(try settings([(.rectangle, "1,2,3,4"), (.rectangle, "0,0,100%,1")]).stage.crop.rectangle?.width == .share(1))
    }

    @Test func `with a given crop, only effects look for faces`() throws {
        let settings = try settings([(.rectangle, "1,2,3,4"), (.accuracy, "high")])
        try settings.check(hasEffects: true)
        let error = #expect(throws: BoundedCropError.self) { try settings.check(hasEffects: false) }
        #expect(error?.message == "crop and accuracy cannot be used together: nothing is detected")
        #expect(!settings.stage.crop.searches && settings.stage.crop.hasPlan)
    }

    @Test func `given places have no padding of themselves`() throws {
        for (option, text) in [(RequestOption.region, "1,2,3,4"), (.focal, "1,2")] {
            #expect(try settings([(option, text)]).stage.cropRequest().padding == .zero)
            #expect(try settings([(option, text), (.padding, "20%")]).stage.cropRequest().padding == Padding(.fraction(0.2)))
        }
        #expect(try settings([]).stage.cropRequest().padding == .standard)
        #expect(try settings([]).stage.cropRequest(padding: .zero).padding == .zero)
    }

    @Test func `a given crop is not made for each face`() throws {
        let settings = try settings([(.rectangle, "1,2,3,4"), (.eachFace, "size")])
        #expect(throws: BoundedCropError.self) { try settings.check() }
    }

    @Test func `what networks were trained with has a size, and a document has one on paper`() throws {
        func shape(_ options: [(RequestOption, String)]) throws -> AskedShape { try settings(options).stage.crop.ownShape }
        #expect(try shape([(.align, "arcface")]) == .pixels(.exact(.size(PixelSize(width: 112, height: 112)))))
        #expect(try shape([(.align, "passport")]) == .pixels(.exact(.source)))
        let document = try settings([(.document, "schengen"), (.dpi, "600")])
        var output = document.request.output
        let pixels = try document.stage.crop.ownShape.shape(in: &output)
        #expect(pixels == .exact(.size(PixelSize(width: 827, height: 1063))) && output.pixelsPerInch == 600)
        #expect(document.stage.cropRequest().alignment == DocumentPhoto.schengen.alignment)
    }

    @Test func `what says the default contradicts nothing`() throws {
        let defaults: [(RequestOption, String)] = [
            (.noBounding, "true"), (.fallback, "attention"), (.scheme, "all"), (.placement, "headroom"), (.autoRotate, "false"),
        ]
        try settings(defaults).check()
        try settings([(.align, "passport"), (.noBounding, "0"), (.placement, "headroom")]).check()
    }
}
