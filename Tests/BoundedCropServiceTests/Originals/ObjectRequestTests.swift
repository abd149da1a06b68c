import BoundedCrop
import BoundedCropLoading
import Foundation
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropService

/// What the service asks of object storage, and when.
@Suite(.timeLimit(.minutes(15))) struct ObjectRequestTests {
    private let storage: PictureServer
    private let scratch: TemporaryFolder

    init() async throws {
        (storage, scratch) = (try await PictureServer(), try TemporaryFolder())
        serve("\"1\"")
    }

    /// - Parameters:
    ///   - tag: What HEAD says.
    ///   - read: What GET says, if it is another version already.
    private func serve(_ tag: String, read: String? = nil) {
        let photo = (try? Fixture.bytes("orientations/obama_1.jpg")) ?? []
        storage.serve("/photos/a.jpg") { request in
            .picture(request.method == "HEAD" ? [] : photo, entityTag: request.method == "HEAD" ? tag : read ?? tag)
        }
    }

    private func service(lifetime: Int, _ change: (inout ServiceConfiguration) -> Void = { _ in }) async throws -> RunningService {
        try await RunningService {
            $0.root = "s3://photos"
            $0.s3.endpoint = storage.url("")
            $0.s3.credentials = .fixed(S3Credentials(accessKey: "any", secretKey: "any"))
            $0.s3.attempts = 1
            $0.objectLifetime = lifetime
            $0.cacheFolder = scratch.path
            change(&$0)
        }
    }

    private var methods: [String] { storage.requests("/photos/a.jpg").map(\.method) }

    @Test func `an object is asked for once in its lifetime, and read once for all sizes`() async throws {
        let service = try await service(lifetime: 3600)
        for size in ["30x30", "40x40", "30x30"] {
            #expect(try await service.get("/unsafe/\(size)/a.jpg").status == 200)
            // Pictures are delivered before they are stored.
            await service.service.parts.loader.finishStoring()
        }
        #expect(methods == ["HEAD", "GET"])
    }

    @Test func `without a lifetime it is asked for each time, and read again only if it changed`() async throws {
        let service = try await service(lifetime: 0)
        for _ in 1...3 { #expect(try await service.get("/unsafe/30x30/a.jpg").status == 200) }
        #expect(methods == ["HEAD", "GET", "HEAD", "HEAD"])
        serve("\"2\"")
        #expect(try await service.get("/unsafe/30x30/a.jpg").status == 200)
        #expect(methods.dropFirst(4) == ["HEAD", "GET"])
    }

    @Test func `an object that is replaced between both requests is not answered under the old tag`() async throws {
        serve("\"1\"", read: "\"2\"")
        let service = try await service(lifetime: 3600)
        let reply = try await service.get("/unsafe/30x30/a.jpg")
        #expect(reply.status == 503 && reply.code == "pictureChanged" && reply["retry-after"] != nil, "\(reply.text)")
        serve("\"2\"")
        #expect(try await service.get("/unsafe/30x30/a.jpg").status == 200)
    }

    @Test func `an object that is replaced at that moment is answered under its present tag`() async throws {
        let photo = try Fixture.bytes("orientations/obama_1.jpg")
        let heads = Counter()
        storage.serve("/photos/a.jpg") { request in
            guard request.method == "HEAD" else { return .picture(photo, entityTag: "\"2\"") }
            heads.enter()
            return .picture([], entityTag: heads.total == 1 ? "\"1\"" : "\"2\"")
        }
        let service = try await service(lifetime: 3600)
        let first = try await service.get("/unsafe/30x30/a.jpg")
        let second = try await service.get("/unsafe/30x30/a.jpg")
        #expect(first.status == 200 && first["etag"] != nil && first["etag"] == second["etag"], "\(first.text)")
        #expect(heads.total == 2)
    }

    @Test func `how an object is decoded is a part of its tag`() async throws {
        let (converted, kept) = (try await service(lifetime: 0), try await service(lifetime: 0) { $0.decoding.colorProfile = .keep })
        let tags = [try await converted.get("/unsafe/30x30/a.jpg")["etag"], try await kept.get("/unsafe/30x30/a.jpg")["etag"]]
        #expect(tags[0] != nil && tags[1] != nil && tags[0] != tags[1])
    }

    @Test func `a storage that is gone costs its pictures only`() async throws {
        let service = try await service(lifetime: 3600)
        #expect(try await service.get("/unsafe/30x30/a.jpg").status == 200)
        await storage.stop()
        #expect(try await service.get("/unsafe/30x30/a.jpg").status == 200)
        #expect(try await service.get("/livez").status == 200)
        #expect(try await service.get("/unsafe/30x30/b.jpg").status == 502)
    }
}
