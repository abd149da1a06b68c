import BoundedCrop
import BoundedCropRendering
import Foundation
import TestSupport
import Testing

@testable import BoundedCropService

/// `each-face` in the queries of uploads, and in requests that give one picture.
@Suite(.timeLimit(.minutes(15))) struct EachFaceUploadTests {
    private static let faces = [Feature(Rect(x: 60, y: 60, width: 20, height: 20)), Feature(Rect(x: 10, y: 10, width: 40, height: 40))]

    private func post(_ path: String, _ body: [UInt8]? = nil) async throws -> Reply {
        let service = try await RunningService { $0.detector = FixedFeatureDetector(Self.faces) }
        return try await service.post(path, body ?? Fixture.bytes("orientations/obama_1.jpg"))
    }

    @Test func `plans can be for each face`() async throws {
        let reply = try await post("/crop?size=9x9&plan&each-face=left-to-right")
        let answer = try #require(try JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any])
        let plans = try #require(answer["plans"] as? [[String: Any]])
        #expect(plans.compactMap { $0["face"] as? Int } == [1, 2])
        #expect(plans.compactMap { ($0["features"] as? [[String: Any]])?.first?["x"] as? Double } == [10, 60])
    }

    @Test(arguments: ["size=9x9", "size=9x9&size=8x8&plan", "size=9x9&plan&placeholder"])
    func `an answer has no pictures for each face`(query: String) async throws {
        let reply = try await post("/crop?\(query)&each-face=size")
        #expect(reply.status == 400 && reply.text.contains("each-face"), "\(reply.text)")
    }

    @Test func `without a picture there are no faces`() async throws {
        let body = Array(#"{"width":30,"height":30,"features":[]}"#.utf8)
        let reply = try await post("/plan?size=9x9&each-face=size", body)
        #expect(reply.status == 400 && reply.text.contains("/crop with plan"), "\(reply.text)")
    }

    @Test func `pictures of faces that are large are made one after the other`() throws {
        let source = try Fixture.source("orientations/obama_1.jpg")
        let job = RenderJob(ImageRenderer(detector: FixedFeatureDetector(Self.faces)), source)
        var request = RenderRequest()
        (request.last.crop.detects, request.last.crop.eachFace) = (true, .size)
        let large = try job.facePlans(for: [request])[0]
        #expect(large.map(\.plan.size) == [source.size, source.size])
        #expect(job.portions(of: large) { $0 }.map(Array.init).map { $0.map(\.face?.number) } == [[1], [2]])
        request.last.target.dimensions = .init(width: .pixels(9), height: .pixels(9))
        let small = try job.facePlans(for: [request])[0]
        #expect(job.portions(of: small) { $0 }.map(\.count) == [2])
        request.last.crop.eachFace = nil
        #expect(job.portions(of: try job.plans(for: [request, RenderRequest(), RenderRequest()])) { $0 }.map(\.count) == [3])
    }

    @Test func `a request for each face is not one picture, and has no URL`() throws {
        var request = RenderRequest()
        (request.last.crop.detects, request.last.crop.eachFace) = (true, .size)
        let source = try Fixture.source("orientations/obama_1.jpg")
        let job = RenderJob(ImageRenderer(detector: FixedFeatureDetector(Self.faces)), source)
        for ask in [{ _ = try job.plan(request) }, { _ = try job.render(request) }, { _ = try job.plans(for: [request, request]) }] {
            expectError(.invalidArgument, saying: "rank", ask)
        }
        #expect(try job.facePlans(for: [RenderRequest(), request]).map(\.count) == [1, 2])
        expectError(.invalidArgument, saying: "each face") { _ = try ImageURL(request, Delivery(), image: "a.jpg") }
    }
}
