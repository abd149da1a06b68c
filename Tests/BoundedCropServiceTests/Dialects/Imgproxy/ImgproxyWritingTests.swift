import BoundedCrop
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct ImgproxyWritingTests {
    private static func reading() throws -> ImgproxyReading { try ImgproxyReading { $0.dialects.imgproxyWatermark = "mark.png" } }

    @Test(arguments: [
        ("a.jpg", "plain/a.jpg"), ("300x200/a.jpg", "rs:fill:300:200:1/plain/a.jpg"),
        ("fit-in/300x200/a.jpg", "rs:fit:300:200:0/plain/a.jpg"),
        ("300x200/smart/a.jpg", "g:sm/rs:fill:300:200:1/plain/a.jpg"), ("300x0/a.jpg", "rs:fill:300:0:1/plain/a.jpg"),
        ("300x200/left/top/a.jpg", "g:nowe/rs:fill:300:200:1/plain/a.jpg"),
        ("300x200/center/middle/a.jpg", "rs:fill:300:200:1/plain/a.jpg"),
        ("-300x200/left/a.jpg", "g:ea/fl:1:0/rs:fill:300:200:1/plain/a.jpg"), ("0x0/a.jpg", "plain/a.jpg"),
        ("10x20:110x70/a.jpg", "c:100:50:nowe:10:20/plain/a.jpg"),
        ("trim:10:channels/10x20:110x70/50x50/a.jpg", "t:10/c:100:50:nowe:10:20/rs:fill:50:50:1/plain/a.jpg"),
        ("fit-in/300x200/smart/filters:upscale()/a.jpg", "rs:fit:300:200:1/plain/a.jpg"),
        ("300x200/filters:quality(80):format(jpg)/http://a.com/b%3Fx=1", "rs:fill:300:200:1/q:80/plain/http://a.com/b%3Fx=1@jpg"),
        ("filters:gaussian_blur(2.5)/a@b.jpg", "bl:2.5/plain/a%40b.jpg"),
        ("meta/300x200/smart/a.jpg", "g:sm/rs:fill:300:200:1/plain/a.jpg"),
        ("300x200/smart/filters:keep(person:2,dog)/a.jpg", "g:objw:dog:1:person:2/rs:fill:300:200:1/plain/a.jpg"),
        ("300x200/smart/filters:scheme(all):fallback(attention)/a.jpg", "g:sm/rs:fill:300:200:1/plain/a.jpg"),
        ("filters:watermark(mark.png,-10,20,50)/a.jpg", "wm:0.5:noea:10:20:0/plain/a.jpg"),
        ("filters:rotate(90)/a.jpg", "rot:270/plain/a.jpg"), ("filters:saturation(0)/a.jpg", "sa:0/plain/a.jpg"),
    ])
    func `requests are written with imgproxy's options`(instructions: String, expected: String) throws {
        let reading = try Self.reading()
        let url = try ImageURL(instructions: instructions)
        let written = try reading.dialect.write(url)
        #expect(written == (url.isMeta ? "info/unsafe/" : "unsafe/") + expected)
        #expect(DialectMeaning(try reading.request(written).url) == DialectMeaning(url))
    }

    @Test(arguments: [
        "rs:fill:300:400:0/g:sm", "rs:fill-down:300:400/g:noea:0.1:0.2", "rs:force:300:400", "rs:force:300:0:1", "rs:auto:300:400:1/g:so",
        "w:300", "z:0.5", "z:2/el:1",
        "rs:fill:300:400:1/g:nowe:10:20", "rs:fill:300:400/g:no:0:20", "rs:fill:300:400:1/g:fp:0.5:0.75",
        "rs:fill:300:400:1/g:objw:face:3:dog:0.5",
        "rs:fill:300:400:1/g:obj:face/crop_objects:1.25", "rs:fill:300:400:1/crop_objects:2", "fl:1:1/rs:fill:300:400:1/g:we:0.1:0",
        "fl:1/rs:fill:30:40:1/g:fp:0.2:0.3",
        "fl:0:1", "c:200:100", "c:0.5:0.25:sm/rs:fit:50:50", "c:200:100:no/rs:fill:50:50:1/g:so", "c:200:100/rs:fill:50:50:1/g:we",
        "car:1.5", "crop_ar:1.5/c:0:0:no/w:30",
        "t:10/rot:90/c:10:20/rs:fill:5:5:1/g:sm", "rot:90", "rot:180/bl:2", "mw:500/rs:fit:300:200",
        "rs:fit:300:200/ex:1:soea:10:20/bg:fff/pd:1:2:3:4", "rs:fit:300:200:0:1",
        "bg:fff/bga:0.5", "br:51/co:1.44/sa:1.5", "sh:0.7/pix:8/bl:2", "col:0.25:f00", "bd:5", "wm:0.5", "wm:1:soea:10:20:0.25", "wm:1:so",
        "wm:1:re", "wm:1:nowe:10:0.05",
        "t:10:ff8800", "wm:1/wmu:aHR0cDovL2V4YW1wbGUuY29tL3cucG5n", "q:80/f:webp/mb:5000/sm:1/scp:1/da:1", "sm:1/kcr:0",
        "exp:32503669200/fn:photo%20(1)/att:1", "raw:1",
        "raw:1/fn:x", "dpr:2/rs:fill:30:20/g:ce:5:5",
    ])
    func `what is read is written, and read again as the same`(options: String) throws {
        let reading = try Self.reading()
        for prefix in ["unsafe/", "info/unsafe/"] {
            let url = try reading.request("\(prefix)\(options)/plain/http://a.com/b%20c%3Fd.jpg").url
            let written = try reading.dialect.write(url)
            #expect(DialectMeaning(try reading.request(written).url) == DialectMeaning(url), "\(written)")
        }
    }

    @Test(arguments: [
        ("debug/a.jpg", "debug"), ("trim:bottom-right/a.jpg", "trim:bottom-right"), ("trim:10/a.jpg", "trim:10"),
        ("full-fit-in/300x200/a.jpg", "full"),
        ("adaptive-fit-in/300x200/a.jpg", "adaptive"), ("filters:round_corner(20)/a.jpg", "round_corner(20)"),
        ("filters:grayscale()/a.jpg", "grayscale()"),
        ("300x200/smart/filters:detector(haar)/a.jpg", "detector(haar)"),
        ("300x200/smart/filters:scheme(largest)/a.jpg", "scheme(largest)"),
        ("300x200/smart/filters:require_face()/a.jpg", "require_face()"), ("filters:max_age(5)/a.jpg", "max_age(5)"),
        ("300x200/filters:no_upscale(refuse)/a.jpg", "refuse"),
        ("300x200/filters:fill(white)/a.jpg", "fill(white)"), ("filters:format(tiff)/a.jpg", "combination"),
        ("origx200/a.jpg", "combination"),
        ("filters:gaussian_blur(2):brightness(5)/a.jpg", "combination"), ("filters:watermark(mark.png,10p,repeat,50)/a.jpg", "watermark"),
        ("filters:hello(1)/a.jpg", "hello(1)"), ("300x200/smart/filters:padding(20p)/a.jpg", "padding"),
        ("filters:proportion(0.5)/a.jpg", "proportion"),
    ])
    func `what imgproxy has no word for is named`(instructions: String, part: String) throws {
        let url = try ImageURL(instructions: instructions)
        let dialect = try Self.reading().dialect
        let error = #expect(throws: BoundedCropError.self) { try dialect.write(url) }
        #expect(error?.code == .invalidArgument && error?.message.contains(part) == true, "\(String(describing: error))")
    }

    @Test func `a request is signed if there is a key`() throws {
        let reading = try ImgproxyReading {
            $0.dialects.imgproxyKeys = ["736563726574"]
            $0.dialects.imgproxySalts = ["68656C6C6F"]
        }
        let written = try reading.dialect.write(try ImageURL(instructions: "300x200/smart/a.jpg"))
        #expect(!written.hasPrefix("unsafe/") && written.hasSuffix("/g:sm/rs:fill:300:200:1/plain/a.jpg"))
        #expect(try reading.request(written).isSigned)
    }

    @Test func `chains that imgproxy cannot say are errors`() throws {
        var url = try ImageURL(instructions: "300x200/a.jpg")
        url.earlier = [try ImageURL(instructions: "30x20/x")]
        let dialect = try Self.reading().dialect
        #expect(throws: BoundedCropError.self) { try dialect.write(url) }
    }
}
