import BoundedCrop
import BoundedCropRendering
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct ImgproxyPixelTests {
    private func filters(_ options: String) throws -> String {
        let reading = try ImgproxyReading { $0.dialects.imgproxyWatermark = "mark.png" }
        return try Self.filters(in: reading.text(options + "/plain/b.jpg"))
    }

    private static func filters(in text: String) throws -> String {
        let url = try #require(text.hasSuffix("b.jpg") ? String(text.dropLast(5)) : nil)
        return url.hasPrefix("filters:") ? String(url.dropFirst("filters:".count).dropLast()) : url
    }

    private static func canonical(_ filters: String) throws -> String {
        guard !filters.isEmpty else { return "" }
        return try Self.filters(in: DialectRequest.canonicalText("filters:\(filters)/b.jpg"))
    }

    @Test(arguments: [
        ("bl:2.5", "gaussian_blur(2.5)"), ("blur:0", ""), ("sh:0.7", "sharpen(1,0.7,true)"), ("pix:8", "pixelate(8)"), ("pixelate:0", ""),
        ("pd:10", "border(10,10,10,10)"), ("pd:10:20", "border(10,20,10,20)"), ("pd:1:2:3", "border(1,2,3,2)"),
        ("padding:1:2:3:4", "border(1,2,3,4)"),
        ("pd:10::5", "border(10,10,5,10)"), ("pd:0", ""), ("pd::20", "border(0,20,0,20)"),
        ("bg:255:128:0", "background_color(ff8000)"), ("background:f80", "background_color(ff8800)"), ("bg:FFF/bg:", ""),
        ("bg:fff/bga:0.5", "background_color(ffffff80)"), ("bga:0.5", ""),
        ("br:255", "brightness(100)"), ("co:1.44", "contrast(20)"), ("sa:1.5", "saturation(1.5)"),
        ("a:-51:1:0", "brightness(-20):saturation(0)"),
        ("col:0.25:f00", "colorize(25,25,25,ff0000)"), ("col:0", ""), ("bd:7:face", "redact(blur)"), ("bd:0", ""),
        ("bg:000/pd:5/pix:3/bl:1/sh:2", "gaussian_blur(1):sharpen(1,2,true):pixelate(3):border(5,5,5,5):background_color(000000)"),
        ("wm:0.5", "watermark(mark.png,center,center,50)"), ("wm:1:soea:10:20:0.25", "watermark(mark.png,-10,-20,0,25,25)"),
        ("wm:1:nowe:10:0.05", "watermark(mark.png,10,5p,0)"), ("wm:1:so", "watermark(mark.png,center,bottom,0)"),
        ("wm:1:re", "watermark(mark.png,repeat,repeat,0)"), ("wm:0", ""), ("wm:1:nowe:10:20/dpr:1", "watermark(mark.png,10,20,0)"),
        (
            "wm:1/wmu:aHR0cDovL2V4YW1wbGUuY29tL3csKDEpLnBuZw==",
            "watermark(http://example.com/w%252C%25281%2529.png,center,center,0)"
        ),
        ("q:80", "quality(80)"), ("q:0", ""), ("f:jpg", "format(jpeg)"), ("ext:webp", "format(webp)"), ("f:best", ""),
        ("fq:jpg:70:webp:60/f:webp", "quality(60):format(webp)"), ("fq:jpg:70/f:webp", "format(webp)"),
        ("fq:jpg:70/f:jpg/q:90", "quality(90):format(jpeg)"),
        ("mb:5000", "max_bytes(5000)"), ("max_bytes:0", ""), ("sm:1", "strip_exif(except_rights)"),
        ("sm:1/kcr:0", "strip_exif()"), ("kcr:1", ""),
        ("strip_metadata:true/scp:t", "strip_exif(except_rights):strip_icc()"),
        ("kcr:0/ar:1/scp:0", "strip_exif()"),
        ("da:1", "still()"), ("cb:abc123", ""), ("cb:", ""), ("exp:32503669200", "expires(32503669200)"),
        ("exp:0", ""),
        ("fn:photo%20(1)/att:1", "filename(photo%20(1)):attachment()"), ("fn:w4QgYg:1", "filename(%C3%84%20b)"), ("fn:", ""), ("att:0", ""),
        ("raw:1/rs:fit:30:30/q:80/fn:x", "raw():filename(x)"), ("skp:gif/f:png", "format(png)"), ("hs:none", ""),
        ("monochrome:0/dpi:0", ""),
    ])
    func `pixels and files are changed in imgproxy's order`(options: String, expected: String) throws {
        #expect(try filters(options) == Self.canonical(expected))
    }

    @Test(arguments: [
        ("rs:fit:300:200:0:1", "extend(transparent)"), ("rs:fit:300:200/ex:1:no", "extend(transparent,center,top)"),
        ("rs:fit:300:200/ex:1:soea:10:20", "extend(transparent,right,bottom,10,20)"),
        ("rs:fit:300:200/ex:1:ce:-10:0.1", "extend(transparent,center,middle,-10,20)"),
        ("rs:fit:300:200/ex:1:nowe:-5:0", "extend(transparent,left,top)"),
        ("rs:fit:300:200/ex:1:fp:0:1", "extend(transparent,left,bottom)"),
        ("s:300:200::t:we", "extend(transparent,left,middle)"),
        ("rs:fit:300:200/ex:1/bg:fff", "extend(transparent):background_color(ffffff)"),
        ("rs:fit:300:200/dpr:2/ex:1:we:10", "density(2):extend(transparent,left,middle,10,0)"),
    ])
    func `a picture is placed on a ground of the size`(options: String, expected: String) throws {
        #expect(try filters(options) == "fit-in/300x200/filters:\(expected)/")
    }

    @Test func `a ground needs a size`() throws {
        #expect(try filters("ex:1") == "")
        #expect(try filters("rs:fit:300:200:0:1/ex:0") == "fit-in/300x200/")
    }

    @Test(arguments: [
        ("mc:1/dt:1:000:fff", ["mc", "dt"]), ("monochrome:0.5/monochrome:0.6", ["monochrome"]),
        ("exar:1", ["extend_aspect_ratio"]), ("exar:0", []),
        ("eth:1", ["eth"]), ("ar:0", ["ar"]), ("t:10::1", ["t"]), ("sm:0", ["strip_metadata"]),
        ("fq:jpg:80", ["format_quality"]), ("skp:jpg", ["skip_processing"]),
        ("skp:jpg/f:jpg", ["skip_processing"]), ("g:objw:all:2:face:3/rs:fill:9:9", ["g"]), ("g:objw:all:2/rs:fill:9:9", []),
        ("rs:fit:9:9/ex:1:fp:0.3:0.3", ["extend"]), ("c:0.5:9/car:1", ["crop_aspect_ratio"]),
        ("rs:fit:9:9/crop_objects:2", ["crop_objects"]),
        ("aq:dssim:0.02", ["aq"]), ("page:3/pages:1", ["pages"]), ("jpgo:1:1", ["jpgo"]), ("webpo:near_lossless", ["webpo"]),
        ("webpo:lossless", ["webp_options"]), ("webpo::1/f:webp", ["webpo"]), ("rs:fit:9:9/exar:1", ["extend_aspect_ratio"]),
        ("rs:fit:9/el:1/exar:1", ["extend_aspect_ratio"]), ("op:prop", ["op"]),
    ])
    func `options that are not available are named`(options: String, expected: [String]) throws {
        #expect(try ImgproxyReading().request("unsafe/\(options)/plain/b.jpg").ignored == expected)
    }

    @Test(arguments: [
        ("rs:fit:300:200:1/exar:1", "fit-in/300x200/filters:upscale():extend(transparent)/b.jpg"),
        ("rs:fit:300:200:1/exar:1:we", "fit-in/300x200/filters:upscale():extend(transparent,left,middle)/b.jpg"),
        ("page:0", "b.jpg"), ("jpgo:0", "b.jpg"), ("webpo:lossy/f:webp", "filters:format(webp)/b.jpg"),
    ])
    func `options for the ground and the file have words in thumbor's grammar`(options: String, expected: String) throws {
        #expect(try ImgproxyReading().text("\(options)/plain/b.jpg") == DialectRequest.canonicalText(expected))
    }

    @Test func `options of the encoders and a page are honored`() throws {
        func output(_ options: String) throws -> RenderRequest.Output {
            let asked = try ImgproxyReading().request("unsafe/\(options)/plain/b.jpg")
            #expect(asked.ignored.isEmpty)
            return asked.request.output
        }
        #expect(try output("jpgo:1").isProgressive && output("jpeg_options:t:0/f:jpg").isProgressive)
        #expect(try !output("jpgo:1/f:webp").isProgressive)
        #expect(try output("webpo:lossless/f:webp").isLossless && !output("webpo:lossless/f:jpg").isLossless)
        #expect(try output("page:3").frame == 4 && output("pg:1/da:1").frame == 2 && output("pg:0/da:1").frame == 1)
    }

    @Test(arguments: [
        "page:-1", "page:1.5", "page:", "page:99999999", "jpgo:x", "webpo:best", "webpo:lossy:1:photo:2", "exar:1:sm", "exar:x",
    ])
    func `invalid arguments of these are errors`(options: String) {
        expectError(.invalidURL) { _ = try ImgproxyReading().request("unsafe/\(options)/plain/b.jpg") }
    }

    @Test func `a watermark needs a picture`() throws {
        let request = try ImgproxyReading().request("unsafe/wm:0.5/plain/b.jpg")
        #expect(request.ignored == ["watermark"] && request.url.filters.isEmpty)
    }

    @Test func `metadata is kept where the service keeps it`() throws {
        let request = try ImgproxyReading { $0.rendering.keepsMetadata = true }.request("unsafe/sm:0/kcr:1/plain/b.jpg")
        #expect(request.ignored.isEmpty && request.url.filters.isEmpty)
    }

    @Test func `the copyright is not kept where the service strips all`() throws {
        let request = try ImgproxyReading { $0.rendering.stripsAll = true }.request("unsafe/kcr:1/plain/b.jpg")
        #expect(request.ignored == ["keep_copyright"] && request.url.filters.isEmpty)
    }
}
