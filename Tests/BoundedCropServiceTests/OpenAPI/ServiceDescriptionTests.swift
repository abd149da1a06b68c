import BoundedCrop
import Foundation
import NIOHTTP1
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct ServiceDescriptionTests {
    private func document(_ change: (inout ServiceConfiguration) -> Void = { _ in }) -> JSONNode {
        var configuration = ServiceConfiguration()
        change(&configuration)
        return ServiceDescription(configuration: configuration).document
    }

    @Test func `it is served with a tag of its content`() async throws {
        let service = try await RunningService()
        let answer = try await service.get("/openapi.json")
        #expect(answer.status == 200 && answer["content-type"] == "application/json" && answer["cache-control"] == "no-cache")
        let document = try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
        #expect(document["openapi"] as? String == "3.1.0")
        let head = try await service.request(.HEAD, "/openapi.json")
        #expect(head.status == 200 && head.body.isEmpty && head["etag"] == answer["etag"])
        let tag = try #require(answer["etag"])
        let known = try await service.get("/openapi.json", ["if-none-match": tag])
        #expect(known.status == 304 && known["etag"] == tag)
        #expect(try await RunningService().get("/openapi.json")["etag"] == tag, "each process writes the same")
        #expect(try await RunningService { $0.keys = ["key"] }.get("/openapi.json")["etag"] != tag)
    }

    @Test func `it is only read, and only by the service's names`() async throws {
        let service = try await RunningService()
        let refused = try await service.request(.POST, "/openapi.json")
        #expect(refused.status == 405 && refused["allow"] == "GET, HEAD")
        #expect(try await service.get("/openapi.json", ["host": "evil.example"]).status == 421)
    }

    @Test func `references lead somewhere`() {
        for document in [document(), document { ServiceDescriptionTests.everything(&$0) }] {
            var count = 0
            func visit(_ node: JSONNode) {
                switch node {
                case .object(let members):
                    if case .text(let reference)? = members["$ref"] {
                        count += 1
                        #expect(document.resolved(node) != nil, "\(reference)")
                    }
                    members.values.forEach(visit)
                case .list(let items): items.forEach(visit)
                default: break
                }
            }
            visit(document)
            #expect(count > 100)
        }
    }

    @Test func `operations have different names`() {
        let paths = document { ServiceDescriptionTests.everything(&$0) }.members["paths"]?.members ?? [:]
        let names = paths.values.flatMap(\.members.values).compactMap { $0.members["operationId"]?.text }
        #expect(names.count > 40 && Set(names).count == names.count)
    }

    @Test func `the fields of records are described`() throws {
        let schemas = try #require(document().members["components"]?.members["schemas"]?.members)
        let face = Feature(Rect(x: 10, y: 10, width: 20, height: 20), confidence: 0.5, kind: .face, priority: 2)
        let size = PixelSize(width: 100, height: 80)
        let plan = try CropPlanner.plan(features: [face], size: size, request: CropRequest(.source))
        let crop = CropRecord(file: "", orientation: .up, detector: "given", accuracy: .low, plan: plan, output: nil)
        let detection = DetectionRecord(file: "", size: size, orientation: .up, detector: "given", accuracy: .low, features: [face])
        try check(crop, schemas["Plan"])
        try check(detection, schemas["Detection"])
        try check(FeatureRecord(face, kept: true), schemas["Feature"])
        try check(Problem(title: "", status: 400, code: "", detail: "", requestID: ""), schemas["Problem"])
    }

    private func check(_ record: some Encodable, _ schema: JSONNode?) throws {
        let schema = try #require(schema)
        let fields = try #require(try JSONSerialization.jsonObject(with: JSONEncoder().encode(record)) as? [String: Any])
        #expect(Set(fields.keys).isSubset(of: try #require(schema.members["properties"]).members.keys), "\(fields.keys)")
        let required = try #require(schema.members["required"])
        #expect(Set(required.items.compactMap(\.text)).isSubset(of: fields.keys), "\(fields.keys)")
    }

    // MARK: Settings

    private func paths(_ change: (inout ServiceConfiguration) -> Void = { _ in }) -> [String: JSONNode] {
        document(change).members["paths"]?.members ?? [:]
    }

    @Test func `only routes that are answered are described`() throws {
        let all = paths()
        #expect(["/crop", "/detect", "/plan", "/render", "/openapi.json", "/metrics", "/readyz"].allSatisfy { all[$0] != nil })
        #expect(all["/{authorization}/{size}/smart/{picture}"] != nil && !all.keys.contains { $0.contains("iiif") })
        #expect(all.values.allSatisfy { $0.members["options"] == nil })
        let signed = paths { $0.keys = ["key"] }
        #expect(signed["/crop"] == nil && signed["/metrics"] != nil)
        #expect(
            paths {
                $0.keys = ["key"]
                $0.allowsUnsafe = true
            }["/crop"] != nil
        )
        let mount = try GrammarMount("iiif:/a/b")
        let mounted = paths { $0.grammars = [mount] }
        #expect(mounted["/a/b/{identifier}/info.json"] != nil && mounted["/{authorization}/{size}/smart/{picture}"] == nil)
        #expect(paths { $0.corsOrigins = ["*"] }["/plan"]?.members["options"] != nil)
    }

    @Test func `a grammar without a key is described only where its unsigned URLs are answered`() {
        func grammars(_ change: (inout ServiceConfiguration) -> Void) -> Set<String> {
            let described = paths {
                ServiceDescriptionTests.everything(&$0)
                change(&$0)
            }
            return Set(["/iiif/", "/imgix/", "/{authorization}/"].filter { prefix in described.keys.contains { $0.hasPrefix(prefix) } })
        }
        #expect(grammars { _ in } == ["/iiif/", "/imgix/", "/{authorization}/"])
        #expect(grammars { $0.keys = ["key"] } == ["/{authorization}/"])
        #expect(grammars { $0.dialects.imgixTokens = ["token"] } == ["/imgix/"])
        #expect(
            grammars {
                $0.keys = ["key"]
                $0.unsignedGrammars = [.iiif]
            } == ["/iiif/", "/{authorization}/"]
        )
    }

    @Test func `only header fields that are sent are described`() {
        let names = ["Server-Timing", "Cache-Status", "Accept-CH", "Access-Control-Allow-Origin"]
        func described(_ document: JSONNode) -> Set<String> {
            let picture = document.members["paths"]?.members["/{authorization}/{size}/smart/{picture}"]?.members["get"]
            return Set(picture?.members["responses"]?.members["200"]?.members["headers"]?.members.keys.map { $0 } ?? [])
        }
        #expect(described(document()).isDisjoint(with: names) && described(document()).contains("ETag"))
        #expect(described(document { ServiceDescriptionTests.everything(&$0) }).isSuperset(of: names))
    }

    @Test func `originals may have every format`() {
        func types(_ document: JSONNode) -> Set<String> {
            let picture = document.members["paths"]?.members["/{authorization}/{size}/smart/{picture}"]?.members["get"]
            return Set(picture?.members["responses"]?.members["200"]?.members["content"]?.members.keys.map { $0 } ?? [])
        }
        #expect(types(document()).contains("image/webp") && !types(document()).contains("image/heic"))
        #expect(types(document { $0.answersOriginals = true }).contains("image/heic"))
    }

    @Test func `the service's URL is that of its settings, or its path`() {
        func url(_ path: String, _ publicURL: String? = nil) -> String? {
            var configuration = ServiceConfiguration()
            configuration.dialects.publicURL = publicURL
            let document = ServiceDescription(configuration: configuration, path: path).document
            return document.members["servers"]?.items.first?.members["url"]?.text
        }
        #expect(url("") == "/" && url("/images") == "/images" && url("/images", "https://example.com") == "https://example.com")
    }

    static func everything(_ configuration: inout ServiceConfiguration) {
        configuration.grammars = Grammar.allCases.compactMap { try? GrammarMount($0 == .thumbor ? "thumbor" : $0.rawValue) }
        configuration.sendsCacheStatus = true
        configuration.sendsServerTiming = true
        configuration.usesClientHints = true
        configuration.corsOrigins = ["https://example.com"]
    }
}
