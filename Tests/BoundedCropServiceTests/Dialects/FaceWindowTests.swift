import BoundedCrop
import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropService

/// What is seen around faces depends on the faces, never on the size of the output or on the density of the screen.
@Suite(.timeLimit(.minutes(15))) struct FaceWindowTests {
    private static let source = Result { try Fixture.flat(1600, 1200) }
    private static let faces = [Rect(x: 700, y: 300, width: 100, height: 100)]

    private func plan(_ grammar: Grammar, _ url: String) throws -> RenderPlan {
        let reader = try URLReader(ServiceConfiguration(), of: [GrammarMount(root: grammar)])
        let url = try reader.read(url).request.url
        let renderer = ImageRenderer(detector: FixedFeatureDetector(Self.faces))
        return try RenderJob(renderer, Self.source.get()).plan(url.request()).plan
    }

    /// A URL with `DPR` in the place of the density.
    private static let dense: [(Grammar, String)] = [
        (.imgix, "/a.png?w=400&h=400&fit=facearea&dpr=DPR"), (.imgix, "/a.png?w=400&h=300&fit=facearea&facepad=2&dpr=DPR"),
        (.cloudinary, "/demo/image/upload/c_thumb,g_face,w_400,h_400,dpr_DPR.0/a.png"),
        (.cloudinary, "/demo/image/upload/c_thumb,g_faces,w_400,h_200,z_0.7,dpr_DPR.0/a.png"),
        (.cloudinary, "/demo/image/upload/c_crop,g_face,ar_1:1,dpr_DPR.0/a.png"),
        (.imagekit, "/demo/tr:w-400,h-400,fo-face,dpr-DPR/a.png"), (.imagekit, "/demo/tr:w-400,h-400,fo-face,z-0.5,dpr-DPR/a.png"),
        (.cloudflare, "/w=400,h=400,fit=cover,g=face,zoom=1,dpr=DPR/a.png"),
        (.cloudflare, "/w=400,h=400,fit=cover,g=face,zoom=0.5,dpr=DPR/a.png"),
        (.cloudflare, "/w=400,h=400,fit=crop,g=face,zoom=1,dpr=DPR/a.png"),
        (.imgproxy, "/unsafe/rs:fill:400:400:1/g:obj:face/crop_objects:1.2/dpr:DPR/plain/a.png"),
        (.imgproxy, "/unsafe/rs:fill:400:400/g:obj:face/crop_objects:1.2/dpr:DPR/plain/a.png"),
    ]

    @Test(arguments: dense)
    func `the window is the same for every density`(grammar: Grammar, url: String) throws {
        let plans = try ["1", "2", "3"].map { try plan(grammar, url.replacing("DPR", with: $0)) }
        #expect(Set(plans.map(\.crop)).count == 1, "\(plans.map(\.crop))")
        #expect(plans[0].crop.width < 800, "it is around the face")
        #expect(plans[0].crop.rect.contains(Self.faces[0]))
    }

    @Test(
        arguments: [
            (.imgix, "/a.png?w=SIDE&h=SIDE&fit=facearea&facepad=1.5"), (.cloudinary, "/image/upload/c_thumb,g_face,w_SIDE,h_SIDE/a.png"),
            (.imagekit, "/tr:w-SIDE,h-SIDE,fo-face/a.png"), (.cloudflare, "/w=SIDE,h=SIDE,fit=cover,g=face,zoom=1/a.png"),
            (.imgproxy, "/unsafe/rs:fill:SIDE:SIDE:1/crop_objects:1/plain/a.png"),
        ] as [(Grammar, String)]
    )
    func `the window is the same for every size, to which it is enlarged`(grammar: Grammar, url: String) throws {
        let plans = try [50, 400, 1000].map { try plan(grammar, url.replacing("SIDE", with: "\($0)")) }
        #expect(Set(plans.map(\.crop)).count == 1, "\(plans.map(\.crop))")
        #expect(plans.map(\.size.width) == [50, 400, 1000])
    }

    @Test func `facepad is the share of the face around it, also in large outputs`() throws {
        let widths = try ["1", "2", "3"].map { try plan(.imgix, "/a.png?w=400&h=400&fit=facearea&facepad=\($0)").crop.width }
        #expect(widths == [100, 200, 300])
    }

    @Test(
        arguments: [
            (.cloudflare, "/w=400,h=400,fit=crop,g=face,zoom=1/a.png"),
            (.imgproxy, "/unsafe/rs:fill:400:400/g:obj:face/crop_objects:1.2/plain/a.png"),
        ] as [(Grammar, String)]
    )
    func `where the service does not enlarge, the output has the pixels of the window`(grammar: Grammar, url: String) throws {
        let plan = try plan(grammar, url)
        #expect(plan.size == plan.crop.size && plan.size.width < 400)
    }

    @Test(
        arguments: [
            (.thumbor, "/unsafe/smart/filters:aspect(1:1):scheme(largest):padding(0):zoom(0.5)/a.png", 200, 200),
            (.thumbor, "/unsafe/smart/filters:padding(0):zoom(0.5)/a.png", 267, 267),
            (.thumbor, "/unsafe/smart/filters:aspect(1:1):padding(0):zoom(0.5):scale(2)/a.png", 200, 400),
            (.thumbor, "/unsafe/smart/filters:aspect(1:1):padding(0):zoom(0.5):scale(2):no_upscale()/a.png", 200, 200),
            (.thumbor, "/unsafe/smart/filters:padding(0):aspect(1:1):tightness(1)/a.png", 100, 100),
            (.thumbor, "/unsafe/smart/filters:window(800,800):padding(0):zoom(0.5)/a.png", 200, 200),
            (.thumbor, "/unsafe/filters:aspect(1:1):zoom(0.5)/a.png", 1200, 1200),
        ] as [(Grammar, String, Int, Int)]
    )
    func `a zoom needs no size`(grammar: Grammar, url: String, crop: Int, width: Int) throws {
        let plan = try plan(grammar, url)
        #expect(plan.crop.width == crop && plan.size.width == width && plan.box.width == width, "\(plan.crop) \(plan.size)")
    }

    @Test func `Cloudinary's crop around a face needs no sides, and zooms`() throws {
        let widths = try ["c_crop,g_face", "c_crop,g_face,z_0.5", "c_crop,g_face,z_1.5"].map {
            try plan(.cloudinary, "/image/upload/\($0)/a.png")
        }
        #expect(widths.allSatisfy { $0.crop.size == $0.size && $0.crop.width == $0.crop.height })
        #expect(widths[1].crop.width > widths[0].crop.width && widths[0].crop.width > widths[2].crop.width)
        #expect(widths[1].crop.width < 1200)
    }

    /// The picture has 200x100 pixels.
    @Test(arguments: [
        ("rs:fill:300:300:0:1", 300, 300), ("rs:fill-down:300:300:0:1", 300, 300), ("rs:fit:300:300:0:1", 300, 300),
        ("rs:auto:300:300:0:1", 300, 300), ("rs:force:300:300:0:1", 300, 300), ("rs:fit:50:50:0:1", 50, 50),
        ("rs:fill:50:50:0:1", 50, 50), ("resize:fit:0:200/extend:1", 200, 200), ("resize:fit:300:0/extend:1", 300, 100),
        ("resize:fit:0:50/extend:1", 100, 50), ("resize:fill:300:0:0:1", 300, 100), ("rs:fit:300:0:1:1", 300, 150),
        ("w:300/ex:1:no::5", 300, 100), ("rs:fill:300:300", 200, 100), ("rs:fill-down:300:300", 100, 100),
    ])
    func `imgproxy's extend gives the sides that are asked for, and no others`(options: String, width: Int, height: Int) throws {
        let reader = try URLReader(ServiceConfiguration(), of: [GrammarMount(root: .imgproxy)])
        let request = try reader.read("/unsafe/\(options)/plain/a.png").request.request
        let rendered = try RenderJob(ImageRenderer(detector: FixedFeatureDetector([])), Fixture.flat(200, 100)).render(request)
        #expect(rendered.size == PixelSize(width: width, height: height))
    }
}
