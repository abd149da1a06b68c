import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropService

/// URLs of one grammar as URLs of another.
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

    private func write(_ reading: URLReader.Reading, _ grammar: Grammar) throws -> String {
        try URLWriter(Self.configuration, of: GrammarMount(root: grammar)).write(reading)
    }

    @Test(arguments: rows) func `a client's URL, written as thumbor's and again as the vendor's, means the same`(row: Row) throws {
        let first = try read(row.url, row.grammar)
        let thumbor = try read(try write(first, .thumbor), .thumbor)
        #expect(thumbor.request.url == first.request.url && thumbor.request.isSigned)
        do {
            let again = try read(try write(thumbor, row.grammar), row.grammar)
            #expect(DialectMeaning(again.request.url) == DialectMeaning(first.request.url))
            #expect(again.request.isSigned)
        } catch let error as BoundedCropError {
            // The few that the grammar reads and cannot write; see ImgixClientTests and ImageKitDialectTests.
            #expect(error.code == .invalidArgument && ["mark-w", "h=0.25", "e-shadow"].contains { row.url.contains($0) }, "\(error)")
        }
    }

    /// A writer says all or fails: it never leaves something out in silence.
    @Test(arguments: rows) func `what another grammar says means the same`(row: Row) throws {
        let first = try read(row.url, row.grammar)
        for grammar in Grammar.allCases where grammar != .iiif {
            guard let text = try? write(first, grammar) else { continue }
            let (url, again) = (first.request.url, try read(text, grammar).request.url)
            #expect(DialectMeaning(again) == DialectMeaning(url), "\(url) became \(again) in \(text)")
        }
    }

    @Test(
        arguments: [
            ("300x0/smart/a.jpg", "300x0/a.jpg"), ("300x0/left/a.jpg", "300x0/a.jpg"), ("smart/a.jpg", "a.jpg"),
            ("0x0/right/top/a.jpg", "a.jpg"), ("trim:44/then:/0x200/smart/a.jpg", "trim:44/0x200/a.jpg"),
            ("fit-in/300x200/smart/filters:scheme(largest):padding(20%25)/a.jpg", "fit-in/300x200/a.jpg"),
        ]
    )
    func `the place of a crop does not matter where nothing is cut off`(text: String, expected: String) throws {
        let reading = try read("/unsafe/" + text, .thumbor)
        let url = reading.request.url
        for grammar in Grammar.allCases.dropFirst() where grammar != .iiif && (url.earlier.isEmpty || grammar == .cloudinary) {
            let again = try read(try write(reading, grammar), grammar).request.url
            #expect(DialectMeaning(again) == DialectMeaning(try ImageURL(instructions: expected)), "\(grammar) says \(again)")
        }
        // Nothing is left out of thumbor's.
        #expect(try read(try write(reading, .thumbor), .thumbor).request.url == url)
    }

    @Test(arguments: [
        "smart/filters:zoom(0.5)/a.jpg", "300x0/smart/filters:auto_rotate()/a.jpg", "meta/300x0/smart/a.jpg", "debug/smart/a.jpg",
    ])
    func `faces count where they change the picture or are its description`(text: String) throws {
        let url = try ImageURL(instructions: text)
        #expect(url.withoutIdlePlacement == url)
    }

    /// Each would be another picture, or another file, if what the grammar cannot say were left out.
    @Test(
        arguments: [
            ("300x200/filters:offset(5p,6p)/a.jpg", .cloudinary, "offset(5p,6p)"), ("0x200/smart/filters:zoom(0.5)/a.jpg", .cloudinary, ""),
            ("9x9/filters:filename(x)/a.jpg", .cloudinary, "combination"), ("filters:bitonal(100)/a.jpg", .cloudinary, "bitonal(100)"),
            ("fit-in/300x0/filters:extend(ff0000)/a.jpg", .cloudinary, "extend"),
            ("9x9/filters:region(1,2,30,40):region(5,6,70,80)/a.jpg", .cloudinary, "region"),
            ("9x9/filters:format(png):format(jpeg)/a.jpg", .imagekit, ""), ("9x9/filters:format(png):format(webp)/a.jpg", .cloudinary, ""),
            ("9x9/filters:region(1,2,30,40):region(5,6,70,80)/a.jpg", .imagekit, "region"),
            ("300x0/filters:max_pixels(1000)/a.jpg", .iiif, "max_pixels(1000)"),
        ] as [(String, Grammar, String)]
    )
    func `what would be lost is an error that names it`(text: String, grammar: Grammar, part: String) throws {
        let url = try ImageURL(instructions: text)
        expectError(.invalidArgument, saying: part) { _ = try grammar.dialect(ServiceConfiguration()).write(url) }
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
            expectError(.invalidArgument, saying: image) { _ = try ThumborDialect(ServiceConfiguration()).write(url) }
        }
        expectError(.invalidArgument) { _ = try ThumborDialect(ServiceConfiguration()).write(ImageURL(image: image)) }
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
