import BoundedCrop
import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropService

/// Requests that are applied to the result of others: `100x0/then:/rotate…/IMAGE`.
@Suite(.timeLimit(.minutes(15))) struct ChainTests {
    @Test func `the text of a chain is parsed to the same chain`() throws {
        let text = "300x200/smart/filters:blur(3)/then:/10x20:30x40/then:/fit-in/100x100/filters:format(png)/a/b.jpg"
        let url = try ImageURL(instructions: text)
        #expect(url.earlier.count == 2)
        #expect(url.earlier.allSatisfy { $0.image.isEmpty && $0.earlier.isEmpty })
        #expect(url.image == "a/b.jpg")
        #expect(url.description.replacing("%3A", with: ":") == text)
    }

    @Test func `each request is applied to the result of the one before`() async throws {
        let service = try await RunningService()
        let reply = try await service.get("/unsafe/filters:window(200,100)/then:/0x50/then:/filters:turn(90):format(png)/photos/obama.jpg")
        #expect(try reply.picture.size == PixelSize(width: 50, height: 100), "\(reply.text)")
        // The same in one request at a time.
        let once = try await service.get("/unsafe/100x50/filters:window(200,100):turn(90):format(png)/photos/obama.jpg")
        let (chained, single) = (try reply.picture.pixels(), try once.picture.pixels())
        #expect(chained.size == single.size)
        let difference = zip(chained.bytes, single.bytes).map { abs(Int($0) - Int($1)) }.reduce(0, +) / chained.bytes.count
        #expect(difference <= 2)
    }

    @Test func `what concerns the file counts wherever it stands, the last of equal filters first`() throws {
        let file = "format(webp):quality(40):max_bytes(5000):strip_exif():strip_icc():filename(ann):max_age(7)"
        let first = try DialectRequest(ImageURL(instructions: "90x90/filters:\(file)/then:/9x9/a.jpg"))
        let last = try DialectRequest(ImageURL(instructions: "90x90/then:/9x9/filters:\(file)/a.jpg"))
        #expect(first.request == last.request && first.delivery == last.delivery)
        #expect(first.request.output.format == .webp && first.delivery.fileName == "ann")
        let both = "90x90/filters:format(webp):quality(40)/then:/9x9/filters:quality(50)/a.jpg"
        let output = try ImageURL(instructions: both).request().output
        #expect(output.format == .webp && output.quality == 50)
        // Each request keeps its own steps and cuts.
        let cut = try ImageURL(instructions: "filters:region(1,2,3,4):blur(2)/then:/9x9/a.jpg").request()
        #expect(cut.last.cuts.isEmpty && cut.last.steps.isEmpty && cut.first.cuts.count == 1)
        for word in ["meta", "debug"] {
            let texts = ["\(word)/9x9/then:/5x5/a.jpg", "9x9/then:/\(word)/5x5/a.jpg"]
            let answers = try texts.map { try ImageURL(instructions: $0).request() }
            #expect(answers[0] == answers[1] && answers[0].answer != .picture)
        }
    }

    @Test func `faces are looked for in what the request is applied to`() async throws {
        let service = try await RunningService {
            $0.detector = ClosureFeatureDetector(name: "corner") { picture, _ in
                [Feature(Rect(x: Double(picture.size.width) - 10, y: 0, width: 10, height: 10))]
            }
        }
        // The first request keeps the right end of the picture; the second looks again, in its result.
        let reply = try await service.get("/unsafe/meta/100x100/smart/then:/meta/50x100/smart/photos/obama.jpg")
        #expect(reply.status == 200, "\(reply.text)")
        #expect(reply.text.contains(#""width":10,"x":90,"y":0"#), "\(reply.text)")
        #expect(service.metric(#"boundedcrop_detections_total{origin="made"}"#) >= 1)
    }

    @Test func `an animation becomes one picture`() async throws {
        let service = try await RunningService()
        let reply = try await service.get("/unsafe/30x30/then:/20x20/animations/to_and_fro.gif")
        #expect(try !reply.picture.header.isAnimated && reply.picture.size == PixelSize(width: 20, height: 20), "\(reply.text)")
    }

    @Test(arguments: [
        ("unsafe/30x30/then:/20x20", true), ("unsafe/30x30/filters:nothing()/then:/20x20", true),
        ("unsafe/meta/30x30/then:/meta/20x20", true),
        ("unsafe/30x30/then:/20x20/filters:still()", false), ("unsafe/30x30/then:/20x20/filters:format(jpeg)", false),
        ("unsafe/20x20", false), ("cl/image/upload/c_fill,w_40,h_40/w_20", true), ("cl/image/upload/c_fill,w_40,h_40", false),
        ("ik/tr:rt-90:w-20", true), ("ik/tr:w-20", false), ("cf/cdn-cgi/image/trim=1;1;1;1,w=30", true), ("cf/cdn-cgi/image/w=30", false),
    ])
    func `an animation that becomes one picture is named as ignored, or refused`(path: String, isStopped: Bool) async throws {
        for isStrict in [false, true] {
            let service = try await RunningService {
                $0.grammars = (try? ["thumbor", "cloudinary:/cl", "imagekit:/ik", "cloudflare:/cf"].map { try GrammarMount($0) }) ?? []
                $0.isStrict = isStrict
            }
            if isStrict, path.contains("nothing") { continue }
            // The second answer comes from memory.
            for _ in 0..<2 {
                let reply = try await service.get("/\(path)/animations/to_and_fro.gif")
                guard !isStopped || !isStrict else {
                    #expect(reply.status == 400 && reply.text.contains("“animation”"), "\(reply.text)")
                    continue
                }
                #expect(reply.status == 200, "\(reply.text)")
                let names = path.contains("nothing") ? "nothing, animation" : isStopped ? "animation" : nil
                #expect(reply["X-BoundedCrop-Ignored-Filters"] == names)
            }
        }
    }

    @Test func `long chains and filters beyond the limit in all of a chain are refused`() async throws {
        let service = try await RunningService()
        let long = String(repeating: "9x9/then:/", count: 8)
        #expect(try await service.get("/unsafe/\(long)9x9/photos/obama.jpg").status == 422)
        #expect(try await service.get("/unsafe/\(long.dropFirst(10))9x9/photos/obama.jpg").status == 200)
        let filters = "filters:" + Array(repeating: "grayscale()", count: 17).joined(separator: ":")
        #expect(try await service.get("/unsafe/\(filters)/then:/\(filters)/photos/obama.jpg").status == 422)
    }

    @Test func `filters of earlier requests are named if they are unknown, and their pictures are loaded`() async throws {
        let service = try await RunningService()
        let unknown = try await service.get("/unsafe/9x9/filters:nothing()/then:/9x9/photos/obama.jpg")
        #expect(unknown["X-BoundedCrop-Ignored-Filters"] == "nothing")
        let marked = try await service.get("/unsafe/99x99/filters:watermark(photos/obama.jpg,0,0,0)/then:/9x9/photos/obama.jpg")
        #expect(marked.status == 200, "\(marked.text)")
    }

    @Test func `all requests of a chain are in the key of its answer`() throws {
        let texts = ["9x9/a", "9x9/then:/9x9/a", "8x8/then:/9x9/a", "9x9/then:/8x8/a", "9x9/then:/9x9/then:/9x9/a"]
        let renderer = ImageRenderer(detector: FixedFeatureDetector([Rect]()))
        let keys = try texts.map { text in
            let url = try ImageURL(instructions: text)
            return try renderer.cacheKey(url.request(), content: "x")
        }
        #expect(Set(keys).count == texts.count)
    }

    @Test func `a chain counts all pictures that it holds`() throws {
        let source = try Fixture.flat(4000, 3000)
        func cost(_ text: String) throws -> Int {
            let url = try ImageURL(instructions: text + "/a.png")
            return try ImageRenderer(detector: FixedFeatureDetector([Rect]())).cost(source, url.request()).byteCount
        }
        #expect(try cost("4000x3000/then:/10x10") >= cost("10x10") + 4000 * 3000 * 4)
        #expect(try cost("4000x3000/then:/4000x3000/then:/10x10") >= cost("4000x3000/then:/10x10") + 4000 * 3000 * 4)
    }
}
