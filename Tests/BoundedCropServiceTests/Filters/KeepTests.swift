import BoundedCrop
import Foundation
import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropService

/// The filter `keep`, and the option of the same name for uploads.
@Suite(.timeLimit(.minutes(15))) struct KeepTests {
    private static func feature(_ kind: String, _ x: Double, _ y: Double, _ side: Double) -> Feature {
        Feature(Rect(x: x, y: y, width: side, height: side), kind: .init(rawValue: kind))
    }

    // MARK: The filter

    /// A person on the left and a dog on the right of a picture of 60x20.
    private func render(_ text: String, _ settings: RenderSettings = RenderSettings()) throws -> RenderedImage {
        let detector = FixedFeatureDetector([Self.feature("person", 2, 5, 10), Self.feature("dog", 45, 5, 10)])
        let url = try ImageURL(instructions: text)
        let renderer = ImageRenderer(detector: detector, settings: settings)
        return try RenderJob(renderer, Fixture.flat(60, 20)).render(url.request(), format: .png)
    }

    /// Crops are centered at 7, as far as the edge allows, or at 50.
    @Test(arguments: [
        ("keep(person)", 0, ["person"]), ("keep(dog)", 40, ["dog"]), ("keep(person:1,dog:2)", 40, ["person", "dog"]),
        ("keep(person:2,dog):quality(50)", 0, ["person", "dog"]), ("keep(dog:0.5,cat:9)", 40, ["dog"]),
        ("keep(cat):fallback(center)", 20, []),
    ])
    func `only features of the kinds count`(filters: String, start: Int, kinds: [String]) throws {
        let plan = try render("20x20/smart/filters:\(filters)/a.png").plan
        #expect(plan.crop == PixelRect(x: start, y: 0, width: 20, height: 20))
        #expect(plan.cropPlan?.features.map(\.feature.kind.rawValue) == kinds)
        #expect(plan.record(image: "a", header: try Fixture.flat(60, 20).header)?.plan.kept != nil)
    }

    @Test func `thumbor's method takes the kinds too`() throws {
        var settings = RenderSettings()
        settings.smartCropping = .centroid
        #expect(try render("20x20/smart/filters:keep(dog)/a.png", settings).plan.crop.x == 40)
        #expect(try render("20x20/smart/filters:keep(person)/a.png", settings).plan.crop.x == 0)
    }

    @Test func `focal regions are kept whatever else is`() throws {
        let plan = try render("20x20/smart/filters:focal(0x0:10x10):keep(dog)/a.png").plan
        #expect(plan.crop.x == 0 && plan.cropPlan?.features.count == 1)
    }

    @Test func `redaction hides what is not kept, too`() throws {
        for filters in ["redact(black)", "keep(dog):redact(black)", "keep(cat):redact(black)"] {
            let bytes = try ImageSource(bytes: render("60x20/smart/filters:\(filters)/a.png").bytes).pixels().bytes
            // In the middle of the person and of the dog, and between them.
            let reds = [7, 50, 28].map { bytes[(10 * 60 + $0) * 4] }
            #expect(reds == [0, 0, 100], "\(filters)")
        }
    }

    @Test(arguments: [
        ("keep()", "the name of a kind"), ("keep(dog:x)", "priority of “dog”"), ("keep(dog:-1)", "priority of “dog”"),
        ("keep(dog,dog)", "twice"),
        ("keep(dog:1001)", "priority of “dog”"), ("keep(dog,)", "the name of a kind"), ("keep(dog:0)", "no kinds"),
    ])
    func `wrong arguments are refused`(filter: String, message: String) throws {
        expectError(.invalidFilter, saying: message) { _ = try render("20x20/smart/filters:\(filter)/a.png") }
    }

    @Test func `the kinds are part of the key`() throws {
        let renderer = ImageRenderer(detector: FixedFeatureDetector([]))
        let keys = try ["", "filters:keep(dog)/", "filters:keep(dog:2)/", "filters:keep(dog,cat)/"].map { filters in
            let url = try ImageURL(instructions: "20x20/smart/\(filters)a.png")
            return try renderer.cacheKey(url.request(), content: "c")
        }
        #expect(Set(keys).count == 4)
    }

    // MARK: Uploads

    private func plan(_ reply: Reply) throws -> [String: Any] {
        let object = try #require(try JSONSerialization.jsonObject(with: Data(reply.text.utf8)) as? [String: Any])
        return try #require((object["plans"] as? [[String: Any]])?.first, "\(reply.text)")
    }

    @Test func `an upload keeps the kinds, and detection finds all`() async throws {
        let photo = try Fixture.bytes("orientations/obama_1.jpg")
        let service = try await RunningService {
            $0.detector = FixedFeatureDetector([Self.feature("person", 20, 20, 40), Self.feature("dog", 250, 300, 40)])
        }
        let told = try plan(await service.post("/crop?size=20x20&keep=dog:2&plan", photo))
        let features = try #require(told["features"] as? [[String: Any]])
        #expect(features.map { $0["kind"] as? String } == ["dog"] && features[0]["priority"] as? Double == 2)
        #expect(told["keep"] as? String == "dog:2")
        let found = try await service.post("/detect?keep=dog", photo)
        #expect(found.text.contains("person") && found.text.contains("dog") && !found.text.contains("priority"))
        for keep in ["", "dog:x", "dog,dog", "dog:1001"] {
            let refused = try await service.post("/crop?size=20x20&keep=\(keep)&plan", photo)
            #expect(refused.status == 400 && refused.code == "invalidArgument", "\(keep): \(refused.text)")
        }
    }

    /// Centered at 50 and at 230 of 300.
    @Test(arguments: [
        ("", 180, [false, true]), ("&keep=person", 0, [true]), ("&keep=dog", 180, [true]), ("&keep=person:2,dog", 0, [true, false]),
    ])
    func `a plan without a picture keeps the kinds`(query: String, start: Int, kept: [Bool]) async throws {
        let person = #"{"x":40,"y":40,"width":20,"height":20,"kind":"person"}"#
        let dog = #"{"x":220,"y":40,"width":20,"height":20,"kind":"dog","priority":1.5}"#
        let body = Array(#"{"width":300,"height":100,"features":[\#(person),\#(dog)]}"#.utf8)
        let told = try plan(await RunningService().post("/plan?aspect=1:1\(query)", body))
        #expect((told["crop"] as? [String: Any])?["x"] as? Int == start)
        #expect((told["features"] as? [[String: Any]])?.map { $0["kept"] as? Bool } == kept)
    }

    @Test(arguments: ["0", "-1", "1000.5", "1e300", "\"1\""]) func `priorities out of range are refused`(priority: String) async throws {
        let service = try await RunningService()
        let box = #""x":40,"y":40,"width":20,"height":20,"confidence":1,"priority":\#(priority)"#
        let sighting = #"{"time":0,\#(box)}"#
        let animation =
            #"{"frames":1,"duration":1,"loops":0,"looks":1,"tracks":[{"kind":"dog","sightings":[\#(sighting)]}]}"#
        for body in [
            #"{"width":300,"height":100,"features":[{\#(box)}]}"#,
            #"{"width":300,"height":100,"features":[],"animation":\#(animation)}"#,
        ] {
            let reply = try await service.post("/plan?aspect=1:1", Array(body.utf8))
            #expect(reply.status == 400 && reply.code == "invalidArgument", "\(reply.text)")
        }
    }
}
