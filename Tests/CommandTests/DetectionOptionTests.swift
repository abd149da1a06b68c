import BoundedCrop
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct DetectionOptionTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.portrait, as: "a.png")
        try scratch.add(Fixture.black, as: "black.jpg")
    }

    private func plan(_ options: String) async throws -> CropLine {
        let outcome = try await scratch.boundedcrop("crop \(options) --plan --json")
        #expect(outcome.status == 0)
        return try #require(try outcome.decoded(CropLine.self).first)
    }

    @Test(arguments: [("0,0,10,10", 0), ("100,0,30,30", 65), ("230,0,10,10", 140), ("-20,5,30,30", 0)])
    func aRegionReplacesDetection(region: String, x: Int) async throws {
        let line = try await plan("a.png --aspect 1:3 --region \(region) --padding 0px")
        #expect(line.detector != "haar" && line.features.map(\.kind) == ["region"])
        #expect(line.crop.x == x && line.crop.width == 100)
        #expect(line.features.map(\.kept) == [true])
    }

    @Test func severalRegionsAreKeptTogether() async throws {
        let line = try await plan("a.png --aspect 1:2 --region 10,0,20,20 --region 120,200,30,30 --padding 0px")
        #expect(line.bounds == CropLine.Box(x: 10, y: 0, width: 140, height: 230))
        #expect(line.crop.x <= 10 && line.crop.x + line.crop.width >= 150)
    }

    @Test func aCascadeFileReplacesTheBuiltInModel() async throws {
        try scratch.write(Fixture.model("haarcascade_frontalcatface.xml"), to: "cat.xml")
        let cat = try await plan("a.png --cascade cat.xml")
        let face = try await plan("a.png")
        #expect(cat.features.count == 1 && cat.features != face.features)
    }

    @Test(arguments: [("attention", "attention"), ("center", "center")])
    func theFallbackIsTheRequestedOne(option: String, expected: String) async throws {
        try scratch.add("photos/chelsea.png", as: "cat.png")
        let line = try await plan("cat.png --aspect 1:2 --fallback \(option)")
        #expect(line.features.isEmpty && line.bounds == nil && line.fallback == expected)
        if expected == "center" { #expect(line.crop == .init(x: 150, y: 0, width: 150, height: 300)) }
    }

    @Test func aPictureWithoutSalientPartsFallsBackToTheCenter() async throws {
        let line = try await plan("black.jpg --aspect 1:1")
        #expect(line.fallback == "center" && line.crop == .init(x: 50, y: 0, width: 200, height: 200))
    }

    @Test func requireFaceFailsOnlyForPicturesWithoutFaces() async throws {
        let outcome = try await scratch.boundedcrop("crop black.jpg a.png --require-face --size 20x20 --output out")
        #expect(outcome.status == 1)
        #expect(outcome.errorLines.count == 2 && outcome.errors.hasPrefix("boundedcrop: black.jpg: "))
        #expect(try scratch.files() == ["a.png", "black.jpg", "out/a.png"])
    }

    @Test func withoutBoundingTheCenterIsUsedWithoutDetection() async throws {
        let line = try await plan("a.png --aspect 2:1 --no-bounding")
        #expect(line.features.isEmpty && line.bounds == nil && line.fallback == nil)
        #expect(line.crop == .init(x: 0, y: 90, width: 240, height: 120))
    }

    @Test(arguments: [("all", "3:2", [true, false]), ("largest", "2:3", [true]), ("smallest", "2:3", [false])])
    func theSchemeChoosesTheFaces(scheme: String, aspect: String, large: [Bool]) async throws {
        try scratch.add("composites/two_big_and_small.jpg", as: "two.jpg")
        let line = try await plan("two.jpg --aspect \(aspect) --scheme \(scheme)")
        #expect(line.scheme == scheme && line.features.count == 2)
        let widths = line.features.filter(\.kept).map(\.width).sorted(by: >)
        #expect(widths.map { $0 > 200 } == large)
    }

    @Test(arguments: [("0px", 100, 50, 20, 20), ("5px", 95, 45, 30, 30), ("50%", 90, 40, 40, 40), ("1px,2px,3px,4px", 96, 49, 26, 24)])
    func paddingWidensTheBounds(padding: String, x: Double, y: Double, width: Double, height: Double) async throws {
        let line = try await plan("a.png --region 100,50,20,20 --padding \(padding)")
        #expect(line.bounds == CropLine.Box(x: x, y: y, width: width, height: height))
    }

    @Test(arguments: [(0.25, 80), (0.5, 40), (1, 20)]) func zoomGivesTheFacesTheRequestedShare(fill: Double, side: Int) async throws {
        let line = try await plan("a.png --aspect 1:1 --region 100,100,20,20 --padding 0px --zoom \(fill)")
        #expect(line.crop.width == side && line.crop.height == side)
        #expect(line.features.map(\.kept) == [true])
    }

    @Test(arguments: ["low", "high"]) func theAccuracyIsReported(_ accuracy: String) async throws {
        let line = try await plan("a.png --accuracy \(accuracy)")
        #expect(line.accuracy == accuracy && line.features.count == 1)
    }
}
