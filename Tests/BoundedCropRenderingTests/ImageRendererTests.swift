import BoundedCrop
import BoundedCropRendering
import Foundation
import PictureSupport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct ImageRendererTests {
    private func render(
        _ text: String,
        of source: ImageSource,
        _ renderer: ImageRenderer = ImageRenderer(detector: FixedFeatureDetector([], name: "nothing")),
        format: ImageFormat? = nil,
        pictures: [String: ImageSource] = [:],
        cancellation: Cancellation = Cancellation()
    ) throws -> RenderedImage {
        let request = try RenderRequest(text)
        return try renderer.render(
            source,
            request,
            format: format,
            pictures: pictures,
            stages: StageRunner(cancellation: cancellation)
        )
    }

    private func pixels(_ text: String, of source: ImageSource, pictures: [String: ImageSource] = [:]) throws -> PixelBuffer {
        try ImageSource(bytes: render(text, of: source, format: .png, pictures: pictures).bytes).pixels()
    }

    /// Red increases to the right, green downwards.
    private static func ramp(_ width: Int, _ height: Int) throws -> ImageSource {
        try PixelBuffer.picture(width, height) { x, y in [x * 255 / width, y * 255 / height, 99] }.source()
    }

    @Test func `a smart crop of a photo contains the face`() throws {
        let rendered = try render("300x200/smart/x.jpg", of: Fixture.source("photos/obama.jpg"), ImageRenderer())
        #expect(rendered.size == PixelSize(width: 300, height: 200))
        #expect(rendered.format == .jpeg)
        let plan = try #require(rendered.plan.cropPlan)
        #expect(plan.reason == .bounds)
        #expect(plan.features.allSatisfy { $0.kept } && !plan.features.isEmpty)
        #expect(rendered.plan.crop == plan.crop)
        #expect(rendered.plan.detector == "yunet")
        let file = try ImageSource(bytes: rendered.bytes)
        #expect(file.size == rendered.size)
    }

    @Test func `a smart crop within a manual one is reported in coordinates of the whole picture`() throws {
        let face = Feature(Rect(x: 320, y: 120, width: 20, height: 20))
        let detector = ClosureFeatureDetector(name: "moved") { picture, _ in
            // Detection runs in the region that begins 300 pixels to the right and 100 down.
            #expect(picture.size == PixelSize(width: 200, height: 200))
            return [Feature(Rect(x: 20, y: 20, width: 20, height: 20))]
        }
        let rendered = try render("300x100:500x300/50x100/smart/a.png", of: Self.ramp(800, 600), ImageRenderer(detector: detector))
        let plan = try #require(rendered.plan.cropPlan)
        #expect(plan.features.map(\.feature) == [face])
        #expect(plan.size == PixelSize(width: 800, height: 600))
        #expect(rendered.plan.region == PixelRect(x: 300, y: 100, width: 200, height: 200))
        #expect(rendered.plan.crop == plan.crop)
        #expect(plan.crop.rect.contains(face.rectangle))
    }

    @Test func `a focal region replaces detection`() throws {
        let rendered = try render("50x100/smart/filters:focal(700x500:750x550)/a.png", of: Self.ramp(800, 600))
        #expect(rendered.plan.detector == "regions")
        #expect(rendered.plan.crop.rect.contains(Rect(x: 700, y: 500, width: 50, height: 50)))
    }

    @Test func `thumbor's method for smart crops is a setting`() throws {
        var settings = RenderSettings()
        settings.smartCropping = .centroid
        let faces = [Feature(Rect(x: 0, y: 0, width: 100, height: 100)), Feature(Rect(x: 600, y: 0, width: 200, height: 100))]
        let renderer = ImageRenderer(detector: FixedFeatureDetector(faces), settings: settings)
        let plan = try render("300x600/smart/a.png", of: Self.ramp(800, 600), renderer).plan
        // The center is (50 * 1 + 700 * 2) / 3.
        #expect(plan.crop == PixelRect(x: 333, y: 0, width: 300, height: 600))
        #expect(plan.cropPlan?.reason == .centroid)
        #expect(plan.cropPlan?.features.map(\.kept) == [false, false])
        let nothing = ImageRenderer(detector: FixedFeatureDetector([]), settings: settings)
        #expect(try render("300x600/left/smart/a.png", of: Self.ramp(800, 600), nothing).plan.crop.x == 0)
    }

    @Test func `a face may be required`() throws {
        let source = try Self.ramp(80, 60)
        expectError(.noFeatureFound) { _ = try render("30x30/smart/filters:require_face()/a.png", of: source) }
        _ = try render("30x30/filters:require_face()/a.png", of: source)
    }

    @Test func `no_upscale limits each side to the picture's`() throws {
        let source = try Self.ramp(300, 200)
        #expect(try render("600x400/filters:no_upscale()/a.png", of: source).size == PixelSize(width: 300, height: 200))
        #expect(try render("100x400/filters:no_upscale()/a.png", of: source).size == PixelSize(width: 100, height: 200))
    }

    @Test func `fit-in enlarges only if requested`() throws {
        let source = try Self.ramp(80, 60)
        #expect(try render("fit-in/400x400/filters:upscale()/a.png", of: source).size == PixelSize(width: 400, height: 300))
        #expect(try render("fit-in/400x400/a.png", of: source).size == PixelSize(width: 80, height: 60))
    }

    @Test func `a border is trimmed, and the rest is cropped`() throws {
        let inner = PixelRect(x: 20, y: 10, width: 80, height: 60)
        let source = try PixelBuffer.picture(120, 90) { x, y in
            inner.rect.contains(Rect(x: Double(x), y: Double(y), width: 1, height: 1)) ? [10, 20, 30 + x] : [250, 250, 250 + (x & 1) * 4]
        }.source()
        #expect(try render("trim:5/a.png", of: source).plan.region == inner)
        #expect(try render("trim:bottom-right:5/a.png", of: source).size == inner.size)
        #expect(try render("trim:5/10x10:30x30/a.png", of: source).plan.region == PixelRect(x: 30, y: 20, width: 20, height: 20))
        #expect(try render("trim/a.png", of: source).size == PixelSize(width: 119, height: 90))
        #expect(try render("trim:442/a.png", of: source).size == source.size)
    }

    @Test func `flips are applied before filters`() throws {
        let source = try Self.ramp(40, 20)
        let plain = try pixels("a.png", of: source)
        #expect(try pixels("-0x-0/a.png", of: source)[0, 0] == plain[39, 19])
        #expect(try pixels("-0x0/filters:rotate(90)/a.png", of: source)[0, 0] == plain[0, 0])
        #expect(try pixels("filters:rotate(90)/a.png", of: source)[0, 0] == plain[39, 0])
    }

    @Test func `fill fills the requested box`() throws {
        let source = try Fixture.flat(80, 40)
        let filled = try pixels("fit-in/40x40/filters:fill(ff0000)/a.png", of: source)
        #expect(filled.size == PixelSize(width: 40, height: 40))
        #expect(filled[5, 2] == [255, 0, 0, 255])
        #expect(filled[20, 20] == [100, 150, 200, 255])
        #expect(try pixels("fit-in/40x40/filters:fill(transparent)/a.png", of: source)[5, 2] == [0, 0, 0, 0])
        #expect(try pixels("fit-in/40x40/filters:fill(auto)/a.png", of: source)[5, 2] == [100, 150, 200, 255])
        #expect(try pixels("fit-in/40x40/filters:fill(blur)/a.png", of: source)[5, 2] == [100, 150, 200, 255])
        let turned = try pixels("fit-in/40x20/filters:rotate(90):fill(ff0000)/a.png", of: source)
        #expect(turned.size == PixelSize(width: 40, height: 40))
        #expect(try pixels("full-fit-in/40x40/filters:fill(red)/a.png", of: source).size == source.size)
    }

    @Test func `a watermark is placed as requested`() throws {
        let mark = try PixelBuffer.picture(20, 10) { _, _ in [255, 0, 0] }.source()
        let source = try PixelBuffer.picture(300, 200) { _, _ in [0, 0, 100] }.source()
        // The positions are those of thumbor.
        for (arguments, place) in [
            ("10,20,0", [10, 20, 30, 30]), ("-10,-20,0", [270, 170, 290, 180]), ("center,center,0", [140, 95, 160, 105]),
            ("10p,20p,0", [30, 40, 50, 50]), ("-10p,-20p,0", [250, 150, 270, 160]), ("0,0,0,10", [0, 0, 30, 15]),
            ("0,0,0,none,50", [0, 0, 200, 100]), ("0,0,0,50,50", [0, 0, 150, 75]), ("repeat,0,0", [0, 0, 300, 10]),
            ("repeat,repeat,0", [0, 0, 300, 200]), ("295,195,0", [295, 195, 300, 200]),
        ] {
            let marked = try pixels("filters:watermark(w.png,\(arguments))/a.png", of: source, pictures: ["w.png": mark])
            #expect(marked.area { $0[0] > 128 } == place, "\(arguments)")
        }
        let half = try pixels("filters:watermark(w.png,0,0,50)/a.png", of: source, pictures: ["w.png": mark])
        #expect(half[5, 5] == [128, 0, 50, 255])
        expectError(.invalidFilter, saying: "w.png") { _ = try render("filters:watermark(w.png,0,0,0)/a.png", of: source) }
    }

    @Test func `a mask keeps the white area`() throws {
        let mask = try PixelBuffer.picture(2, 1) { x, _ in x == 0 ? [255, 255, 255] : [0, 0, 0] }.source()
        let masked = try pixels("filters:mask(m)/a.png", of: Fixture.flat(40, 20), pictures: ["m": mask])
        #expect(masked[0, 0][3] == 255)
        #expect(masked[39, 0][3] == 0)
    }

    @Test func `corners are transparent or colored`() throws {
        let source = try Fixture.flat(300, 200)
        let red = try pixels("filters:round_corner(20,255,0,0)/a.png", of: source)
        #expect(red[0, 0] == [255, 0, 0, 255])
        #expect(red[150, 100] == [100, 150, 200, 255])
        #expect(try pixels("filters:round_corner(20,255,0,0,1)/a.png", of: source)[0, 0] == [0, 0, 0, 0])
        let ellipse = try pixels("filters:round_corner(40|10)/a.png", of: source)
        #expect(ellipse[0, 0][3] == 0)
        #expect(ellipse[20, 0][3] == 0)
        #expect(ellipse[0, 11][3] == 255)
        #expect(ellipse[41, 0][3] == 255)
    }

    @Test func `proportion scales the result`() throws {
        #expect(try render("filters:proportion(0.5)/a.png", of: Self.ramp(301, 199)).size == PixelSize(width: 150, height: 99))
        #expect(try render("200x100/filters:proportion(0.001)/a.png", of: Self.ramp(301, 199)).size == PixelSize(width: 1, height: 1))
    }

    @Test func `the format filter takes precedence over the negotiated format, and that over the source's`() throws {
        let source = try Fixture.flat(20, 20, .jpeg)
        #expect(try render("a.jpg", of: source).format == .jpeg)
        #expect(try render("a.jpg", of: source, format: .webp).format == .webp)
        let png = try render("filters:format(png)/a.jpg", of: source, format: .webp)
        #expect(png.format == .png)
        #expect(ImageFormat(signatureOf: png.bytes) == .png)
    }

    @Test func `the quality is the highest that fits the size limit`() throws {
        let source = try Fixture.source("photos/china.jpg")
        let limited = try render("filters:max_bytes(20000)/a.jpg", of: source)
        #expect(limited.bytes.count <= 20_000)
        let quality = try #require(limited.quality)
        let better = try render("filters:quality(\(quality + 1))/a.jpg", of: source)
        #expect(better.bytes.count > 20_000)
        let least = try render("filters:max_bytes(1)/a.jpg", of: source)
        #expect(least.quality == 1)
        #expect(try render("20x20/filters:format(png):max_bytes(1)/a.jpg", of: source).format == .png)
    }

    @Test func `debug draws on the whole picture`() throws {
        let detector = FixedFeatureDetector([Rect(x: 30, y: 20, width: 20, height: 20)])
        let rendered = try render("debug/30x60/smart/a.png", of: Fixture.flat(80, 60), ImageRenderer(detector: detector))
        #expect(rendered.size == PixelSize(width: 80, height: 60))
        let drawn = try ImageSource(bytes: rendered.bytes).pixels()
        #expect(drawn[30, 30] == [255, 64, 32, 255])
        #expect(drawn[1, 1] != [255, 64, 32, 255])
    }

    @Test func `redaction uses the detector of the request`() throws {
        let detector = FixedFeatureDetector([Rect(x: 10, y: 10, width: 20, height: 20)])
        let request = try RenderRequest("filters:detector(mine):redact(black)/a.png")
        let renderer = ImageRenderer(detector: FixedFeatureDetector([])) { crop in
            #expect(crop.detector == "mine")
            return detector
        }
        let rendered = try renderer.render(Fixture.flat(80, 60), request, format: .png)
        let pixels = try ImageSource(bytes: rendered.bytes).pixels()
        #expect(pixels[20, 20] == [0, 0, 0, 255])
        #expect(pixels[70, 50] == [100, 150, 200, 255])
    }

    @Test func `redaction uses its own detector if the request names none`() throws {
        let detector = FixedFeatureDetector([Rect(x: 10, y: 10, width: 20, height: 20)])
        let renderer = ImageRenderer(detector: FixedFeatureDetector([]), redactionDetector: detector)
        let request = try RenderRequest("filters:redact(black)/a.png")
        let rendered = try renderer.render(Fixture.flat(80, 60), request, format: .png)
        #expect(try ImageSource(bytes: rendered.bytes).pixels()[20, 20] == [0, 0, 0, 255])
        // Answers made with another one are not answers to the same request.
        func key(_ renderer: ImageRenderer, _ request: RenderRequest) throws -> String {
            try renderer.cacheKey(request, content: "a")
        }
        let (other, plain) = (ImageRenderer(detector: FixedFeatureDetector([])), try RenderRequest("filters:blur(3)/a.png"))
        #expect(try key(renderer, request) != key(other, request))
        #expect(try key(renderer, plain) == key(other, plain))
    }

    @Test(arguments: [
        ("nonsense", "no detector"), ("command:rm -rf /", "cannot name a program"), ("yunet,command:x", "cannot name a program"),
        ("onnx:/etc/passwd", "cannot name a file"), ("yunet,onnx:x", "cannot name a file"),
        ("cascade:/etc/passwd", "cannot name a file"), ("once:rm -rf /", "cannot name a program"), ("haar+once:x", "cannot name a program"),
    ])
    func `a request can name neither an unknown detector nor a program or a file`(name: String, message: String) throws {
        let request = try RenderRequest("30x30/smart/filters:detector(\(name))/a.png")
        let source = try Fixture.flat(80, 60)
        expectError(.invalidFilter, saying: message) { _ = try ImageRenderer().render(source, request) }
    }

    @Test(arguments: [
        "65535x65535/a.png", "fit-in/60000x60000/filters:upscale()/a.png", "fit-in/60000x60000/filters:fill(red)/a.png", "60000x0/a.png",
    ])
    func `outputs beyond the limit are refused`(text: String) throws {
        let source = try Fixture.flat(80, 60)
        expectError(.limitExceeded, saying: "exceeds the limit") { _ = try render(text, of: source) }
    }

    @Test func `effects do not enlarge a picture beyond the limit`() throws {
        var settings = RenderSettings()
        settings.maximumOutputPixels = 10_000
        let renderer = ImageRenderer(detector: FixedFeatureDetector([]), settings: settings)
        let source = try Fixture.flat(80, 60)
        for filter in ["shadow(black,100,0,10)", "reflection(1,100)", "watermark(w,0,0,0,100)"] {
            let mark = try Fixture.flat(1, 20)
            expectError(.limitExceeded) { _ = try render("filters:\(filter)/a.png", of: source, renderer, pictures: ["w": mark]) }
        }
        #expect(try render("debug/a.png", of: Fixture.flat(800, 600), renderer).size.area <= 10_000)
    }

    @Test func `a manual crop outside the picture is an error`() throws {
        let source = try Fixture.flat(80, 60)
        expectError(.invalidURL, saying: "outside the picture of 80x60") { _ = try render("90x70:100x80/a.png", of: source) }
        #expect(try render("0x0:0x0/a.png", of: source).size == source.size)
    }

    @Test(arguments: [
        ("40x20/filters:redact(black)/", [Rect(x: 8.5, y: 2, width: 8, height: 16)]),
        ("10x0:50x40/20x20/filters:redact(black)/", [Rect(x: 3.5, y: 2, width: 8, height: 16)]),
        ("-40x20/filters:redact(black)/", []), ("40x20/filters:redact(black):rotate(90)/", []), ("40x20/", []),
    ])
    func `covered places are known in the output, unless its content may have moved`(text: String, expected: [Rect]) throws {
        let renderer = ImageRenderer(detector: FixedFeatureDetector([Feature(Rect(x: 20, y: 10, width: 10, height: 20))]))
        let job = RenderJob(renderer, try Fixture.flat(80, 40))
        let planned = try job.plan(RenderRequest(text + "a.jpg"))
        _ = try job.render(planned)
        let places = planned.coveredPlaces(inFrame: nil)
        #expect(places.count == expected.count)
        for (place, wanted) in zip(places, expected) { #expect(place.intersectionOverUnion(wanted) > 0.999, "\(place)") }
    }

    @Test func `work stops when cancelled`() throws {
        let cancellation = Cancellation()
        let detector = ClosureFeatureDetector(name: "cancels") { _, _ in
            cancellation.cancel()
            return []
        }
        let source = try Fixture.flat(80, 60)
        #expect(throws: CancellationError.self) {
            _ = try render("30x30/smart/a.png", of: source, ImageRenderer(detector: detector), cancellation: cancellation)
        }
    }

    @Test func `every stage is reported once`() throws {
        let request = try RenderRequest("trim/30x30/smart/filters:blur(1)/a.png")
        var stages: [RenderStage] = []
        let renderer = ImageRenderer(detector: FixedFeatureDetector([]))
        let runner = StageRunner { stage, duration in
            stages.append(stage)
            #expect(duration >= .zero)
        }
        _ = try renderer.render(Self.ramp(80, 60), request, stages: runner)
        #expect(stages == [.trim, .detect, .plan, .decode, .effects, .encode])
    }
}

extension PixelBuffer {
    /// Left, top, right and bottom of the bounding box of all pixels that match a predicate.
    fileprivate func area(where holds: ([UInt8]) -> Bool) -> [Int] {
        let places = (0..<height).flatMap { y in (0..<width).map { (x: $0, y: y) } }.filter { holds(self[$0.x, $0.y]) }
        return [
            places.map(\.x).min() ?? 0, places.map(\.y).min() ?? 0, (places.map(\.x).max() ?? -1) + 1, (places.map(\.y).max() ?? -1) + 1,
        ]
    }
}
