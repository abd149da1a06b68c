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
            let uploads: Bool
            let web: Bool
            let folder: Bool
        }
        func abilities(_ configuration: ServiceConfiguration) throws -> Abilities {
            let answer = try answer("/playground/service.json", configuration: configuration)
            #expect(answer.headers[.contentType] == "application/json")
            return try JSONDecoder().decode(Abilities.self, from: Data(answer.body.bytes))
        }
        let open = try abilities(ServiceConfiguration())
        #expect(open.uploads && open.web && !open.folder)
        var signed = ServiceConfiguration()
        signed.keys = ["secret"]
        signed.loadsFromWeb = false
        signed.root = "/srv/photos"
        let closed = try abilities(signed)
        #expect(!closed.uploads && !closed.web && closed.folder)
    }

    @Test(arguments: ["/playground", "/playground/", "/playground/main", "/playground/../main.js", "/index.html", "/favicon.ico"])
    func `other paths do not belong to the page`(path: String) {
        #expect(!PlaygroundRoute.has(path[...]))
        expectError(.notFound) { _ = try answer(path) }
    }

    @Test func `the page is served unless it is turned off`() async throws {
        let service = try await RunningService()
        let page = try await service.get("/")
        #expect(page.status == 200)
        #expect(page.text.contains("<title>BoundedCrop playground</title>"))
        let head = try await service.request(.HEAD, "/")
        #expect(head.status == 200)
        #expect(head["Content-Length"] == String(page.body.count))
        #expect(head["ETag"] == page["ETag"])
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
