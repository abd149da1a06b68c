import BoundedCrop
import Foundation
import TestSupport
import Testing

/// `--crop`, and what `--region` and `--focal` say of themselves. The picture has 240x300 pixels.
@Suite("Given crops and places", .timeLimit(.minutes(15))) struct GivenCropCommandTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.portrait, as: "a.png")
    }

    private func plans(_ options: String) async throws -> [[String: Any]] {
        let outcome = try await scratch.boundedcrop("crop a.png \(options) --plan --json")
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try outcome.objects()
    }

    @Test func `exactly the rectangle is cut, and nothing is detected`() async throws {
        let outcome = try await scratch.boundedcrop("crop a.png --crop 10%,40,50%,200 --detection-cache found -o b.png")
        #expect(outcome.status == 64 && outcome.errors.contains("--detection-cache"))
        let cut = try await scratch.boundedcrop("crop a.png --crop 10%,40,50%,200 -o b.png --json -v")
        #expect(cut.status == 0 && cut.errorLines.first?.contains(", exactly as given -> b.png 120x200") == true, "\(cut.errors)")
        let whole = try scratch.picture("a.png").pixels()
        let part = try scratch.picture("b.png").pixels()
        #expect(part.size == PixelSize(width: 120, height: 200))
        let row = (40 * whole.width + 24) * 4
        #expect(Array(part.bytes.prefix(120 * 4)) == Array(whole.bytes[row..<row + 120 * 4]))
        let record = try #require(try cut.objects().first)
        #expect(record["reason"] as? String == "given" && record["detector"] as? String == "given" && record["warnings"] == nil)
        #expect((record["features"] as? [Any])?.isEmpty == true && record["aspect"] as? String == "3:5")
    }

    @Test func `five sizes show one window`() async throws {
        let sizes = [30, 60, 90, 300, 3000].map { "--size \($0)x\($0 / 3 * 2)" }.joined(separator: " ")
        let crops = try await plans("\(sizes) --crop 33,71,117,50").compactMap { $0["crop"] as? [String: Int] }
        #expect(crops.count == 5 && Set(crops).count == 1 && crops.first == ["x": 33, "y": 57, "width": 117, "height": 78])
        let outcome = try await scratch.boundedcrop("crop a.png --srcset 30,60,90,100,117 --crop 33,71,117,50 --srcset-formats png -o out")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try scratch.picture("out/a-117x50.png").size == PixelSize(width: 117, height: 50))
        #expect(try scratch.picture("out/a-60x26.png").size == PixelSize(width: 60, height: 26))
    }

    @Test func `one side alone keeps the shape of the rectangle`() async throws {
        #expect(try await scratch.boundedcrop("crop a.png --crop 0,0,100,50 --size 40x -o b.png").status == 0)
        #expect(try scratch.picture("b.png").size == PixelSize(width: 40, height: 20))
        let outcome = try await scratch.boundedcrop("crop a.png --crop 0,0,100,50 --size x500 --no-upscale -v -o c.png")
        #expect(outcome.status == 0 && outcome.text.contains("exactly as given"))
        #expect(try scratch.picture("c.png").size == PixelSize(width: 100, height: 50))
        let fitted = try await scratch.boundedcrop("crop a.png --crop 0,0,100,50 --aspect 1:1 --plan")
        #expect(fitted.text.contains(": 100x100+0+0 of 240x300, as given, in the shape 1:1"), "\(fitted.text)")
    }

    @Test func `every frame of an animation is cut`() async throws {
        try scratch.add("animations/to_and_fro.webp", as: "a.webp")
        let size = try scratch.picture("a.webp").size
        let outcome = try await scratch.boundedcrop("crop a.webp --crop 0,0,50%,50% --size 20x10 --json -o b.webp")
        let record = try #require(try outcome.objects().first)
        #expect(outcome.status == 0 && record["animation"] != nil && record["reason"] as? String == "given", "\(outcome.errors) \(size)")
        #expect(try scratch.picture("b.webp").header.isAnimated && scratch.picture("b.webp").size == PixelSize(width: 20, height: 10))
    }

    @Test func `effects may still look for faces`() async throws {
        let outcome = try await scratch.boundedcrop(
            "crop a.png --crop 0,0,100%,100% --effects redact(black) --accuracy high --json -o b.png"
        )
        let record = try #require(try outcome.objects().first, "\(outcome.errors)")
        #expect(outcome.status == 0 && record["covered"] as? Int == 1)
    }

    @Test(arguments: [
        "--scheme largest", "--keep dog", "--padding 5", "--zoom 0.5", "--placement thirds", "--auto-rotate", "--align avatar",
        "--fallback center", "--require-face", "--no-bounding", "--region 1,2,3,4", "--focal 1,2", "--embedded-regions", "--detector haar",
        "--accuracy high", "--min-confidence 0.2", "--min-face 0.2", "--max-faces 2", "--cascade a.xml", "--write-regions",
        "--warn-no-face",
        "--no-face-to out",
    ])
    func `what is about faces makes no sense with a given crop`(options: String) {
        let outcome = scratch.parse("crop a.png --crop 1,2,30,40 \(options)")
        let name = options.split(separator: " ")[0]
        #expect(outcome.status == 64 && outcome.errors.contains("--crop") && outcome.errors.contains(name), "\(outcome.errors)")
    }

    @Test(arguments: ["1,2,3", "0,0,0,4", "0,0,-3,4", "nan,0,5,5", "0,0,101%,5", "200%,0,5,5", "0,0,1e9,5", ",", "1,2,3,4,5"])
    func `what is no rectangle is refused`(rectangle: String) {
        let outcome = scratch.parse("crop a.png --crop \(rectangle)")
        #expect(outcome.status == 64 && outcome.errors.contains("is not a rectangle x,y,width,height"), "\(outcome.errors)")
    }

    @Test func `a file of options has it, and the command line replaces it`() async throws {
        try scratch.write(Array("crop = 10,20,30,40\noutput = out/{name}-{width}x{height}.{ext}\n".utf8), to: "c.conf")
        #expect(try await scratch.boundedcrop("crop a.png --config c.conf").status == 0)
        #expect(try await scratch.boundedcrop("crop a.png --config c.conf --crop 0,0,50%,50%").status == 0)
        #expect(try await scratch.boundedcrop("crop a.png --config c.conf --padding 5 --size 9x9").status == 0)
        #expect(try scratch.files().filter { $0.hasPrefix("out/") } == ["out/a-120x150.png", "out/a-30x40.png", "out/a-9x9.png"])
        try scratch.write(Array("zoom = 0.5\ndetector = haar\nrequire-face = true\noutput = out/b.png\n".utf8), to: "d.conf")
        #expect(try await scratch.boundedcrop("crop a.png --config d.conf --crop 1,2,30,40").status == 0)
        #expect(try scratch.picture("out/b.png").size == PixelSize(width: 30, height: 40))
    }

    @Test func `places beyond the picture are told once`() async throws {
        let sizes = "--size 10x10 --size 20x20"
        let beyond = "boundedcrop: a.png: the crop 220,0,40,40 reaches beyond the picture of 240x300: only 220,0,20,40 of it is used"
        #expect(try await scratch.boundedcrop("crop a.png \(sizes) --crop 220,0,40,40 --quiet -o a").errorLines == [beyond])
        let plan = try #require(try await plans("--crop 220,0,40,40").first)
        #expect((plan["warnings"] as? [String])?.count == 1)
        let regions = "--region 0,0,20,20 --region 220,0,40,40 --focal 500,5"
        let told = [
            "boundedcrop: a.png: the region 220,0,40,40 reaches beyond the picture of 240x300: only 220,0,20,40 of it is used",
            "boundedcrop: a.png: the focal point 500,5 lies outside the picture of 240x300, and is left out",
        ]
        #expect(try await scratch.boundedcrop("crop a.png \(sizes) \(regions) -o b").errorLines == told)
        #expect(try await scratch.boundedcrop("detect a.png \(regions)").errorLines == told)
        let hidden = try await scratch.boundedcrop("effects a.png --redact black --only-regions --region 220,0,40,40 -o c.png")
        #expect(hidden.errorLines == [told[0]])
    }

    @Test(arguments: [
        ("--crop 240,0,9,9", "crop 240,0,9,9"), ("--region 0,300,9,9", "region 0,300,9,9"), ("--focal 240,1", "focal point 240,1"),
    ])
    func `a place outside the picture is an error with its numbers`(options: String, name: String) async throws {
        let outcome = try await scratch.boundedcrop("crop a.png --size 10x10 \(options) --json -o b.png")
        let error = try #require(try outcome.decoded(ErrorLine.self).first?.error)
        #expect(outcome.status == 1 && error.code == "invalidArgument")
        #expect(error.message.contains("the \(name) lies outside the picture of 240x300"), "\(error.message)")
    }

    @Test func `a region has no padding unless that is given`() async throws {
        let bounds = { (options: String) in try await plans("--region 100,100,40,50 \(options)").first?["bounds"] as? [String: Int] }
        #expect(try await bounds("") == ["x": 100, "y": 100, "width": 40, "height": 50])
        #expect(try await bounds("--padding 10") == ["x": 90, "y": 90, "width": 60, "height": 70])
        #expect(try await bounds("--zoom 1 --aspect 4:5") == ["x": 100, "y": 100, "width": 40, "height": 50])
        let exact = try await plans("--region 100,100,40,50 --zoom 1 --aspect 4:5").first?["crop"] as? [String: Int]
        #expect(exact == ["x": 100, "y": 100, "width": 40, "height": 50])
    }

    @Test(arguments: [
        ("--region 0,0,20,20", "1 of 1 regions whole"), ("--region 0,0,20,20 --region 0,280,20,20 --aspect 4:1", "1 of 2 regions whole"),
        ("--focal 9,9", "1 of 1 points inside"), ("--region 0,0,20,20 --focal 9,9", "1 of 1 regions whole, 1 of 1 points inside"),
        ("--size 30x30", "1 of 1 faces whole"), ("--no-bounding", "center"),
    ])
    func `only what was detected is counted as a face`(options: String, words: String) async throws {
        let outcome = try await scratch.boundedcrop("crop a.png \(options) --plan")
        #expect(outcome.status == 0 && outcome.lines.count == 1)
        #expect(outcome.text.hasSuffix("of 240x300, \(words)\n"), "\(outcome.text)")
    }

    @Test func `a page of crops does not say that no face was found`() async throws {
        let exact = try await scratch.boundedcrop("crop a.png --crop 0,0,50,50 --json -o b.png")
        let around = try await scratch.boundedcrop("crop a.png --region 0,0,50,50 --json -o c.png")
        try scratch.write(exact.output + around.output, to: "crops.jsonl")
        #expect(try await scratch.boundedcrop("report crops.jsonl -o page.html").status == 0)
        let page = try String(decoding: scratch.bytes("page.html"), as: UTF8.self)
        #expect(page.contains("as given") && !page.contains("No face found"))
    }

    @Test func `the worker takes it for each output`() async throws {
        let source = #""source": {"path": "a.png"}, "plan": true"#
        let outcome = try await scratch.worker([
            #"{"id": 1, \#(source), "outputs": [{"crop": "10%,40,50%,200"}, {"width": 20, "height": 20}]}"#,
            #"{"id": 2, \#(source), "crop": "220,0,40,40", "outputs": [{"width": 20, "height": 20}]}"#,
            #"{"id": 3, \#(source), "region": "1,2,30,40", "outputs": [{"crop": "1,2,3,4"}]}"#,
            #"{"id": 4, \#(source), "outputs": [{"crop": "1,2,3,4", "zoom": 0.5}]}"#,
            #"{"id": 5, \#(source), "outputs": [{"crop": [1, 2, 3, 4]}]}"#,
            #"{"id": 6, \#(source), "outputs": [{"crop": "0,0,0,4"}]}"#,
            #"{"id": 7, \#(source), "region": "100,100,40,50", "outputs": [{"width": 20, "height": 20}]}"#,
            #"{"id": 8, \#(source), "noBounding": true, "outputs": [{"crop": "1,2,3,4"}]}"#,
        ])
        let answers = try outcome.answers()
        let expected = try await plans("--crop 10%,40,50%,200")
        #expect(answers[0].results.first as NSDictionary? == expected.first as NSDictionary?)
        #expect(answers[0].results.last?["reason"] as? String == "bounds")
        #expect((answers[1].results.first?["warnings"] as? [String])?.first?.contains("only 220,0,20,40 of it") == true)
        #expect(answers[2...5].allSatisfy { $0.code == "invalidArgument" } && answers[7].code == "invalidArgument")
        #expect(answers[2].message.contains("“region”") && answers[3].message.contains("“zoom”"))
        #expect(answers[6].results.first?["bounds"] as? [String: Int] == ["x": 100, "y": 100, "width": 40, "height": 50])
    }
}
