import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropService

/// A key of any grammar closes the service for unsigned URLs, in every grammar, and for uploads.
@Suite(.timeLimit(.minutes(15))) struct DialectKeysTests {
    private static let settings: [@Sendable (inout ServiceConfiguration) -> Void] = [
        { $0.keys = ["sixteen bytes of key"] }, { $0.dialects.imgixTokens = ["sixteen bytes of token"] },
        { ($0.dialects.imgproxyKeys, $0.dialects.imgproxySalts) = (["00112233445566778899aabbccddeeff"], ["00"]) },
        { $0.dialects.cloudinarySecrets = ["sixteen bytes of secret"] }, { $0.dialects.imageKitKeys = ["sixteen bytes of key"] },
    ]
    private static let paths = [
        "/unsafe/9x9/photos/obama.jpg", "/imgproxy/unsafe/rs:fill:9:9/plain/photos/obama.jpg", "/imgix/photos/obama.jpg?w=9",
        "/cloudinary/image/upload/w_9/photos/obama.jpg", "/imagekit/tr:w-9/photos/obama.jpg",
        "/iiif/photos%2Fobama.jpg/full/9,/0/default.jpg",
        "/cloudflare/width=9/photos/obama.jpg",
    ]

    private func service(_ change: (inout ServiceConfiguration) -> Void) async throws -> RunningService {
        try await RunningService {
            $0.grammars = [.thumbor] + Grammar.allCases.dropFirst().compactMap { try? GrammarMount($0.rawValue) }
            change(&$0)
        }
    }

    @Test(arguments: paths) func `without keys, every grammar is answered`(path: String) async throws {
        let reply = try await service { _ in }.get(path)
        #expect(reply.status == 200, "\(reply.text)")
        #expect(try reply.picture.size.width == 9)
    }

    @Test(arguments: settings.indices) func `with any key, no unsigned URL is answered`(index: Int) async throws {
        let service = try await service(Self.settings[index])
        for path in Self.paths {
            let reply = try await service.get(path)
            #expect(reply.status == 403 && reply.code == "invalidSignature", "\(path): \(reply.status)")
        }
        #expect(try await service.post("/crop?size=9x9", Array("x".utf8)).status == 403)
    }

    @Test func `unsigned grammars are those that are named`() async throws {
        let service = try await service { ($0.keys, $0.unsignedGrammars) = (["sixteen bytes of key"], [.iiif]) }
        for path in Self.paths {
            #expect(try await service.get(path).status == (path.hasPrefix("/iiif") ? 200 : 403), "\(path)")
        }
    }

    @Test func `two grammars at one path, and unknown ones, are refused`() throws {
        var configuration = ServiceConfiguration()
        #expect(throws: BoundedCropError.self) { try ServiceSettings.set("grammar", "jpeg", in: &configuration) }
        #expect(throws: BoundedCropError.self) { try ServiceSettings.set("grammar", "", in: &configuration) }
        #expect(throws: BoundedCropError.self) { try ServiceSettings.set("grammar", "imgix:/a?b", in: &configuration) }
        try ServiceSettings.set("grammar", "imgix:/a,iiif:/a", in: &configuration)
        #expect(throws: BoundedCropError.self) { try Grammars(configuration) }
    }

    @Test func `a grammar at the root leaves the others at their paths`() async throws {
        let service = try await RunningService {
            $0.grammars = [try? GrammarMount(.imgix, at: "/"), try? GrammarMount(.iiif, at: "/iiif")].compactMap(\.self)
        }
        #expect(try await service.get("/photos/obama.jpg?w=9").status == 200)
        #expect(try await service.get("/iiif/photos%2Fobama.jpg/full/9,/0/default.jpg").status == 200)
        #expect(try await service.get("/iiifphotos/obama.jpg?w=9").status == 404)
    }
}
