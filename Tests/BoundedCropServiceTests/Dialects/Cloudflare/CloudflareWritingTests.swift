import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct CloudflareWritingTests {
    private let dialect = CloudflareDialect(ServiceConfiguration())

    @Test(arguments: [
        ("a.jpg", "format=auto/a.jpg"), ("300x200/smart/a.jpg", "width=300,height=200,fit=cover,gravity=auto/a.jpg"),
        ("300x0/a b.jpg", "width=300,fit=contain/a%20b.jpg"),
        ("fit-in/300x200/https://a.com/b%2520c.jpg", "width=300,height=200,fit=scale-down/https://a.com/b%20c.jpg"),
        ("-300x200/a.jpg", "width=300,height=200,fit=cover,flip=h/a.jpg"),
        ("300x200/left/filters:quality(80):format(webp)/a.jpg", "width=300,height=200,fit=cover,gravity=left,quality=80,format=webp/a.jpg"),
    ])
    func `requests are written in Cloudflare's words`(canonical: String, expected: String) throws {
        let url = try ImageURL(instructions: canonical.replacing(" ", with: "%20"))
        #expect(try dialect.write(url) == "cdn-cgi/image/\(expected)")
    }

    @Test(arguments: [
        ("origx200/a.jpg", "orig"), ("full-fit-in/30x20/a.jpg", "full"), ("30x20/filters:noise(20)/a.jpg", "noise(20)"),
        ("30x20/left/top/a.jpg", "left/top"), ("10x20:30x40/a.jpg", "manual crop"), ("trim:bottom-right/a.jpg", "trim:bottom-right"),
        ("trim:9:channels/a.jpg", "trim:9:channels"),
        ("debug/a.jpg", "debug"),
        ("30x20/smart/filters:zoom(0.5)/a.jpg", "zoom(0.5)"), ("filters:watermark(a,1,2,3)/a.jpg", "watermark"),
        ("filters:gaussian_blur(2):contrast(21)/a.jpg", "order"),
    ])
    func `what has no word is named`(canonical: String, text: String) throws {
        let url = try ImageURL(instructions: canonical)
        expectError(.invalidArgument, saying: text) { _ = try dialect.write(url) }
    }
}
