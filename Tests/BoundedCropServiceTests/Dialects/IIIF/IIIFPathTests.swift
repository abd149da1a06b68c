import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct IIIFPathTests {
    static func read(_ path: String, _ change: (inout ServiceConfiguration) -> Void = { _ in }) throws -> DialectRequest {
        var configuration = ServiceConfiguration()
        change(&configuration)
        return try IIIFDialect(configuration).read(DialectTarget(path, mount: "/iiif", authority: "images.example.org"))
    }

    private static let limit = "max_pixels(50000000)"

    /// Version 3: the parameters, and the request that they mean.
    static let requests = [
        ("full/max/0/default.jpg", "filters:stretch():\(limit):format(jpeg)/a.jpg"),
        ("full/^max/0/default.jpg", "filters:stretch():\(limit):format(jpeg)/a.jpg"),
        ("10,20,300,200/max/0/color.png", "10x20:310x220/filters:stretch():\(limit):format(png):still()/a.jpg"),
        ("0,0,999999999,1000000000/max/0/color.jpg", "0x0:999999999x1000000000/filters:stretch():\(limit):format(jpeg)/a.jpg"),
        (
            "pct:41.6,7.50,040,70/max/0/default.jpg", "filters:region(41.6p,7.5p,40p,70p):stretch():\(limit):format(jpeg)/a.jpg"
        ),
        ("pct:0,0,.5,1000/max/0/default.jpg", "filters:region(0p,0p,0.5p,100p):stretch():\(limit):format(jpeg)/a.jpg"),
        ("full/150,/0/default.jpg", "150x0/filters:stretch():no_upscale(refuse):format(jpeg)/a.jpg"),
        ("full/^150,/0/default.jpg", "150x0/filters:stretch():format(jpeg)/a.jpg"),
        ("full/,150/0/default.jpg", "0x150/filters:stretch():no_upscale(refuse):format(jpeg)/a.jpg"),
        ("full/^,150/0/default.jpg", "0x150/filters:stretch():format(jpeg)/a.jpg"),
        ("full/pct:50/0/default.jpg", "filters:scale(0.5):stretch():format(jpeg)/a.jpg"),
        ("full/pct:33.3/0/default.jpg", "filters:scale(0.333):stretch():format(jpeg)/a.jpg"),
        ("full/pct:100/0/default.jpg", "filters:scale(1):stretch():format(jpeg)/a.jpg"),
        ("full/^pct:120.5/0/default.jpg", "filters:scale(1.205):stretch():format(jpeg)/a.jpg"),
        ("full/225,100/0/default.jpg", "225x100/filters:stretch():no_upscale(refuse):format(jpeg)/a.jpg"),
        ("full/^360,360/0/default.jpg", "360x360/filters:stretch():format(jpeg)/a.jpg"),
        ("full/!225,100/0/default.jpg", "fit-in/225x100/filters:format(jpeg)/a.jpg"),
        ("full/^!360,360/0/default.jpg", "fit-in/360x360/filters:upscale():format(jpeg)/a.jpg"),
        ("full/!65535,65535/0/default.jpg", "fit-in/65535x65535/filters:\(limit):format(jpeg)/a.jpg"),
        ("square/max/0/default.jpg", "smart/filters:aspect(1:1):\(limit):format(jpeg)/a.jpg"),
        ("square/200,/0/default.jpg", "200x200/smart/filters:aspect(1:1):no_upscale(refuse):format(jpeg)/a.jpg"),
        ("square/,200/0/default.jpg", "200x200/smart/filters:aspect(1:1):no_upscale(refuse):format(jpeg)/a.jpg"),
        ("square/^200,200/0/default.jpg", "200x200/smart/filters:aspect(1:1):format(jpeg)/a.jpg"),
        ("square/200,100/0/default.jpg", "200x100/smart/filters:aspect(1:1):stretch():no_upscale(refuse):format(jpeg)/a.jpg"),
        ("square/!300,200/0/default.jpg", "200x200/smart/filters:aspect(1:1):no_upscale(aspect):format(jpeg)/a.jpg"),
        ("square/^!300,200/0/default.jpg", "200x200/smart/filters:aspect(1:1):format(jpeg)/a.jpg"),
        ("square/pct:25/0/default.jpg", "smart/filters:aspect(1:1):scale(0.25):format(jpeg)/a.jpg"),
        ("full/^200,/90/default.jpg", "200x0/filters:stretch():turn(90):format(jpeg)/a.jpg"),
        ("full/^200,/360/default.jpg", "200x0/filters:stretch():format(jpeg)/a.jpg"),
        ("full/^200,/022.50/default.png", "200x0/filters:stretch():turn(22.5):format(png):still()/a.jpg"),
        ("full/^200,/!0/default.jpg", "200x0/filters:stretch():flip(horizontal):format(jpeg)/a.jpg"),
        ("full/^200,/!180/gray.jpg", "200x0/filters:stretch():flip(horizontal):turn(180):grayscale():format(jpeg)/a.jpg"),
        ("full/^200,/0/bitonal.png", "200x0/filters:stretch():bitonal():format(png):still()/a.jpg"),
        ("full/^200,/0/color.webp", "200x0/filters:stretch():format(webp):still()/a.jpg"),
    ]

    @Test(arguments: requests) func `the parameters of version 3 mean a request of the service`(path: String, expected: String) throws {
        for prefix in ["", "3/"] {
            #expect(try Self.read(prefix + "a.jpg/" + path).url.description == DialectRequest.canonicalText(expected))
        }
    }

    @Test(arguments: [
        ("full/full/0/default.jpg", "filters:format(jpeg)/a.jpg"),
        ("full/max/0/default.jpg", "filters:stretch():\(limit):format(jpeg)/a.jpg"),
        ("full/150,/0/default.jpg", "150x0/filters:stretch():format(jpeg)/a.jpg"),
        ("full/,150/0/default.jpg", "0x150/filters:stretch():format(jpeg)/a.jpg"),
        ("full/pct:120/0/default.jpg", "filters:scale(1.2):stretch():format(jpeg)/a.jpg"),
        ("full/225,100/0/default.jpg", "225x100/filters:stretch():format(jpeg)/a.jpg"),
        ("full/!225,100/0/default.jpg", "fit-in/225x100/filters:upscale():format(jpeg)/a.jpg"),
        ("square/full/0/default.jpg", "smart/filters:aspect(1:1):format(jpeg)/a.jpg"),
    ])
    func `version 2 has the size full, and enlarges`(path: String, expected: String) throws {
        #expect(try Self.read("2/a.jpg/" + path).url.description == DialectRequest.canonicalText(expected))
    }

    @Test(arguments: [
        ("a.jpg", "a.jpg"), ("a%2Fb%2Fc.jpg", "a/b/c.jpg"), ("a%2fb.jpg", "a/b.jpg"), ("100%25%2Ejpg", "100%.jpg"),
        ("https:%2F%2Fexample.com%2Fa.jpg%3Fb=c", "https://example.com/a.jpg?b=c"), ("s3:%2F%2Fbucket%2Fkey.jpg", "s3://bucket/key.jpg"),
        ("%E2%82%AC.jpg", "€.jpg"), ("info.json", "info.json"), ("3", "3"), ("%5Bfrob%5D", "[frob]"),
    ])
    func `an identifier is a path or a URL, percent-encoded`(text: String, image: String) throws {
        #expect(try Self.read("3/\(text)/full/max/0/default.jpg").url.image == image)
        #expect(try Self.read("3/\(text)/info.json").url.image == image)
        #expect(try Self.read("3/\(text)").url.image == image)
    }

    @Test func `parameters may be percent-encoded`() throws {
        let plain = try Self.read("a.jpg/pct:1,2,3,4/^!50,60/!90/gray.png").url
        #expect(try Self.read("a.jpg/pct%3A1%2C2,3,4/%5E%2150,60/%2190/gray%2Epng").url == plain)
    }

    @Test(arguments: [
        "", "/", "3", "3/", "2", "a.jpg/", "a/b/full/max/0/default.jpg", "a.jpg/full/max/0", "a.jpg/full/max/0/default.jpg/",
        "a.jpg//full/max/0/default.jpg", "//info.json", "a.jpg/info.xml", "a.jpg/info.json/", "a.jpg/INFO.JSON", "/full/max/0/default.jpg",
        "4/a.jpg/full/max/0/default.jpg", "3/3/a.jpg/info.json",
    ])
    func `a path with other parts names nothing`(path: String) throws {
        // A version alone is an identifier.
        if ["3", "2"].contains(path) { return #expect(try Self.read(path).url.image == path) }
        expectError(.notFound) { _ = try Self.read(path) }
    }

    @Test func `a query is ignored, and said to be`() throws {
        let request = try Self.read("a.jpg/full/max/0/default.jpg?v=2&x")
        #expect(request.ignored == ["v=2", "x"])
        #expect(request.url.image == "a.jpg")
    }
}
