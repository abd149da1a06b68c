import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct CloudinaryServiceTests {
    private static let secret = "an api secret of twenty bytes"

    private func service(_ change: @escaping @Sendable (inout ServiceConfiguration) -> Void = { _ in }) async throws -> RunningService {
        let mount = try GrammarMount("cloudinary")
        return try await RunningService {
            $0.grammars = [.thumbor, mount]
            change(&$0)
        }
    }

    @Test(arguments: [
        ("c_fill,w_60,h_40,g_face", 60, 40), ("c_limit,w_50,h_50/e_grayscale/q_50,f_jpg", 50, 50), ("w_30,h_20,c_scale,r_5", 30, 20),
    ])
    func `pictures of the folder are answered`(transformation: String, width: Int, height: Int) async throws {
        let service = try await service()
        let reply = try await service.get("/cloudinary/demo/image/upload/\(transformation)/v1/orientations/obama_1.jpg")
        #expect(reply.status == 200, "\(reply.text)")
        let size = try reply.picture.size
        #expect(size.width <= width && size.height <= height && (size.width == width || size.height == height))
    }

    @Test func `a parameter that cannot be honored is refused only by a strict service`() async throws {
        let path = "/cloudinary/image/upload/w_30,e_vignette/orientations/obama_1.jpg"
        #expect(try await service().get(path).status == 200)
        let reply = try await service { $0.isStrict = true }.get(path)
        #expect(reply.status == 400 && reply.problem?.detail.contains("e_vignette") == true)
    }

    @Test func `with a secret, only signed URLs are answered`() async throws {
        let service = try await service {
            $0.dialects.cloudinarySecrets = [Self.secret]
            $0.allowsUnsafe = false
        }
        let signed = "c_fill,h_20,w_30/orientations/obama_1.jpg"
        let path = try
            "image/upload/\(CloudinarySigner(secrets: [Self.secret]).signature(of: signed))/c_fill,h_20,w_30/v1/orientations/obama_1.jpg"
        #expect(try await service.get("/cloudinary/\(path)").status == 200)
        for other in [path.replacing("w_30", with: "w_31"), "image/upload/w_30/v1/orientations/obama_1.jpg"] {
            let reply = try await service.get("/cloudinary/\(other)")
            #expect(reply.status == 403 && reply.code == "invalidSignature")
        }
    }
}
