import NIOHTTP1
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct SignedServiceTests {
    private static let instructions = "60x60/orientations/obama_1.jpg"

    private func service(
        _ keys: [String],
        _ change: @Sendable (inout ServiceConfiguration) -> Void = { _ in }
    ) async throws -> RunningService {
        try await RunningService {
            $0.keys = keys
            change(&$0)
        }
    }

    @Test func `signed URLs are answered, and others are not`() async throws {
        let service = try await service(["key"])
        let signed = try URLSigner(keys: ["key"]).sign(Self.instructions)
        #expect(try await service.get(signed).status == 200)
        #expect(try await service.request(.HEAD, signed).status == 200)
        for path in [
            "/unsafe/\(Self.instructions)", try URLSigner(keys: ["other"]).sign(Self.instructions),
            signed.replacing("60x60", with: "61x60"),
            "/\(Self.instructions)", "/AAAAAAAAAAAAAAAAAAAAAAAAAAA=/\(Self.instructions)",
            try URLSigner(keys: ["key"], algorithm: .sha256).sign(Self.instructions),
        ] {
            let reply = try await service.get(path)
            #expect(reply.status == 403 && reply.code == "invalidSignature", "\(path) \(reply.text)")
        }
    }

    @Test func `an unsigned query, as used to bypass caches, is ignored`() async throws {
        let service = try await service(["key"])
        let signed = try URLSigner(keys: ["key"]).sign(Self.instructions)
        for query in ["?x=1", "?", "?a=/unsafe/b.jpg", "?x=1?y=2"] {
            let reply = try await service.get(signed + query)
            #expect(reply.status == 200, "\(query) \(reply.text)")
        }
    }

    @Test func `only one form of a signature is valid, except for its padding`() async throws {
        let service = try await service(["key"])
        let signature = try URLSigner(keys: ["key"]).signature(of: Self.instructions)
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        let last = try #require(digits.firstIndex(of: Array(signature)[26]))
        for other in digits.indices {
            let alias = signature.prefix(26) + String(digits[other]) + "="
            #expect(try await service.get("/\(alias)/\(Self.instructions)").status == (other == last ? 200 : 403))
        }
    }

    @Test func `a URL that is too long is refused before its signature is checked`() async throws {
        let service = try await service(["key"])
        for path in [String(repeating: "/", count: 9000), String(repeating: "%2F", count: 3000), String(repeating: "http:/", count: 1500)] {
            let reply = try await service.get("/BBBBBBBBBBBBBBBBBBBBBBBBBBB=/\(path)")
            #expect(reply.status == 414 && reply.code == "urlTooLong")
        }
    }

    @Test func `with a key, uploads and planning are off`() async throws {
        let service = try await service(["key"])
        for path in ["/crop?size=10x10", "/detect", "/plan", "/render"] {
            let reply = try await service.post(path, [1, 2, 3])
            #expect(reply.status == 403 && reply.code == "uploadsNotAllowed")
        }
    }

    @Test func `unsafe URLs in addition to a key must be turned on`() async throws {
        let service = try await service(["key"]) { $0.allowsUnsafe = true }
        #expect(try await service.get("/unsafe/\(Self.instructions)").status == 200)
        #expect(try await service.get(try URLSigner(keys: ["key"]).sign(Self.instructions)).status == 200)
    }

    @Test func `unsafe URLs can be turned off without a key`() async throws {
        let service = try await service([]) { $0.allowsUnsafe = false }
        #expect(try await service.get("/unsafe/\(Self.instructions)").status == 403)
        #expect(try await service.get(try URLSigner(keys: ["key"]).sign(Self.instructions)).status == 403)
    }

    @Test func `SHA-256 is used if configured`() async throws {
        let service = try await service(["key"]) { $0.algorithm = .sha256 }
        #expect(try await service.get(try URLSigner(keys: ["key"], algorithm: .sha256).sign(Self.instructions)).status == 200)
        #expect(try await service.get(try URLSigner(keys: ["key"]).sign(Self.instructions)).status == 403)
    }

    @Test func `old keys are valid until they are removed`() async throws {
        let rotating = try await service(["new", "old"])
        for key in ["new", "old"] { #expect(try await rotating.get(try URLSigner(keys: [key]).sign(Self.instructions)).status == 200) }
        let rotated = try await service(["new"])
        #expect(try await rotated.get(try URLSigner(keys: ["old"]).sign(Self.instructions)).status == 403)
    }

    @Test func `URLs that a proxy has re-escaped still verify`() async throws {
        let service = try await service(["key"])
        let signed = try URLSigner(keys: ["key"]).sign("filters:quality(80)/orientations/obama_1.jpg")
        let escaped = signed.replacing("(", with: "%28").replacing(")", with: "%29").replacing(":", with: "%3A")
        #expect(try await service.get(escaped).status == 200)
    }

    @Test(arguments: ["0.0.0.0", "::", "192.168.1.2", "example.com"])
    func `a service for other machines does not start unsigned`(host: String) throws {
        var configuration = ServiceConfiguration()
        configuration.host = host
        expectError(.invalidSetting, saying: host) { _ = try ImageService(configuration) }
        configuration.allowsUnsafe = false
        expectError(.invalidSetting) { _ = try ImageService(configuration) }
        configuration.allowsUnsafe = true
        _ = try ImageService(configuration)
        configuration.allowsUnsafe = nil
        configuration.keys = ["key"]
        _ = try ImageService(configuration)
    }
}
