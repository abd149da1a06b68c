import BoundedCrop
import BoundedCropRendering
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct AnimationRenderingTests {
    private static let size = PixelSize(width: 80, height: 60)

    private static func source(_ encoding: ImageEncoding) throws -> ImageSource {
        let writer = try AnimationWriter(size: size, loopCount: 4, encoding: encoding)
        for shade in [20, 120, 220] as [UInt8] {
            try writer.add(PixelBuffer(size: size, filledWith: (shade, shade, shade, 255)), for: .milliseconds(300))
        }
        return try ImageSource(bytes: writer.finish())
    }

    /// A "face" on the right.
    private static let renderer = ImageRenderer(
        detector: FixedFeatureDetector([Feature(Rect(x: 60, y: 20, width: 15, height: 15))]),
        settings: RenderSettings()
    )

    private func render(_ source: ImageSource, _ request: String, format: ImageFormat? = nil) throws -> RenderedImage {
        let request = try RenderRequest(request)
        return try Self.renderer.render(source, request, format: format)
    }

    private func shades(_ image: RenderedImage) throws -> [UInt8] {
        var shades: [UInt8] = []
        try ImageSource(bytes: image.bytes).forEachFrame { frame in
            shades.append(frame.pixels.bytes[0])
            return true
        }
        return shades
    }

    @Test(arguments: [ImageFormat.gif, .webp, .avif, .jxl]) func `an animation is answered with an animation`(format: ImageFormat) throws {
        for source in [try Self.source(.gif()), try Self.source(.webp(.lossless()))] {
            let image = try render(source, "40x40/smart/a", format: format)
            #expect(image.format == format && image.size == PixelSize(width: 40, height: 40))
            let shades = try shades(image)
            #expect(shades.count == 3 && zip(shades, [20, 120, 220]).allSatisfy { abs(Int($0) - $1) <= 3 })
            #expect(image.plan.crop.rect.contains(Rect(x: 60, y: 20, width: 15, height: 15)))
        }
    }

    @Test(arguments: ["filters:still()", "filters:cover()", "filters:format(jpeg)", "filters:format(png)"])
    func `one frame is answered on request and where the format has no animations`(filter: String) throws {
        let image = try render(try Self.source(.gif()), "40x40/smart/\(filter)/a")
        let source = try ImageSource(bytes: image.bytes)
        #expect(!source.header.isAnimated && source.size == PixelSize(width: 40, height: 40))
        #expect(try abs(Int(source.pixels().bytes[0]) - 20) <= 3)
    }

    @Test func `filters apply to every frame`() throws {
        let image = try render(try Self.source(.gif()), "40x40/filters:brightness(-10)/a")
        let shades = try shades(image)
        #expect(shades.count == 3 && zip(shades, [20, 120, 220]).allSatisfy { $0 < $1 })
    }

    @Test func `the frames that are read and written are part of the cost`() throws {
        let request = try RenderRequest("40x40/a")
        let source = try Self.source(.gif())
        let still = try Self.renderer.cost(source, request).byteCount
        let moving = try Self.renderer.cost(source, request, animation: source.animationInfo()).byteCount
        // A canvas at least, and as many frames as there are.
        #expect(moving >= still + 80 * 60 * 4 + 3 * 40 * 40)
    }

    @Test func `the plan has tracks instead of every sighting`() throws {
        let image = try render(try Self.source(.gif()), "40x40/smart/a")
        #expect(image.plan.cropPlan?.features.count == 1)
        #expect(image.plan.animation?.frames == 3 && image.plan.animation?.tracks.first?.sightings.count == 3)
        let whole = try render(try Self.source(.gif()), "50x10:80x60/20x20/smart/a")
        #expect(whole.plan.cropPlan?.features.first?.feature.rectangle == Rect(x: 60, y: 20, width: 15, height: 15))
    }

    @Test func `an animation without features is cropped to what stands out or the middle`() throws {
        let renderer = ImageRenderer(detector: FixedFeatureDetector([Feature]()), settings: RenderSettings())
        let request = try RenderRequest("40x40/smart/a")
        let image = try renderer.render(try Self.source(.gif()), request)
        #expect(image.plan.crop.height == 60 && image.plan.cropPlan?.features.isEmpty == true)
    }

    @Test func `what would be done with an animation is told as it is done`() throws {
        let request = try RenderRequest("40x40/smart/a")
        let source = try Self.source(.gif())
        let plan = try RenderJob(Self.renderer, source).plan(request).plan
        #expect(try plan == render(source, "40x40/smart/a").plan)
    }
}
