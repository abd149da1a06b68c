import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct DialectMeaningTests {
    private func meaning(_ instructions: String) throws -> DialectMeaning { DialectMeaning(try ImageURL(instructions: instructions)) }

    @Test(arguments: [
        ("0x0/a.jpg", "a.jpg"), ("fit-in/left/a.jpg", "a.jpg"), ("300x200/center/middle/a.jpg", "300x200/a.jpg"),
        ("300x0/left/smart/a.jpg", "300x0/a.jpg"), ("-300x200/a.jpg", "300x200/filters:flip(horizontal)/a.jpg"),
        ("-0x0/a.jpg", "filters:flip(horizontal)/a.jpg"), ("300x200/filters:scale(0.5)/a.jpg", "150x100/a.jpg"),
        ("10x20:110x70/a.jpg", "filters:region(10,20,100,50)/a.jpg"),
        ("10x20:110x70/30x30/a.jpg", "10x20:110x70/then:/30x30/a.jpg"), ("trim/30x30/a.jpg", "trim/then:/30x30/a.jpg"),
        ("filters:rotate(90)/a.jpg", "filters:turn(270)/a.jpg"), ("filters:turn(90.0)/a.jpg", "filters:turn(90)/a.jpg"),
        ("filters:quality(5):format(jpg)/a.jpg", "filters:format(jpeg):quality(5)/a.jpg"),
        ("filters:quality(5):quality(6)/a.jpg", "filters:quality(6)/a.jpg"), ("filters:cover()/a.jpg", "filters:still()/a.jpg"),
        ("300x200/filters:no_upscale():upscale()/a.jpg", "300x200/a.jpg"),
        ("300x200/smart/filters:scheme(all):fallback(attention)/a.jpg", "300x200/smart/a.jpg"),
        ("30x30/then:/filters:grayscale():alpha(0.5)/a.jpg", "30x30/filters:grayscale()/then:/filters:alpha(0.5)/a.jpg"),
        ("filters:format(png)/then:/30x30/a.jpg", "30x30/a.jpg"),
    ])
    func `requests that give the same picture mean the same`(one: String, other: String) throws {
        #expect(try meaning(one) == meaning(other))
    }

    @Test(arguments: [
        ("a.jpg", "b.jpg"), ("a.jpg", "meta/a.jpg"), ("a.jpg", "debug/a.jpg"), ("300x200/a.jpg", "300x201/a.jpg"),
        ("300x200/left/a.jpg", "300x200/a.jpg"), ("300x200/smart/a.jpg", "300x200/a.jpg"), ("meta/300x0/smart/a.jpg", "meta/300x0/a.jpg"),
        ("smart/filters:require_face()/a.jpg", "filters:require_face()/a.jpg"), ("trim/a.jpg", "trim:5/a.jpg"),
        ("origx200/filters:scale(0.5)/a.jpg", "origx200/a.jpg"),
        ("filters:grayscale():alpha(0.5)/a.jpg", "filters:alpha(0.5):grayscale()/a.jpg"),
        ("30x30/then:/filters:turn(90)/a.jpg", "filters:turn(90)/then:/30x30/a.jpg"), ("30x30/filters:padding(5p)/a.jpg", "30x30/a.jpg"),
        ("30x30/filters:focal(1x2:3x4):focal(5x6:7x8)/a.jpg", "30x30/filters:focal(5x6:7x8)/a.jpg"),
        ("filters:filename(1.0)/a.jpg", "filters:filename(1)/a.jpg"),
        ("filters:background_color(001122)/a.jpg", "filters:background_color(1122)/a.jpg"),
    ])
    func `requests that give other pictures, or another answer, do not`(one: String, other: String) throws {
        #expect(try meaning(one) != meaning(other))
    }
}
