import BoundedCrop
import BoundedCropEffects
import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropRendering
@testable import BoundedCropService

@Suite("The cost of a request is known in advance") struct RequestCostTests {
    private static let source = Result { try Fixture.flat(1200, 900) }

    private func bytes(
        _ text: String,
        pictures: [String: ImageSource] = [:],
        _ change: (inout RenderSettings) -> Void = { _ in }
    ) throws -> Int {
        let request = try RenderRequest(text)
        var settings = RenderSettings()
        change(&settings)
        let renderer = ImageRenderer(detector: FixedFeatureDetector([]), settings: settings)
        return try renderer.cost(Self.source.get(), request, pictures: pictures).byteCount
    }

    @Test(
        "the output is included, whatever the source",
        arguments: ["2000x2000/a.png", "fit-in/2000x2000/filters:upscale()/a.png", "2000x0/a.png"]
    )
    func output(text: String) throws {
        #expect(try bytes(text) > 2000 * 1500 * 4)
        #expect(try bytes(text) > 4 * bytes("100x100/a.png"))
    }

    @Test(
        "every step that takes more than the output itself is included",
        arguments: [
            "shadow(black,0,0,100)", "reflection(1)", "blur(20)", "fill(blur)", "watermark(w,0,0,0,100)", "mask(w)", "rotate(90)",
        ]
    )
    func steps(filter: String) throws {
        let other = try Fixture.flat(3000, 3000)
        #expect(try bytes("fit-in/900x900/filters:\(filter)/a.png", pictures: ["w": other]) > bytes("fit-in/900x900/a.png"))
    }

    @Test("trimming, zoom and detection add to the cost") func additions() throws {
        #expect(try bytes("trim/50x50/a.png") > bytes("50x50/a.png"))
        #expect(try bytes("50x50/smart/a.png") > bytes("50x50/a.png"))
        #expect(try bytes("50x50/smart/filters:zoom(0.5)/a.png") >= bytes("50x50/smart/a.png"))
    }

    @Test("metadata requests do not include the output") func metadata() throws {
        #expect(try bytes("meta/5000x5000/a.png") < 5000 * 5000)
        #expect(try bytes("meta/5000x5000/filters:placeholder()/a.png") > 5000 * 5000 * 4)
    }

    @Test("an output known to be too large is refused") func limit() throws {
        for text in ["300x300/a.png", "fit-in/90x90/filters:shadow(black,0,0,150)/a.png", "fit-in/90x90/filters:reflection(1,200)/a.png"] {
            expectError(.limitExceeded, saying: "exceeds the limit of 9000 pixels") {
                _ = try bytes(text) { $0.maximumOutputPixels = 9000 }
            }
        }
        // The picture may be small after trimming.
        _ = try bytes("trim/300x0/a.png") { $0.maximumOutputPixels = 9000 }
    }

    @Test("sums do not overflow") func overflow() {
        var cost = RequestCost()
        cost.hold(.max)
        cost.hold(.max)
        cost.step(.max)
        #expect(cost.byteCount == .max)
        expectError(.limitExceeded, saying: "more than the 1 MB") { try cost.check(against: 1_000_000) }
    }

    @Test("the cost of an upload depends on its shape and effects") func uploads() throws {
        let nothing = FixedFeatureDetector([Rect]())
        func bytes(_ query: [(name: String, value: String)]) throws -> Int {
            try ImageRenderer(detector: nothing).cost(Self.source.get(), CropParameters(query).requests[0]).byteCount
        }
        #expect(try bytes([("size", "3000x3000")]) > 3000 * 3000 * 4)
        #expect(try bytes([("size", "3000x3000"), ("plan", "true")]) < 3000 * 3000)
        #expect(try bytes([("size", "900x900"), ("effects", "shadow(black,0,0,100)")]) > bytes([("size", "900x900")]))
        #expect(try bytes([("size", "9x9"), ("zoom", "0.5")]) >= bytes([("size", "9x9")]))
        let aligned = [("size", "2000x2000"), ("align", "passport")]
        func work(_ query: [(name: String, value: String)]) throws -> Int {
            try ImageRenderer(detector: nothing).cost(Self.source.get(), CropParameters(query).requests[0]).work
        }
        #expect(try work(aligned) > work(aligned + [("align-fill", "#ffffff")]))
        let tall = [("size", "2000x2000"), ("fill", "blur")]
        #expect(try work(tall) > work([("size", "2000x2000")]))
        expectError(.limitExceeded) { _ = try bytes([("size", "60000x60000")]) }
    }

    @Test("of several requests of a picture, every result is included") func several() throws {
        let renderer = ImageRenderer(detector: FixedFeatureDetector([Rect]()))
        func cost(_ shapes: [(name: String, value: String)]) throws -> RequestCost {
            try renderer.cost(Self.source.get(), CropParameters(shapes + [("effects", "blur(3)")]).requests)
        }
        let one = try cost([("size", "1000x800")])
        let three = try cost([("size", "500x500"), ("size", "1000x800"), ("size", "600x500")])
        #expect(three.byteCount == one.byteCount + (500 * 500 + 600 * 500) * 4)
        #expect(three.work > one.work)
    }

    @Test("what several requests look for alike is detected once, and counted once") func shared() throws {
        let renderer = ImageRenderer(detector: HaarCascadeDetector())
        func work(_ query: [(name: String, value: String)]) throws -> Int {
            try renderer.cost(Self.source.get(), CropParameters(query + [("plan", "true"), ("accuracy", "high")]).requests).work
        }
        let one = try work([("size", "300x200")])
        #expect(one > 0)
        #expect(try work([("size", "300x200"), ("size", "90x90"), ("aspect", "3:1")]) == one)
    }

    /// 113x900 as it is, 150x1200 turned.
    @Test("a crop of an aspect that may be turned costs what the turned one does") func turned() throws {
        func check(_ rotates: String) throws {
            var settings = RenderSettings()
            settings.maximumOutputPixels = 1200 * 150 - 1
            let renderer = ImageRenderer(detector: FixedFeatureDetector([Rect]()), settings: settings)
            _ = try renderer.cost(Self.source.get(), CropParameters([("aspect", "1:8"), ("auto-rotate", rotates)]).requests)
        }
        try check("false")
        expectError(.limitExceeded) { try check("true") }
    }
}
