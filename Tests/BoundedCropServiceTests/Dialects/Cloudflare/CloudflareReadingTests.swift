import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct CloudflareReadingTests {
    private let dialect = CloudflareDialect(ServiceConfiguration())

    /// The examples of Cloudflare's documentation, and what each option says there.
    static let examples: [(options: String, canonical: String)] = [
        ("width=80,quality=75", "fit-in/80x0/filters:quality(75)/a.jpg"), ("fit=scale-down,width=1920", "fit-in/1920x0/a.jpg"),
        ("anim=false", "filters:still()/a.jpg"), ("anim=true", "a.jpg"), ("background=%23FF8800", "filters:background_color(ff8800)/a.jpg"),
        ("background=red", "filters:background_color(ff0000)/a.jpg"),
        ("background=rgb%28240%2C40%2C145%29", "filters:background_color(f02891)/a.jpg"),
        ("background=rgb(240,40,145),w=80", "fit-in/80x0/filters:background_color(f02891)/a.jpg"),
        ("blur=50", "filters:gaussian_blur(25)/a.jpg"),
        ("brightness=0.5", "filters:convolution(0.5,1,false)/a.jpg"), ("brightness=1.0", "a.jpg"), ("brightness=0", "a.jpg"),
        ("contrast=4", "filters:contrast(100)/a.jpg"), ("dpr=1", "a.jpg"), ("dpr=2,w=250,h=200", "fit-in/500x400/a.jpg"),
        ("fit=scale-down,w=500,h=500", "fit-in/500x500/a.jpg"), ("fit=contain,w=500,h=500", "fit-in/500x500/filters:upscale()/a.jpg"),
        ("fit=contain,w=500", "500x0/a.jpg"), ("fit=cover,w=500,h=500", "500x500/a.jpg"), ("fit=cover,h=500", "0x500/a.jpg"),
        ("fit=crop,w=1296,h=1296", "1296x1296/filters:no_upscale()/a.jpg"), ("fit=crop,w=500", "fit-in/500x0/a.jpg"),
        ("fit=aspect-crop,w=1920,h=1120", "1920x1120/filters:no_upscale(aspect)/a.jpg"),
        ("fit=scale-up,w=500", "filters:at_least(500,0)/a.jpg"), ("fit=scale-up,h=50,dpr=2", "filters:at_least(0,100)/a.jpg"),
        ("fit=scale-up,w=500,rotate=90", "filters:at_least(0,500):turn(90)/a.jpg"), ("fit=scale-up", "a.jpg"),
        ("fit=pad,w=1080,h=1080", "fit-in/1080x1080/filters:upscale():extend(ffffff)/a.jpg"),
        ("fit=pad,w=90,h=80,background=black", "fit-in/90x80/filters:upscale():background_color(000000):extend(000000)/a.jpg"),
        ("fit=squeeze,w=1080,h=540", "1080x540/filters:stretch()/a.jpg"), ("flip=h", "filters:flip(horizontal)/a.jpg"),
        ("flip=hv,rotate=90", "filters:flip(horizontal):flip(vertical):turn(90)/a.jpg"), ("format=auto", "a.jpg"), ("f=auto", "a.jpg"),
        ("format=avif", "filters:format(avif)/a.jpg"), ("f=baseline-jpeg", "filters:format(jpeg)/a.jpg"), ("format=json", "meta/a.jpg"),
        ("gamma=1", "a.jpg"), ("gravity=auto,fit=cover,w=30,h=20", "30x20/smart/filters:placement(center)/a.jpg"),
        ("g=left,fit=cover,w=30,h=20", "30x20/left/a.jpg"),
        ("g=bottom,fit=crop,w=30,h=20", "30x20/bottom/filters:no_upscale()/a.jpg"),
        ("gravity=0x1,fit=cover,w=30,h=20", "30x20/filters:focal_point(0p,100p)/a.jpg"),
        ("g=0.5x0.33,fit=cover,w=30,h=20", "30x20/filters:focal_point(50p,33p)/a.jpg"),
        ("gravity=face,fit=cover,w=30,h=20", "30x20/smart/filters:placement(center):fallback(center)/a.jpg"),
        ("g=face,zoom=0.5,fit=cover,w=30,h=20", "30x20/smart/filters:tightness(0.5):placement(center):fallback(center)/a.jpg"),
        (
            "g=face,face-zoom=0.2,fit=crop,w=30,h=20",
            "30x20/smart/filters:placement(center):no_upscale():tightness(0.2):fallback(center)/a.jpg"
        ),
        ("gravity=face,w=30,h=20", "fit-in/30x20/a.jpg"), ("height=250", "fit-in/0x250/a.jpg"),
        ("metadata=none", "filters:strip_exif()/a.jpg"), ("metadata=copyright", "filters:strip_exif(except_rights)/a.jpg"),
        ("q=50", "filters:quality(50)/a.jpg"), ("quality=low", "filters:quality(50)/a.jpg"), ("q=medium-high", "filters:quality(80)/a.jpg"),
        ("rotate=90,w=300,h=200,fit=cover", "200x300/filters:turn(90)/a.jpg"), ("rotate=360", "a.jpg"),
        ("saturation=0.5", "filters:saturation(0.5)/a.jpg"), ("saturation=0", "filters:saturation(0)/a.jpg"),
        ("sharpen=2", "filters:sharpen(2,0.5,true)/a.jpg"), ("trim=20;0;0;10", "filters:region(10,20,100p,100p)/a.jpg"),
        ("trim.width=678,trim.height=678,trim.left=30,trim.top=40", "filters:region(30,40,678,678)/a.jpg"),
        ("trim.left=3,dpr=2", "filters:region(6,0,100p,100p)/a.jpg"), ("trim=border", "trim:10/a.jpg"),
        ("trim=border,trim.border.color=%23FFF,trim.border.tolerance=0", "trim:ffffff/a.jpg"), ("trim.border.color=red", "a.jpg"),
        ("border.color=%23FFFFFF,border.width=10", "filters:border(10,10,10,10,ffffff)/a.jpg"),
        ("border.top=5,border.right=10,dpr=2", "filters:border(10,20,0,0,000000)/a.jpg"),
    ]

    @Test(arguments: examples)
    func `options mean the same as in the service's own grammar`(options: String, canonical: String) throws {
        let request = try dialect.read(DialectTarget("cdn-cgi/image/\(options)/a.jpg"))
        #expect(try request.url.description == DialectRequest.canonicalText(canonical))
        #expect(request.ignored.isEmpty && !request.isSigned)
    }

    @Test(arguments: [
        ("width=auto", ["width=auto"]), ("onerror=redirect,compression=fast", ["onerror=redirect", "compression=fast"]),
        ("gamma=0.5", ["gamma=0.5"]),
        ("slow-connection-quality=50", ["slow-connection-quality=50"]), ("scq=low", ["scq=low"]), ("metadata=keep", ["metadata=keep"]),
        ("segment=foreground", ["segment=foreground"]), ("border=5", ["border=5"]),
        ("ä=1", ["ä=1"]),
        ("background=hsl(120,50%25,50%25)", ["background=hsl(120,50%25,50%25)"]),
    ])
    func `what cannot be honored is named`(options: String, ignored: [String]) throws {
        let request = try dialect.read(DialectTarget("\(options)/a.jpg"))
        #expect(request.ignored == ignored && request.url == ImageURL(image: "a.jpg"))
    }

    @Test(arguments: [
        ("w=0", "“width=0”"), ("w=12001", "12000"), ("w=1.5", "“width=1.5”"), ("w=-1", "“width=-1”"), ("w=10,width=20", "twice"),
        ("fit=fill", "squeeze"),
        ("g=nose", "“gravity=nose”"), ("g=2x1", "“gravity=2x1”"), ("g=0.5x", "“gravity"), ("zoom=2", "“zoom=2”"), ("q=0", "“quality=0”"),
        ("q=best", "medium-high"), ("f=gif", "baseline-jpeg"), ("dpr=9", "“dpr=9”"), ("blur=251", "“blur=251”"), ("rotate=45", "270"),
        ("flip=x", "“flip=x”"), ("trim=border,trim.border.tolerance=443", "0 to 442"), ("trim=1;2;3", "four numbers"),
        ("trim=1;2;3;x", "four numbers"),
        ("trim=1;0;0;1,trim.left=3", "four numbers"),
        ("anim=maybe", "“anim=maybe”"), ("metadata=all", "copyright"), ("background=no", "CSS"), ("border.color=no", "CSS"),
        ("border.width=x", "border.width"),
        ("scq=nan", "slow-connection-quality"), ("width", "“width”"), ("=5", "“=5”"), (",", "no options"), ("w=%ff", "“w=%ff”"),
        ("w=%00", "“w=%00”"),
        ("fit=scale-up,w=9,h=9", "“fit=scale-up”"), ("sharpen=11", "“sharpen=11”"), ("brightness=1e9", "“brightness=1e9”"),
    ])
    func `impossible values are refused by name`(options: String, text: String) throws {
        expectError(.invalidURL, saying: text) { _ = try dialect.read(DialectTarget("cdn-cgi/image/\(options)/a.jpg")) }
    }

    @Test func `words of other services for what stands out are understood`() throws {
        func read(_ gravity: String) throws -> DialectRequest { try dialect.read(DialectTarget("w=9,h=5,fit=cover,g=\(gravity)/a.jpg")) }
        for word in ["entropy", "attention"] {
            #expect(try read(word).request == read("auto").request && read(word).ignored.isEmpty)
        }
    }

    @Test func `all four sides can be cut off`() throws {
        let url = try dialect.read(DialectTarget("trim=20;30;10;5,w=80,dpr=2/a.jpg")).url
        let first = "filters:region(10,40,100p,100p):turn(180)/then:/filters:region(60,20,100p,100p):turn(180)"
        #expect(url.description == "\(first)/then:/fit-in/160x0/filters:nearest()/a.jpg")
    }

    @Test func `the rest of the path names the picture`() throws {
        for (target, image) in [
            ("w=9/uploads/a%20b.jpg", "uploads/a b.jpg"), ("w=9//uploads/a.jpg", "uploads/a.jpg"),
            ("cdn-cgi/image/w=9/https://host/a%20b.jpg?v=1,2", "https://host/a%20b.jpg?v=1,2"),
            ("w=9/https:/host/a.jpg", "https:/host/a.jpg"),
            ("w=9/https%3A%2F%2Fhost%2Fa%2520b.jpg", "https://host/a%20b.jpg"), ("w=9/a.jpg?v=2", "a.jpg?v=2"),
        ] {
            #expect(try dialect.read(DialectTarget(target)).url.image == image)
        }
        for (target, text) in [
            ("", "OPTIONS"), ("w=9", "OPTIONS"), ("cdn-cgi/image/", "OPTIONS"), ("w=9/", "no picture"), ("w=9/%FF", "UTF-8"),
            ("w=9/a%0A", "control"), ("w=9/https://host/a%0A", "control"),
        ] {
            expectError(.invalidURL, saying: text) { _ = try dialect.read(DialectTarget(target)) }
        }
        expectError(.urlTooLong) { _ = try dialect.read(DialectTarget("w=9/" + String(repeating: "a", count: 9000))) }
    }

    @Test(arguments: [
        "w=300,h=200,dpr=2,fit=cover,g=0.5x0.5", "g=face,zoom=0.5,fit=cover,w=30,h=20", "trim=1;0;0;4",
        "trim=border", "trim=border,trim.border.tolerance=0,trim.border.color=red", "trim.left=1,trim.top=2,trim.width=3,trim.height=4",
        "blur=1,brightness=2,contrast=3,saturation=4,sharpen=5,gamma=6", "border.width=1,border.top=2", "q=5,scq=6", "rotate=90,w=5,h=6",
    ])
    func `no number traps, and every request has a canonical text`(options: String) throws {
        for text in HostileNumbers.variants(of: options) {
            do {
                let url = try dialect.read(DialectTarget(PercentEncoding.encoded(text, keeping: ",=;.-") + "/a.jpg")).url
                #expect(try ImageURL(instructions: url.description) == url, "\(text)")
            } catch let error as BoundedCropError {
                #expect([.invalidURL, .limitExceeded].contains(error.code), "\(text): \(error)")
            }
        }
    }
}
