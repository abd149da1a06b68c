import BoundedCrop
import BoundedCropRendering
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct ImgproxyHostileTests {
    @Test(arguments: [
        "w:-1", "w:", "w:1.5", "w:70000", "w:99999999999999999999", "w:1:2", "rs:cover:1:1", "rs:fit:1:1:1:1:ce:0:0:0", "rs:fit:x",
        "s:1:2:3",
        "rt:", "z:0", "z:-1", "z:nan", "z:inf", "z:1:2", "z:1e400", "dpr:0", "dpr:1e9", "dpr:", "el:yes", "ex:1:sm", "ex:1:obj:face",
        "ex:1:re", "ex:2",
        "g:", "g:re", "g:xx", "g:sm:1", "g:fp", "g:fp:1", "g:fp:2:0", "g:fp:-0.1:0", "g:no:x", "g:no:1:2:3", "g:no:1e9", "g:objw",
        "g:objw:face",
        "g:objw:face:x", "g:objw:face:-1", "g:objw:face:0", "g:obj:a%28", "g:obj:%20a", "c:", "c:-1", "c:x:1", "c:1:1:re",
        "c:1e9:1", "car:-1", "car:0.00001",
        "car:x", "crop_objects:0.5", "crop_objects:x", "t:-1", "t:x", "t:1:zz", "t:1:fff:x", "rot:45", "rot:x", "rot:9999999999999999999",
        "fl:x", "fl:1:1:1",
        "pd:-1", "pd:x", "pd:1:2:3:4:5", "pd:70000", "bg:1:2", "bg:256:0:0", "bg:ggg", "bg:ffff", "bg:+1:0:0:0", "bga:2", "br:256", "co:-1",
        "co:5", "sa:-1",
        "bl:-1", "bl:1000", "bl:x", "sh:-1", "sh:1e9", "pix:-1", "pix:x", "col:2", "col:1:xx", "bd:1:dog", "bd:x", "wm:", "wm:2", "wm:1:xx",
        "wm:1:ch",
        "wm:1:re:5:5", "wm:1:ce:5:5", "wm:1:no:5", "wm:1:nowe:-5:0", "wm:1:ce:0:0:2", "wm:1:ce:0:0:0:0:0:0",
        "wmu:!", "wmu:YQFi", "fn:YQpi:1",
        "exp:253402300800",
        "q:101", "q:-1", "q:x",
        "fq:jpg",
        "fq:jpg:0", "fq:exe:50", "fq:jpg:101", "mb:-1", "mb:x", "f:exe", "f:", "f:svg", "f:jpg:png", "sm:x", "skp:exe", "raw:x", "cb:1:2",
        "exp:-1",
        "exp:x", "exp:99999999999999999999999", "fn:a%2Fb", "fn:a%0Ab", "fn:!:1", "fn:a:b:c", "fn:a):quality(1", "fn:a%29%3Araw(", "fn:)(",
        "hs:md5:abc",
        "msr:50", "max_src_file_size:1", "mafr:1", "unknown:1", ":1", "width%3A1:2", "RS:fit:1:1", "w%00:1", "q:%FF",
        "rs:fill:40000:10/dpr:2", "mw:40000/dpr:2",
        "el:1/z:100/dpr:100",
    ])
    func `malformed options are errors that name them`(options: String) throws {
        let reading = try ImgproxyReading { $0.dialects.imgproxyWatermark = "mark.png" }
        let error = #expect(throws: BoundedCropError.self, "\(options)") { try reading.text(options + "/plain/a.jpg") }
        #expect(error?.code == .invalidURL, "\(options): \(String(describing: error))")
    }

    @Test(arguments: ["w:300/-/w:100/plain/a.jpg", "-/w:100/plain/a.jpg", "w:300/-/wm:0.5/plain/a.jpg", "w:300/-/w:100/YS5qcGc.png"])
    func `chained pipelines are refused by name`(path: String) throws {
        let reading = try ImgproxyReading()
        expectError(.invalidURL, saying: "chained pipelines") { _ = try reading.text(path) }
    }

    @Test func `marks that combine with separators hide nothing`() throws {
        let reading = try ImgproxyReading()
        for path in ["w:\u{301}20/plain/a.jpg", "w:20/\u{301}plain/a.jpg", "q:1:\u{301}2/plain/a.jpg"] {
            #expect(throws: BoundedCropError.self) { try reading.text(path) }
        }
    }

    @Test func `pictures of watermarks have any name, but not all of them in thumbor's grammar`() throws {
        let reading = try ImgproxyReading { _ in }
        let url = URLSafeBase64.text("http://a.com/b[(,.png".utf8)
        let filters = try reading.request("unsafe/wm:1/wmu:\(url)/plain/a.jpg").url.filters
        #expect(filters == [FilterCall("watermark", "http://a.com/b%5B%28%2C.png", "center", "center", "0")])
        for name in ["a[.png", "a).png", "a,b.png", " a.png"] {
            let request = try reading.request("unsafe/wm:1/wmu:\(URLSafeBase64.text(name.utf8))/plain/a.jpg")
            #expect(request.request.pictureNames == [name] && request.ignored.isEmpty, "\(name)")
            expectError(.invalidArgument, saying: name) { _ = try request.thumborURL() }
        }
    }

    @Test func `thousands of options are refused`() throws {
        var limits = ImageURLLimits()
        limits.maximumLength = 1_000_000
        let reading = try ImgproxyReading { $0.urlLimits = limits }
        for options in [
            String(repeating: "q:1/", count: 5000), "pr:" + String(repeating: "a:", count: 5000) + "/",
            String(repeating: "zz:1/", count: 5000),
        ] {
            #expect(throws: BoundedCropError.self) { try reading.text(options + "plain/a.jpg") }
        }
        #expect(try reading.text(String(repeating: "q:1/", count: 900) + "plain/a.jpg") == "filters:quality(1)/a.jpg")
        let long = #expect(throws: BoundedCropError.self) { try ImgproxyReading().text("plain/" + String(repeating: "a", count: 9000)) }
        #expect(long?.code == .urlTooLong)
    }

    @Test func `no text stops the program`() throws {
        let reading = try ImgproxyReading {
            $0.dialects.imgproxyWatermark = "mark.png"
            $0.dialects.imgproxyPresets = ["default=q:80", "a=w:10/pr:a"]
        }
        let arguments = [
            "", "0", "1", "-1", "0.5", "1e308", "-1e308", "9223372036854775807", "nan", "fp", "sm", "obj", "nowe", "fff", "jpg", "a", "%",
            "%F0",
        ]
        let options = ImgproxyOptions.sizes + ImgproxyOptions.areas + ImgproxyOptions.pixels + ImgproxyOptions.files
        for name in options.map({ $0.names[0] }) + ["pr", "x"] {
            for first in arguments {
                for second in ["", "1", "-1", "1e308", "%F0", "sm"] {
                    let option = "\(name):\(first):\(second)"
                    for path in [option, "\(option):\(first):\(second):\(first)", "rs:fill:65535:65535/fl:1:1/\(name):\(second)"] {
                        guard let url = try? reading.request("unsafe/\(path)/plain/a.jpg").url else { continue }
                        _ = url.description
                    }
                }
            }
        }
    }
}
