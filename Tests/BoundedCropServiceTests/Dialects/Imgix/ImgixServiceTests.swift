import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct ImgixServiceTests {
    private static let photo = "orientations/obama_1.jpg"

    private func service(_ change: @escaping (inout ServiceConfiguration) -> Void = { _ in }) async throws -> RunningService {
        try await RunningService {
            $0.grammars = [.thumbor]
            if let mount = try? GrammarMount("imgix") { $0.grammars.append(mount) }
            change(&$0)
        }
    }

    @Test(arguments: [
        ("w=60&h=40&fit=crop&crop=faces", 60, 40), ("w=60", 60, 75), ("w=60&h=60", 48, 60), ("w=60&h=60&fit=scale", 60, 60),
        ("w=30&h=20&fit=crop&dpr=2", 60, 40), ("rect=10,20,30,40", 30, 40), ("", 320, 400), ("w=3000&fit=max", 320, 400),
        ("w=60&h=60&fit=fill&fill=blur", 60, 60), ("w=60&h=40&fit=crop&orient=6", 60, 40), ("orient=8", 400, 320),
        ("ar=2:1&fit=crop", 320, 160),
        ("w=0.5", 160, 200), ("w=0.5&h=0.25&fit=crop", 160, 100), ("w=60&h=40&fit=crop&border=5,red&border-radius=4", 60, 40),
        ("w=60&pad=5", 60, 72), ("w=60&h=40&fit=facearea&facepad=2&faceindex=1", 60, 40), ("rect=0.25,0.5,0.5,0.5", 160, 200),
        ("w=600&h=600&fit=min", 320, 320), ("w=60&h=40&fit=crop&crop=focalpoint&fp-x=0.9&fp-z=3", 60, 40), ("rot=180&w=60", 60, 75),
        ("w=60&px=4&blur=10&sepia=50&invert=1&sharp=20&usm=20&mask=ellipse&mask-bg=red", 60, 75),
        ("w=60&mark=orientations/obama_2.jpg&mark-w=20", 60, 75),
    ])
    func `pictures have the size asked for`(query: String, width: Int, height: Int) async throws {
        let reply = try await service().get("/imgix/\(Self.photo)?\(query)")
        #expect(reply.status == 200, "\(reply.text)")
        #expect(try reply.picture.size == PixelSize(width: width, height: height))
    }

    @Test func `pictures over others have any name`() async throws {
        let folder = try TemporaryFolder()
        try folder.add(Self.photo, as: "a.jpg")
        try folder.add(Self.photo, as: "logo, (1) [a].jpg")
        let service = try await service { $0.root = folder.path }
        let plain = try await service.get("/imgix/a.jpg?w=60&fm=png")
        for query in ["mark=logo,%20(1)%20%5Ba%5D.jpg&mark-w=20", "mask=logo,%20(1)%20%5Ba%5D.jpg"] {
            let reply = try await service.get("/imgix/a.jpg?w=60&fm=png&\(query)")
            #expect(reply.status == 200 && reply["X-BoundedCrop-Ignored-Filters"] == nil && reply.body != plain.body, "\(reply.text)")
        }
    }

    @Test func `only signed URLs are answered by a service with a token`() async throws {
        let service = try await service { $0.dialects.imgixTokens = ["token"] }
        let signed = "\(Self.photo)?w=60&s=43b637ee20a966217329e4e2f7b9364c"
        #expect(try await service.get("/imgix/\(signed)").status == 200)
        #expect(try await service.get("/imgix/\(Self.photo)?w=60").code == "invalidSignature")
        #expect(try await service.get("/imgix/\(signed)&blur=9").code == "invalidSignature")
    }

    @Test func `what cannot be honored is in a header, or refused by a strict service`() async throws {
        let reply = try await service().get("/imgix/\(Self.photo)?w=60&hue=30")
        #expect(reply.status == 200 && reply["X-BoundedCrop-Ignored-Filters"] == "hue=30")
        let refused = try await service { $0.isStrict = true }.get("/imgix/\(Self.photo)?w=60&hue=30")
        #expect(refused.status == 400 && refused.problem?.detail.contains("hue=30") == true)
        #expect(try await service().get("/imgix/\(Self.photo)?w=wide").code == "invalidURL")
    }
}
