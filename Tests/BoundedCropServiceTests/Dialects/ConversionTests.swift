import BoundedCrop
import BoundedCropRendering
import TestSupport
import Testing

@testable import BoundedCropService

/// URLs of other grammars as URLs of thumbor's.
@Suite(.timeLimit(.minutes(15))) struct ConversionTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let grammar: Grammar
        let url: String

        var testDescription: String { "\(grammar) \(url)" }
    }

    /// The URLs that the vendors' own clients made.
    static let rows =
        ClientTable("cloudinary").rows.map { Row(grammar: .cloudinary, url: $0.url) }
        + ClientTable("imagekit").rows.map { Row(grammar: .imagekit, url: $0.url) }
        + ImgixClientTests.cases.map { Row(grammar: .imgix, url: $0.url) }

    private static let configuration = {
        var configuration = ServiceConfiguration()
        configuration.keys = ["sixteen bytes of key"]
        configuration.dialects.cloudinarySecrets = ["an api secret of twenty bytes"]
        configuration.dialects.imageKitKeys = ["a private key of 24 bytes"]
        configuration.dialects.imageKitID = "demo"
        configuration.dialects.imgixTokens = ["my-token"]
        configuration.unsignedGrammars = Grammar.allCases
        return configuration
    }()

    private func read(_ text: String, _ grammar: Grammar) throws -> URLReader.Reading {
        try URLReader(Self.configuration, of: [GrammarMount(root: grammar)]).read(text)
    }

    @Test(arguments: rows) func `a client's URL, written as thumbor's, means the same and is signed`(row: Row) throws {
        let first = try read(row.url, row.grammar)
        let written = try URLWriter(Self.configuration, of: .thumbor).write(first)
        let again = try read(written, .thumbor)
        #expect(again.request.url == first.request.url && again.request.isSigned)
        // The same place in the caches.
        #expect(again.request.request.normalized == first.request.request.normalized)
    }

    @Test(
        arguments: [
            (.imgproxy, "/unsafe/w:300/plain/a.jpg"), (.imgproxy, "/unsafe/rs:fit:300:200:1/exar:1/plain/a.jpg"),
            (.imgproxy, "/unsafe/mw:300/w:10/plain/a.jpg"), (.imgproxy, "/unsafe/co:1.44/br:10/plain/a.jpg"),
            (.imgproxy, "/unsafe/jpgo:1/plain/a.jpg"), (.imgproxy, "/unsafe/webpo:lossless/f:webp/plain/a.jpg"),
            (.imgproxy, "/unsafe/t:10/w:200/plain/a.jpg"), (.imgproxy, "/unsafe/rot:90/c:10:20/w:5/plain/a.jpg"),
            (.cloudflare, "/w=33,dpr=1.5/a.jpg"), (.cloudflare, "/blur=1,brightness=2,contrast=3,saturation=4,sharpen=5,gamma=6/a.jpg"),
            (.cloudflare, "/fit=pad,w=1080,h=1080/a.jpg"), (.iiif, "/a.jpg/pct:1,2,3,4/^!50,60/!90/gray.png"),
            (.cloudinary, "/image/upload/w_0.3333333333333333/a.jpg"),
            (.cloudinary, "/image/upload/c_crop,x_0.3333333333333333/a.jpg"),
            (.cloudinary, "/image/upload/e_saturation:-70/a.jpg"), (.imagekit, "/demo/a.jpg?tr=bl-10,e-grayscale"),
        ] as [(Grammar, String)]
    )
    func `what is written as thumbor's has the same place in the caches`(grammar: Grammar, url: String) throws {
        let first = try read(url, grammar).request.request.normalized
        let written = try URLWriter(Self.configuration, of: .thumbor).write(read(url, grammar))
        let again = try read(written, .thumbor).request.request.normalized
        #expect(try JSONText.text(again) == JSONText.text(first), "\(written)")
    }

    @Test(arguments: Grammar.allCases.filter { $0 != .thumbor }) func `only thumbor's grammar is written`(grammar: Grammar) {
        expectError(.invalidArgument, saying: "thumbor") { _ = try URLWriter(Self.configuration, of: GrammarMount(root: grammar)) }
    }

    @Test(arguments: [
        "300x200/a.jpg", "smart/a.jpg", "then:/a.jpg", "1x1:2x2/a.jpg", "filters:grayscale()/a.jpg", "meta/a.jpg", "trim/left/a.jpg",
        "debug/x",
    ])
    func `a picture whose name begins like a part of a URL is an error in thumbor's grammar`(image: String) throws {
        for parts in ["", "9x9/", "smart/"] {
            var url = parts.isEmpty ? ImageURL(image: "") : try ImageURL(instructions: parts + "x")
            url.image = image
            // After a part that comes later, an earlier one is part of the name.
            guard (try? ImageURL(instructions: url.description)) != url else { continue }
            expectError(.invalidArgument, saying: image) { _ = try ThumborDialect(ServiceConfiguration()).write(DialectRequest(url)) }
        }
        expectError(.invalidArgument) { _ = try ThumborDialect(ServiceConfiguration()).write(DialectRequest(image)) }
    }

    @Test(
        arguments: [
            ("https://a.com/b?c=d#e", "https://a.com", "/b?c=d", "#e"), ("HTTP://a.com:80", "HTTP://a.com:80", "/", ""),
            ("https://a.com?b", "https://a.com", "/?b", ""), ("//a.com/b", "//a.com", "/b", ""), ("/b/http://c", "", "/b/http://c", ""),
            ("b", "", "/b", ""), ("", "", "/", ""), ("#", "", "/", "#"), ("https://", "https://", "/", ""), ("?a", "", "/?a", ""),
            ("ftp://a.com/b", "", "/ftp://a.com/b", ""), ("https://a.com/é?ü", "https://a.com", "/é?ü", ""),
        ]
    )
    func `a URL has an origin, a target and a fragment`(text: String, origin: String, target: String, fragment: String) {
        let parts = URLParts(text)
        #expect(parts.origin == origin && parts.target == target && parts.fragment == fragment)
    }

    @Test func `an unsigned URL is read if its grammar has no key`() throws {
        var configuration = ServiceConfiguration()
        configuration.dialects.cloudinarySecrets = ["sixteen bytes of secret"]
        configuration.dialects.imageKitKeys = ["sixteen bytes of key"]
        let mounts = Grammar.allCases.map { GrammarMount($0) }
        func reading(_ text: String) throws { _ = try URLReader(configuration, of: mounts).read(text) }
        try reading("/unsafe/9x9/a.jpg")
        try reading("/imgix/a.jpg?w=9")
        for text in ["/cloudinary/image/upload/w_9/a.jpg", "/imagekit/tr:w-9/a.jpg"] {
            expectError(.invalidSignature) { try reading(text) }
        }
        configuration.unsignedGrammars = [.cloudinary]
        try reading("/cloudinary/image/upload/w_9/a.jpg")
        expectError(.invalidSignature) { try reading("/imagekit/tr:w-9/a.jpg") }
        configuration.allowsUnsafe = true
        try reading("/imagekit/tr:w-9/a.jpg")
        expectError(.invalidSignature) { try reading("/unsafe/9x9/a.jpg".replacing("unsafe", with: "8ammJH8D-7tXy6kU3lTvoXlhu4o=")) }
    }
}
