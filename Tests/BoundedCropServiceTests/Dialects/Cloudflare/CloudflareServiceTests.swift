import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct CloudflareServiceTests {
    private static let photo = "orientations/obama_1.jpg"

    private func service(_ change: @escaping (inout ServiceConfiguration) -> Void = { _ in }) async throws -> RunningService {
        try await RunningService {
            $0.grammars = (try? [GrammarMount("cloudflare:/")]) ?? []
            change(&$0)
        }
    }

    @Test(arguments: [
        ("width=60,height=40,fit=cover,gravity=auto", 60, 40), ("w=60", 60, 75), ("w=600", 320, 400), ("w=60,h=60,fit=squeeze", 60, 60),
        ("w=1296,h=200,fit=crop", 320, 200), ("w=30,h=20,dpr=2,fit=cover", 60, 40), ("fit=contain,w=640", 640, 800),
        ("fit=pad,w=60,h=60", 60, 60), ("rotate=90,w=60,h=40,fit=cover", 60, 40), ("rotate=270", 400, 320), ("trim=20;30;10;5", 285, 370),
        ("trim.left=20,trim.width=100", 100, 400), ("border.width=5,w=60", 70, 85), ("w=60,h=40,fit=cover,g=0x1", 60, 40),
        ("w=600,h=600,fit=aspect-crop", 320, 320),
        ("w=60,h=40,fit=cover,g=face,zoom=1,brightness=0.5,contrast=2,saturation=0,sharpen=1", 60, 40),
    ])
    func `pictures have the size asked for`(options: String, width: Int, height: Int) async throws {
        let reply = try await service().get("/cdn-cgi/image/\(options)/\(Self.photo)?v=1")
        #expect(reply.status == 200, "\(reply.text)")
        #expect(try reply.picture.size == PixelSize(width: width, height: height))
    }

    @Test(arguments: [("w=60", "image/jpeg"), ("w=60,format=auto", "image/webp"), ("w=60,f=png", "image/png")])
    func `the format is the picture's own unless the client's is asked for`(options: String, type: String) async throws {
        let service = try await service()
        let reply = try await service.get("/cdn-cgi/image/\(options)/\(Self.photo)", ["accept": "image/webp,*/*"])
        #expect(reply["content-type"] == type && (reply["vary"] == "Accept") == options.contains("auto"))
    }

    @Test(arguments: ["width%3D60%2Cheight%3D40%2Cfit%3Dcover", "fit%3Dpad%2Cw%3D60%2Ch%3D40%2Cbackground%3D%2523ff8800"])
    func `options may be escaped as a whole`(options: String) async throws {
        let reply = try await service().get("/cdn-cgi/image/\(options)/\(Self.photo)")
        #expect(reply.status == 200, "\(reply.text)")
        #expect(try reply.picture.size == PixelSize(width: 60, height: 40))
    }

    @Test func `unsigned URLs are answered only where they are allowed`() async throws {
        let path = "/cdn-cgi/image/width=60/\(Self.photo)"
        #expect(try await service { $0.keys = ["key"] }.get(path).code == "invalidSignature")
        let open = try await service {
            $0.keys = ["key"]
            $0.unsignedGrammars = [.cloudflare]
        }
        #expect(try await open.get(path).status == 200)
    }

    @Test func `what cannot be honored is in a header, or refused by a strict service`() async throws {
        let path = "/cdn-cgi/image/width=60,onerror=redirect/\(Self.photo)"
        let reply = try await service().get(path)
        #expect(reply.status == 200 && reply["X-BoundedCrop-Ignored-Filters"] == "onerror=redirect")
        #expect(try await service { $0.isStrict = true }.get(path).code == "unknownFilter")
    }
}
