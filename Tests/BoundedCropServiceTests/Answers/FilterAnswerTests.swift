import BoundedCrop
import BoundedCropLoading
import Foundation
import PictureServer
import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct FilterAnswerTests {
    private static let photo = "orientations/obama_1.jpg"

    private func json(_ text: String?) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data((text ?? "").utf8)) as? [String: Any])
    }

    @Test func `unknown filters are listed, or refused if configured`() async throws {
        let path = "/unsafe/20x20/filters:hello(1):quality(80):world()/\(Self.photo)"
        let reply = try await RunningService().get(path)
        #expect(reply.status == 200 && reply["x-boundedcrop-ignored-filters"] == "hello, world")
        let known = try await RunningService().get("/unsafe/20x20/filters:quality(80)/\(Self.photo)")
        #expect(known["x-boundedcrop-ignored-filters"] == nil)
        let strict = try await RunningService { $0.isStrict = true }
        let refused = try await strict.get(path)
        #expect(refused.status == 400 && refused.code == "unknownFilter" && refused.problem?.detail.contains("hello") == true)
        #expect(try await strict.get("/unsafe/20x20/filters:quality(80)/\(Self.photo)").status == 200)
    }

    @Test(arguments: [
        "quality(high)", "format(exe)", "blur(x)", "rotate(30)", "padding(-1)", "zoom(0)", "detector(command:/bin/sh)",
        "detector(once:/bin/sh)", "detector(none)", "detector(onnx:/etc/passwd)",
        "scheme(none)", "watermark()", "max_age(-1)", "proportion(0)",
    ])
    func `invalid filter arguments are errors`(filter: String) async throws {
        let reply = try await RunningService().get("/unsafe/20x20/smart/filters:\(filter)/\(Self.photo)")
        #expect(reply.status == 400 && reply.code == "invalidFilter", "\(reply.text)")
    }

    @Test func `a URL may set the lifetime and the format of its answer`() async throws {
        let service = try await RunningService { ($0.staleWhileRevalidate, $0.staleIfError) = (0, 0) }
        let reply = try await service.get("/unsafe/20x20/filters:max_age(7):format(png)/\(Self.photo)", ["accept": "image/webp"])
        #expect(reply["cache-control"] == "max-age=7")
        #expect(reply["content-type"] == "image/png" && reply["vary"] == nil)
    }

    @Test func `the plan is sent with the picture, cached or not`() async throws {
        let service = try await RunningService { $0.detector = FixedFeatureDetector([Rect(x: 130, y: 29, width: 86, height: 119)]) }
        let path = "/unsafe/200x100/smart/\(Self.photo)"
        let (first, second) = (try await service.get(path), try await service.get(path))
        #expect(first["x-boundedcrop-plan"] != nil && first["x-boundedcrop-plan"] == second["x-boundedcrop-plan"])
        let plan = try json(first["x-boundedcrop-plan"])
        let crop = try #require(plan["crop"] as? [String: Int])
        #expect(crop["width"] == 320 && crop["height"] == 160)
        #expect((plan["features"] as? [[String: Any]])?.first?["kept"] as? Bool == true)
    }

    @Test func `meta describes the operations as thumbor does`() async throws {
        let service = try await RunningService { $0.detector = FixedFeatureDetector([Rect(x: 130, y: 29, width: 86, height: 119)]) }
        let reply = try await service.get("/unsafe/meta/200x100/smart/\(Self.photo)", ["accept": "image/webp"])
        #expect(reply.status == 200 && reply["content-type"] == "application/json" && reply["vary"] == nil)
        let thumbor = try #require(try json(reply.text)["thumbor"] as? [String: Any])
        let source = try #require(thumbor["source"] as? [String: Any])
        #expect(source["url"] as? String == Self.photo && source["width"] as? Int == 320)
        #expect((thumbor["target"] as? [String: Int]) == ["width": 200, "height": 100])
        #expect(try await service.get("/unsafe/meta/200x100/smart/\(Self.photo)", ["if-none-match": reply["etag"] ?? ""]).status == 304)
    }

    @Test func `a crop chosen by hand in an inner URL stays visible`() async throws {
        let service = try await RunningService()
        let meta = "/unsafe/meta/40x200/smart/filters:extract_focal()/images.example.com/unsafe/10x20:50x60/\(Self.photo)"
        let reply = try json(try await service.get(meta).text)
        let thumbor = try #require(reply["thumbor"] as? [String: Any])
        #expect((thumbor["source"] as? [String: Any])?["url"] as? String == Self.photo)
        let points = try #require(thumbor["focal_points"] as? [[String: Any]])
        #expect(points.map { $0["x"] as? Double } == [30] && points.map { $0["width"] as? Double } == [40])
    }

    @Test func `a picture without a required face is an error`() async throws {
        let reply = try await RunningService().get("/unsafe/20x20/smart/filters:require_face()/\(Self.photo)")
        #expect(reply.status == 422 && reply.code == "noFeatureFound")
    }

    @Test func `pictures named by filters are subject to the same rules`() async throws {
        let upstream = try await PictureServer()
        upstream.serve("/w.png", .picture(try Fixture.flat(9, 9).bytes))
        let scratch = try TemporaryFolder()
        try scratch.add(Self.photo, as: "secret.jpg")
        try scratch.add(Self.photo, as: "root/a.jpg")
        let service = try await RunningService { $0.root = scratch.path("root") }
        let url = "http://127.0.0.1:\(upstream.port)/w.png"
        for (filter, statuses) in [
            ("watermark(a.jpg,0,0,0)", [200]), ("mask(a.jpg)", [200]), ("watermark(\(url),0,0,0)", [403]), ("mask(\(url))", [403]),
            ("watermark(../secret.jpg,0,0,0)", [403]), ("mask(%252e%252e/secret.jpg)", [403]), ("mask(/etc/passwd)", [404]),
            ("watermark(nothing.png,0,0,0)", [404]), ("watermark(file:///etc/passwd,0,0,0)", [400, 403, 404]),
        ] {
            let reply = try await service.get("/unsafe/20x20/filters:\(filter)/a.jpg")
            #expect(statuses.contains(reply.status), "\(filter): \(reply.status) \(reply.text)")
        }
        #expect(upstream.requests().isEmpty)
        let open = try await RunningService {
            $0.root = scratch.path("root")
            $0.policy = .unrestricted
        }
        #expect(try await open.get("/unsafe/20x20/filters:watermark(\(url),0,0,0)/a.jpg").status == 200)
        #expect(upstream.requests().count == 1)
    }

    @Test func `the result changes with its watermark`() async throws {
        let scratch = try TemporaryFolder()
        try scratch.add(Self.photo, as: "a.jpg")
        try scratch.write(Fixture.flat(9, 9).bytes, to: "w.png")
        let service = try await RunningService { $0.root = scratch.path }
        let path = "/unsafe/20x20/filters:watermark(w.png,0,0,0)/a.jpg"
        let first = try await service.get(path)
        try scratch.write(Fixture.flat(5, 9).bytes, to: "w.png")
        let date = first["last-modified"] ?? "Sun, 06 Nov 2044 08:49:37 GMT"
        for conditions in [["if-none-match": first["etag"] ?? ""], ["if-modified-since": date]] {
            let second = try await service.get(path, conditions)
            #expect(second.status == 200 && second["etag"] != first["etag"], "\(conditions)")
        }
    }

    @Test func `the page can be turned off`() async throws {
        #expect(try await RunningService().get("/").status == 200)
        for path in ["/", "/playground/main.js", "/playground/service.json"] {
            let reply = try await RunningService { $0.hasPlayground = false }.get(path)
            #expect([403, 404].contains(reply.status), "\(path)")
        }
    }
}
