import BoundedCrop
import Foundation
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct PresetTests {
    private static let photo = "orientations/obama_1.jpg"

    private func own(_ text: String) throws -> ServiceConfiguration {
        var configuration = ServiceConfiguration()
        try ServiceSettings.set("presets", text, in: &configuration)
        return configuration
    }

    private func read(_ instructions: String, _ configuration: ServiceConfiguration = ServiceConfiguration()) throws -> ImageURL {
        try ThumborDialect(configuration).read(DialectTarget("unsafe/" + instructions)).url
    }

    @Test(
        arguments: [
            ("filters:preset(open-graph)/a.jpg", "1200x630/a.jpg"),
            ("smart/filters:preset(avatar):blur(2)/a.jpg", "400x400/smart/filters:blur(2)/a.jpg"),
            ("fit-in/0x0/filters:preset(favicon)/a.jpg", "fit-in/48x48/a.jpg"), ("-0x-0/filters:preset(favicon)/a.jpg", "-48x-48/a.jpg"),
            ("filters:preset(%20favicon%20)/a.jpg", "48x48/a.jpg"), ("filters:preset(avatar):preset(favicon)/a.jpg", "48x48/a.jpg"),
            ("filters:preset(favicon)/then:/filters:preset(avatar)/a.jpg", "48x48/then:/400x400/a.jpg"),
            ("meta/filters:preset(favicon)/a.jpg", "meta/48x48/a.jpg"), ("48x48/a.jpg", "48x48/a.jpg"),
        ]
    )
    func `the filter is the size that it names`(text: String, expected: String) throws {
        #expect(try read(text).description == DialectRequest.canonicalText(expected))
    }

    @Test func `own presets come before standard ones`() throws {
        let configuration = try own("banner=1200x400, open-graph=600x315")
        #expect(try read("filters:preset(banner)/a.jpg", configuration) == ImageURL(instructions: "1200x400/a.jpg"))
        #expect(try read("filters:preset(open-graph)/a.jpg", configuration) == ImageURL(instructions: "600x315/a.jpg"))
        #expect(try read("filters:preset(avatar)/a.jpg", configuration) == ImageURL(instructions: "400x400/a.jpg"))
        let names = CropPreset.names(own: configuration.presets)
        #expect(names.prefix(2) == ["banner", "open-graph"] && Set(names).count == names.count)
        #expect(names.count == CropPreset.standard.count + 1)
    }

    @Test(
        arguments: [
            ("30x20/filters:preset(avatar)/a.jpg", "leave one of them out"), ("30x0/filters:preset(avatar)/a.jpg", "leave one of them out"),
            ("0xorig/filters:preset(avatar)/a.jpg", "leave one of them out"), ("filters:preset(nope)/a.jpg", "banner, open-graph, x-card"),
            ("filters:preset()/a.jpg", "takes 1"), ("filters:preset(avatar,favicon)/a.jpg", "takes 1"),
            ("filters:preset(AVATAR)/a.jpg", "AVATAR"),
            ("filters:preset(nope)/then:/9x9/a.jpg", "none of banner"), ("9x9/filters:preset(avatar)/then:/a.jpg", "leave one of them out"),
        ]
    )
    func `a second size and a name that does not exist are errors`(text: String, part: String) throws {
        let configuration = try own("banner=1200x400")
        expectError(.invalidFilter, saying: part) { _ = try read(text, configuration) }
    }

    @Test func `a URL with a preset has the answer of its size`() async throws {
        let service = try await RunningService { $0.presets = (try? [CropPreset("tiny=12x9")]) ?? [] }
        let preset = try await service.get("/unsafe/smart/filters:preset(tiny):format(png)/\(Self.photo)")
        #expect(try preset.picture.size == PixelSize(width: 12, height: 9))
        let size = try await service.get("/unsafe/12x9/smart/filters:format(png)/\(Self.photo)")
        #expect(preset["etag"] == size["etag"] && preset.body == size.body)
        #expect(service.metric(#"boundedcrop_results_total{origin="memory"}"#) == 1)
        let unknown = try await service.get("/unsafe/filters:preset(nope)/\(Self.photo)")
        #expect(unknown.status == 400 && unknown.code == "invalidFilter" && unknown.problem?.detail.contains("tiny, open-graph") == true)
    }

    /// A changed setting must not be answered with what was made for the old one.
    @Test func `another size of a preset is another answer`() async throws {
        let scratch = try TemporaryFolder()
        var tags: [String?] = []
        for side in [8, 9] {
            let service = try await RunningService {
                $0.cacheFolder = scratch.path("cache")
                $0.presets = (try? [CropPreset("tiny=\(side)x\(side)")]) ?? []
            }
            let reply = try await service.get("/unsafe/filters:preset(tiny):format(png)/\(Self.photo)")
            #expect(try reply.picture.size == PixelSize(width: side, height: side))
            tags.append(reply["etag"])
            await service.stop()
        }
        #expect(tags[0] != tags[1])
    }

    @Test func `a signature covers the name`() throws {
        var configuration = ServiceConfiguration()
        configuration.keys = ["sixteen bytes of key"]
        let signer = try URLSigner(keys: configuration.keys)
        let dialect = try ThumborDialect(configuration)
        let request = try dialect.read(DialectTarget(signer.sign("filters:preset(avatar)/a.jpg").drop { $0 == "/" }))
        #expect(request.isSigned && request.url.dimensions == RenderRequest.Dimensions(width: .pixels(400), height: .pixels(400)))
    }

    @Test func `a URL is written with the size of a preset`() throws {
        let configuration = try own("tile=401x401")
        let reading = try URLReader(configuration, of: [.thumbor]).read("/unsafe/smart/filters:preset(tile)/a.jpg")
        #expect(try URLWriter(configuration, of: .thumbor).write(reading) == "/unsafe/401x401/smart/a.jpg")
    }

    @Test func `the page offers the URL with the size of a preset`() throws {
        #expect(try OfferedURL(of: "smart/filters:preset(avatar)/a.jpg", ServiceConfiguration()).url == "unsafe/400x400/smart/a.jpg")
    }

    @Test func `uploads take presets as sizes`() async throws {
        let service = try await RunningService { $0.presets = (try? [CropPreset("tiny=12x9")]) ?? [] }
        let photo = try Fixture.bytes(Self.photo)
        #expect(try await service.post("/crop?preset=tiny&format=png", photo).picture.size == PixelSize(width: 12, height: 9))
        let known = Array(#"{"width":320,"height":200,"features":[]}"#.utf8)
        let plans = try JSONDecoder().decode(
            [String: [CropRecord]].self,
            from: Data(try await service.post("/plan?preset=tiny&preset=story&size=9x9", known).body)
        )
        #expect(plans["plans"]?.map { $0.plan.aspect.description } == ["4:3", "9:16", "1:1"])
        for query in ["preset=nope", "preset=", "preset=tiny&size=9x9", "preset=tiny&preset=tiny"] {
            let reply = try await service.post("/crop?\(query)", photo)
            #expect(reply.status == 400 && reply.code == "invalidArgument", "\(query): \(reply.status)")
        }
        let unknown = try await service.post("/crop?preset=nope", photo)
        #expect(unknown.problem?.detail.contains("“nope” is none of tiny, open-graph") == true)
    }

    @Test func `the description lists own presets`() async throws {
        let configuration = try own("banner=1200x400")
        let text = try await RunningService { $0.presets = configuration.presets }.get("/openapi.json").text
        #expect(text.contains(#""banner","open-graph""#))
    }
}
