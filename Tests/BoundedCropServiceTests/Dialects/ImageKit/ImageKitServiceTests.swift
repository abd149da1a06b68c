import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct ImageKitServiceTests {
    private func service(_ change: @escaping @Sendable (inout ServiceConfiguration) -> Void = { _ in }) async throws -> RunningService {
        let mount = try GrammarMount("imagekit")
        return try await RunningService {
            $0.grammars = [.thumbor, mount]
            $0.dialects.imageKitID = "demo"
            change(&$0)
        }
    }

    @Test(arguments: [
        "tr:w-60,h-40,fo-auto/orientations/obama_1.jpg", "demo/orientations/obama_1.jpg?tr=w-60,h-40,c-force,q-50,f-jpg",
        "demo/tr:w-60,h-40:e-grayscale:r-max/orientations/obama_1.jpg",
    ])
    func `pictures of the folder are answered`(path: String) async throws {
        let reply = try await service().get("/imagekit/\(path)")
        #expect(reply.status == 200, "\(reply.text)")
        #expect(try reply.picture.size == PixelSize(width: 60, height: 40))
    }

    @Test func `a parameter that cannot be honored is refused only by a strict service`() async throws {
        let path = "/imagekit/tr:w-30,e-bgremove/orientations/obama_1.jpg"
        #expect(try await service().get(path).status == 200)
        let reply = try await service { $0.isStrict = true }.get(path)
        #expect(reply.status == 400 && reply.problem?.detail.contains("e-bgremove") == true)
    }

    @Test func `with a key, only signed URLs are answered`() async throws {
        let service = try await service {
            $0.dialects.imageKitKeys = ["a private key of 24 bytes"]
            $0.allowsUnsafe = false
        }
        let path = "tr:w-30,h-20/orientations/obama_1.jpg?ik-s=2891c7d4433df4e8295e426aab27434ef60fea75"
        #expect(try await service.get("/imagekit/\(path)").status == 200)
        for other in [path.replacing("w-30", with: "w-31"), "tr:w-30/orientations/obama_1.jpg"] {
            let reply = try await service.get("/imagekit/\(other)")
            #expect(reply.status == 403 && reply.code == "invalidSignature")
        }
    }
}
