import BoundedCrop
import BoundedCropEffects
import BoundedCropRendering
import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropService

/// What the vendors' own services answer, where rounding, placing and naming are theirs.
@Suite(.timeLimit(.minutes(15))) struct VendorVectorTests {
    private func read(_ grammar: Grammar, _ url: String) throws -> DialectRequest {
        try URLReader(ServiceConfiguration(), of: [GrammarMount(root: grammar)]).read(url).request
    }

    private static let sources = Result { try [(1, 1), (200, 133), (4000, 3000)].map { try Fixture.flat($0.0, $0.1) } }

    private func plan(_ grammar: Grammar, _ url: String, _ size: PixelSize, faces: [Rect] = []) throws -> RenderPlan {
        let renderer = ImageRenderer(detector: FixedFeatureDetector(faces))
        return try RenderJob(renderer, Fixture.flat(size.width, size.height)).plan(read(grammar, url).request).plan
    }

    /// URLs with the size of the picture and of the answer.
    @Test(
        arguments: [
            (.cloudinary, "/image/upload/w_10,dpr_10.0/a.png", 300, 200, 100, 67),
            (.cloudinary, "/image/upload/c_fill,w_10,ar_16:9,dpr_10.0/a.png", 300, 200, 100, 56),
            (.imagekit, "/tr:w-10,dpr-5/a.png", 300, 200, 50, 33), (.imagekit, "/tr:w-100,dpr-2/a.png", 300, 200, 200, 133),
            (.imagekit, "/tr:w-33,dpr-1.5/a.png", 300, 200, 50, 33), (.imagekit, "/tr:w-10,ar-16-9,dpr-5/a.png", 300, 200, 50, 28),
            (.imgix, "/a.png?w=10&dpr=5", 300, 200, 50, 33), (.imgix, "/a.png?w=10&ar=16:9&fit=crop&dpr=5", 300, 200, 50, 28),
            (.imgix, "/a.png?w=33&dpr=1.5", 300, 100, 50, 17), (.cloudflare, "/w=10,dpr=2.5/a.png", 300, 200, 25, 17),
            (.cloudflare, "/w=33,dpr=1.5/a.png", 300, 100, 50, 17), (.thumbor, "/unsafe/10x0/filters:scale(5)/a.png", 300, 200, 50, 33),
            (.imgproxy, "/unsafe/mw:300/w:10/plain/a.png", 300, 200, 300, 200),
            (.imgproxy, "/unsafe/mw:300/mh:300/w:100/plain/a.png", 300, 200, 450, 300),
            (.imgproxy, "/unsafe/w:33/z:1.5/plain/a.png", 300, 100, 50, 17),
            // What is not enlarged has no more density than the picture.
            (.imgproxy, "/unsafe/rs:fit:500:500/ex:1/dpr:2/plain/a.png", 200, 100, 500, 500),
            (.imgproxy, "/unsafe/rs:fit:500:500/ex:1/dpr:2/plain/a.png", 2000, 1500, 1000, 1000),
            (.imgproxy, "/unsafe/rs:fit:500:500/ex:1/dpr:2/plain/a.png", 750, 100, 750, 750),
            (.imgproxy, "/unsafe/rs:fill:300:400/dpr:2/plain/a.png", 200, 500, 200, 400),
            (.imgproxy, "/unsafe/rs:fill:300:400/dpr:2/plain/a.png", 450, 700, 450, 600),
            (.imgproxy, "/unsafe/rs:fill:300:400/dpr:2/plain/a.png", 900, 900, 600, 800),
            // Paddings have as much as the picture, and halves are rounded to even.
            (.imgproxy, "/unsafe/w:80/dpr:2/pd:10/plain/a.png", 100, 50, 124, 74),
            (.imgproxy, "/unsafe/w:300/dpr:2/pd:10/plain/a.png", 100, 50, 120, 70),
            (.imgproxy, "/unsafe/w:30/dpr:2/pd:10/plain/a.png", 100, 50, 100, 70),
            (.imgproxy, "/unsafe/w:80/dpr:2/pd:10/el:1/plain/a.png", 100, 50, 200, 120),
            (.imgproxy, "/unsafe/pd:10/dpr:2/plain/a.png", 100, 50, 120, 70),
            (.imgproxy, "/unsafe/z:0.5/pd:10/dpr:2/plain/a.png", 100, 50, 140, 90),
            (.cloudflare, "/w=150,fit=scale-up/a.png", 100, 50, 150, 75), (.cloudflare, "/w=50,fit=scale-up/a.png", 100, 50, 100, 50),
            // To the nearest pixel, except by thumbor's own filter.
            (.imgix, "/a.png?w=1500&h=1500&fit=clip", 1217, 877, 1500, 1081),
            (.cloudinary, "/image/upload/c_fit,w_1500,h_1500/a.png", 1217, 877, 1500, 1081),
            (.imagekit, "/tr:w-1500,h-1500,c-at_max_enlarge/a.png", 1217, 877, 1500, 1081),
            (.cloudflare, "/w=1500,h=1500,fit=contain/a.png", 1217, 877, 1500, 1081),
            (.imgproxy, "/unsafe/rs:fit:1500:1500:1/plain/a.png", 1217, 877, 1500, 1081),
            (.thumbor, "/unsafe/fit-in/1500x1500/filters:upscale()/a.png", 1217, 877, 1500, 1080),
            (.thumbor, "/unsafe/fit-in/1500x1500/filters:upscale():nearest()/a.png", 1217, 877, 1500, 1081),
            (.thumbor, "/unsafe/fit-in/300x0/a.png", 301, 199, 299, 198),
            (.thumbor, "/unsafe/fit-in/300x0/filters:nearest()/a.png", 301, 199, 300, 198),
            (.imgproxy, "/unsafe/w:300/plain/a.png", 301, 199, 300, 198),
        ] as [(Grammar, String, Int, Int, Int, Int)]
    )
    func `sizes are multiplied first, then rounded once`(
        grammar: Grammar,
        url: String,
        width: Int,
        height: Int,
        newWidth: Int,
        newHeight: Int
    ) throws {
        let request = try read(grammar, url).request
        let rendered = try RenderJob(ImageRenderer(detector: FixedFeatureDetector([])), Fixture.flat(width, height)).render(request)
        #expect(rendered.size == PixelSize(width: newWidth, height: newHeight))
    }

    /// imgproxy's left edge is half of the free room and one more, to even.
    @Test(arguments: [
        ("c:50:50:ce", 200, 100, 76, 26), ("c:50:50", 202, 101, 76, 26), ("c:50:50:ce", 203, 104, 77, 28), ("c:51:51:ce", 200, 100, 75, 25),
        ("c:50:50:ce:3:-4", 200, 100, 79, 22), ("c:50:50:no", 200, 100, 76, 0), ("c:50:50:ea", 200, 100, 150, 26),
    ])
    func `imgproxy's center is rounded to even`(options: String, width: Int, height: Int, x: Int, y: Int) throws {
        let crop = try plan(.imgproxy, "/unsafe/\(options)/plain/a.png", PixelSize(width: width, height: height)).crop
        #expect((crop.x, crop.y) == (x, y))
    }

    @Test(arguments: [
        ("dpr:2/g:nowe:10:0", 16, 0), ("dpr:2/g:we:-10:0", 0, 0), ("dpr:2/g:ea:10:0", 144, 0), ("g:nowe:10:0", 10, 0),
    ])
    func `imgproxy's offsets have as much density as the picture`(options: String, x: Int, y: Int) throws {
        // 300 pixels of 480 are 1.6 to 1, so that nothing is enlarged.
        let crop = try plan(.imgproxy, "/unsafe/rs:fill:300:300/\(options)/plain/a.png", PixelSize(width: 640, height: 480)).crop
        #expect((crop.x, crop.y) == (x, y))
    }

    @Test(
        arguments: [
            (.cloudinary, "/image/upload/c_thumb,g_face,w_400,h_400/a.png"),
            (.cloudinary, "/image/upload/c_fill,g_faces,w_300,h_300/a.png"),
            (.imagekit, "/tr:w-400,h-400,fo-face/a.png"), (.imgix, "/a.png?w=400&h=400&fit=facearea&facepad=2"),
            (.imgix, "/a.png?w=400&h=600&fit=crop&crop=faces"), (.cloudflare, "/w=400,h=400,fit=cover,g=face,zoom=0.5/a.png"),
            (.cloudflare, "/w=400,h=600,fit=cover,g=face/a.png"),
        ] as [(Grammar, String)]
    )
    func `hosted services have the face in the center`(grammar: Grammar, url: String) throws {
        let face = Rect(x: 760, y: 560, width: 80, height: 80)
        let crop = try plan(grammar, url, PixelSize(width: 1600, height: 1200), faces: [face]).crop.rect
        // With the room that is kept above a face, which is more than below it. Headroom would have it at a third.
        #expect(abs(crop.midX - face.midX) <= 1 && abs(crop.midY - face.midY) <= crop.height * 0.05, "\(crop)")
    }

    @Test(
        arguments: [
            (.imagekit, "/tr:w-300,h-200:l-image,i-logo.png,w-50,rt-10,l-end/a.png"), (.imagekit, "/tr:l-text,i-Hello,fs-40,l-end/a.png"),
            (.cloudinary, "/image/upload/l_logo,w_10/l_logo,w_20/a.png"),
        ] as [(Grammar, String)]
    )
    func `layers that are not available are refused by name`(grammar: Grammar, url: String) throws {
        expectError(.invalidURL, saying: "a layer") { _ = try read(grammar, url) }
    }

    @Test func `imgproxy's watermarks may be local files`() throws {
        let name = ImgproxySource.base64("local:///gopher.png".utf8)
        #expect(try read(.imgproxy, "/unsafe/wm:1/wmu:\(name)/plain/a.png").request.pictureNames == ["gopher.png"])
    }

    private func check(_ grammar: Grammar, _ url: String, in pictures: [ImageSource]) throws {
        let configuration = ServiceConfiguration()
        let request = try read(grammar, url).request
        for picture in pictures {
            let cost = try ImageRenderer(detector: FixedFeatureDetector([])).cost(picture, request)
            try cost.check(against: configuration.pixelMemoryBytes)
            try cost.checkWork(against: configuration.maximumWork)
        }
    }

    @Test(
        arguments: [
            (.thumbor, "/unsafe/trim/200x0/a.png"), (.thumbor, "/unsafe/trim/full-fit-in/200x200/a.png"),
            (.imgix, "/a.png?trim=auto&w=200"),
            (.thumbor, "/unsafe/trim/filters:at_least(300,0)/a.png"), (.cloudinary, "/image/upload/e_trim/w_200/a.png"),
            (.imagekit, "/tr:t-true,w-200/a.png"), (.imgproxy, "/unsafe/t:10/w:200/plain/a.png"), (.cloudflare, "/trim=border,w=200/a.png"),
            (.thumbor, "/unsafe/trim/2000x0/a.png"),
        ] as [(Grammar, String)]
    )
    func `a trim with one side is within the default limits`(grammar: Grammar, url: String) throws {
        try check(grammar, url, in: Self.sources.get())
    }

    @Test(
        arguments: ClientTable("cloudinary").rows.map { (.cloudinary, "/" + $0.url) }
            + ClientTable("imagekit").rows.map { (.imagekit, "/" + $0.url) } + ImgixClientTests.cases.map { (.imgix, $0.url) }
            as [(Grammar, String)]
    )
    func `what the vendors' clients ask for is within the default limits`(grammar: Grammar, url: String) throws {
        // Those without a signature are the same requests.
        guard (try? read(grammar, url)) != nil else { return expectError(.invalidSignature) { _ = try read(grammar, url) } }
        try check(grammar, url, in: [Self.sources.get()[2]])
    }

    @Test func `an output that trimming makes larger than was counted is refused`() throws {
        // A column of 10x1000 in a picture of 1000x1000.
        var pixels = try PixelBuffer(size: PixelSize(width: 1000, height: 1000), color: .white)
        try pixels.changeRows { bytes, _ in for index in 2000..<2040 { bytes[index] = index & 3 == 3 ? 255 : 0 } }
        let source = try ImageSource(bytes: pixels.blocking.encoded(as: ImageEncoding(.png)))
        func render(_ url: String) throws -> PixelSize {
            try RenderJob(ImageRenderer(detector: FixedFeatureDetector([])), source).render(read(.thumbor, url).request).size
        }
        #expect(try render("/unsafe/trim/100x0/a.png") == PixelSize(width: 100, height: 10_000))
        expectError(.limitExceeded, saying: "exceeds the limit of 4000000 pixels") { _ = try render("/unsafe/trim/300x0/a.png") }
        expectError(.limitExceeded, saying: "4000000") { _ = try render("/unsafe/trim/then:/300x0/a.png") }
        #expect(try render("/unsafe/trim/300x300/a.png") == PixelSize(width: 300, height: 300))
    }
}
