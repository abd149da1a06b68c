import BoundedCrop
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct ImgproxySourceTests {
    @Test(arguments: [
        ("plain/http://example.com/images/curiosity.jpg", "http://example.com/images/curiosity.jpg"),
        ("plain/http://example.com/images/curiosity.jpg@png", "filters:format(png)/http://example.com/images/curiosity.jpg"),
        ("plain/http://example.com/a%40b.jpg@", "http://example.com/a@b.jpg"),
        (
            "plain/http://images.dev/lorem/ipsum.jpg%3Fparam=value@png",
            "filters:format(png)/http://images.dev/lorem/ipsum.jpg%3Fparam=value"
        ),
        ("plain/http%3A%2F%2Fimages.dev%2Fa%2520b.jpg", "http://images.dev/a%2520b.jpg"),
        ("aHR0cDovL2V4YW1w/bGUuY29tL2ltYWdl/cy9jdXJpb3NpdHku/anBn", "http://example.com/images/curiosity.jpg"),
        ("aHR0cDovL2V4YW1w/bGUuY29tL2ltYWdl/cy9jdXJpb3NpdHku/anBn.png", "filters:format(png)/http://example.com/images/curiosity.jpg"),
        ("aHR0cDovL2ltYWdlcy5kZXYvbG9yZW0vaXBzdW0uanBnP3BhcmFtPXZhbHVl", "http://images.dev/lorem/ipsum.jpg%3Fparam=value"),
        ("q:80/aHR0cHM6Ly9waWNzdW0ucGhvdG9zLzEwMDA.", "filters:quality(80)/https://picsum.photos/1000"),
        ("plain/s3://bucket/key.jpg", "s3://bucket/key.jpg"), ("plain/local:///a/b.jpg", "a/b.jpg"), ("plain/local:/a/b.jpg", "a/b.jpg"),
        ("plain/a/b.jpg?width=20", "a/b.jpg"), ("f:webp/plain/a.jpg@png", "filters:format(png)/a.jpg"),
        ("plain/plain/a.jpg", "plain/a.jpg"),
        ("raw:1/plain/a.jpg@png", "filters:raw()/a.jpg"), ("plain/a.jpg@jxl", "filters:format(jxl)/a.jpg"),
        ("f:jxl/plain/a.jpg", "filters:format(jxl)/a.jpg"), ("ext:jxl/YS5qcGc", "filters:format(jxl)/a.jpg"),
    ])
    func `sources are plain or in base64, with an extension`(path: String, expected: String) throws {
        #expect(try ImgproxyReading().text(path) == DialectRequest.canonicalText(expected))
    }

    @Test(arguments: [
        "q:80", "q:80/", "plain", "plain/", "plain/@png", "plain/a.jpg@png@jpg", "aHR0.png.jpg", "a!b", "enc/jwV3wUD9r4VBIzgv", ".png",
        "plain/a%00.jpg", "plain/a%FF.jpg", "_w", "aHR+", "plain/a.jpg@exe", "plain/a.jpg@svg", "/plain/a.jpg", "fit/300/400/sm/0/aHR0",
    ])
    func `sources that cannot be read are errors`(path: String) throws {
        let reading = try ImgproxyReading()
        let error = #expect(throws: BoundedCropError.self) { try reading.text(path) }
        #expect(error?.code == .invalidURL, "\(path)")
    }

    @Test(arguments: ["", "unsafe", "unsafe/", "/", "/plain/a.jpg", "info/", "info/unsafe"])
    func `paths without a signature and a source are not found`(path: String) throws {
        let reading = try ImgproxyReading()
        let error = #expect(throws: BoundedCropError.self) { try reading.request(path) }
        #expect(error?.code == .notFound, "\(path)")
    }

    @Test(arguments: [
        ("info/unsafe/plain/a.jpg", "meta/a.jpg", []), ("info/unsafe/s:1/f:1/d:1/plain/a.jpg", "meta/a.jpg", []),
        ("info/unsafe/do:1/exif:1/plain/a.jpg", "meta/smart/a.jpg", ["exif"]),
        ("info/unsafe/rs:fill:30:20:1/g:sm/plain/a.jpg", "meta/30x20/smart/a.jpg", []),
        ("info/unsafe/size:30:20/plain/a.jpg", "meta/fit-in/30x20/a.jpg", []),
        ("info/unsafe/g:obj:face/plain/a.jpg", "meta/smart/a.jpg", []),
    ])
    func `info asks for the plan`(path: String, expected: String, ignored: [String]) throws {
        let request = try ImgproxyReading().request(path)
        #expect(try request.url.description == DialectRequest.canonicalText(expected))
        #expect(request.ignored == ignored)
    }
}
