import BoundedCrop
import BoundedCropRendering
import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct AutoRotateTests {
    /// A face in the middle of a picture of 80x40, whose top points to the right.
    private static let lying = Feature(
        Rect(x: 35, y: 15, width: 10, height: 10),
        landmarks: Landmarks(
            rightEye: Point(x: 41, y: 18),
            leftEye: Point(x: 41, y: 22),
            noseTip: Point(x: 39, y: 20),
            rightMouthCorner: Point(x: 37, y: 18),
            leftMouthCorner: Point(x: 37, y: 22)
        )
    )

    private func render(_ text: String, _ settings: RenderSettings = RenderSettings()) throws -> RenderedImage {
        let source = try PixelBuffer.picture(80, 40) { x, y in [x * 3, y * 6, 0] }.source()
        let renderer = ImageRenderer(detector: FixedFeatureDetector([Self.lying]), settings: settings)
        let request = try RenderRequest(text)
        return try renderer.render(source, request, format: .png)
    }

    /// The right edge becomes the top.
    @Test func `a smart crop is turned to its faces`() throws {
        let image = try render("20x40/smart/filters:auto_rotate()/a.png")
        #expect(image.size == PixelSize(width: 20, height: 40))
        #expect(image.plan.crop == PixelRect(x: 0, y: 0, width: 80, height: 40) && image.plan.turn == .counterclockwise)
        let bytes = try ImageSource(bytes: image.bytes).pixels().bytes
        #expect(bytes[0] > 200 && bytes[1] < 40)
        let last = bytes.count - 4
        #expect(bytes[last] < 40 && bytes[last + 1] > 200)
    }

    @Test(arguments: ["20x40/smart/a.png", "20x40/filters:auto_rotate()/a.png", "fit-in/20x40/smart/filters:auto_rotate()/a.png"])
    func `nothing else is turned`(text: String) throws {
        let image = try render(text)
        #expect(image.plan.turn == .zero)
        #expect(try ImageSource(bytes: image.bytes).pixels().bytes[0] < 100)
    }

    @Test(arguments: [("1:2", PixelSize(width: 40, height: 80)), ("1:1", PixelSize(width: 40, height: 40))])
    func `an aspect that is turned has the pixels of the turned crop`(aspect: String, size: PixelSize) throws {
        let source = try PixelBuffer.picture(80, 40) { x, y in [x * 3, y * 6, 0] }.source()
        let job = RenderJob(ImageRenderer(detector: FixedFeatureDetector([Self.lying])), source)
        let image = try job.render(CropParameters([("aspect", aspect), ("auto-rotate", "true")]).requests[0], format: .png)
        #expect(image.size == size && image.plan.crop.size == PixelSize(width: size.height, height: size.width))
    }

    @Test func `thumbor's method turns nothing`() throws {
        var settings = RenderSettings()
        settings.smartCropping = .centroid
        #expect(try render("20x40/smart/filters:auto_rotate()/a.png", settings).plan.turn == .zero)
    }

    @Test(arguments: ["auto_rotate(maybe)", "placement(top)", "placement()"]) func `wrong arguments are refused`(filter: String) throws {
        expectError(.invalidFilter) { _ = try render("20x40/smart/filters:\(filter)/a.png") }
    }

    @Test func `the filters are part of the key`() throws {
        let renderer = ImageRenderer(detector: FixedFeatureDetector([]))
        let keys = try ["", "filters:auto_rotate()/", "filters:placement(thirds)/", "filters:placement(center)/"].map { filters in
            let request = try RenderRequest("20x40/smart/\(filters)a.png")
            return try renderer.cacheKey(request, content: "c")
        }
        #expect(Set(keys).count == 4)
    }
}
