import BoundedCrop
import Foundation
import HTTPTypes
import NIOHTTP1
import TestSupport
import Testing

@testable import BoundedCropService

@Suite("The playground page", .timeLimit(.minutes(15)))
struct PlaygroundTests {
    static let folder = Fixture.root.deletingLastPathComponent().appendingPathComponent("Sources/BoundedCropService/Playground/page")

    @Test(arguments: PlaygroundFiles.all.keys.sorted())
    func `every file has its type, a strong entity tag, and a policy that runs only the page's own files`(path: String) throws {
        let answer = try answer(path)
        #expect(answer.status == .ok)
        #expect(!answer.body.bytes.isEmpty)
        let type = try #require(
            [
                "/": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
                "svg": "image/svg+xml",
            ][path.split(separator: ".").last.map(String.init) ?? ""]
        )
        #expect(answer.headers[.contentType] == type)
        #expect(answer.headers[.xContentTypeOptions] == "nosniff")
        #expect(answer.headers[.cacheControl] == "no-cache")
        #expect(try #require(answer.headers[.eTag]).hasPrefix("\""))
        let policy = try #require(answer.headers[.contentSecurityPolicy])
        for part in ["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"] {
            #expect(policy.contains(part))
        }
        #expect(!policy.contains("unsafe") && !policy.contains("http"))
    }

    @Test func `a file that the browser has is not sent again`() throws {
        let tag = try #require(try answer("/").headers[.eTag])
        let again = try answer("/", [.ifNoneMatch: tag])
        #expect(again.status == .notModified)
        #expect(again.body.bytes.isEmpty)
        #expect(again.headers[.eTag] == tag)
        #expect(try answer("/", [.ifNoneMatch: "\"other\""]).status == .ok)
    }

    @Test func `the command contains all files of the folder unchanged`() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        let served = PlaygroundFiles.all.keys.map { $0 == "/" ? "index.html" : String($0.dropFirst("/playground/".count)) }
        #expect(names.sorted() == served.sorted())
        for name in names {
            let path = name == "index.html" ? "/" : "/playground/\(name)"
            #expect(try Array(answer(path).body.bytes) == Array(Data(contentsOf: Self.folder.appendingPathComponent(name))))
        }
    }

    @Test func `every referenced file exists relative to the page, and every file is referenced`() throws {
        var named: Set<String> = ["/"]
        for (path, file) in PlaygroundFiles.all {
            let text = String(decoding: file.bytes, as: UTF8.self)
            if path == "/" {
                named.formUnion(text.matches(of: /(?:src|href)="(playground\/[^"]+)"/).map { "/\($0.1)" })
            } else if path.hasSuffix(".js") {
                named.formUnion(text.matches(of: /from "\.\/([^"]+)"/).map { "/playground/\($0.1)" })
            }
        }
        #expect(named == Set(PlaygroundFiles.all.keys))
    }

    @Test(arguments: PlaygroundFiles.all.keys.sorted())
    func `no file names another host or circumvents the policy`(path: String) throws {
        let text = String(decoding: try answer(path).body.bytes, as: UTF8.self)
        let hosts = text.matches(of: /(?:https?:)?\/\/[A-Za-z0-9][\w.-]*/).map { String($0.0) }
        #expect(hosts.allSatisfy { path.hasSuffix(".svg") && $0 == "http://www.w3.org" })
        #expect(!text.contains("innerHTML") && !text.contains("eval("))
        guard path == "/" else { return }
        #expect(text.matches(of: /<style|\sstyle=|\son[a-z]+=|javascript:/).isEmpty)
        #expect(text.matches(of: /<script/).count == text.matches(of: /<script type="module" src="/).count)
    }

    @Test func `the page receives the service's capabilities`() throws {
        struct Abilities: Decodable {
            let web: Bool
            let folder: Bool
            let maximumBytes: Int
        }
        func abilities(_ configuration: ServiceConfiguration) throws -> Abilities {
            let answer = try answer("/playground/service.json", configuration: configuration)
            #expect(answer.headers[.contentType] == "application/json")
            return try JSONDecoder().decode(Abilities.self, from: Data(answer.body.bytes))
        }
        let open = try abilities(ServiceConfiguration())
        #expect(open.web && !open.folder && open.maximumBytes == 64_000_000)
        var own = ServiceConfiguration()
        own.loadsFromWeb = false
        own.root = "/srv/photos"
        own.decoding.limits.maximumBytes = 1000
        let closed = try abilities(own)
        #expect(!closed.web && closed.folder && closed.maximumBytes == 1000)
    }

    private struct Preset: Decodable {
        let name: String
        let width: Int
        let height: Int
        let purpose: String
        let isOwn: Bool
    }

    private func presets(own: [CropPreset] = []) throws -> [Preset] {
        struct Presets: Decodable { let presets: [Preset] }
        #expect(PlaygroundRoute.has("/playground/presets.json"))
        var configuration = ServiceConfiguration()
        configuration.presets = own
        let answer = try answer("/playground/presets.json", configuration: configuration)
        #expect(answer.headers[.contentType] == "application/json")
        return try JSONDecoder().decode(Presets.self, from: Data(answer.body.bytes)).presets
    }

    @Test func `the page receives the library's presets`() throws {
        let presets = try presets()
        #expect(presets.allSatisfy { !$0.isOwn })
        #expect(presets.map(\.name) == CropPreset.standard.map(\.name))
        #expect(presets.map { PixelSize(width: $0.width, height: $0.height) } == CropPreset.standard.map(\.size))
        #expect(presets.map(\.purpose) == CropPreset.standard.map(\.purpose))
    }

    @Test func `the service's own presets come first, and one that replaces a standard one is there once`() throws {
        let presets = try presets(own: [CropPreset("banner=1200x400"), CropPreset("open-graph=2400x1260")])
        #expect(presets.prefix(2).map(\.name) == ["banner", "open-graph"])
        #expect(presets.prefix(2).map { [$0.width, $0.height] } == [[1200, 400], [2400, 1260]])
        #expect(presets.filter(\.isOwn).count == 2)
        #expect(presets.filter { $0.name == "open-graph" }.count == 1)
        #expect(presets.count == CropPreset.standard.count + 1)
    }

    @Test func `a purpose with markup and quotation marks arrives as it is, and no name has any`() throws {
        let purpose = "</script><img src=x onerror=alert(1)>\"'&\n"
        let own = try CropPreset(name: "banner", size: PixelSize(width: 9, height: 3), purpose: purpose)
        #expect(try presets(own: [own]).first?.purpose == purpose)
        for text in ["<b>=9x3", "a\"b=9x3", "a&b=9x3"] { expectError(.invalidArgument) { _ = try CropPreset(text) } }
    }

    private struct Offer: Decodable, Equatable {
        let setting: String?
        let url: String?
        let problem: String?
    }

    /// The URL of instructions.
    private func offer(_ instructions: String, _ change: (inout ServiceConfiguration) -> Void = { _ in }) throws -> Offer {
        var configuration = ServiceConfiguration()
        change(&configuration)
        let query = [(name: "instructions", value: instructions)]
        let answer = try PlaygroundRoute.answer("/playground/url.json", query: query, [:], configuration)
        #expect(answer.headers[.contentType] == "application/json")
        return try JSONDecoder().decode(Offer.self, from: Data(answer.body.bytes))
    }

    @Test func `the page offers the URL, and the setting for it`() throws {
        let offered = Offer(setting: nil, url: "unsafe/300x200/smart/a%20b.jpg", problem: nil)
        #expect(try offer("300x200/smart/a%20b.jpg") == offered)
        let elsewhere = try offer("300x200/smart/a%20b.jpg") { $0.grammars = [GrammarMount(root: .cloudflare)] }
        #expect(elsewhere.url == "thumbor/unsafe/300x200/smart/a%20b.jpg" && elsewhere.setting == "grammar = cloudflare:/,thumbor:/thumbor")
    }

    @Test func `the page signs nothing`() throws {
        let open = try offer("200x200/smart/a.jpg")
        let unsafe = try offer("200x200/smart/a.jpg") {
            $0.keys = ["sixteen bytes of key"]
            $0.allowsUnsafe = true
        }
        #expect(unsafe == open && open.url != nil)
        expectError(.invalidSignature) { _ = try offer("200x200/smart/a.jpg") { $0.keys = ["sixteen bytes of key"] } }
        // Answering one grammar's unsigned URLs is no permission for the page.
        expectError(.invalidSignature) {
            _ = try offer("200x200/smart/a.jpg") {
                $0.keys = ["sixteen bytes of key"]
                $0.unsignedGrammars = Grammar.allCases
            }
        }
    }

    @Test func `what is no request is an error`() throws {
        expectError(.invalidURL) { _ = try offer("70000x1/a.jpg") }
        expectError(.invalidURL) { _ = try offer("") }
        expectError(.urlTooLong) { _ = try offer(String(repeating: "a", count: 9000)) }
        expectError(.invalidArgument, saying: "instructions") { _ = try answer("/playground/url.json") }
    }

    @Test func `the service answers the page's question for the URL`() async throws {
        let service = try await RunningService { _ in }
        let reply = try await service.get("/playground/url.json?instructions=9x9%2Fsmart%2Fa%2520b.jpg%253Fx")
        #expect(reply.status == 200 && reply.text.contains("\"unsafe/9x9/smart/a%20b.jpg%3Fx\""), "\(reply.text)")
        #expect(try await service.get("/playground/url.json").status == 400)
        await service.stop()
        let signed = try await RunningService { $0.keys = ["sixteen bytes of key"] }
        #expect(try await signed.get("/playground/url.json?instructions=a.jpg").code == "invalidSignature")
        await signed.stop()
    }

    @Test(arguments: ["/playground", "/playground/", "/playground/main", "/playground/../main.js", "/index.html", "/favicon.ico"])
    func `other paths do not belong to the page`(path: String) {
        #expect(!PlaygroundRoute.has(path[...]))
        expectError(.notFound) { _ = try answer(path) }
    }

    @Test func `the page is served unless it is turned off or could only ask for what is refused`() async throws {
        let service = try await RunningService()
        let page = try await service.get("/")
        #expect(page.status == 200)
        #expect(page.text.contains("<title>BoundedCrop playground</title>"))
        let head = try await service.request(.HEAD, "/")
        #expect(head.status == 200)
        #expect(head["Content-Length"] == String(page.body.count))
        #expect(head["ETag"] == page["ETag"])
        for change: @Sendable (inout ServiceConfiguration) -> Void in [{ $0.keys = ["a key"] }, { $0.allowsUnsafe = false }] {
            let signed = try await RunningService(change)
            #expect(try await signed.get("/").status == 404)
            #expect(try await signed.get("/playground/main.js").problem != nil)
            await signed.stop()
        }
        let both = try await RunningService { ($0.keys, $0.allowsUnsafe) = (["a key"], true) }
        #expect(try await both.get("/").status == 200)
        await both.stop()
        let without = try await RunningService { $0.hasPlayground = false }
        for path in ["/", "/playground/main.js", "/playground/service.json"] {
            let reply = try await without.get(path)
            #expect([403, 404].contains(reply.status), "\(path)")
            #expect(reply.problem != nil, "\(path)")
        }
        #expect(try await without.get("/").status == 404)
        await service.stop()
        await without.stop()
    }

    private func answer(
        _ path: String,
        _ headers: HTTPFields = [:],
        configuration: ServiceConfiguration = ServiceConfiguration()
    ) throws -> Answer {
        try PlaygroundRoute.answer(path[...], headers, configuration)
    }
}
