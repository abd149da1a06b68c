import BoundedCrop
import BoundedCropRendering
import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropService

/// Requests that have the same answer share the place where it is stored.
@Suite(.timeLimit(.minutes(15))) struct NormalFormTests {
    struct Typed: CustomTestStringConvertible, Sendable {
        let urls: [(Grammar, String)]
        var testDescription: String { urls.map(\.1).joined(separator: " ") }
        init(_ urls: (Grammar, String)...) { self.urls = urls }
    }

    static let groups = [
        Typed(
            (.cloudinary, "/image/upload/c_fill,w_100,h_50,dpr_2.0/a.png"),
            (.cloudinary, "/image/upload/c_fill,w_200,h_100/a.png"),
            (.thumbor, "/unsafe/200x100/a.png"),
            (.thumbor, "/unsafe/100x50/filters:scale(2)/a.png"),
            (.imagekit, "/tr:w-100,h-50,dpr-2/a.png"),
            (.imgix, "/a.png?w=100&h=50&fit=crop&dpr=2"),
            (.cloudflare, "/w=100,h=50,dpr=2,fit=cover,f=auto/a.png"),
            (.imgproxy, "/unsafe/rs:fill:100:50:1/dpr:2/kcr:1/sm:0/plain/a.png")
        ),
        Typed(
            (.imagekit, "/tr:w-90,fl-h_v/a.png"),
            (.imagekit, "/tr:w-90,fl-v_h/a.png"),
            (.imagekit, "/tr:w-90,rt-180/a.png"),
            (.cloudinary, "/image/upload/w_90,a_hflip.vflip/a.png"),
            (.thumbor, "/unsafe/-90x-0/a.png"),
            (.thumbor, "/unsafe/90x0/filters:rotate(180)/a.png")
        ),
        Typed((.cloudflare, "/fit=pad,w=90,h=80,background=black/a.png"), (.cloudinary, "/image/upload/c_pad,b_black,w_90,h_80/a.png")),
        Typed(
            (.thumbor, "/unsafe/90x80/filters:background_color(red):background_color(blue)/a.png"),
            (.thumbor, "/unsafe/90x80/filters:background_color(red)/a.png")
        ),
        Typed(
            (.imgix, "/a.png?w=90&h=80"),
            (.cloudinary, "/image/upload/c_fit,w_90,h_80/a.png"),
            (.cloudflare, "/fit=contain,w=90,h=80/a.png"),
            (.imgproxy, "/unsafe/rs:fit:90:80:1/plain/a.png"),
            (.thumbor, "/unsafe/fit-in/90x80/filters:upscale():nearest()/a.png")
        ),
        Typed((.imgproxy, "/unsafe/w:90/plain/a.png"), (.thumbor, "/unsafe/fit-in/90x0/filters:nearest()/a.png")),
        Typed((.imgproxy, "/unsafe/co:1.44/plain/a.png"), (.thumbor, "/unsafe/filters:contrast(20)/a.png")),
        Typed((.thumbor, "/unsafe/90x80/center/top/a.png"), (.thumbor, "/unsafe/90x80/top/a.png")),
        Typed((.thumbor, "/unsafe/90x80/left/middle/a.png"), (.thumbor, "/unsafe/90x80/left/a.png")),
        Typed(
            (.iiif, "/a.png/10,20,100,50/max/0/default.png"),
            (.thumbor, "/unsafe/10x20:110x70/filters:format(png):still()/a.png"),
            (.thumbor, "/unsafe/10x20:110x70/filters:format(png):still():stretch():max_pixels(9000):no_upscale()/a.png")
        ),
        Typed((.thumbor, "/unsafe/fit-in/90x80/filters:fallback(center):scheme(largest)/a.png"), (.thumbor, "/unsafe/fit-in/90x80/a.png")),
    ]

    private func request(_ grammar: Grammar, _ url: String) throws -> RenderRequest {
        try URLReader(ServiceConfiguration(), of: [GrammarMount(root: grammar)]).read(url).request.request
    }

    @Test(arguments: groups) func `equal requests have one form, and the same pixels`(typed: Typed) throws {
        let source = try Fixture.source("orientations/obama_1.jpg")
        let job = RenderJob(ImageRenderer(detector: FixedFeatureDetector([])), source)
        let requests = try typed.urls.map(request)
        var (forms, answers): (Set<String>, Set<[UInt8]>) = ([], [])
        for var asked in requests {
            (asked.output.metadata, asked.output.format) = (.everything, .png)
            forms.insert(try JSONText.text(asked.normalized))
            answers.formUnion([try job.render(asked).bytes, try job.render(asked.normalized).bytes])
        }
        #expect(forms.count == 1, "\(forms)")
        #expect(answers.count == 1)
    }

    @Test(arguments: [
        ("90x80", "90x80/center/middle"), ("90x80/smart/filters:scheme(largest)", "90x80/smart"), ("fit-in/90x80", "90x80"),
        ("fit-in/90x0", "fit-in/90x0/filters:nearest()"),
        ("meta/90x80/filters:rotate(180)", "meta/-90x-80"), ("33x0/filters:scale(1.5)", "50x0"), ("filters:max_pixels(9000)", ""),
        ("90x80/filters:round_corner(9):background_color(red)", "90x80/filters:background_color(red):round_corner(9)"),
    ])
    func `others differ`(one: String, other: String) throws {
        let forms = try [one, other].map { try JSONText.text(ImageURL(instructions: $0 + "/a.png").request().normalized) }
        #expect(forms[0] != forms[1])
    }

    @Test func `equal requests have one tag`() async throws {
        let service = try await RunningService()
        var tags: Set<String?> = []
        for parts in ["90x80/top", "90x80/center/top", "45x40/top/filters:scale(2)"] {
            tags.insert(try await service.get("/unsafe/\(parts)/orientations/obama_1.jpg")["etag"])
        }
        #expect(tags.count == 1 && !tags.contains(nil))
    }
}
