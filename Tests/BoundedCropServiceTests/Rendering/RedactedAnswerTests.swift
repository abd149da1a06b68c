import BoundedCrop
import BoundedCropEffects
import Foundation
import TestSupport
import Testing

@testable import BoundedCropService

/// `redact` in the service: it hides what is found in the whole picture, says how many places that were, and fails closed.
@Suite(.timeLimit(.minutes(15))) struct RedactedAnswerTests {
    private static let photo = "orientations/obama_1.jpg"
    private static let face = Rect(x: 130, y: 29, width: 86, height: 119)

    /// Finds the face only in the whole picture.
    private func service(_ change: @escaping @Sendable (inout ServiceConfiguration) -> Void = { _ in }) async throws -> RunningService {
        let size = try Fixture.source(Self.photo).size
        return try await RunningService {
            $0.detector = ClosureFeatureDetector(name: "whole") { picture, _ in picture.size == size ? [Feature(Self.face)] : [] }
            change(&$0)
        }
    }

    private func isRed(_ pixels: PixelBuffer, _ x: Int, _ y: Int) -> Bool {
        let start = (y * pixels.width + x) * 4
        return pixels.bytes[start] == 255 && pixels.bytes[start + 1] == 0 && pixels.bytes[start + 2] == 0
    }

    @Test func `an answer says how many places were covered`() async throws {
        let service = try await service()
        let path = "/unsafe/150x150/smart/filters:redact(red):format(png)/\(Self.photo)"
        for _ in 0..<2 {
            let reply = try await service.get(path)
            #expect(reply.status == 200 && reply["x-boundedcrop-covered"] == "1", "\(reply.text)")
            #expect(reply["x-boundedcrop-plan"]?.contains(#""covered":1"#) == true)
            #expect(try isRed(reply.picture.pixels(), 75, 75))
        }
        let plain = try await service.get("/unsafe/150x150/smart/filters:format(png)/\(Self.photo)")
        #expect(plain["x-boundedcrop-covered"] == nil)
        let nothing = try await service.get("/unsafe/150x150/filters:detector(yunet):redact(red)/photos/black.jpg")
        #expect(nothing.status == 404 || nothing["x-boundedcrop-covered"] == "0")
    }

    @Test func `a URL and an upload say how much is hidden`() async throws {
        let service = try await RunningService { $0.detector = YuNetDetector() }
        let photo = "composites/two_far_apart.jpg"
        let upload = try [UInt8](Data(contentsOf: Fixture.root.appendingPathComponent(photo)))
        var counts: [Int] = []
        for word in ["sure", "likely", "anything"] {
            let reply = try await service.get("/unsafe/300x150/filters:redact(red):hide(\(word))/\(photo)")
            let posted = try await service.post("/crop?size=300x150&no-bounding&effects=redact(red)&hide=\(word)", upload)
            #expect(reply.status == 200 && posted.status == 200, "\(reply.text) \(posted.text)")
            #expect(reply["x-boundedcrop-covered"] == posted["x-boundedcrop-covered"])
            counts.append(reply["x-boundedcrop-covered"].flatMap { Int($0) } ?? 0)
        }
        #expect(counts[0] >= 2 && counts == counts.sorted() && counts[2] > counts[0], "\(counts)")
        let url = try ImageURL(instructions: "filters:redact(red):hide(sure)/a.jpg")
        #expect(try DialectRequest(url).thumborURL().description.contains("hide(sure)"))
    }

    /// Where the crop leaves only a part of the face, stretches it, or changes it first.
    @Test(arguments: [
        "172x40:400x120/filters:redact(red,0)", "172x40:400x120/40x80/filters:stretch():redact(red,0)",
        "filters:region(172,40,100,60):redact(red,0)", "172x40:400x120/filters:rotate(180):flip(horizontal):redact(red,0)",
        "172x40:400x120/filters:fill(blue):redact(red,0):brightness(0)", "172x40:400x120/then:/-20x-20/filters:redact(red,0)",
        "172x40:400x120/filters:redact(red,0)/then:/20x20/smart",
    ])
    func `a face of which the crop shows a part is hidden`(parts: String) async throws {
        let service = try await service()
        let split = parts.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        // The format belongs to the last request.
        let last = split.last?.hasPrefix("filters:") == true ? "\(parts):format(png)" : "\(parts)/filters:format(png)"
        let reply = try await service.get("/unsafe/\(last)/\(Self.photo)")
        #expect(reply.status == 200 && reply["x-boundedcrop-covered"] == "1", "\(reply.text)")
        let pixels = try reply.picture.pixels()
        let red = (0..<pixels.height).reduce(0) { sum, y in sum + (0..<pixels.width).count { isRed(pixels, $0, y) } }
        #expect(red > pixels.size.area / 20, "\(red) of \(pixels.size.area)")
    }

    @Test func `a later request of a chain still finds the face that is covered`() async throws {
        let service = try await service()
        let size = try Fixture.source(Self.photo).size
        let text = "\(size.width)x\(size.height)/filters:redact(red,0)/then:/40x40/smart/filters:zoom(1):format(png)/\(Self.photo)"
        let reply = try await service.get("/unsafe/\(text)")
        #expect(reply.status == 200, "\(reply.text)")
        #expect(try isRed(reply.picture.pixels(), 20, 20))
    }

    @Test(arguments: ["", "smart/"]) func `a required face is one that was covered`(smart: String) async throws {
        let service = try await service { $0.detector = FixedFeatureDetector([Rect]()) }
        let reply = try await service.get("/unsafe/50x50/\(smart)filters:require_face():redact(red)/\(Self.photo)")
        #expect(reply.status == 422 && reply.text.contains("noFeatureFound"), "\(reply.text)")
        let upload = try await service.post("/crop?size=50x50&effects=redact(red)&require-face", Fixture.bytes(Self.photo))
        #expect(upload.status == 422 && upload.text.contains("noFeatureFound"), "\(upload.text)")
    }

    @Test func `an upload says how many places were covered`() async throws {
        let service = try await service()
        let reply = try await service.post("/crop?size=150x150&effects=grayscale()%20redact(red)&format=png", Fixture.bytes(Self.photo))
        #expect(reply.status == 200 && reply["x-boundedcrop-covered"] == "1", "\(reply.text)")
        #expect(reply["x-boundedcrop-plan"]?.contains(#""covered":1"#) == true)
        let none = try await service.post("/crop?size=150x150&format=png", Fixture.bytes(Self.photo))
        #expect(none["x-boundedcrop-covered"] == nil)
    }

    @Test func `the file as it is and hiding faces contradict each other`() async throws {
        let service = try await service { $0.answersOriginals = true }
        let reply = try await service.get("/unsafe/filters:redact(red):raw()/\(Self.photo)")
        #expect(reply.status == 400 || reply.status == 422)
        #expect(reply.text.contains("raw()"), "\(reply.text)")
    }

    @Test func `the picture with what was found drawn on it hides it too`() async throws {
        let service = try await service()
        let reply = try await service.get("/unsafe/debug/smart/filters:redact(red,0):format(png)/\(Self.photo)")
        #expect(try isRed(reply.picture.pixels(), Int(Self.face.midX), Int(Self.face.midY)), "\(reply.status)")
    }

    @Test func `every frame of an animation is hidden and counted`() async throws {
        let service = try await RunningService {
            $0.detector = ClosureFeatureDetector(name: "whole") { picture, _ in
                picture.size.width > 100 ? [Feature(Rect(x: 100, y: 50, width: 40, height: 40))] : []
            }
        }
        let reply = try await service.get("/unsafe/110x55:160x85/filters:redact(red,0):format(webp)/animations/to_and_fro.gif")
        #expect(reply.status == 200 && reply["x-boundedcrop-covered"] == "1", "\(reply.text)")
        var frames = 0
        try reply.picture.forEachFrame { frame in
            frames += 1
            let start = (10 * frame.pixels.width + 10) * 4
            #expect(frame.pixels.bytes[start] > 230 && frame.pixels.bytes[start + 1] < 30)
            return true
        }
        #expect(frames > 2)
    }
}
