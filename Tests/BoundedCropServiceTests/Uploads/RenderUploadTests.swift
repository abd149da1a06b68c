import BoundedCrop
import BoundedCropRendering
import Foundation
import TestSupport
import Testing

@testable import BoundedCropService

/// `POST /render`: requests in JSON.
@Suite(.timeLimit(.minutes(15))) struct RenderUploadTests {
    private static let photo = "orientations/obama_1.jpg"

    /// A form with a request and a picture.
    private func form(_ request: String, _ picture: [UInt8]) -> [UInt8] {
        func part(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
            Array("--mark\r\nContent-Disposition: form-data; name=\"\(name)\"; filename=\"a;b\"\r\n\r\n".utf8) + bytes + Array("\r\n".utf8)
        }
        return part("request", Array(request.utf8)) + part("picture", picture) + Array("--mark--\r\n".utf8)
    }

    private func post(_ service: RunningService, form: [UInt8]) async throws -> Reply {
        try await service.post("/render", form, ["content-type": "multipart/form-data; boundary=\"mark\""])
    }

    private func post(_ service: RunningService, json: String) async throws -> Reply {
        try await service.post("/render", Array(json.utf8), ["content-type": "application/json"])
    }

    @Test(arguments: [
        "300x200/smart", "fit-in/90x90/filters:fill(red):format(webp)", "100x100/smart/filters:zoom(0.5):quality(40):redact(black)",
        "debug/120x80/smart", "filters:window(200,200)/then:/100x50/smart", "filters:watermark(orientations/obama_2.jpg,5,5,20,30)",
        "meta/30x20/smart",
    ])
    func `a request in JSON makes what its URL makes, of a picture that comes with it or is named`(instructions: String) async throws {
        let service = try await RunningService { $0.detector = FixedFeatureDetector([Rect(x: 130, y: 29, width: 86, height: 119)]) }
        let url = "\(instructions)/\(Self.photo)"
        let request = try JSONText.text(DialectRequest(ImageURL(instructions: url)).request)
        let expected = try await service.get("/unsafe/\(url)")
        #expect(expected.status == 200, "\(expected.text)")
        let named = try await post(service, json: #"{"source": "\#(Self.photo)", "request": \#(request)}"#)
        #expect(named.body == expected.body, "\(named.text.prefix(300))")
        let sent = try await post(service, form: form(request, try Fixture.bytes(Self.photo)))
        // Plans name the picture.
        let isPlan = instructions.hasPrefix("meta")
        #expect(sent.status == 200 && sent["content-type"] == expected["content-type"])
        #expect(isPlan || sent.body == expected.body, "\(sent.text.prefix(300))")
    }

    @Test func `a picture that comes with it and one that is named are rounded alike`() async throws {
        let service = try await RunningService()
        let request = #"{"output": {"format": "png"}, "stages": [{"target": {"scale": 2, "width": 777}}]}"#
        let named = try await post(service, json: #"{"source": "formats/obama_rgb8.png", "request": \#(request)}"#)
        let sent = try await post(service, form: form(request, try Fixture.bytes("formats/obama_rgb8.png")))
        #expect(named.status == 200 && named.body == sent.body)
    }

    @Test(arguments: [
        (#"{"source": "a"}"#, "“request” is missing"), (#"{"source": 1, "request": {"stages": [{}]}}"#, "source: this is not a text"),
        (#"{"source": "a", "request": {"stages": [{"crop": {"zoom": 9}}]}}"#, "request.stages[0].crop.zoom: 9.0 is not from"),
        (#"{"source": "a", "request": {"stages": [{"crop": {"detector": "once:/bin/true"}}]}}"#, "cannot name a program"),
        (#"{"source": "a", "request": {"stages": [{}, {}, {}, {}, {}, {}, {}, {}, {}]}}"#, "a chain of 9"),
        (#"{"source": "a", "request": {"stages": [{}]}, "size": 1}"#, "there is no “size”: there are source, request"), ("[", "not JSON"),
        (
            #"{"source": "a", "request": {"stages": [{}, {"steps": [{"effect": "redact(black)"}], "st\u0065ps": []}]}}"#,
            "request.stages[1].steps: this is there twice"
        ),
        // Each would cost seconds.
        (
            #"{"source": "a", "request": {"stages": [\#(Array(repeating: "{}", count: 20_001).joined(separator: ","))]}}"#,
            "values exceeds the limit of 20000"
        ),
        (
            #"{"source": "a", "request": {"output": {"iconSizes": [\#((1...17).map(String.init).joined(separator: ","))]}, "stages": [{}]}}"#,
            "request.output.iconSizes: 17 sizes are too many for one icon, which has at most 16"
        ),
        (
            #"{"source": "a", "request": {"output": {"iconSizes": [16, 257]}, "stages": [{}]}}"#,
            "257 is not a size of an icon, from 1 to 256"
        ),
    ])
    func `what is wrong is named`(body: String, message: String) async throws {
        let reply = try await post(RunningService(), json: body)
        #expect(reply.status == 400 || reply.status == 422)
        #expect(reply.text.contains(message), "\(reply.text)")
    }

    @Test func `the request and the picture of a form are checked`() async throws {
        let service = try await RunningService()
        for (request, status, message) in [
            (#"{"stages":[]}"#, 400, "stages: a request has one stage or more"), (#"{"stages":[{}]}"#, 422, "known format"),
            (#"{"stages":[{}],"stages":[{}]}"#, 400, "stages: this is there twice"),
            (#"{"stages":[{},]}"#, 400, "stages[0]: nothing follows the comma"),
        ] {
            let reply = try await post(service, form: form(request, [1, 2, 3]))
            #expect(reply.status == status && reply.text.contains(message), "\(reply.text)")
        }
    }
}
