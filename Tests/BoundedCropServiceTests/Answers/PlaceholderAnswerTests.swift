import BoundedCrop
import Foundation
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct PlaceholderAnswerTests {
    private static let photo = "orientations/obama_1.jpg"
    private static let face = Rect(x: 130, y: 29, width: 86, height: 119)

    private func service(_ change: @escaping (inout ServiceConfiguration) -> Void = { _ in }) async throws -> RunningService {
        try await RunningService {
            $0.detector = FixedFeatureDetector([Self.face])
            change(&$0)
        }
    }

    private func placeholder(_ reply: Reply) throws -> Placeholder {
        try JSONDecoder().decode(Placeholder.self, from: Data(try #require(reply["x-boundedcrop-placeholder"]).utf8))
    }

    /// The member `placeholder` of a JSON object.
    private struct Described: Decodable {
        let placeholder: Placeholder?
    }

    private struct Plans: Decodable {
        let plans: [Described]
    }

    private func described(_ reply: Reply) throws -> Placeholder? {
        try JSONDecoder().decode(Described.self, from: Data(reply.body)).placeholder
    }

    @Test func `a picture has its placeholder in a header if asked for`() async throws {
        let service = try await service()
        let reply = try await service.get("/unsafe/200x100/smart/filters:placeholder():format(png)/\(Self.photo)")
        #expect(try placeholder(reply) == Placeholder(of: reply.picture.pixels()))
        let plain = try await service.get("/unsafe/200x100/smart/filters:format(png)/\(Self.photo)")
        #expect(plain["x-boundedcrop-placeholder"] == nil && plain.body == reply.body && plain["etag"] != reply["etag"])
    }

    @Test(arguments: ["", ":rotate(90)", ":fill(red)", ":grayscale()", ":round_corner(40)", ":preset(favicon)"])
    func `meta has the placeholder of the picture that it describes`(filters: String) async throws {
        let service = try await service()
        let size = filters.contains("preset") ? "" : "200x100/"
        let parts = "\(size)smart/filters:placeholder():format(png)\(filters)/\(Self.photo)"
        let meta = try await service.get("/unsafe/meta/\(parts)")
        #expect(try described(meta) == placeholder(try await service.get("/unsafe/\(parts)")))
        #expect(meta.text.contains(#""thumbor":"#) && meta["x-boundedcrop-placeholder"] == nil)
    }

    @Test func `meta has none, and makes no picture, if not asked`() async throws {
        let service = try await service()
        #expect(try described(try await service.get("/unsafe/meta/200x100/smart/\(Self.photo)")) == nil)
        #expect(service.metric(#"boundedcrop_stage_duration_seconds_count{stage="decode"}"#) == 0)
        _ = try await service.get("/unsafe/meta/200x100/smart/filters:placeholder()/\(Self.photo)")
        #expect(service.metric(#"boundedcrop_stage_duration_seconds_count{stage="decode"}"#) == 1)
    }

    @Test func `stored answers have their placeholder`() async throws {
        let scratch = try TemporaryFolder()
        let path = "/unsafe/60x60/smart/filters:placeholder()/\(Self.photo)"
        let first = try await service { $0.cacheFolder = scratch.path("cache") }
        let made = try await first.get(path)
        #expect(try await first.get(path)["x-boundedcrop-placeholder"] == made["x-boundedcrop-placeholder"])
        await first.stop()
        let second = try await service { $0.cacheFolder = scratch.path("cache") }
        let found = try await second.get(path)
        #expect(try placeholder(found) == placeholder(made))
        #expect(second.metric(#"boundedcrop_results_total{origin="storage"}"#) == 1)
        #expect(try await second.get(path, ["if-none-match": found["etag"] ?? ""]).status == 304)
    }

    /// What was stored before there were placeholders.
    @Test func `answers stored without a placeholder can be read`() throws {
        let head = Array(#"{"plan":"p","type":"image/png"}"#.utf8)
        let result = try #require(StoredResult(encoded: [UInt8(head.count), 0, 0, 0] + head + [1, 2]))
        #expect(result.placeholder == nil && Array(result.bytes.bytes) == [1, 2] as [UInt8])
    }

    private func animation() throws -> [UInt8] {
        let size = PixelSize(width: 90, height: 60)
        let writer = try AnimationWriter(size: size, loopCount: 0, encoding: .gif())
        for color: (UInt8, UInt8, UInt8, UInt8) in [(255, 0, 0, 255), (0, 0, 255, 255)] {
            try writer.add(PixelBuffer(size: size, filledWith: color), for: .milliseconds(200))
        }
        return try writer.finish()
    }

    @Test func `an animation has the placeholder of its first frame`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(try animation(), to: "a.gif")
        let service = try await service { $0.root = folder.path }
        let path = "40x40/filters:placeholder():format(gif)/a.gif"
        let reply = try await service.get("/unsafe/\(path)")
        #expect(reply.status == 200, "\(String(decoding: reply.body, as: UTF8.self))")
        #expect(try reply.picture.header.isAnimated && placeholder(reply).color == "#ff0000")
        #expect(try described(try await service.get("/unsafe/meta/\(path)")) == placeholder(reply))
        let upload = try await service.post("/crop?size=40x40&placeholder&no-bounding", try animation())
        #expect(upload.status == 200, "\(String(decoding: upload.body, as: UTF8.self))")
        #expect(try upload.picture.header.isAnimated && placeholder(upload) == placeholder(reply))
        let second = try await service.post("/crop?size=40x40&placeholder&no-bounding&still=2&plan", try animation())
        #expect(try JSONDecoder().decode(Plans.self, from: Data(second.body)).plans.first?.placeholder?.color == "#0000ff")
    }

    @Test func `an upload has its placeholder in a header, or in its plan`() async throws {
        let service = try await service()
        let photo = try Fixture.bytes(Self.photo)
        let query = "size=60x40&format=png&effects=grayscale()"
        let reply = try await service.post("/crop?\(query)&placeholder=true", photo)
        #expect(try placeholder(reply) == Placeholder(of: reply.picture.pixels()))
        let plan = try await service.post("/crop?\(query)&placeholder&plan", photo)
        let plans = try JSONDecoder().decode(Plans.self, from: Data(plan.body)).plans
        #expect(try plans.map(\.placeholder) == [placeholder(reply)])
        _ = try JSONDecoder().decode([String: [CropRecord]].self, from: Data(plan.body))
        #expect(try await service.post("/crop?\(query)&placeholder=0", photo)["x-boundedcrop-placeholder"] == nil)
        #expect(!(try await service.post("/crop?\(query)&plan", photo)).text.contains("placeholder"))
    }

    @Test func `a placeholder of no picture, or of several, is an error`() async throws {
        let service = try await service()
        let photo = try Fixture.bytes(Self.photo)
        let several = try await service.post("/crop?size=9x9&size=8x8&plan&placeholder", photo)
        #expect(several.status == 400 && several.problem?.detail.contains("one size") == true)
        let known = Array(#"{"width":9,"height":9,"features":[]}"#.utf8)
        for (path, body) in [("/plan?size=9x9&placeholder", known), ("/detect?placeholder", photo)] {
            let reply = try await service.post(path, body)
            #expect(reply.status == 400 && reply.problem?.detail.contains("/crop") == true, "\(path): \(reply.text)")
        }
        let wrong = try await service.post("/crop?size=9x9&placeholder=maybe", photo)
        #expect(wrong.code == "invalidArgument" && wrong.problem?.detail.contains("placeholder") == true)
        let argument = try await service.get("/unsafe/9x9/filters:placeholder(1)/\(Self.photo)")
        #expect(argument.code == "invalidFilter")
    }

    @Test func `an output beyond the limit has no placeholder either`() async throws {
        let service = try await service { $0.rendering.maximumOutputPixels = 10_000 }
        #expect(try await service.get("/unsafe/meta/101x100/filters:placeholder()/\(Self.photo)").code == "limitExceeded")
        let photo = try Fixture.bytes(Self.photo)
        #expect(try await service.post("/crop?size=101x100&plan&placeholder", photo).code == "limitExceeded")
    }
}
