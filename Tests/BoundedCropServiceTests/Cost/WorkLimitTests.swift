import BoundedCrop
import BoundedCropEffects
import HTTPTypes
import PictureSupport
import Synchronization
import TestSupport
import Testing

@testable import BoundedCropService

/// The work of a request is counted before it starts (`max-work`).
@Suite(.timeLimit(.minutes(15))) struct WorkLimitTests {
    private func service(_ limit: Int) async throws -> RunningService { try await RunningService { $0.maximumWork = limit } }

    private func cost(
        _ text: String,
        animation: AnimationInfo? = nil,
        pictures: [String: ImageSource] = [:],
        _ detector: any FeatureDetector = FixedFeatureDetector([], name: "nothing")
    ) throws -> RequestCost {
        let url = try ImageURL(instructions: text)
        let renderer = ImageRenderer(detector: detector)
        let source = try Fixture.flat(1000, 1000)
        return try renderer.cost(source, url.request(), pictures: pictures, animation: animation)
    }

    @Test func `each step counts its pixels, and a turn several times`() throws {
        #expect(try cost("1000x1000/x.jpg").work == 0)
        let one = try cost("1000x1000/filters:grayscale()/x.jpg").work
        #expect(one == 300_000)
        #expect(try cost("1000x1000/filters:grayscale():equalize()/x.jpg").work > one)
        #expect(try cost("1000x1000/filters:turn(1)/x.jpg").work >= 7_000_000)
        // What an effect takes depends on its parameters.
        let kernels = [9, 81].map { Array(repeating: "1", count: $0).joined(separator: ";") }
        let small = try cost("1000x1000/filters:convolution(\(kernels[0]),3)/x.jpg").work
        let large = try cost("1000x1000/filters:convolution(\(kernels[1]),9)/x.jpg").work
        #expect(large > 4 * small)
        #expect(try cost("1000x1000/filters:grayscale()/then:/1000x1000/filters:grayscale()/x.jpg").work == 2 * one)
        // Searching a picture does not depend on the size of the output, takes longer with both detectors, and is done once.
        let text = "10x10/filters:redact(black)/x.jpg"
        let quick = try cost(text, YuNetDetector()).work, both = try cost(text, Redact.standardDetector).work
        #expect(quick > one && both > 5 * quick)
        #expect(try cost("10x10/filters:redact(black):redact(blur)/x.jpg", YuNetDetector()).work < quick + one)
        #expect(try cost("10x10/smart/x.jpg", YuNetDetector()).work > 0)
    }

    @Test func `the search for a quality counts its attempts`() throws {
        func search(_ filters: String) throws -> Int {
            try cost("1000x1000/filters:\(filters):max_bytes(9000)/x.jpg").work - cost("1000x1000/filters:\(filters)/x.jpg").work
        }
        // At 85, there are 84 lower ones, of which seven are tried at most.
        #expect(try search("format(jpeg):quality(85)") == 7 * 1_500_000 && search("format(jpeg):quality(1)") == 0)
        #expect(try search("format(jpeg):quality(2)") == 1_500_000 && search("format(jpeg):quality(100)") == 7 * 1_500_000)
        for format in ["webp", "avif", "jxl"] { #expect(try search("format(\(format)):quality(85)") > 7 * 4_000_000) }
        for filters in ["format(png)", "format(gif)", "format(webp):lossless()"] { #expect(try search(filters) == 0) }
        // Animations have no limit, and plans no file.
        let animation = try Fixture.source("animations/to_and_fro.gif").animationInfo()
        #expect(try cost("9x9/filters:format(webp):max_bytes(9)/x.jpg", animation: animation).work == 0)
        #expect(try cost("meta/1000x1000/filters:max_bytes(9000)/x.jpg").work == 0)
    }

    @Test(arguments: ["turn(1)", "redact(black):blur(9)", "blur(9)"]) func `requests above the limit are refused before work`(
        step: String
    ) async throws {
        let service = try await service(3)
        let steps = Array(repeating: step, count: 4).joined(separator: ":")
        let reply = try await service.get("/unsafe/1000x1000/filters:upscale():\(steps)/photos/obama.jpg")
        #expect(reply.status == 422 && reply.code == "limitExceeded", "\(reply.text)")
        #expect(reply.problem?.detail.contains("million pixels, more than the 3 million of max-work") == true, "\(reply.text)")
        #expect(try await service.get("/unsafe/30x30/filters:grayscale()/photos/obama.jpg").status == 200)
        let effects = Array(repeating: "turn(1)", count: 30).joined(separator: "%20")
        let upload = try await service.post("/crop?size=1000x1000&effects=\(effects)", Fixture.bytes("photos/obama.jpg"))
        #expect(upload.status == 422 && upload.code == "limitExceeded", "\(upload.text)")
    }

    @Test func `frames count, and what is kept for them is held`() throws {
        let source = try Fixture.source("animations/to_and_fro.gif")
        let animation = try source.animationInfo()
        let still = try cost("100x100/filters:grayscale()/x.jpg").work
        #expect(try cost("100x100/filters:grayscale()/x.jpg", animation: animation).work == still * animation.frameCount)
        let mark = try Fixture.flat(800, 800)
        let text = "1000x1000/filters:watermark(m,0,0,0)/x.jpg"
        let one = try cost(text, pictures: ["m": mark]), moving = try cost(text, animation: animation, pictures: ["m": mark])
        #expect(moving.heldBytes - one.heldBytes >= 800 * 800 * 4)
    }

    @Test func `a watermark is released before the next one is decoded`() throws {
        let mark = try Fixture.flat(800, 800)
        let one = try cost("1000x1000/filters:watermark(m,0,0,0)/x.jpg", pictures: ["m": mark])
        let many = "1000x1000/filters:" + (0..<20).map { "watermark(m,\($0),0,0)" }.joined(separator: ":") + "/x.jpg"
        #expect(try cost(many, pictures: ["m": mark]).byteCount == one.byteCount)
        #expect(try cost(many, pictures: ["m": mark]).work >= 20 * 800 * 800)
    }

    @Test func `equal frames are searched once`() throws {
        let looks = Mutex(0)
        let detector = ClosureFeatureDetector(name: "counting") { _, _ in
            looks.withLock { $0 += 1 }
            return []
        }
        let writer = try AnimationWriter(size: PixelSize(width: 8, height: 8), loopCount: 0, hasAlpha: false, encoding: .webp(.lossless()))
        for index in 0..<12 {
            try writer.add(.picture(8, 8) { x, _ in index.isMultiple(of: 3) ? [255, x, 0] : [0, 0, 255] }, for: .milliseconds(50))
        }
        let source = try ImageSource(bytes: writer.finish())
        _ = try source.applying([.redact(.blur, detector: detector)], toFramesAs: .webp(.lossless()))
        #expect(looks.withLock { $0 } == 2)
    }

    @Test func `a plan bounds features times sizes, and tracks too`() async throws {
        let service = try await RunningService()
        let feature = #"{"x":1,"y":1,"width":5,"height":5,"confidence":1,"kind":"face"}"#
        let body = #"{"width":100,"height":100,"features":["# + Array(repeating: feature, count: 1000).joined(separator: ",") + "]}"
        let few = (1...4).map { "size=\($0 * 10)x20" }.joined(separator: "&"),
            many = (1...32).map { "size=\($0)x20" }.joined(separator: "&")
        #expect(try await service.post("/plan?\(few)", Array(body.utf8)).status == 200)
        let refused = try await service.post("/plan?\(many)", Array(body.utf8))
        #expect(refused.status == 400 && refused.text.contains("more than the limit of 4000"), "\(refused.text)")
        let sighting = #"{"time":0,"x":1,"y":1,"width":5,"height":5,"confidence":1}"#
        let track = #"{"kind":"face","sightings":["# + sighting + "]}"
        let tracks = Array(repeating: track, count: 9000).joined(separator: ",")
        let animation = #"{"frames":2,"duration":1,"loops":0,"looks":2,"tracks":["# + tracks + "]}"
        let moving = #"{"width":100,"height":100,"features":[],"animation":"# + animation + "}"
        let other = try await service.post("/plan?\(many)", Array(moving.utf8))
        #expect(other.status == 400, "\(other.text.prefix(300))")
    }

    @Test func `of a header field, 8 KiB are read`() throws {
        let tag = "\"abc\""
        func isKnown(_ list: String) throws -> Bool {
            try Preconditions(headers: HTTPFields([HTTPField(name: .ifNoneMatch, value: list)])).isNotModified(tag: tag, lastModified: nil)
        }
        for list in ["\"x\", \t\(tag) ", "W/\(tag)", " * ", String(repeating: "\"x\",", count: 100) + tag] { #expect(try isKnown(list)) }
        for list in ["*, *", "abc", String(repeating: "\"x\",", count: 20_000) + tag] { #expect(try !isKnown(list)) }
        #expect(AcceptHeader(String(repeating: "a/b,", count: 5000) + "image/webp", offering: [.webp]).formats(for: .jpeg) == [.jpeg])
        #expect(ByteRange("bytes=" + String(repeating: " ", count: 9000) + "0-1") == nil)
    }
}
