import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct ImgproxyServiceTests {
    private static let photo = "orientations/obama_1.jpg"

    private static func service(_ change: (inout ServiceConfiguration) -> Void = { _ in }) async throws -> RunningService {
        let mount = try GrammarMount("imgproxy")
        return try await RunningService {
            $0.grammars = [.thumbor, mount]
            change(&$0)
        }
    }

    @Test(arguments: [
        ("rs:fill:100:80:1/g:sm/plain/local:///\(photo)@png", 100, 80), ("rs:fit:160:160/plain/\(photo)@png", 128, 160),
        ("w:64/q:80/plain/\(photo)@jpg", 64, 80), ("rs:force:50:90:1/plain/\(photo)@webp", 50, 90),
    ])
    func `imgproxy's URLs are answered below their path`(path: String, width: Int, height: Int) async throws {
        let reply = try await Self.service().get("/imgproxy/unsafe/\(path)")
        #expect(reply.status == 200, "\(reply.text)")
        #expect(try reply.picture.size == PixelSize(width: width, height: height))
    }

    @Test func `both grammars are answered, each at its path`() async throws {
        let service = try await Self.service()
        #expect(try await service.get("/unsafe/100x80/\(Self.photo)").status == 200)
        #expect(try await service.get("/imgproxy/unsafe/100x80/\(Self.photo)").status == 400)
        #expect(try await service.get("/imgproxy/unsafe").status == 404)
    }

    @Test func `info answers with the plan`() async throws {
        let reply = try await Self.service().get("/imgproxy/info/unsafe/rs:fill:100:80:1/g:sm/plain/\(Self.photo)")
        #expect(reply.status == 200 && reply["content-type"] == "application/json" && reply.text.contains("\"width\""))
    }

    @Test func `options that are not available are named, or refused if configured`() async throws {
        let path = "/imgproxy/unsafe/w:20/mc:1/plain/\(Self.photo)"
        let reply = try await Self.service().get(path)
        #expect(reply.status == 200 && reply["x-boundedcrop-ignored-filters"] == "mc")
        let refused = try await Self.service { $0.isStrict = true }.get(path)
        #expect(refused.status == 400 && refused.problem?.detail.contains("mc") == true)
        #expect(try await Self.service().get("/imgproxy/unsafe/w:x/plain/\(Self.photo)").code == "invalidURL")
    }

    @Test func `with a key, only signed URLs are answered`() async throws {
        let service = try await Self.service {
            $0.dialects.imgproxyKeys = ["736563726574"]
            $0.dialects.imgproxySalts = ["68656C6C6F"]
        }
        let refused = try await service.get("/imgproxy/unsafe/w:20/plain/\(Self.photo)")
        #expect(refused.code == "invalidSignature")
        var settings = DialectSettings()
        (settings.imgproxyKeys, settings.imgproxySalts) = (["736563726574"], ["68656C6C6F"])
        let path = "w:20/plain/\(Self.photo)"
        let signature = try #require(try ImgproxySigner(settings)).signature(of: path)
        #expect(try await service.get("/imgproxy/\(signature)/\(path)").status == 200)
        #expect(try await service.get("/unsafe/20x20/\(Self.photo)").status == 403, "a key of any grammar counts")
    }
}
