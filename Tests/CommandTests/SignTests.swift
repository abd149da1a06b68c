import BoundedCrop
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct SignTests {
    let scratch: TemporaryFolder

    init() throws { scratch = try TemporaryFolder() }

    private func sign(_ line: String, key: String? = nil) async throws -> Command.Outcome {
        try await Command.run(
            ["sign"] + line.split(separator: " ").map(String.init),
            in: scratch.url,
            environment: key.map { ["BOUNDEDCROP_KEY": $0] } ?? [:]
        )
    }

    @Test(arguments: [
        ("300x200/my.server.com/some/path/to/image.jpg", "/8ammJH8D-7tXy6kU3lTvoXlhu4o=/300x200/my.server.com/some/path/to/image.jpg"),
        ("/300x200/my.server.com/some/path/to/image.jpg", "/8ammJH8D-7tXy6kU3lTvoXlhu4o=/300x200/my.server.com/some/path/to/image.jpg"),
        (
            "http://img.example.com/unsafe/300x200/my.server.com/some/path/to/image.jpg",
            "http://img.example.com/8ammJH8D-7tXy6kU3lTvoXlhu4o=/300x200/my.server.com/some/path/to/image.jpg"
        ),
        (
            "/unsafe/300x200/my.server.com/some/path/to/image.jpg",
            "/8ammJH8D-7tXy6kU3lTvoXlhu4o=/300x200/my.server.com/some/path/to/image.jpg"
        ),
    ])
    func urlsAreSignedAsByThumbor(_ url: String, _ signed: String) async throws {
        #expect(try await sign(url, key: "my-security-key").lines == [signed])
        #expect(try await sign("\(url) --key my-security-key").lines == [signed])
        #expect(try await sign(url, key: "my-security-key,older").lines == [signed])
    }

    /// The line can be copied into a page: what may not stand in a URL is escaped before it is signed.
    @Test(arguments: [
        ("9x9/a b.jpg", "9x9/a%20b.jpg"), ("9x9/a%20b.jpg", "9x9/a%20b.jpg"), ("9x9/ä#1.jpg", "9x9/%C3%A4%231.jpg"),
        ("9x9/100%.jpg", "9x9/100%25.jpg"),
        ("9x9/smart/filters:padding(20%25)/a's,b.jpg?v=1", "9x9/smart/filters:padding(20%25)/a's,b.jpg?v=1"),
    ])
    func whatIsPrintedIsAURL(_ url: String, _ escaped: String) async throws {
        try scratch.add(Fixture.photo, as: "photos/a b.jpg")
        let arguments = ["sign", url, "--key", "sesame"]
        let signed = try #require(try await Command.run(arguments, in: scratch.url).lines.first)
        #expect(signed.hasSuffix("=/\(escaped)"), "\(signed)")
        guard escaped == "9x9/a%20b.jpg" else { return }
        let serving = try await Serving(["--root", "photos"], in: scratch.url, environment: ["BOUNDEDCROP_KEY": "sesame"])
        #expect(try await serving.get(signed).status == 200)
    }

    @Test(arguments: [
        ("http://img.example.com/300x200/a.jpg", "has no /unsafe/"), ("HTTPS://img.example.com/300x200/smart/a.jpg", "has no /unsafe/"),
        ("//img.example.com/300x200/a.jpg", "has no /unsafe/"),
        ("http://img.example.com/photo.jpg", "/unsafe/http://img.example.com/photo.jpg"),
        ("http://img.example.com/unsafe", "has no /unsafe/"), ("img.example.com/unsafe/300x200/a.jpg", "http:// or https://"),
        ("300x200/example.com/unsafe/a.jpg", "/unsafe/300x200/example.com/unsafe/a.jpg"),
    ])
    func whatIsNotClearIsRefused(_ url: String, _ advice: String) async throws {
        let outcome = try await sign(url, key: "my-security-key")
        #expect(outcome.status == 64 && outcome.text.isEmpty)
        #expect(outcome.errors.replacing("\n", with: " ").contains(advice), "\(outcome.errors)")
    }

    /// What the errors advise signs what was meant.
    @Test(arguments: [
        ("300x200/http://img.example.com/unsafe/a.jpg", "9p1jw-UqyH7QOGuuP1UPUxa22y8="),
        ("http://img.example.com/photo.jpg", "CSYffYKAO6ALB9DEHT8gYplySbU="),
        ("300x200/example.com/unsafe/a.jpg", "ZLTKUrJ5joQJqiklCc1uZ4Tv68c="),
    ])
    func behindUnsafeAnyPictureIsSigned(_ instructions: String, _ signature: String) async throws {
        let expected = "/\(signature)/\(instructions)"
        #expect(try await sign("/unsafe/\(instructions)", key: "my-security-key").lines == [expected])
        #expect(try await sign("unsafe/\(instructions)", key: "my-security-key").lines == [expected])
        let base = "https://img.example.com/pictures"
        #expect(try await sign("\(base)/unsafe/\(instructions)", key: "my-security-key").lines == [base + expected])
    }

    @Test func sha256IsAnOption() async throws {
        let outcome = try await sign("300x200/my.server.com/some/path/to/image.jpg --signature sha256", key: "my-security-key")
        #expect(outcome.text.hasPrefix("/3QnVM3BeRl4S3bc29FfAryGF95aVByel9Bu_MPKAukY=/300x200/"))
    }

    @Test(arguments: [
        ("300x200/a.jpg", ""), ("70000x1/a.jpg", "key"), ("", "key"), ("a.jpg --signature md5", "key"),
        ("300x200/a.jpg", " "), ("300x200/a.jpg", "\u{A0}"), ("300x200/a.jpg", "new, ,old"), ("300x200/a.jpg --key=,", "key"),
    ])
    func invalidInputIsReported(_ line: String, _ key: String) async throws {
        let outcome = try await sign(line, key: key)
        #expect(outcome.status == 64 && outcome.text.isEmpty && !outcome.errors.isEmpty)
    }

    @Test func theErrorSaysWhatIsWrongWithAURL() async throws {
        let outcome = try await Command.run(["sign", "", "--key", "s"], in: scratch.url)
        #expect(outcome.errors.hasPrefix("Error: This is not an image URL: the URL names no picture."), "\(outcome.errors)")
    }

    @Test func keysAreParsedAsByTheService() async throws {
        try scratch.add(Fixture.photo, as: "photos/a.jpg")
        for key in [" new key , old", "new key,old"] {
            let serving = try await Serving(["--root", "photos"], in: scratch.url, environment: ["BOUNDEDCROP_KEY": key])
            let signed = try #require(try await sign("40x30/smart/a.jpg", key: key).lines.first)
            #expect(try await serving.get(signed).status == 200)
        }
    }

    @Test func signedURLsAreAnswered() async throws {
        try scratch.add(Fixture.photo, as: "photos/a.jpg")
        let serving = try await Serving(["--root", "photos"], in: scratch.url, environment: ["BOUNDEDCROP_KEY": "sesame"])
        let signed = try #require(try await sign("40x30/smart/a.jpg", key: "sesame").lines.first)
        #expect(try await serving.get(signed).status == 200)
        #expect(try await serving.get("/unsafe/40x30/smart/a.jpg").status == 403)
    }
}
