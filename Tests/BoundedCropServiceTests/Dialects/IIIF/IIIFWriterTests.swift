import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct IIIFWriterTests {
    private let dialect = IIIFDialect(ServiceConfiguration())

    @Test(arguments: IIIFPathTests.requests) func `what was read is written with the same meaning`(path: String, expected: String) throws {
        let url = try IIIFPathTests.read("a.jpg/" + path).url
        let text = try dialect.write(url)
        #expect(text.hasPrefix("3/a.jpg/"))
        #expect(try IIIFPathTests.read(text).url == url, "\(text)")
    }

    @Test(arguments: [
        ("a/b.jpg", "3/a%2Fb.jpg/full/max/0/default.jpg"),
        ("300x200/filters:stretch():format(webp)/a.jpg", "3/a.jpg/full/^300,200/0/default.webp"),
        ("10x20:110x70/0x30/a.jpg", "3/a.jpg/10,20,100,50/^,30/0/default.jpg"),
        ("200x200/smart/a.jpg", "3/a.jpg/square/^200,/0/default.jpg"),
        ("fit-in/300x200/a.jpg", "3/a.jpg/full/!300,200/0/default.jpg"),
        ("-300x/a.jpg", "3/a.jpg/full/^300,/!0/default.jpg"), ("300x-0/a.jpg", "3/a.jpg/full/^300,/!180/default.jpg"),
        ("-300x-0/a.jpg", "3/a.jpg/full/^300,/180/default.jpg"),
        ("300x0/filters:flip(vertical):rotate(90):grayscale()/a.jpg", "3/a.jpg/full/^300,/!90/gray.jpg"),
        ("300x0/filters:turn(22.5):bitonal(128)/a.jpg", "3/a.jpg/full/^300,/22.5/bitonal.jpg"),
        (
            "filters:scale(0.125):region(1,2,3,4)/https://example.com/a.jpg?b",
            "3/https:%2F%2Fexample.com%2Fa.jpg%3Fb/1,2,3,4/pct:12.5/0/default.jpg"
        ),
    ])
    func `requests are written`(instructions: String, path: String) throws {
        #expect(try dialect.write(ImageURL(instructions: instructions)) == path)
    }

    @Test(arguments: [
        ("debug/a.jpg", "debug"), ("meta/a.jpg", "meta"), ("trim/a.jpg", "trim"), ("300x200/a.jpg", "not square"),
        ("300x200/smart/a.jpg", "not square"), ("smart/a.jpg", "not square"), ("200x200/a.jpg", "not smart"),
        ("origx200/a.jpg", "orig"), ("adaptive-fit-in/300x200/a.jpg", "adaptive"), ("fit-in/300x/a.jpg", "one side"),
        ("300x/filters:blur(3)/a.jpg", "blur(3)"), ("300x/filters:quality(50)/a.jpg", "quality(50)"),
        ("300x/filters:rotate(90):flip(horizontal)/a.jpg", "flip"), ("300x/filters:scale(0.5)/a.jpg", "scale"),
        ("filters:region(1p,2,3,4)/a.jpg", "region"), ("1x2:30x40/filters:region(1,2,3,4)/a.jpg", "region of a region"),
        ("1x2:30x40/20x20/smart/a.jpg", "region of a region"), ("filters:scale(1e9)/a.jpg", "scale"),
        ("filters:scale(0.0001)/a.jpg", "size"),
        ("filters:rotate(nan)/a.jpg", "rotate"), ("filters:rotate(1e300)/a.jpg", "rotate"), ("filters:format(tiff)/a.jpg", "format"),
        ("filters:aspect(4:3)/a.jpg", "aspect"), ("filters:no_upscale()/a.jpg", "no_upscale"), ("300x/left/a.jpg", "left"),
    ])
    func `what IIIF has no word for is named`(instructions: String, word: String) throws {
        let url = try ImageURL(instructions: instructions)
        expectError(.invalidArgument, saying: word) { _ = try dialect.write(url) }
    }
}
