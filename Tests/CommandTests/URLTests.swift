import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct URLTests {
    let scratch: TemporaryFolder

    init() throws { scratch = try TemporaryFolder() }

    private func url(
        _ arguments: [String],
        environment: [String: String] = [:],
        input: String = ""
    ) async throws -> Command.Outcome {
        try await Command.run(["url"] + arguments, in: scratch.url, environment: environment, input: Array(input.utf8))
    }

    private func written(_ arguments: [String], environment: [String: String] = [:]) async throws -> String {
        let outcome = try await url(arguments, environment: environment)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        return outcome.text.trimmingCharacters(in: .newlines)
    }

    @Test func whatAURLMeansIsJSON() async throws {
        let chain = "/unsafe/trim:bottom-right:5/then:/10x20:110x70/full-fit-in/-300xorig/left/top/smart/"
        let outcome = try await url([chain + "filters:padding(1,2,3,4):hello():quality(80)/a%20b.jpg"])
        #expect(outcome.status == 0)
        let object = try #require(try outcome.objects().first) as NSDictionary
        let empty: [String: Any] = ["debug": false, "meta": false, "smart": false, "flips": [String](), "filters": [String]()]
        let expected: [String: Any] = [
            "input": chain + "filters:padding(1,2,3,4):hello():quality(80)/a%20b.jpg", "grammar": "thumbor", "signed": false,
            "url": chain.dropFirst("/unsafe/".count) + "filters:padding(1px,2px,3px,4px):quality(80)/a%20b.jpg", "source": "a b.jpg",
            "ignored": ["hello"], "debug": false, "meta": false, "smart": true, "flips": ["horizontal"], "fitIn": "full-fit-in",
            "crop": ["left": 10, "top": 20, "right": 110, "bottom": 70], "size": ["width": 300, "height": "orig"] as [String: Any],
            "alignment": ["horizontal": "left", "vertical": "top"],
            "filters": [
                ["name": "padding", "arguments": ["1px", "2px", "3px", "4px"]], ["name": "quality", "arguments": ["80"]],
            ] as [[String: Any]],
            "request": [
                "stages": [
                    ["trim": ["corner": "bottom-right", "tolerance": 5] as [String: Any]],
                    [
                        "cuts": [["x": 10, "y": 20, "width": 100, "height": 50]],
                        "target": ["width": 300, "height": "original", "mirrored": true, "fit": ["full": true]] as [String: Any],
                        "crop": [
                            "detects": true, "horizontalAlignment": "left", "verticalAlignment": "top",
                            "padding": ["top": 1, "right": 2, "bottom": 3, "left": 4],
                        ] as [String: Any],
                    ],
                ] as [[String: Any]], "output": ["quality": 80],
            ] as [String: Any],
            "earlier": [
                empty.merging(["trim": ["corner": "bottom-right", "tolerance": 5, "measure": "distance"] as [String: Any]]) { $1 }
            ],
        ]
        #expect(object == expected as NSDictionary)
    }

    @Test func `a picture that thumbor's URLs cannot name is an error`() async throws {
        let outcome = try await url(["--from", "imgix", "/a.jpg?mark=b,c.png", "/a.jpg?mark=https://d.example/e,f.png"])
        #expect(outcome.status == 1 && outcome.errors.contains("“b,c.png”"), "\(outcome.errors)")
        let lines = try outcome.objects()
        #expect(lines.count == 2 && lines[0]["error"] != nil && lines[1]["ignored"] as? [String] == [])
        #expect(lines[1]["url"] as? String == "filters:watermark(https://d.example/e%252Cf.png,-5,-5,0)/a.jpg")
    }

    @Test(
        arguments: [
            ("thumbor", "/unsafe/300x200/smart/a.jpg", "thumbor"), ("imgix", "https://x.imgix.net/a.jpg?w=300", "imgix"),
            ("imgix", "/imgix/a.jpg?w=300", "imgix"), ("imgproxy", "https://imgproxy.example.com/sig/rs:fit:9:9/plain/a.jpg", "imgproxy"),
            ("imgproxy", "/imgproxy/_/rs:fit:9:9/plain/a.jpg", "imgproxy"), ("imgproxy:/x", "/x/_/rs:fit:9:9/plain/a.jpg", "imgproxy"),
            ("cloudinary", "//res.cloudinary.com/demo/image/upload/w_300/a.jpg", "cloudinary"),
            ("cloudflare", "https://example.com/cdn-cgi/image/w=300/a.jpg", "cloudflare"),
            ("iiif", "/iiif/a.jpg/max/max/0/default.jpg", nil),
            ("iiif", "/iiif/2/a.jpg/full/9,/0/default.jpg", "iiif"), ("iiif:/", "2/a.jpg/full/9,/0/default.jpg", "iiif"),
            ("imagekit:/demo", "https://ik.imagekit.io/demo/tr:w-300/a.jpg", "imagekit"),
        ] as [(String, String, String?)]
    )
    func urlsAreReadBelowThePathOfTheirGrammarOrAtTheRoot(_ from: String, _ text: String, _ grammar: String?) async throws {
        let outcome = try await url(["--from", from, text])
        #expect(outcome.status == (grammar == nil ? 1 : 0), "\(outcome.errors)")
        let object = try #require(try outcome.objects().first)
        #expect(object["grammar"] as? String == grammar)
        if grammar != nil { #expect(object["source"] as? String == "a.jpg") }
    }

    @Test(arguments: [
        (["unsafe/300x200/left/../a.jpg", "--to", "thumbor:/img"], "/img/unsafe/300x200/left/../a.jpg"),
        (
            ["--from", "cloudinary", "//res.cloudinary.com/demo/image/fetch/w_300/https://a.com/b.jpg?x=1", "--to", "thumbor"],
            "//res.cloudinary.com/unsafe/300x0/https://a.com/b.jpg%3Fx=1"
        ),
        (
            ["--from", "imgix", "https://x.imgix.net/a.jpg?w=300#top", "--to", "thumbor", "--base", "https://images.example.org/img/"],
            "https://images.example.org/img/unsafe/300x0/a.jpg#top"
        ),
    ])
    func urlsAreWrittenInThumborsGrammar(_ arguments: [String], _ expected: String) async throws {
        #expect(try await written(arguments) == expected)
    }

    @Test func settingsSayWhereGrammarsAre() async throws {
        try scratch.write(Array("grammar = thumbor,imgix:/pictures,iiif\npublic-url = https://a.com".utf8), to: "service.conf")
        let arguments = ["https://b.com/pictures/a.jpg?w=300", "--config", "service.conf"]
        #expect(try await written(arguments + ["--to", "thumbor"]) == "https://a.com/unsafe/300x0/a.jpg")
        let grammar = ["BOUNDEDCROP_GRAMMAR": "thumbor:/img,imgix:/pictures"]
        #expect(try await written(["/pictures/a.jpg?w=300", "--to", "thumbor"], environment: grammar) == "/img/unsafe/300x0/a.jpg")
    }

    @Test func keysVerifyAndSign() async throws {
        let keys = ["BOUNDEDCROP_KEY": "my-security-key", "BOUNDEDCROP_IMGIX_TOKEN": "FOO123bar"]
        let signed = "/8ammJH8D-7tXy6kU3lTvoXlhu4o=/300x200/my.server.com/some/path/to/image.jpg"
        let imgix = "/my.server.com/some/path/to/image.jpg?w=300&h=200&fit=crop&s=8c25a402e594de7ca955f1ace6b77b9c"
        #expect(try await written(["--from", "imgix", imgix, "--to", "thumbor"], environment: keys) == signed)
        let object = try #require(try await url([signed], environment: keys).objects().first)
        #expect(object["signed"] as? Bool == true)
        for (wrong, key) in [
            (signed.replacing("8amm", with: "9amm"), keys), (signed, [:]), (signed.replacing(/^\/[^\/]*/, with: "/unsafe"), keys),
        ] {
            let outcome = try await url([wrong, "--to", "thumbor"], environment: key)
            #expect(outcome.status == 1 && outcome.output.isEmpty && outcome.errors.contains("sign"), "\(outcome.errors)")
        }
        // The grammar that is read has no key, so it has no signatures.
        #expect(
            try await written(["--from", "imgix", "/a.jpg?w=9", "--to", "thumbor"], environment: ["BOUNDEDCROP_KEY": "k"]).hasSuffix(
                "=/9x0/a.jpg"
            )
        )
        let open = keys.merging(["BOUNDEDCROP_UNSAFE": "true"]) { $1 }
        #expect(try await written(["/unsafe/9x0/a.jpg", "--to", "thumbor"], environment: open).hasSuffix("=/9x0/a.jpg"))
    }

    @Test func oneBadURLNeverStopsTheRest() async throws {
        let long = String(repeating: "a", count: 2 << 20)
        let input =
            "/unsafe/9x9/a.jpg\r\n\n  \n/unsafe/70000x1/a.jpg\n\(long)\n/unsafe/filters:quality(x)/a.jpg\n/unsafe/\u{1B}[31m/\u{1B}\n/unsafe/8x8/b.jpg"
        let outcome = try await url(["--to", "thumbor", "-", "/unsafe/7x7/c.jpg"], input: input)
        #expect(outcome.status == 1)
        #expect(outcome.lines.map { $0.split(separator: "/").last } == ["a.jpg", "b.jpg", "c.jpg"])
        let errors = outcome.errorLines
        #expect(errors.count == 5, "\(errors)")
        for (line, words) in zip(errors, ["line 4: /unsafe/70000x1/a.jpg: ", "line 5: ", "line 6: ", "line 7: ", "4 of 7 failed"]) {
            #expect(line.contains(words), "\(line)")
        }
        #expect(errors[2].contains("quality") && !outcome.errors.contains("\u{1B}") && outcome.errors.utf8.count < 2000)
        let json = try await url(["-"], input: input)
        #expect(try json.objects().map { $0["error"] == nil } == [true, false, false, false, false, true])
    }

    @Test func textThatIsNotUTF8IsAnError() async throws {
        let outcome = try await Command.run(["url", "-"], in: scratch.url, input: Array("/unsafe/a".utf8) + [0xFF, 10])
        #expect(outcome.status == 1 && outcome.errors.contains("line 1: ") && outcome.errors.contains("UTF-8"))
        #expect(try outcome.objects().count == 1)
    }

    @Test func whatCannotBeSaidIsNamed() async throws {
        for text in ["/iiif/a.jpg", "/iiif/a.jpg/info.json"] {
            let outcome = try await url(["--from", "iiif", text, "--to", "thumbor"])
            #expect(outcome.status == 1 && outcome.errors.contains("iiif"), "\(outcome.errors)")
            #expect(try await url(["--from", "iiif", text]).status == 0)
        }
        // As a URL of thumbor, it would be a crop of a.jpg.
        let outcome = try await url(["--from", "imgix", "/300x200/smart/a.jpg", "--to", "thumbor"])
        #expect(outcome.status == 1 && outcome.errors.contains("300x200/smart/a.jpg"))
    }

    @Test func whatIsIgnoredIsAWarningOrAnError() async throws {
        let arguments = ["--from", "imgix", "/a.jpg?w=300&hello=1", "--to", "thumbor"]
        let outcome = try await url(arguments)
        #expect(outcome.status == 0 && outcome.lines == ["/unsafe/300x0/a.jpg"])
        #expect(outcome.errorLines.count == 1 && outcome.errors.contains("warning") && outcome.errors.contains("hello=1"))
        let strict = try await url(arguments + ["--strict"])
        #expect(strict.status == 1 && strict.output.isEmpty && strict.errors.contains("hello=1"))
        let unknown = try await url(["/unsafe/filters:hello()/a.jpg", "--strict"])
        #expect(unknown.status == 1 && unknown.errors.contains("hello"))
        #expect(try await url(["/unsafe/filters:quality(x)/a.jpg"]).status == 1)
    }

    @Test func jsonHasWhatIsWritten() async throws {
        let outcome = try await url(["/unsafe/9x0/a.jpg", "/nothing", "--to", "thumbor:/img", "--json"])
        let objects = try outcome.objects()
        #expect(outcome.status == 1 && objects.count == 2)
        #expect(objects.first?["written"] as? String == "/img/unsafe/9x0/a.jpg" && objects.first?["url"] as? String == "9x0/a.jpg")
        #expect(objects.last?["input"] as? String == "/nothing")
        #expect((objects.last?["error"] as? [String: String])?["code"] == "notFound")
    }

    @Test func urlsOfOtherGrammarsAreReportedWithTheOptionForThem() async throws {
        let outcome = try await url(["https://x.imgix.net/photos/a.jpg?w=300"])
        #expect(outcome.status == 1 && outcome.errors.contains("--from"))
        #expect(try await !url(["--from", "thumbor", "https://x.imgix.net/photos/a.jpg"]).errors.contains("--from"))
    }

    @Test(
        arguments: [
            ([], "<url>"), (["-", "-"], "Standard input"), (["--from", "jpeg", "/a"], "jpeg"), (["--to", "thumbor:/a?b", "/a"], "a?b"),
            (["--to", "imgix", "/a"], "thumbor"),
            (["--base", "images.example.org", "/a"], "images.example.org"), (["--config", "none.conf", "/a"], "none.conf"),
        ] as [([String], String)]
    )
    func wrongUsageIsAnError(_ arguments: [String], _ name: String) async throws {
        let outcome = try await url(arguments)
        #expect(outcome.status == 64 && outcome.output.isEmpty)
        #expect(outcome.errorLines.first?.contains(name) == true, "\(outcome.errors)")
    }

    @Test func unusableKeysAreErrors() async throws {
        let outcome = try await url(["/unsafe/a.jpg", "--from", "imgproxy"], environment: ["BOUNDEDCROP_IMGPROXY_KEY": "00"])
        #expect(outcome.status == 64 && outcome.errors.contains("imgproxy-salt"))
    }

    @Test func theExamplesInHelpWorkAsWritten() async throws {
        let help = try await url(["--help"]).text
        let lines = help.prefix(upTo: help.range(of: "The settings are")?.lowerBound ?? help.endIndex).split(separator: "\n")
        let script = lines.filter { $0.hasPrefix("    ") }.joined(separator: "\n")
        #expect(script.matches(of: /boundedcrop url/).count == 3)
        try scratch.write(Array("https://x.imgix.net/b.jpg?w=300\n".utf8), to: "urls.txt")
        let outcome = try await scratch.shell(script)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(script)\n\(outcome.errors)")
        #expect(outcome.lines.count == 2 && outcome.lines.last == "https://images.example.org/unsafe/300x200/photo.jpg")
        #expect(String(decoding: try scratch.bytes("new.txt"), as: UTF8.self).hasSuffix("=/300x0/b.jpg\n"))
        #expect(help.split(separator: "\n").filter { !$0.hasPrefix("USAGE") }.allSatisfy { $0.count <= 80 })
    }
}
