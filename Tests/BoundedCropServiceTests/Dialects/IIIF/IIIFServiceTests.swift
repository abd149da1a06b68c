import BoundedCrop
import Foundation
import NIOHTTP1
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct IIIFServiceTests {
    private static let photo = "orientations%2Fobama_1.jpg"

    private func service(_ change: (inout ServiceConfiguration) -> Void = { _ in }) async throws -> RunningService {
        let mount = try GrammarMount(.iiif, at: "/iiif")
        return try await RunningService {
            $0.grammars = [mount, .thumbor]
            change(&$0)
        }
    }

    private func size() throws -> PixelSize {
        try Fixture.source("orientations/obama_1.jpg").size
    }

    @Test(arguments: ["", "/2", "/3"]) func `the picture as such redirects to its description`(version: String) async throws {
        let service = try await service()
        let base = "http://127.0.0.1:\(service.port)/iiif\(version)/\(Self.photo)"
        for path in [Self.photo, "orientations%2fobama%5F1.jpg"] {
            let reply = try await service.get("/iiif\(version)/\(path)")
            #expect(reply.status == 303 && reply["location"] == base + "/info.json")
            #expect(reply["access-control-allow-origin"] == "*" && reply.body.isEmpty)
        }
        let reply = try await service.get("/iiif\(version)/\(Self.photo)/info.json")
        #expect(reply.status == 200)
        let document = try #require(try JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any])
        #expect(document[version == "/2" ? "@id" : "id"] as? String == base)
        #expect(try document["width"] as? Int == size().width && document["height"] as? Int == size().height)
    }

    @Test func `the description has the type that the client wants`() async throws {
        let service = try await service()
        let path = "/iiif/\(Self.photo)/info.json"
        let linked = try await service.get(path, ["accept": "application/ld+json"])
        #expect(linked["content-type"] == "application/ld+json;profile=\"http://iiif.io/api/image/3/context.json\"")
        #expect(linked["vary"] == "Accept" && linked["link"] == nil)
        let plain = try await service.get(path, ["accept": "application/json"])
        #expect(plain["content-type"] == "application/json" && plain["vary"] == "Accept" && plain.body == linked.body)
        #expect(plain["link"]?.contains("<http://iiif.io/api/image/3/context.json>;rel=\"http://www.w3.org/ns/json-ld#context\"") == true)
        let tag = try #require(plain["etag"])
        #expect(tag != linked["etag"])
        let known = try await service.get(path, ["accept": "application/json", "if-none-match": tag])
        #expect(known.status == 304 && known["vary"] == "Accept" && known["access-control-allow-origin"] == "*")
        #expect(try await service.get("/iiif/2/\(Self.photo)/info.json")["content-type"] == "application/json")
        let old = try await service.get("/iiif/2/\(Self.photo)/info.json", ["accept": "application/ld+json"])
        #expect(old["content-type"] == "application/ld+json")
    }

    @Test func `the public URL of the settings is used, and hosts that are none are not`() async throws {
        let service = try await service {
            try? ServiceSettings.set("public-url", "https://images.example.org/pictures/", in: &$0)
        }
        let reply = try await service.get("/iiif/\(Self.photo)", ["x-forwarded-proto": "gopher"])
        #expect(reply["location"] == "https://images.example.org/pictures/iiif/\(Self.photo)/info.json")
        let target = DialectTarget("a.jpg", mount: "/iiif", authority: "a>;rel=x")
        #expect(target.origin(nil).isEmpty)
    }

    @Test func `pages of all origins may read what IIIF answers, also errors, and nothing else`() async throws {
        let service = try await service()
        let origin = ["origin": "https://viewer.example.org"]
        for path in [
            "\(Self.photo)/full/max/0/default.jpg", "nothing.jpg/full/max/0/default.jpg", "\(Self.photo)/full/max/0/nothing.jpg", "a/b/c",
            "nothing.jpg/info.json",
        ] {
            let reply = try await service.get("/iiif/" + path, origin)
            #expect(reply["access-control-allow-origin"] == "*" && reply["cross-origin-resource-policy"] == "cross-origin", "\(path)")
        }
        #expect(try await service.get("/unsafe/\(Self.photo)", origin)["access-control-allow-origin"] == nil)
        let preflight = try await service.request(.OPTIONS, "/iiif/\(Self.photo)/info.json", origin)
        #expect(preflight.status == 204 && preflight["access-control-allow-origin"] == "*" && preflight["content-length"] == nil)
        #expect(preflight["access-control-allow-methods"]?.contains("GET") == true)
        #expect(try await service.request(.OPTIONS, "/unsafe/\(Self.photo)").status == 405)
        #expect(try await service.post("/iiif/\(Self.photo)", []).status == 405)
    }

    @Test(arguments: [
        ("nothing.jpg/full/max/0/default.jpg", 404), ("nothing.jpg/info.json", 404), ("a/b/full/max/0/default.jpg", 404),
        ("%5Bfrob%5D/full/max/0/default.jpg", 404), ("\(photo)/full/max/0/default.tif", 400), ("\(photo)/full/max/0/best.jpg", 400),
        ("\(photo)/full/0,/0/default.jpg", 400), ("\(photo)/full/full/0/default.jpg", 400),
        ("\(photo)/9000,9000,1,1/max/0/default.jpg", 400),
        ("\(photo)/full/9000,/0/default.jpg", 400), ("\(photo)/full/,9000/0/default.jpg", 400),
        ("\(photo)/full/10,9000/0/default.jpg", 400),
        ("\(photo)/square/9000,/0/default.jpg", 400), ("\(photo)/full/pct:101/0/default.jpg", 400),
        ("2/\(photo)/full/^10,/0/default.jpg", 400),
        ("\(photo)/full/^65535,65535/0/default.jpg", 422), ("broken%2Ftext.jpg/info.json", 422),
    ])
    func `errors have the status of the specification`(path: String, status: Int) async throws {
        let service = try await service()
        let reply = try await service.get("/iiif/" + path)
        #expect(reply.status == status, "\(reply.text)")
    }

    @Test func `a picture has its links, also from the cache`() async throws {
        let service = try await service()
        let size = try size()
        let base = "http://127.0.0.1:\(service.port)/iiif"
        for _ in 0..<2 {
            let reply = try await service.get("/iiif/\(Self.photo)/pct:0,0,50,50/max/0/color.jpg")
            #expect(reply.status == 200 && reply["content-type"] == "image/jpeg")
            let region = "0,0,\(size.width / 2),\(size.height / 2)"
            let canonical = "<\(base)/\(Self.photo)/\(region)/max/0/default.jpg>;rel=\"canonical\""
            #expect(reply["link"] == "\(canonical), <http://iiif.io/api/image/3/level2.json>;rel=\"profile\"")
            let old = try await service.get("/iiif/2/\(Self.photo)/full/!40,40/0/default.png")
            #expect(old["link"]?.hasPrefix("<\(base)/2/\(Self.photo)/full/") == true)
            #expect(old["link"]?.hasSuffix("<http://iiif.io/api/image/2/level2.json>;rel=\"profile\"") == true)
        }
    }

    @Test func `links of another host are its own, although the answer is the same`() async throws {
        let service = try await service()
        let path = "/iiif/\(Self.photo)/full/20,/0/default.jpg"
        let first = try await service.get(path)
        let second = try await service.get(path, ["host": "localhost"])
        #expect(first["etag"] == second["etag"] && first.body == second.body)
        #expect(second["link"]?.hasPrefix("<http://localhost/iiif/\(Self.photo)/full/20,") == true)
        #expect(service.metric("boundedcrop_results_total{origin=\"made\"}") == 1)
    }

    @Test func `pictures have the sizes that are asked for`() async throws {
        let service = try await service()
        let size = try size()
        let short = min(size.width, size.height)
        let sizes: [(String, PixelSize)] = [
            ("full/max/0", size), ("full/^max/0", size), ("full/max/90", PixelSize(width: size.height, height: size.width)),
            ("full/30,20/0", PixelSize(width: 30, height: 20)), ("full/30,20/270", PixelSize(width: 20, height: 30)),
            ("square/max/0", PixelSize(width: short, height: short)), ("square/30,/!180", PixelSize(width: 30, height: 30)),
            ("square/30,20/0", PixelSize(width: 30, height: 20)), ("square/!9000,9000/0", PixelSize(width: short, height: short)),
            ("2,3,10,8/max/0", PixelSize(width: 10, height: 8)), ("2,3,10,8/^20,40/0", PixelSize(width: 20, height: 40)),
            ("2,3,10,8/^pct:200/0", PixelSize(width: 20, height: 16)), ("2,3,10,8/!9000,4/0", PixelSize(width: 5, height: 4)),
            ("2,3,10,8/^!9000,16/0", PixelSize(width: 20, height: 16)), ("\(size.width - 4),0,99,8/max/0", PixelSize(width: 4, height: 8)),
        ]
        for (path, expected) in sizes {
            let reply = try await service.get("/iiif/3/\(Self.photo)/\(path)/default.png")
            #expect(reply.status == 200, "\(path): \(reply.text.prefix(200))")
            if reply.status == 200 { #expect(try reply.picture.size == expected, "\(path)") }
        }
        let enlarged = try await service.get("/iiif/2/\(Self.photo)/2,3,10,8/20,/0/default.png")
        #expect(try enlarged.picture.size == PixelSize(width: 20, height: 16))
    }

    @Test func `what exceeds the limit is described, shrunk for max, and refused otherwise`() async throws {
        let service = try await service { $0.rendering.maximumOutputPixels = 1000 }
        let reply = try await service.get("/iiif/\(Self.photo)/info.json")
        let document = try #require(try JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any])
        #expect(document["maxArea"] as? Int == 1000)
        let shrunk = try await service.get("/iiif/\(Self.photo)/full/max/0/default.jpg")
        #expect(try shrunk.picture.size.area <= 1000 && shrunk["link"]?.contains("/full/max/0/default.jpg>") == true)
        #expect(try await service.get("/iiif/\(Self.photo)/full/!40,400/0/default.jpg").picture.size.area <= 1000)
        #expect(try await service.get("/iiif/2/\(Self.photo)/full/full/0/default.jpg").status == 422)
        #expect(try await service.get("/iiif/\(Self.photo)/full/pct:100/0/default.jpg").status == 422)
    }

    @Test func `tiles and sizes of the description are answered exactly`() async throws {
        let service = try await service()
        let size = PixelSize(width: 3000, height: 8)
        let path = "/iiif/edges%2F3000x8.jpg"
        for factor in IIIFPyramid(size, maximumPixels: 50_000_000).scaleFactors {
            let (side, left) = (512 * factor, 2048 / (512 * factor) * 512 * factor)
            let width = min(side, size.width - left)
            let tile = PixelSize(width: (width - 1) / factor + 1, height: (size.height - 1) / factor + 1)
            let reply = try await service.get("\(path)/\(left),0,\(width),8/\(tile.width),\(tile.height)/0/default.jpg")
            #expect(try reply.status == 200 && reply.picture.size == tile, "\(factor): \(reply.text.prefix(200))")
        }
        for size in IIIFPyramid(size, maximumPixels: 50_000_000).sizes {
            for version in ["2", "3"] {
                let reply = try await service.get(
                    "\(path.replacing("/iiif/", with: "/iiif/\(version)/"))/full/\(size.width),/0/default.jpg"
                )
                #expect(try reply.picture.size == size)
            }
        }
    }

    @Test func `a square holds the faces`() async throws {
        let service = try await service { $0.detector = FixedFeatureDetector([Rect(x: 0, y: 0, width: 6, height: 6)]) }
        let size = try size()
        let side = min(size.width, size.height)
        let reply = try await service.get("/iiif/\(Self.photo)/square/max/0/default.jpg")
        #expect(reply["link"]?.contains("/0,0,\(side),\(side)/max/0/default.jpg>") == true, "\(reply["link"] ?? "")")
    }

    @Test func `with a key, IIIF is answered where unsigned URLs of it are`() async throws {
        let path = "/iiif/\(Self.photo)/info.json"
        let closed = try await service { $0.keys = ["key"] }
        #expect(try await closed.get(path).status == 403)
        let open = try await service {
            $0.keys = ["key"]
            $0.unsignedGrammars = [.iiif]
        }
        #expect(try await open.get(path).status == 200)
    }

    @Test func `below an application's path, the description names that path`() throws {
        var target = DialectTarget("a.jpg", mount: "/iiif", authority: "h:81")
        (target.application, target.scheme) = ("/images", "https")
        let request = try IIIFDialect(ServiceConfiguration()).read(target)
        guard case .redirect(let url) = request.answer else { return #expect(Bool(false)) }
        #expect(url == "https://h:81/images/iiif/a.jpg/info.json")
    }

    @Test(arguments: [
        ("", ""), ("https://a.example.org", "https://a.example.org"), ("http://localhost:81/a/b/", "http://localhost:81/a/b"),
    ])
    func `a public URL is read`(text: String, url: String) throws {
        var configuration = ServiceConfiguration()
        try ServiceSettings.set("public-url", text, in: &configuration)
        #expect(configuration.dialects.publicURL ?? "" == url)
    }

    @Test(arguments: [
        "a.example.org", "ftp://a", "https://", "https:///a", "https://a?b", "https://a/b?c", "https://u@a", "https://a/b>;c",
        "https://a/ä",
    ])
    func `a public URL that is none is refused`(text: String) {
        var configuration = ServiceConfiguration()
        expectError(.invalidSetting) { try ServiceSettings.set("public-url", text, in: &configuration) }
    }
}
