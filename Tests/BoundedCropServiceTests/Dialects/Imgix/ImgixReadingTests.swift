import BoundedCrop
import BoundedCropRendering
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct ImgixReadingTests {
    private static let dialect = Result { try ImgixDialect(ServiceConfiguration()) }

    private func read(_ query: String) throws -> DialectRequest {
        try Self.dialect.get().read(DialectTarget("a.jpg?\(query)"))
    }

    @Test(arguments: [
        ("w=300&h=200&fit=crop&crop=faces,top", "300x200/smart/filters:placement(center):fallback(center)/a.jpg", ["crop=faces,top"]),
        ("w=300&h=200&fit=clamp", "fit-in/300x200/filters:upscale()/a.jpg", ["fit=clamp"]),
        (
            "w=300&h=200&fit=facearea,fill", "300x200/smart/filters:padding(0p):zoom(1):placement(center):fallback(center)/a.jpg",
            ["fit=facearea,fill"]
        ),
        ("w=300&fit=crop&crop=focalpoint&fp-z=2", "300x0/a.jpg", ["fp-z=2"]), ("fit=crop&crop=focalpoint&fp-z=2", "a.jpg", ["fp-z=2"]),
        ("w=300&fit=facearea", "300x0/a.jpg", ["fit=facearea"]), ("w=300&h=0.5", "300x0/a.jpg", ["h=0.5"]),
        (
            "w=300&h=300&fit=facearea&facepad=0.5",
            "300x300/smart/filters:padding(0p):zoom(1):placement(center):fallback(center)/a.jpg", ["facepad=0.5"]
        ),
        ("auto=format,enhance&auto=redeye", "a.jpg", ["auto=enhance", "auto=redeye"]), ("fm=mp4", "a.jpg", ["fm=mp4"]),
        ("orient=0", "a.jpg", ["orient=0"]), ("or=1", "a.jpg", ["or=1"]), ("rot=45", "a.jpg", ["rot=45"]),
        ("border=5,red&w=10", "10x0/a.jpg", ["border=5,red"]),
        ("txt=Hello%20World&txt-size=12", "a.jpg", ["txt=Hello%20World", "txt-size=12"]),
        ("rect=center,middle,100,100", "a.jpg", ["rect=center,middle,100,100"]),
        ("lossless=1&fm=webp", "filters:format(webp)/a.jpg", ["lossless=1"]),
        ("max-h=100&w=300&fit=crop", "300x0/a.jpg", ["max-h=100"]), ("usm=-10", "a.jpg", ["usm=-10"]), ("ä=ö", "a.jpg", ["ä=ö"]),
        ("w=300&h=200&fit=fill&fill=gen", "fit-in/300x200/filters:upscale():extend(transparent)/a.jpg", ["fill=gen"]),
        ("mark=logo.png&mark-rot=30", "filters:watermark(logo.png,-5,-5,0)/a.jpg", ["mark-rot=30"]),
        ("mask=corners", "a.jpg", ["mask=corners"]),
        ("trim=auto&trim-sd=5&trim-pad=3", "trim:11/a.jpg", ["trim-sd=5", "trim-pad=3"]),
        ("trim=color&trim-color=80ff8800", "trim:ff8800/a.jpg", []), ("trim=auto&trim-color=fff", "trim:11/a.jpg", []),
        ("cs=adobergb1998", "a.jpg", ["cs=adobergb1998"]),
    ])
    func `what cannot be honored is named`(query: String, canonical: String, ignored: [String]) throws {
        let request = try read(query)
        #expect(try request.url.description == DialectRequest.canonicalText(canonical))
        #expect(request.ignored == ignored)
    }

    @Test(arguments: [("mark=a,b.png", "a,b.png"), ("mark=c(1).png&mark-base=d", "d/c(1).png"), ("mask=m[1].png", "m[1].png")])
    func `pictures have any name, but not all of them in thumbor's grammar`(query: String, name: String) throws {
        let request = try read(query)
        #expect(request.request.pictureNames == [name] && request.ignored.isEmpty)
        expectError(.invalidArgument, saying: name) { _ = try request.thumborURL() }
    }

    @Test func `a mark's path may begin with a slash`() throws {
        #expect(try read("mark=/a/b.png").request.pictureNames == ["a/b.png"])
    }

    @Test(
        arguments: [
            ("width=300&height=200&f=crop", "300x200/a.jpg"), ("fm=jxl", "filters:format(jxl)/a.jpg"),
            ("w=&h=&fit=", "a.jpg"), ("w=333.4", "333x0/a.jpg"), ("w=1", "a.jpg"),
            ("w=1.0&dpr=2", "filters:scale(2)/a.jpg"), ("dpr=2", "a.jpg"), ("w=8000&dpr=5", "8192x0/a.jpg"),
            ("w=300&h=200&crop=faces&fp-x=0.1", "fit-in/300x200/filters:upscale()/a.jpg"),
            ("w=300&h=200&fit=crop&min-w=400&max-h=100", "400x100/a.jpg"), ("w=300&h=200&ar=5:1&fit=crop", "300x200/a.jpg"),
            ("w=300&h=200&ar=5:1", "fit-in/300x200/filters:upscale()/a.jpg"),
            ("w=300&h=200&fit=crop&crop=faces,focalpoint", "300x200/smart/filters:placement(center):fallback(center)/a.jpg"),
            ("w=300&h=200&fit=crop&crop=top,faces", "300x200/top/a.jpg"),
            ("w=300&h=200&fit=crop&crop=focalpoint&fp-debug=true", "debug/300x200/filters:focal_point(50p,50p)/a.jpg"),
            ("w=300&h=200&fit=crop&crop=top&orient=6", "200x300/left/filters:turn(90)/a.jpg"),
            ("w=300&h=200&fit=crop&crop=left&orient=8", "200x300/top/filters:turn(270)/a.jpg"),
            ("orient=5", "filters:flip(horizontal):turn(270)/a.jpg"), ("orient=180&flip=h", "filters:turn(180):flip(horizontal)/a.jpg"),
            ("w=100&pad=10&dpr=2", "160x0/filters:border(20,20,20,20)/a.jpg"), ("rot=90&rot-type=pivot", "filters:turn(270)/a.jpg"),
            ("rect=0,0,full,0.5", "filters:region(0,0,100p,50p)/a.jpg"), ("rect=left,top,30,20", "0x0:30x20/a.jpg"),
            ("fm=json", "meta/a.jpg"),
            ("auto=compress&q=80", "filters:quality(80):strip_exif()/a.jpg"), ("dl=", "filters:attachment()/a.jpg"),
            ("frame=1", "filters:still()/a.jpg"),
            ("mark=https%3A%2F%2Fa.com%2Fb(1).png&mark-x=0&mark-y=7", "filters:watermark(https://a.com/b%25281%2529.png,0,7,0)/a.jpg"),
            (
                "mark=b.png&mark-base=https://a.com/c&mark-align=center,bottom&mark-pad=0",
                "filters:watermark(https://a.com/c/b.png,center,bottom,0)/a.jpg"
            ),
            ("ixlib=js-1&ixid=x", "a.jpg"), ("txt64&w=300&&", "300x0/a.jpg"), ("bg64=I2ZmZg", "filters:background_color(ffffff)/a.jpg"),
            ("monochrome=imgixorange", nil), ("px=1&blur=0&sharp=0&bri=0", "a.jpg"), ("w=100&h=50&fit=crop&dpr=1.5", "150x75/a.jpg"),
            ("ar=1.5&w=300&fit=crop", "300x200/a.jpg"),
            ("w=300&h=200&fit=min&crop=bottom", "300x200/bottom/filters:no_upscale(aspect)/a.jpg"),
        ] as [(String, String?)]
    )
    func `parameters mean the same as in the service's own grammar`(query: String, canonical: String?) throws {
        guard let canonical else { return expectError(.invalidURL, saying: "color") { _ = try read(query) } }
        #expect(try read(query).url.description == DialectRequest.canonicalText(canonical))
    }

    @Test(arguments: [
        ("w=abc", "“w=abc”"), ("w=0", "“w=0”"), ("w=-5", "“w=-5”"), ("w=8193", "8192"), ("h=1e3", "“h=1e3”"), ("w=300&width=200", "twice"),
        ("fit=cover", "facearea"), ("fit=crop,fill", "“fit=crop,fill”"), ("w=9&h=9&fit=crop&crop=nose", "“crop=nose”"),
        ("dpr=6", "“dpr=6”"),
        ("dpr=0", "“dpr=0”"), ("q=101", "“q=101”"), ("q=high", "“q=high”"), ("fp-z=0.5", "“fp-z=0.5”"), ("ar=1:0&fit=crop", "“ar=1:0”"),
        ("ar=1:2:3&fit=crop", "WIDTH:HEIGHT"), ("rect=1,2,3", "X,Y,W,H"), ("rect=1,2,0,3", "“rect=1,2,0,3”"), ("rect=1.5,0,1,1", "“rect"),
        ("bg=%23ff", "“bg=#ff”"), ("border=red", "“border=red”"), ("border=1,red,2", "“border"), ("orient=9", "“orient=9”"),
        ("flip=x", "“flip=x”"), ("invert=maybe", "“invert=maybe”"), ("mark=a.png&mark-align=north", "“mark-align=north”"),
        ("dl=a/b.jpg", "“dl=a/b.jpg”"), ("expires=soon", "“expires=soon”"), ("expires=253402300800", "253402300799"), ("w64=!!", "base64"),
        ("w64=/w", "base64"), ("w=%ff", "UTF-8"),
        ("w=%00", "control"), ("mark64=AAAA", "base64"), ("w=10&pad=5", "no room"),
        ("corner-radius=1,2&mask=corners", "one radius or four"),
        ("facepad=101", "“facepad=101”"), ("faceindex=0", "“faceindex=0”"),
    ])
    func `impossible values are refused by name`(query: String, text: String) throws {
        expectError(.invalidURL, saying: text) { _ = try read(query) }
    }

    @Test func `a path names the picture`() throws {
        let dialect = try Self.dialect.get()
        for (target, image) in [
            ("a%20b/c.jpg", "a b/c.jpg"), ("http%3A%2F%2Fhost%2Fa%2520b.jpg?w=9", "http://host/a%20b.jpg"),
            ("https://host/a.jpg", "https://host/a.jpg"),
        ] {
            #expect(try dialect.read(DialectTarget(target)).url.image == image)
        }
        for (target, text) in [("", "no picture"), ("?w=300", "no picture"), ("a%FF.jpg", "UTF-8"), ("a%0A.jpg", "control characters")] {
            expectError(.invalidURL, saying: text) { _ = try dialect.read(DialectTarget(target)) }
        }
        expectError(.urlTooLong) { _ = try dialect.read(DialectTarget("a.jpg?w=" + String(repeating: "1", count: 9000))) }
    }

    @Test(arguments: [
        "w=300&h=200&dpr=2&fit=crop&crop=focalpoint&fp-x=0.5&fp-y=0.5&fp-z=2", "w=0.5&h=0.25&fit=crop&dpr=2", "rect=10,20,30,40",
        "rect=0.5,center,0.5,0.5&w=50", "ar=16:9&fit=crop", "w=300&h=300&fit=facearea&facepad=2&faceindex=1", "trim=color&trim-tol=5",
        "trim=color&trim-color=f80",
        "w=90&h=90&fit=fill&pad=5&pad-top=3&bg=fff&border=3,red&border-left=4&border-radius=5",
        "blur=20&px=3&sharp=4&usm=5&usmrad=3&sepia=6",
        "bri=1&con=2&sat=3", "rot=20&rot-type=pivot&orient=3", "mark=a.png&mark-x=3&mark-y=4&mark-alpha=50&mark-scale=20&w=90&mark-pad=3",
        "w=90&mark=a.png&mark-w=20&mark-h=0.5", "q=50&expires=10&faces=1&fm=json", "w=90&h=90&fit=crop&min-w=5&max-w=6&min-h=7&max-h=8",
        "mask=corners&corner-radius=1,2,3,4", "trim=auto&trim-md=3",
    ])
    func `no number traps, and every request has a canonical text`(query: String) throws {
        let dialect = try Self.dialect.get()
        for text in HostileNumbers.variants(of: query) {
            let target = DialectTarget("a.jpg?" + PercentEncoding.encoded(text, keeping: PercentEncoding.plain))
            do {
                let url = try dialect.read(target).url
                #expect(try ImageURL(instructions: url.description) == url, "\(text)")
            } catch let error as BoundedCropError {
                #expect([.invalidURL, .limitExceeded].contains(error.code), "\(text): \(error)")
            }
        }
    }

    @Test func `random queries are read or refused`() throws {
        let dialect = try Self.dialect.get()
        let pieces = [
            "w", "h", "fit", "crop", "faces", "facearea", "=", "=", "&", "&", ",", "64", "rect", "mark", "0.5", "300", "%", "%C3", "%2C",
            "s",
            "ä", ":", "ar", "pad", "bg", "fff", "auto", "-", "mask", "border", "1,red", "ellipse", "orient", "6", "(", ")", "dl", "fm",
            "json",
        ]
        var generator = SeededGenerator(seed: 20)
        for _ in 0..<5000 {
            let query = (0..<Int.random(in: 0...12, using: &generator)).map { _ in pieces[Int.random(in: pieces.indices, using: &generator)]
            }.joined()
            guard let request = try? dialect.read(DialectTarget("a.jpg?\(query)")) else { continue }
            #expect(try ImageURL(instructions: request.url.description) == request.url, "\(query)")
            #expect(IgnoredWords.headerText(request.ignored).utf8.allSatisfy { (0x20...0x7E).contains($0) }, "\(query)")
        }
    }
}
