import BoundedCrop
import FoundationEssentials
import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct HostileFileTests {
    private func expectProblem(_ reply: Reply, _ file: HostileFile, _ what: String) {
        #expect(reply.status == 422, "\(what) \(file.name): \(reply.text)")
        #expect(file.codes.map(\.rawValue).contains(reply.code ?? ""), "\(what) \(file.name): \(reply.text)")
    }

    /// With the pictures decoded in this process, and in others.
    @Test(arguments: [false, true]) func `a hostile file is a problem with status 422`(isolates: Bool) async throws {
        let folder = try TemporaryFolder()
        let files = try HostileFile.all.get()
        for file in files { try folder.write(file.bytes, to: file.name) }
        let program = try BuiltProgram.rogueDecoder()
        let service = try await RunningService {
            $0.root = folder.url.path
            $0.isolates = isolates
            $0.decoderProgram = program
            $0.workers = 1
        }
        for file in files {
            expectProblem(try await service.get("/unsafe/9x9/filters:format(webp)/\(file.name)"), file, "GET")
            guard !file.bytes.isEmpty else { continue }
            expectProblem(try await service.post("/crop?size=9x9&format=webp", file.bytes), file, "POST")
        }
        // No decoder has ended over any of them.
        for reason in DecoderPool.Reason.allCases {
            #expect(service.metric("boundedcrop_decoders_ended_total{reason=\"\(reason.rawValue)\"}") == 0, "\(reason)")
        }
        let still = try await service.get("/unsafe/9x9/filters:still():format(png)/frames.gif")
        #expect(still.status == 200)
        #expect(try still.picture.size == PixelSize(width: 9, height: 9))
    }
}
