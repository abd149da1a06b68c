import BoundedCrop
import BoundedCropService
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct ImageURLTests {
    private func read(_ text: String) throws -> ImageURL { try ImageURL(instructions: text) }

    @Test func `an image alone is taken literally`() throws {
        #expect(try read("my.server.com/some/path/to/image.jpg") == ImageURL(image: "my.server.com/some/path/to/image.jpg"))
    }

    @Test func `all parts are parsed in order`() throws {
        let url = try read(
            "debug/meta/trim:bottom-right:10/10x20:110x70/adaptive-full-fit-in/-300x-200/left/top/smart/filters:blur(3,2):quality(80)/a/b.jpg"
        )
        var expected = ImageURL(image: "a/b.jpg")
        (expected.isDebug, expected.isMeta, expected.isSmart) = (true, true, true)
        expected.trim = .init(corner: .bottomRight, tolerance: 10)
        expected.manualCrop = .init(left: 10, top: 20, right: 110, bottom: 70)
        expected.fitIn = .init(isAdaptive: true, isFull: true)
        expected.dimensions = .init(width: .pixels(300), height: .pixels(200), flipsHorizontally: true, flipsVertically: true)
        expected.horizontalAlignment = .left
        expected.verticalAlignment = .top
        expected.filters = [FilterCall(name: "blur", argumentText: "3,2"), FilterCall(name: "quality", argumentText: "80")]
        #expect(url == expected)
    }

    @Test(arguments: [
        ("trim", RenderRequest.Trim()), ("trim:top-left", RenderRequest.Trim()), ("trim:50", RenderRequest.Trim(tolerance: 50)),
        ("trim::50", RenderRequest.Trim(tolerance: 50)), ("trim:bottom-right", RenderRequest.Trim(corner: .bottomRight)),
        ("trim:top-left:442", RenderRequest.Trim(tolerance: 442)),
        ("trim:9:channels", RenderRequest.Trim(tolerance: 9, measure: .channels)),
        ("trim:bottom-right:0:channels", RenderRequest.Trim(corner: .bottomRight, measure: .channels)),
        ("trim:ff0000", RenderRequest.Trim(color: Color(red: 1, green: 0, blue: 0))),
        ("trim:000001:5", RenderRequest.Trim(tolerance: 5, color: Color(red: 0, green: 0, blue: 1.0 / 255))),
    ])
    func `a border is parsed`(text: String, trim: RenderRequest.Trim) throws {
        #expect(try read("\(text)/a.jpg").trim == trim)
    }

    @Test(arguments: [
        ("300x200", RenderRequest.Dimensions(width: .pixels(300), height: .pixels(200))),
        ("300x", .init(width: .pixels(300))), ("x200", .init(height: .pixels(200))), ("300x0", .init(width: .pixels(300))),
        ("0x0", .init()), ("x", .init()), ("-0x-0", .init(flipsHorizontally: true, flipsVertically: true)),
        ("-x", .init(flipsHorizontally: true)), ("origx200", .init(width: .original, height: .pixels(200))),
        ("-origxorig", .init(width: .original, height: .original, flipsHorizontally: true)),
        ("65535x1", .init(width: .pixels(65535), height: .pixels(1))), ("0300x1", .init(width: .pixels(300), height: .pixels(1))),
    ])
    func `dimensions are parsed`(text: String, dimensions: RenderRequest.Dimensions) throws {
        #expect(try read("\(text)/a.jpg").dimensions == dimensions)
    }

    @Test(arguments: ["smart", "300x200", "debug", "trim", "left", "fit-in", "filtersx"])
    func `a part without a following slash is the image`(text: String) throws {
        #expect(try read(text) == ImageURL(image: text))
    }

    @Test(arguments: ["smart/300x200/a.jpg", "top/left/a.jpg", "300x200/fit-in/a.jpg", "axb/a.jpg", "300x200x100/a.jpg", "fit-inn/a.jpg"])
    func `parts out of order belong to the image`(text: String) throws {
        let url = try read(text)
        #expect(url.image.split(separator: "/").count >= 2, "\(url.image)")
    }

    @Test(arguments: [
        ("http://a.com/b.jpg", "http://a.com/b.jpg"), ("http:/a.com/b.jpg", "http://a.com/b.jpg"),
        ("https:/a.com/b.jpg", "https://a.com/b.jpg"),
        ("a.com/b.jpg", "http://a.com/b.jpg"), ("http%3A%2F%2Fa.com%2Fb.jpg%3Fx%3D1%26y%3D2", "http://a.com/b.jpg?x=1&y=2"),
        ("a.com/b.jpg%3Fx=1", "http://a.com/b.jpg?x=1"), ("a.com/b.jpg?x=1", "http://a.com/b.jpg?x=1"),
        ("a.com/b.jpg?x=%20", "http://a.com/b.jpg?x=%20"), ("a.com/a%20b.jpg", "http://a.com/a%20b.jpg"),
        ("a.com/a%2520b.jpg", "http://a.com/a%20b.jpg"), ("a.com/%C3%A4.jpg", "http://a.com/%C3%A4.jpg"),
        ("a.com/100%.jpg", "http://a.com/100%25.jpg"),
        ("a.com:8080/b.jpg", "http://a.com:8080/b.jpg"), ("//a.com/b.jpg", "http://a.com/b.jpg"),
        ("ftp://a.com/b.jpg", "ftp://a.com/b.jpg"),
    ])
    func `the image is a URL to fetch`(text: String, expected: String) throws {
        #expect(try read("300x200/smart/\(text)").imageURL == expected)
    }

    @Test(arguments: [
        ("filters:blur(3)/a.jpg", ["blur(3)"], "a.jpg"), ("filters:a():b(1,2)/x/y.jpg", ["a()", "b(1,2)"], "x/y.jpg"),
        ("filters:watermark(http://a.com/b.png,-10,10p,50)/c.jpg", ["watermark(http://a.com/b.png,-10,10p,50)"], "c.jpg"),
        (
            "filters:watermark(http://a.com/b_(1)/c.png,0,0,0):blur(1)/d.jpg", ["watermark(http://a.com/b_(1)/c.png,0,0,0)", "blur(1)"],
            "d.jpg"
        ),
        ("filters:tint(rgba(1,2,3,0.5))/a(1)/b.jpg", ["tint(rgba(1,2,3,0.5))"], "a(1)/b.jpg"),
        ("filters:watermark(a(b.png,0,0,0)/c.jpg", ["watermark(a(b.png,0,0,0)"], "c.jpg"),
        ("filters%3Ablur%283%2C2%29/a.jpg", ["blur(3,2)"], "a.jpg"), ("filters:a()::b()/c.jpg", ["a()", "b()"], "c.jpg"),
        ("filters:padding(20%25)/a.jpg", ["padding(20%)"], "a.jpg"), ("filters:padding(20%)/a.jpg", ["padding(20%)"], "a.jpg"),
    ])
    func `filters end at their closing parentheses`(text: String, filters: [String], image: String) throws {
        let url = try read(text)
        #expect(url.filters.map(\.description) == filters)
        #expect(url.image == image)
    }

    @Test func `arguments are separated by commas outside parentheses and brackets`() {
        func arguments(_ text: String) -> [String] { FilterCall(name: "f", argumentText: text).arguments }
        #expect(arguments("") == [])
        #expect(arguments(" 1 , 2") == ["1", "2"])
        #expect(arguments(",") == ["", ""])
        #expect(arguments("[(0,0),(1,1)],rgb(1,2,3)") == ["[(0,0),(1,1)]", "rgb(1,2,3)"])
        #expect(arguments("a),b") == ["a)", "b"])
    }

    @Test(arguments: [
        ("", "names no picture"), ("300x200/", "names no picture"), ("filters:blur(3)/", "names no picture"), ("70000x1/a.jpg", "70000x1"),
        ("99999999999999999999x1/a.jpg", "sides must be 0 to 65535"), ("trim:500/a.jpg", "trim:500"),
        ("trim:channels/a.jpg", "trim:channels"),
        ("trim:top-left:channels/a.jpg", "trim:top-left:channels"), ("trim:left/a.jpg", "trim:left"),
        ("10x10:10x20/a.jpg", "empty crop"), ("10x20:20x20/a.jpg", "empty crop"),
        ("1x1:99999999999x2/a.jpg", "beyond any picture"), ("filters:blur(3/a.jpg", "no filters of the form"),
        ("filters:blur/a.jpg", "no filters of the form"), ("filters:blur(3)a.jpg", "no filters of the form"), ("%FF/a.jpg", "not UTF-8"),
        ("a%00b.jpg", "control characters"), ("a%0D%0Ab.jpg", "control characters"),
    ])
    func `invalid parts are refused with the text in question`(text: String, message: String) {
        expectError(.invalidURL, saying: message) { _ = try read(text) }
    }

    @Test func `a URL that is too long or has too many filters is refused`() {
        expectError(.urlTooLong, saying: "8192 bytes") { _ = try read(String(repeating: "a", count: 8193)) }
        let filters = repeatElement("blur(1)", count: 33).joined(separator: ":")
        expectError(.limitExceeded, saying: "33 filters") { _ = try read("filters:\(filters)/a.jpg") }
    }
}
