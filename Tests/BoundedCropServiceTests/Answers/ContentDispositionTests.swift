import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropService

/// RFC 6266 and RFC 8187.
@Suite(.timeLimit(.minutes(15))) struct ContentDispositionTests {
    private static let photo = "orientations/obama_1.jpg"

    private func text(_ image: String, _ filters: [FilterCall] = []) throws -> String {
        ContentDisposition(try FilterValues(.init(), filters).delivery, image: image).text(fileExtension: "webp")
    }

    private func named(_ name: String) throws -> String { try text("a.jpg", [FilterCall(name: "filename", argumentText: name)]) }

    @Test(arguments: [
        ("a/b/photo.jpg", "photo.webp"), ("photo", "photo.webp"), ("photo.final.PNG", "photo.final.webp"), ("v1.2", "v1.2.webp"),
        ("https://example.com/a/photo.jpeg?w=1&f=/b.png#c", "photo.webp"), ("example.com", "example.com.webp"), ("a/..", "picture.webp"),
        ("", "picture.webp"), (".jpg", "picture.webp"), ("a/.hidden.jpg", "hidden.webp"), ("https://a/b%20c.jpg", "b c.webp"),
        ("https://a/..%2F..%2Fetc%2Fpasswd", "passwd.webp"), ("a\\b.jpg", "b.webp"),
        ("https://a/x%0D%0ASet-Cookie:%20y.jpg", "xSet-Cookie: y.webp"),
        ("a.exe", "a.exe.webp"), ("https://a/%00.jpg", "picture.webp"),
    ])
    func `the picture's own name is used, with the extension of the answer`(image: String, name: String) throws {
        #expect(try text(image) == "inline; filename=\"\(name)\"")
    }

    @Test(arguments: [
        ("report", "\"report.webp\""), ("My photo, second (1)", "\"My photo, second (1).webp\""), ("a.b", "\"a.b.webp\""),
        ("photo.png", "\"photo.webp\""), ("naïve", "\"na_ve.webp\"; filename*=UTF-8''na%C3%AFve.webp"),
        ("a\"b", "\"a_b.webp\"; filename*=UTF-8''a%22b.webp"), ("100%41", "\"100_41.webp\"; filename*=UTF-8''100%2541.webp"),
        ("a;b=c", "\"a;b=c.webp\""), ("€ 写真", "\"_ __.webp\"; filename*=UTF-8''%E2%82%AC%20%E5%86%99%E7%9C%9F.webp"),
        ("👩‍🚀'*", "\"___'*.webp\"; filename*=UTF-8''%F0%9F%91%A9%E2%80%8D%F0%9F%9A%80%27%2A.webp"),
        ("e\u{301}", "\"e_.webp\"; filename*=UTF-8''e%CC%81.webp"),
    ])
    func `a name may have any characters, which are encoded`(name: String, parameters: String) throws {
        #expect(try named(name) == "inline; filename=\(parameters)")
    }

    @Test(arguments: [
        "", " ", "a/b", "../a", "a\\b", "a\r\nSet-Cookie: b=c", "a\nb", "a\u{0}", "a\u{7F}", "a\u{85}b", "a\u{2028}b", "exe.\u{202E}gpj",
        "a\u{2066}b", String(repeating: "ä", count: 101),
    ])
    func `names that are none, or mislead, are refused`(name: String) {
        expectError(.invalidFilter) { _ = try named(name) }
    }

    @Test func `a name of any length from a path is cut between characters`() throws {
        let header = try text(String(repeating: "é", count: 3000) + ".jpg")
        #expect(header.utf8.count < 1000 && header.hasSuffix("%C3%A9.webp"))
    }

    @Test func `answers have a name, and are shown unless the URL says that they are saved`() async throws {
        let service = try await RunningService()
        let plain = try await service.get("/unsafe/9x9/\(Self.photo)", ["accept": "image/webp"])
        #expect(plain["content-disposition"] == "inline; filename=\"obama_1.webp\"")
        let saved = try await service.get("/unsafe/9x9/filters:attachment():filename(N%C3%A4me%2C%20x)/\(Self.photo)")
        #expect(saved["content-disposition"] == "attachment; filename=\"N_me, x.jpg\"; filename*=UTF-8''N%C3%A4me%2C%20x.jpg")
        // The same file, which is made once.
        #expect(saved["etag"] == (try await service.get("/unsafe/9x9/\(Self.photo)"))["etag"])
        for path in ["/unsafe/meta/9x9/\(Self.photo)", "/unsafe/nothing.jpg"] {
            #expect(try await service.get(path)["content-disposition"] == nil)
        }
    }

    @Test func `nobody can add header fields`() async throws {
        let service = try await RunningService()
        for name in ["a%0D%0ASet-Cookie:%20b=c", "a%250D%250ASet-Cookie:%20b", "%0A", "a%22;%20filename=%22evil.exe"] {
            let reply = try await service.get("/unsafe/9x9/filters:filename(\(name))/\(Self.photo)")
            #expect(reply["set-cookie"] == nil && reply["content-disposition"]?.contains("filename=\"evil") != true)
        }
    }
}
