import BoundedCrop
import BoundedCropRendering
import TestSupport
import Testing

/// Requests for a rectangle that is given.
@Suite struct GivenCropTests {
    /// 200x100 pixels: red is the column, green the row.
    private static func source() throws -> ImageSource {
        let size = PixelSize(width: 200, height: 100)
        let bytes = (0..<size.area).flatMap { pixel -> [UInt8] in [UInt8(pixel % size.width), UInt8(pixel / size.width), 0, 255] }
        return try ImageSource(bytes: PixelBuffer(size: size, bytes: bytes).blocking.encoded(as: .png()))
    }

    /// Fails if it is asked.
    private static let renderer = ImageRenderer(
        detector: ClosureFeatureDetector(name: "none") { _, _ in throw BoundedCropError(.detectionFailed, "it was asked") }
    )

    private func request(_ rectangle: String, _ change: (inout RenderRequest.Stage) -> Void = { _ in }) throws -> RenderRequest {
        var settings = RequestSettings()
        settings.apply(try RequestOption.rectangle.setting(rectangle))
        var request = RenderRequest(settings.stage)
        change(&request.last)
        return request
    }

    private func plan(_ request: RenderRequest) throws -> RenderPlan {
        let source = try Self.source()
        _ = try Self.renderer.cost(source, request)
        return try RenderJob(Self.renderer, source).plan(request).plan
    }

    @Test func `the output has the pixels of the rectangle`() throws {
        var request = try request("10%,30,60,50%")
        request.output.format = .png
        let rendered = try RenderJob(Self.renderer, Self.source()).render(request)
        #expect(rendered.size == PixelSize(width: 60, height: 50) && rendered.plan.crop == PixelRect(x: 20, y: 30, width: 60, height: 50))
        let pixels = try ImageSource(bytes: rendered.bytes).pixels()
        #expect(Array(pixels.bytes.prefix(2)) == [20, 30] && Array(pixels.bytes.suffix(4).prefix(2)) == [79, 79])
        let record = try #require(rendered.plan.record(image: "a", header: Self.source().header))
        #expect(record.detector == "given" && record.plan.reason == .given && record.plan.features.isEmpty && record.warnings.isEmpty)
    }

    @Test func `a target has its size, and the crop its shape`() throws {
        typealias Sides = RenderRequest.Dimensions
        let cases: [(Sides, AspectRatio?, PixelSize, PixelRect)] = [
            (Sides(width: .pixels(30)), nil, PixelSize(width: 30, height: 20), PixelRect(x: 20, y: 30, width: 60, height: 40)),
            (Sides(height: .pixels(80)), nil, PixelSize(width: 120, height: 80), PixelRect(x: 20, y: 30, width: 60, height: 40)),
            (
                Sides(width: .pixels(30), height: .pixels(30)), nil, PixelSize(width: 30, height: 30),
                PixelRect(x: 20, y: 20, width: 60, height: 60)
            ),
            (Sides(), AspectRatio(1, 1), PixelSize(width: 60, height: 60), PixelRect(x: 20, y: 20, width: 60, height: 60)),
            (Sides(width: .pixels(9)), AspectRatio(3, 1), PixelSize(width: 9, height: 3), PixelRect(x: 0, y: 30, width: 120, height: 40)),
        ]
        for (sides, aspect, size, crop) in cases {
            let plan = try plan(request("20,30,60,40") { ($0.target.dimensions, $0.target.aspect) = (sides, aspect) })
            #expect(plan.size == size && plan.crop == crop, "\(plan.size) \(plan.crop)")
        }
    }

    /// 3:1 of 100 columns is 33 rows, of which 3:1 is 99 columns.
    @Test func `what is not enlarged keeps the window`() throws {
        for upscaling in [RenderRequest.Upscaling.neverAtAspect, .never] {
            let plan = try plan(
                request("50,20,100,30") {
                    ($0.target.dimensions, $0.target.upscaling) = (.init(width: .pixels(300), height: .pixels(100)), upscaling)
                }
            )
            #expect(plan.crop == PixelRect(x: 50, y: 18, width: 100, height: 33) && plan.size == plan.crop.size)
        }
        #expect(throws: BoundedCropError.self) {
            try plan(
                request("50,20,100,30") {
                    ($0.target.dimensions, $0.target.upscaling) = (.init(width: .pixels(300), height: .pixels(100)), .refused)
                }
            )
        }
    }

    @Test func `it is in pixels of the picture, also after a cut`() throws {
        let plan = try plan(request("50,20,100,30") { $0.cuts = [.init(pixels: Rect(x: 40, y: 10, width: 100, height: 80))] })
        #expect(plan.crop == PixelRect(x: 50, y: 20, width: 90, height: 30) && plan.cropPlan?.crop == plan.crop)
    }

    @Test func `what shows the whole picture, or is about faces, makes no sense with it`() {
        let changes: [(inout RenderRequest.Stage) -> Void] = [
            { $0.target.fit = .init() }, { $0.target.stretches = true }, { $0.target.fitsOtherOrientations = true }, { $0.crop.zoom = 0.5 },
            { $0.crop.alignment = .passport }, { $0.crop.magnification = 2 }, { $0.crop.rank = 1 },
        ]
        for change in changes { #expect(throws: BoundedCropError.self) { try plan(request("50,20,100,30", change)) } }
    }

    @Test func `what is beyond the picture is told`() throws {
        #expect(
            try plan(request("150,20,100,30")).warnings == [
                "the crop 150,20,100,30 reaches beyond the picture of 200x100: only 150,20,50,30 of it is used"
            ]
        )
        let error = #expect(throws: BoundedCropError.self) { try plan(request("200,20,100,30")) }
        #expect(error?.code == .invalidArgument && error?.message == "the crop 200,20,100,30 lies outside the picture of 200x100")
    }

    @Test func `of given places, too`() throws {
        var settings = RequestSettings()
        for text in ["10,10,20,20", "190,90,20,20"] { settings.apply(try RequestOption.region.setting(text)) }
        settings.apply(try RequestOption.focal.setting("300,5"))
        #expect(
            try plan(RenderRequest(settings.stage)).warnings == [
                "the region 190,90,20,20 reaches beyond the picture of 200x100: only 190,90,10,10 of it is used",
                "the focal point 300,5 lies outside the picture of 200x100, and is left out",
            ]
        )
    }
}
