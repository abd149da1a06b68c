import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct ImgixWritingTests {
    private static let dialect = Result { try ImgixDialect(ServiceConfiguration()) }

    @Test(
        arguments: [
            ("a.jpg", "a.jpg"), ("300x200/smart/a.jpg", "a.jpg?crop=faces%2Cedges&fit=crop&h=200&w=300"),
            ("300x0/smart/filters:fallback(center)/a.jpg", nil),
            ("300x200/smart/filters:fallback(center):quality(80)/a b.jpg", "a%20b.jpg?crop=faces&fit=crop&h=200&q=80&w=300"),
            ("fit-in/300x200/https://a.com/b.jpg", "https%3A%2F%2Fa.com%2Fb.jpg?fit=max&h=200&w=300"),
            ("-300x-200/center/top/a.jpg", "a.jpg?crop=top&fit=crop&flip=hv&h=200&w=300"),
            ("10x20:40x60/a.jpg", "a.jpg?rect=10%2C20%2C30%2C40"),
            ("150x100/filters:scale(2)/a.jpg", "a.jpg?dpr=2&fit=crop&h=100&w=150"), ("meta/a.jpg", "a.jpg?fm=json"),
            ("300x200/filters:turn(90)/a.jpg", "a.jpg?fit=crop&h=300&orient=6&w=200"),
            ("300x200/filters:stretch():format(jpeg)/a.jpg", "a.jpg?fit=scale&fm=jpg&h=200&w=300"),
        ] as [(String, String?)]
    )
    func `requests are written in imgix's words`(canonical: String, expected: String?) throws {
        let (dialect, url) = (try Self.dialect.get(), try ImageURL(instructions: PercentEncoding.encoded(canonical)))
        guard let expected else { return expectError(.invalidArgument) { _ = try dialect.write(url) } }
        #expect(try dialect.write(url) == expected)
    }

    @Test(arguments: [
        ("origx200/a.jpg", "orig"), ("adaptive-fit-in/30x20/a.jpg", "adaptive"), ("30x20/filters:noise(20)/a.jpg", "noise(20)"),
        ("30x20/smart/filters:zoom(0.5)/a.jpg", "zoom(0.5)"), ("30x20/smart/filters:keep(dog:1)/a.jpg", "keep(dog:1)"),
        ("filters:max_age(5)/a.jpg", "max_age(5)"), ("trim:bottom-right/a.jpg", "bottom-right"),
        ("filters:watermark(a,-3p,4,5)/a.jpg", "watermark"),
        ("filters:blur(3)/a.jpg", "blur(3)"), ("1x20/a.jpg", "1 pixels"), ("filters:strip_exif()/a.jpg", "strip_exif"),
        ("filters:gaussian_blur(2):brightness(3)/a.jpg", "order"), ("filters:scale(2)/a.jpg", "scale(2)"),
    ])
    func `what has no word is named`(canonical: String, text: String) throws {
        let (dialect, url) = (try Self.dialect.get(), try ImageURL(instructions: canonical))
        expectError(.invalidArgument, saying: text) { _ = try dialect.write(url) }
    }
}
