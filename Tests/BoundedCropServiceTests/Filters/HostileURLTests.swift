import BoundedCrop
import BoundedCropEffects
import BoundedCropRendering
import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropService

/// Every argument of every filter, every part of a URL and every parameter, from the lists that the parsers use.
@Suite(.timeLimit(.minutes(15))) struct HostileURLTests {
    /// With all optional arguments.
    static let filters = [
        "scheme": "largest", "padding": "20%,10px,5,1p", "zoom": "0.5", "detector": "given", "accuracy": "high", "fallback": "center",
        "placement": "thirds", "auto_rotate": "true", "keep": "face:1,dog:0.8",
        "align": "45%,30%,50%", "align_fill": "ff0000", "crop_fill": "blur", "embedded_regions": "", "min_confidence": "80%",
        "min_face": "0.1", "max_faces": "3", "hide": "anything",
        "require_face": "false", "focal": "1x2:3x4", "upscale": "true", "no_upscale": "true", "stretch": "true", "extract_focal": "",
        "nearest": "", "lossless": "", "progressive": "",
        "quality": "80", "format": "png", "max_bytes": "4000", "max_age": "60", "strip_exif": "", "strip_icc": "",
        "still": "", "cover": "", "placeholder": "", "preset": "avatar", "filename": "a", "attachment": "", "expires": "60",
        "max_pixels": "100", "raw": "",
        "region": "1,2p,10,20p", "aspect": "16:9", "scale": "0.5", "density": "2", "auto_fit": "", "at_least": "10,20",
        "focal_point": "3,40p", "offset": "2,10p", "window": "8,50p", "magnify": "2", "tightness": "0.5", "face": "1",
        "blur": "3,2", "round_corner": "20|10,255,0,0,0", "background_color": "white", "fill": "red,1", "extend": "red,left,top,3,4",
        "proportion": "0.5", "redact": "black,0.3", "redact_oval": "pixelate,10",
        "watermark": "w.png,10,-20p,50,30,40", "mask": "w.png",
    ]

    @Test func `no filter is missing`() {
        #expect(Set(Filter.all.map(\.name)) == Set(Self.filters.keys).union(Filter.effects.map(\.name)))
        #expect(Filter.all.allSatisfy { !Self.arguments(of: $0.name).isEmpty })
    }

    /// The arguments of each form of a filter.
    static func arguments(of name: String) -> [[String]] {
        if let arguments = filters[name] { return [arguments.split(separator: ",").map(String.init)] }
        return EffectForm.all.filter { $0.name.replacing("-", with: "_") == name }.map { $0.required + $0.optional }
    }

    private static func calls(_ name: String) -> [FilterCall] {
        arguments(of: name).flatMap(HostileNumbers.variants).map { FilterCall(name, $0.joined(separator: ",")) }
    }

    @Test(arguments: Filter.all.map(\.name))
    func `no number in a filter traps`(name: String) throws {
        let (source, watermark) = (try Fixture.flat(24, 16), try Fixture.flat(3, 2))
        let given = FixedFeatureDetector([Feature(Rect(x: 5, y: 5, width: 4, height: 4), confidence: 0.9)])
        var settings = RenderSettings()
        settings.maximumOutputPixels = 1_000_000
        let renderer = ImageRenderer(detector: given, settings: settings) { _ in given }
        var url = try ImageURL(instructions: "fit-in/40x30/smart/a.png")
        for call in Self.calls(name) {
            url.filters = [call]
            do {
                let request = try url.request()
                try request.check()
                let pictures = Dictionary(request.pictureNames.map { ($0, watermark) }) { first, _ in first }
                _ = try RenderJob(renderer, source, pictures: pictures).render(request, format: .png)
                let plan = try RenderJob(renderer, source).plan(request).plan
                _ = MetadataRecord(image: "a", header: source.header, frameCount: 1, plan: plan)
            } catch let error as BoundedCropError {
                #expect(
                    [.invalidFilter, .limitExceeded, .invalidArgument, .noFeatureFound, .invalidURL].contains(error.code),
                    "\(call): \(error)"
                )
            }
        }
    }

    @Test(arguments: [
        "trim:top-left:40/", "10x2:20x14/", "adaptive-full-fit-in/30x20/", "30x20/left/top/", "-30x-20/", "30x0/", "origx20/",
        "full-fit-in/9x0/",
        "trim:5/1x1:20x15/fit-in/30x20/filters:watermark(a.png,1,-2p,3,4,5):max_bytes(90):blur(2)/", "30x20/smart/filters:focal(1x2:3x4)/",
        "debug/10x10/smart/", "meta/3x2/", "30x20/filters:window(3,4):scale(2)/then:/9x9/filters:region(1,1,5,5)/",
    ])
    func `no number in any part of a URL traps`(parts: String) throws {
        let source = try Fixture.flat(24, 16)
        let given = FixedFeatureDetector([Feature(Rect(x: 5, y: 5, width: 4, height: 4), confidence: 0.9)])
        var settings = RenderSettings()
        settings.maximumOutputPixels = 1_000_000
        let renderer = ImageRenderer(detector: given, settings: settings)
        for text in HostileNumbers.variants(of: parts) {
            do {
                let url = try ImageURL(instructions: text + "/a.png")
                let request = try url.request()
                let pictures = Dictionary(request.pictureNames.map { ($0, source) }) { first, _ in first }
                _ = try RenderJob(renderer, source, pictures: pictures).render(request, format: .png)
                _ = (url.description, url.imageURL, url.extractingFocalRegion())
            } catch let error as BoundedCropError {
                #expect([.invalidURL, .invalidFilter, .limitExceeded, .invalidArgument].contains(error.code), "\(text): \(error)")
            }
        }
    }

    static let parameters = [
        "size": "30x20", "aspect": "16:9.5", "scheme": "all", "padding": "20%,10px,5,1%", "zoom": "0.5", "fallback": "center",
        "placement": "headroom", "auto-rotate": "1", "accuracy": "low", "keep": "face:1,dog:0.8",
        "require-face": "0", "no-bounding": "1", "no-upscale": "1", "detector": "yunet", "format": "png", "quality": "80",
        "effects": "shadow(black,0,4,8) noise(40,7)", "plan": "1", "still": "2", "region": "5,5,4,4", "focal": "5,5",
        "preset": "open-graph", "placeholder": "1", "align": "45%,30%,50%", "align-fill": "#ff0000", "embedded-regions": "1",
        "min-confidence": "80%", "min-face": "0.1", "max-faces": "3", "hide": "sure", "each-face": "left-to-right", "crop": "5,10%,50%,4",
        "lossless": "1", "progressive": "1", "background": "#ff0000", "strip-all": "1", "dpi": "300",
        "document": "schengen", "strict": "1", "fill": "blur",
    ]

    @Test func `no parameter is missing`() {
        #expect(CropParameters.names == Set(Self.parameters.keys))
    }

    @Test(arguments: parameters.keys.sorted())
    func `no number in a parameter traps`(name: String) throws {
        let size = PixelSize(width: 24, height: 16)
        let feature = Feature(Rect(x: 5, y: 5, width: 4, height: 4), confidence: 0.9)
        for value in HostileNumbers.variants(of: try #require(Self.parameters[name])) {
            do {
                let parameters = try CropParameters([(name, value)])
                for request in zip(parameters.requests, parameters.shapes).map({ $0.last.cropRequest($1.ofCrop, in: size) }) {
                    let features = parameters.crop.places.isEmpty ? [feature] : parameters.crop.places
                    let plan = try CropPlanner.plan(features: features, size: size, request: request)
                    _ = try Answer(json: CropRecord(file: "", orientation: .up, detector: "", accuracy: .low, plan: plan, output: nil))
                }
                for effect in parameters.requests[0].last.steps.compactMap(\.effect) {
                    let declared = effect.footprint(on: size).resultSize
                    if declared.area < 1_000_000 { _ = try PixelBuffer(size: size).applying([effect]) }
                }
            } catch let error as BoundedCropError {
                #expect([.invalidArgument, .limitExceeded, .noFeatureFound].contains(error.code), "\(name)=\(value): \(error)")
            }
        }
    }

    @Test func `a running service answers all of them`() async throws {
        let service = try await RunningService()
        let picture = try Fixture.bytes("orientations/obama_1.jpg")
        for effects in ["shadow(black,0,0,-1e300)", "shadow(black,0,0,-0x1p1023)", "crop(0,0,1e300,9)", "noise(9223372036854775807)"] {
            let reply = try await service.post("/crop?size=9x9&effects=\(effects)", picture)
            #expect([200, 400, 422].contains(reply.status), "\(effects): \(reply.text)")
        }
        let watermarks = ["-9223372036854775808,0", "0,-9223372036854775808", "-9223372036854775808p,1e300p", "nanp,infp"]
        for place in watermarks {
            let reply = try await service.get("/unsafe/9x9/filters:watermark(x,\(place),0)/orientations/obama_1.jpg")
            #expect(reply.status == 400 && reply.code == "invalidFilter", "\(place): \(reply.text)")
        }
        for number in ["1.8e308", "-1.8e308", "1e308", "1e300", "9223372036854775808"] {
            for name in ["x", "y", "width", "height", "confidence", "priority"] {
                var feature = ["x": "1", "y": "2", "width": "3", "height": "4", "confidence": "0.5"]
                feature[name] = number
                let fields = feature.map { "\"\($0)\":\($1)" }.joined(separator: ",")
                let reply = try await service.post("/plan?size=3x2", Array("{\"width\":30,\"height\":20,\"features\":[{\(fields)}]}".utf8))
                #expect(reply.status == 400 && reply.code == "invalidArgument", "\(name) \(number): \(reply.text)")
            }
        }
        #expect(try await service.get("/healthcheck").status == 200)
        let long = String(repeating: "haar%2B", count: 2000) + "haar"
        #expect(try await service.post("/crop?size=9x9&detector=\(long)", picture).status == 400)
        let fresh = try await service.get("/unsafe/9x9/filters:max_age(0)/orientations/obama_1.jpg")
        #expect(fresh["cache-control"] == "max-age=0")
    }
}
