import BoundedCrop
import Foundation
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct UploadTests {
    private static let face = Rect(x: 130, y: 29, width: 86, height: 119)
    private let photo: [UInt8]

    init() throws {
        photo = try [UInt8](Data(contentsOf: Fixture.root.appendingPathComponent("orientations/obama_1.jpg")))
    }

    private func service() async throws -> RunningService {
        try await RunningService { $0.detector = FixedFeatureDetector([Self.face]) }
    }

    private func json(_ text: String?) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data((text ?? "").utf8)) as? [String: Any])
    }

    @Test func `an uploaded picture is returned cropped, with its plan`() async throws {
        let reply = try await service().post("/crop?size=60x40&format=webp&quality=70", photo)
        #expect(reply.status == 200 && reply["content-type"] == "image/webp")
        #expect(try reply.picture.size == PixelSize(width: 60, height: 40))
        let plan = try json(reply["x-boundedcrop-plan"])
        #expect((plan["features"] as? [Any])?.count == 1)
        #expect((plan["output"] as? [String: Any])?["bytes"] as? Int == reply.body.count)
    }

    @Test func `a plan too long for a header is omitted`() async throws {
        let crowd = (0..<60).map { Rect(x: Double($0) * 5, y: 29, width: 20, height: 20) }
        let service = try await RunningService { $0.detector = FixedFeatureDetector(crowd) }
        let reply = try await service.post("/crop?size=60x40", photo)
        #expect(reply.status == 200 && reply["x-boundedcrop-plan"] == nil)
        let plans = try json(try await service.post("/crop?size=60x40&plan", photo).text)["plans"] as? [[String: Any]]
        #expect((plans?.first?["features"] as? [Any])?.count == 60)
    }

    @Test(arguments: CropParameters.names) func `a parameter that has one value is given once`(name: String) {
        let repeats = ["size", "preset", "aspect", "region", "focal"].contains(name)
        let error = #expect(throws: BoundedCropError.self) { try CropParameters([(name, "one"), (name, "two")]) }
        #expect(
            error?.code == .invalidArgument && error?.message.contains("twice, as “one” and “two”") == !repeats,
            "\(error?.message ?? "")"
        )
    }

    @Test func `what asks to hide is not undone by what follows`() async throws {
        let reply = try await service().post("/crop?effects=redact(black)&size=9x9&effects=grayscale()", photo)
        #expect(reply.status == 400 && reply.text.contains("“redact(black)” and “grayscale()”"), "\(reply.text)")
    }

    @Test(arguments: [
        ("100", 100, 100), ("60x", 60, 75), ("x40", 32, 40), ("60x40", 60, 40), ("20x25mm&dpi=100", 79, 98), ("2cmx@100dpi", 79, 99),
    ])
    func `a size may be one side, as for the command`(size: String, width: Int, height: Int) async throws {
        let reply = try await service().post("/crop?size=\(size)", Fixture.bytes("orientations/obama_1.jpg"))
        #expect(try reply.picture.size == PixelSize(width: width, height: height))
    }

    @Test func `each size on paper has its density`() async throws {
        let reply = try await service().post("/crop?size=2x2in@72dpi&format=png", photo)
        // 2835 pixels per meter.
        #expect(reply.body.firstRange(of: Array("pHYs".utf8) + [0, 0, 0x0B, 0x13]) != nil)
        let plain = try await service().post("/crop?size=144x144&format=png", photo)
        #expect(plain.body.firstRange(of: Array("pHYs".utf8)) == nil)
        let wrong = [("size=35mmx2in", "one unit"), ("size=2in@72dpi&dpi=300", "72 pixels per inch"), ("size=1mm&dpi=1", "sides are 1")]
        for (query, message) in wrong {
            let reply = try await service().post("/crop?\(query)", photo)
            #expect(reply.status == 400 && reply.text.contains(message), "\(reply.text)")
        }
    }

    @Test(arguments: ["yunet+haar", "yunet%2Bhaar"]) func `several detectors may be joined by a plus`(text: String) async throws {
        let reply = try await service().post("/detect?detector=\(text)", photo)
        #expect(try json(reply.text)["detector"] as? String == "yunet+haar", "\(reply.text)")
    }

    @Test func `effects are applied, and several plans are returned`() async throws {
        let service = try await service()
        let round = try await service.post("/crop?size=40x40&format=png&effects=circle()", photo)
        #expect(try round.picture.pixels().bytes[3] == 0)
        let plans = try json(try await service.post("/crop?aspect=1:1&aspect=16:9&size=10x30&plan", photo).text)
        #expect((plans["plans"] as? [Any])?.count == 3)
        let several = try await service.post("/crop?aspect=1:1&aspect=16:9", photo)
        #expect(several.status == 400 && several.code == "invalidArgument")
    }

    /// Three frames of a third of a second, shown four times.
    private func animation(_ encoding: ImageEncoding) throws -> [UInt8] {
        let size = PixelSize(width: 320, height: 200)
        let writer = try AnimationWriter(size: size, loopCount: 4, encoding: encoding)
        for shade in [20, 120, 220] as [UInt8] {
            try writer.add(PixelBuffer(size: size, filledWith: (shade, shade, shade, 255)), for: .milliseconds(330))
        }
        return try writer.finish()
    }

    @Test(arguments: [ImageEncoding.gif(), .webp(.lossless()), .png()])
    func `an uploaded animation is returned as one, or as one frame on request`(encoding: ImageEncoding) async throws {
        let (service, file) = (try await service(), try animation(encoding))
        let reply = try await service.post("/crop?size=60x40", file)
        #expect(reply.status == 200 && reply["content-type"] == encoding.format.mediaType)
        let info = try reply.picture.animationInfo()
        #expect(info.frameCount == 3 && info.loopCount == 4 && info.size == PixelSize(width: 60, height: 40))
        let plan = try json(reply["x-boundedcrop-plan"])
        let told = try #require(plan["animation"] as? [String: Any])
        #expect(told["frames"] as? Int == 3 && (told["tracks"] as? [Any])?.count == 1 && (plan["features"] as? [Any])?.count == 1)

        let still = try await service.post("/crop?size=60x40&still=2&format=png", file)
        #expect(try still.status == 200 && !still.picture.header.isAnimated && abs(Int(still.picture.pixels().bytes[0]) - 120) <= 3)
        let missing = try await service.post("/crop?size=60x40&still=4", file)
        #expect(missing.status == 400 && missing.code == "invalidArgument")
    }

    @Test func `the plan of an animation needs no picture and equals its own`() async throws {
        let service = try await service()
        let file = try animation(.gif())
        let own = try json(try await service.post("/crop?size=60x40&scheme=largest&plan", file).text)["plans"] as? [[String: Any]]
        let plan = try #require(own?.first)
        let body = try [UInt8](JSONSerialization.data(withJSONObject: plan))
        let reply = try await service.post("/plan?size=60x40&scheme=largest", body)
        let told = try #require((try json(reply.text)["plans"] as? [[String: Any]])?.first)
        for name in ["crop", "bounds", "reason", "animation", "features"] {
            #expect(plan[name] as? NSObject == told[name] as? NSObject, "\(name)")
        }
        var many = plan
        let sighting = ["time": 0, "x": 1, "y": 1, "width": 2, "height": 2, "confidence": 1]
        var record = try #require(plan["animation"] as? [String: Any])
        record["tracks"] = [["kind": "face", "sightings": Array(repeating: sighting, count: 10_001)]]
        many["animation"] = record
        let refused = try await service.post("/plan?size=60x40", [UInt8](JSONSerialization.data(withJSONObject: many)))
        #expect(refused.status == 400 && refused.code == "invalidArgument", "\(refused.status)")
    }

    @Test(arguments: ["plan", "still=2", "format=gif"]) func `the frames of an animation count towards the memory`(
        option: String
    ) async throws {
        let writer = try AnimationWriter(size: PixelSize(width: 1500, height: 1000), encoding: .gif())
        for shade in [20, 120] as [UInt8] {
            try writer.add(PixelBuffer(size: PixelSize(width: 1500, height: 1000), filledWith: (shade, 0, 0, 255)), for: .seconds(1))
        }
        let file = try writer.finish()
        for (memory, status) in [(15_000_000, 422), (200_000_000, 200)] {
            let service = try await RunningService {
                $0.detector = FixedFeatureDetector([Self.face])
                $0.pixelMemoryBytes = memory
            }
            let reply = try await service.post("/crop?size=60x40&\(option)", file)
            #expect(reply.status == status, "\(memory): \(reply.text)")
        }
    }

    @Test func `an animation with more frames than the limit is refused`() async throws {
        let service = try await RunningService { $0.decoding.limits.maximumFrames = 2 }
        for path in ["/crop?size=60x40", "/crop?size=60x40&plan"] {
            let reply = try await service.post(path, animation(.gif()))
            #expect(reply.status == 422 && reply.code == "limitExceeded", "\(reply.status) \(reply.text)")
        }
        #expect(try await service.post("/crop?size=60x40&format=jpeg", animation(.gif())).status == 200)
    }

    @Test func `faces are redacted in every frame`() async throws {
        let reply = try await service().post("/crop?effects=redact(black)&fallback=center", animation(.webp(.lossless())))
        var covered = 0
        try reply.picture.forEachFrame { frame in
            if frame.pixels.bytes[(80 * 320 + 170) * 4] == 0 { covered += 1 }
            return true
        }
        #expect(reply.status == 200 && covered == 3)
    }

    @Test(
        arguments: [
            ("focal=310,60&keep=dog", "focal and keep"), ("align=passport&zoom=0.5", "align and zoom"),
            ("no-bounding&padding=9px", "no-bounding and padding"), ("align-fill=red", "align-fill needs align"),
            ("zoom=60%25&zoom=2", "zoom"), ("min-face=200%25", "min-face"), ("detector=command:x", "program"),
        ]
    )
    func `options that make no sense are refused as in the command`(query: String, words: String) async throws {
        let reply = try await service().post("/crop?size=9x9&\(query)", photo)
        #expect(reply.status == 400 && reply.code == "invalidArgument" && reply.text.contains(words), "\(reply.text)")
    }

    @Test func `uploads are aligned, and their detections limited, as with the command`() async throws {
        let (service, photo) = (try await RunningService { $0.detector = YuNetDetector() }, try Fixture.bytes("photos/obama.jpg"))
        func plan(_ query: String) async throws -> [String: Any] {
            let reply = try await service.post("/crop?plan&\(query)", photo)
            return try #require((try json(reply.text)["plans"] as? [[String: Any]])?.first, "\(reply.text)")
        }
        let aligned = try await service.post("/crop?size=70x90&align=passport&align-fill=red", photo)
        #expect(aligned.status == 200, "\(aligned.text)")
        #expect(try aligned.picture.size == PixelSize(width: 70, height: 90))
        let crops = [
            try await plan("size=70x90&align=passport&align-fill=red")["crop"] as? [String: Int],
            try await plan("size=70x90")["crop"] as? [String: Int],
        ]
        #expect(crops[0] != crops[1])
        let small = try await plan("size=9x9&min-face=99%25")["features"] as? [Any]
        #expect(small?.isEmpty == true)
        let zoomed = [try await plan("size=9x9&zoom=60%25"), try await plan("size=9x9&zoom=0.6")].map { $0["crop"] as? [String: Int] }
        #expect(zoomed[0] == zoomed[1])
    }

    @Test(arguments: [
        ("70x90/smart/filters:align(passport):align_fill(ff0000)", "size=70x90&align=passport&align-fill=%23ff0000"),
        (
            "70x90/smart/filters:align(40p,30p,55p):align_fill(rgba(0,0,0,0.5)):no_upscale(aspect)",
            "size=70x90&align=40%25,30%25,55%25&align-fill=rgba(0,0,0,0.5)&no-upscale"
        ),
        ("50x300/smart/filters:crop_fill(edge)", "size=50x300&fill=edge"),
        ("smart/filters:align(avatar):align_fill(red):aspect(1:1)", "aspect=1:1&align=avatar&align-fill=red"),
        ("40x40/smart/filters:min_face(99p):fallback(center)", "size=40x40&min-face=99%25&fallback=center"),
        (
            "40x30/smart/filters:max_faces(1):min_confidence(60p):scheme(largest)",
            "size=40x30&max-faces=1&min-confidence=60%25&scheme=largest"
        ),
        ("40x30/smart/filters:embedded_regions():zoom(0.6):placement(thirds)", "size=40x30&embedded-regions&zoom=0.6&placement=thirds"),
        ("smart/filters:aspect(2:1):keep(face):padding(20p):require_face()", "aspect=2:1&keep=face&padding=20%25&require-face"),
        ("50x50/smart/filters:focal(10x10:60x60):redact(black)", "size=50x50&region=10,10,50,50&effects=redact(black)"),
    ])
    func `an option is the same in a URL and with an upload, byte for byte`(filters: String, query: String) async throws {
        let service = try await RunningService { ($0.detector, $0.rendering.padding) = (YuNetDetector(), .standard) }
        let reply = try await service.get("/unsafe/\(filters):format(png)/photos/obama.jpg")
        let upload = try await service.post("/crop?\(query)&format=png", try Fixture.bytes("photos/obama.jpg"))
        #expect(reply.status == 200 && upload.status == 200, "\(reply.text) \(upload.text)")
        #expect(reply.body == upload.body)
    }

    @Test func `a color for an alignment needs one in URLs too`() async throws {
        let reply = try await service().get("/unsafe/9x9/smart/filters:align_fill(red)/photos/obama.jpg")
        #expect(reply.status == 400 && reply.text.contains("align_fill needs align"), "\(reply.text)")
    }

    @Test(arguments: ["region=10,300,60,80", "focal=40,340"])
    func `given places are kept instead of the faces`(query: String) async throws {
        let service = try await service()
        let reply = try await service.post("/crop?aspect=3:1&padding=0px&zoom=1&plan&region=10,300,60,20", photo)
        let own = try #require((try json(reply.text)["plans"] as? [[String: Any]])?.first)
        #expect(own["crop"] as? [String: Int] == ["x": 10, "y": 300, "width": 60, "height": 20] && own["detector"] as? String == "regions")
        let body = [UInt8](#"{"width": 320, "height": 400, "features": [{"x": 1, "y": 1, "width": 9, "height": 9}]}"#.utf8)
        let known = try json(try await service.post("/plan?aspect=1:1&aspect=3:1&\(query)", body).text)["plans"] as? [[String: Any]]
        let looked = try json(try await service.post("/crop?aspect=1:1&aspect=3:1&plan&\(query)", photo).text)["plans"] as? [[String: Any]]
        for (one, other) in zip(try #require(known), try #require(looked)) {
            #expect(one["crop"] as? [String: Int] == other["crop"] as? [String: Int])
            #expect(
                (one["features"] as? [[String: Any]])?.map { $0["kind"] as? String } == [query.hasPrefix("r") ? "region" : "focalPoint"]
            )
        }
    }

    @Test func `a given crop is cut as it is, with a plan that says so`() async throws {
        let service = try await service()
        let reply = try await service.post("/crop?crop=10%25,40,50%25,200&format=png", photo)
        #expect(try reply.status == 200 && reply.picture.size == PixelSize(width: 160, height: 200))
        let plan = try json(reply["x-boundedcrop-plan"])
        #expect(plan["reason"] as? String == "given" && plan["detector"] as? String == "given" && plan["warnings"] == nil)
        #expect((plan["features"] as? [Any])?.isEmpty == true)
        let body = [UInt8](#"{"width": 320, "height": 400, "features": [{"x": 1, "y": 1, "width": 9, "height": 9}]}"#.utf8)
        let shapes = "size=30x20&size=60x40&size=90x60&size=300x200&size=3000x2000"
        for (path, bytes) in [("/crop", photo), ("/plan", body)] {
            let text = try await service.post("\(path)?\(shapes)&crop=33,71,417,50&plan", bytes).text
            let plans = try #require(try json(text)["plans"] as? [[String: Any]])
            #expect(Set(plans.compactMap { $0["crop"] as? [String: Int] }) == [["x": 33, "y": 0, "width": 287, "height": 191]], "\(text)")
            #expect(plans.count == 5 && plans.allSatisfy { ($0["warnings"] as? [String])?.first?.contains("320x400") == true })
        }
    }

    @Test(arguments: [
        "crop=1,2,3", "crop=1,2,0,4", "crop=1,2,3,nan", "crop=1,2,3,400%25", "crop=320,0,5,5", "crop=1,2,3,4&zoom=0.5",
        "crop=1,2,3,4&region=1,2,3,4",
        "crop=1,2,3,4&detector=haar", "crop=",
    ])
    func `a crop that is none, outside, or with options for faces is refused`(query: String) async throws {
        let service = try await service()
        let body = [UInt8](#"{"width": 320, "height": 400, "features": []}"#.utf8)
        for (path, bytes) in [("/crop", photo), ("/plan", body)] {
            let reply = try await service.post("\(path)?aspect=1:1&\(query)", bytes)
            #expect(reply.status == 400 && reply.code == "invalidArgument", "\(path): \(reply.text)")
        }
    }

    @Test func `regions have no padding unless that is given, also in URLs`() async throws {
        let service = try await RunningService { ($0.detector, $0.rendering.padding) = (YuNetDetector(), .standard) }
        let padded = ["x": 96, "y": 190, "width": 48, "height": 70]
        for (query, filter, bounds) in [
            ("", "", ["x": 100, "y": 200, "width": 40, "height": 50]),
            ("&padding=20%25,10%25,20%25,10%25", ":padding(20p,10p,20p,10p)", padded),
        ] {
            let reply = try await service.post("/crop?aspect=1:1&plan&region=100,200,40,50\(query)", photo)
            let plan = try #require((try json(reply.text)["plans"] as? [[String: Any]])?.first)
            #expect(plan["bounds"] as? [String: Int] == bounds)
            let meta = try await service.get("/unsafe/meta/90x90/smart/filters:focal(100x200:140x250)\(filter)/orientations/obama_1.jpg")
            #expect(meta.text.contains(#""bounds":{"#), "\(meta.text)")
            let text =
                #""height":\#(bounds["height"] ?? 0),"width":\#(bounds["width"] ?? 0),"x":\#(bounds["x"] ?? 0),"y":\#(bounds["y"] ?? 0)"#
            #expect(meta.text.contains(text), "\(meta.text)")
        }
    }

    @Test(arguments: ["region=1,2,3", "region=1,2,0,4", "region=1,2,3,nan", "focal=1", "focal=x,y", "focal=900,900", "region=-9,-9,5,5"])
    func `places that are none, or outside the picture, are refused`(query: String) async throws {
        let service = try await service()
        let body = [UInt8](#"{"width": 320, "height": 400, "features": []}"#.utf8)
        for (path, bytes) in [("/crop", photo), ("/plan", body)] {
            let reply = try await service.post("\(path)?aspect=1:1&\(query)", bytes)
            #expect(reply.status == 400 && reply.code == "invalidArgument", "\(path): \(reply.text)")
        }
        let many = String(repeating: "&focal=1,1", count: 101)
        #expect(try await service.post("/plan?aspect=1:1\(many)", body).status == 400)
    }

    @Test func `detected features are returned`() async throws {
        let found = try json(try await service().post("/detect", photo).text)
        #expect(found["width"] as? Int == 320 && found["height"] as? Int == 400)
        let feature = try #require((found["features"] as? [[String: Any]])?.first)
        #expect(feature["x"] as? Double == 130 && feature["width"] as? Double == 86)
    }

    @Test func `a plan needs no picture and equals the picture's own plan`() async throws {
        let service = try await service()
        let found = try await service.post("/detect", photo)
        let planned = try json(try await service.post("/plan?size=60x40&padding=10%25", found.body).text)
        let cropped = try json(try await service.post("/crop?size=60x40&padding=10%25&plan", photo).text)
        let crop = { (plans: [String: Any]) in (plans["plans"] as? [[String: Any]])?.first?["crop"] as? [String: Int] }
        #expect(crop(planned) != nil && crop(planned) == crop(cropped))
    }

    @Test(arguments: [
        "size=0x10", "size=10x10x10", "size=70000x10", "size=axb", "aspect=0:1", "aspect=a", "scheme=none", "padding=-1", "padding=1e999px",
        "zoom=0", "zoom=2", "zoom=nan", "zoom=", "fallback=x", "accuracy=x", "require-face=maybe", "detector=command:/bin/sh",
        "detector=onnx:/etc/passwd", "detector=once:/bin/sh",
        "detector=x", "format=exe", "format=../x", "quality=0", "quality=x", "effects=mask(/etc/passwd)", "effects=explode()", "nothing=1",
        "effects=blur", "effects=sharpen(-1,1)", "effects=redact(blur,1000)", "%zz=1", "size=10x10&size=",
        String(repeating: "aspect=1:1&", count: 33),
    ])
    func `invalid options are refused before the picture is read`(query: String) async throws {
        let service = try await service()
        for path in ["/crop", "/plan"] where path == "/crop" || !query.hasPrefix("detector") {
            let reply = try await service.post("\(path)?\(query)", [1, 2, 3])
            #expect(reply.status == 400 && reply.code == "invalidArgument", "\(path)?\(query): \(reply.text)")
        }
    }

    @Test(arguments: ["", "hello", "\u{89}PNG", "<html/>", "GIF89a"])
    func `a body that is not a picture is refused`(text: String) async throws {
        let service = try await service()
        for path in ["/crop?size=9x9", "/detect"] {
            let reply = try await service.post(path, Array(text.utf8))
            #expect(reply.status == 422, "\(reply.text)")
        }
    }

    @Test(arguments: [
        "truncated.png", "garbage_scan.jpg", "truncated.webp", "huge.jpg", "decompression_bomb.png", "many_scans.jpg", "bad_crc.png",
    ])
    func `broken pictures are answered with an error, and the service continues`(file: String) async throws {
        let service = try await RunningService { $0.decoding.limits.maximumPixels = 10_000_000 }
        let bytes = try [UInt8](Data(contentsOf: Fixture.root.appendingPathComponent("broken/\(file)")))
        for path in ["/crop?size=9x9", "/detect"] {
            let reply = try await service.post(path, bytes)
            #expect([200, 422].contains(reply.status), "\(reply.text)")
        }
        #expect(try await service.get("/livez").status == 200)
    }

    @Test func `outputs are limited`() async throws {
        let service = try await RunningService { $0.rendering.maximumOutputPixels = 10_000 }
        let large = try await service.post("/crop?size=101x100", photo)
        #expect(large.status == 422 && large.code == "limitExceeded")
        #expect(try await service.post("/crop?size=100x100", photo).status == 200)
        #expect(try await service.post("/crop", photo).status == 422)
        for effects in ["scale(300x300)", "fill(20000x20000)", "content-mode(aspectFit,300x300,pad)", "shadow(black,500,500,9)"] {
            let reply = try await service.post("/crop?size=90x90&effects=\(effects)", photo)
            #expect(reply.status == 422 && reply.code == "limitExceeded", "\(effects): \(reply.text)")
        }
    }

    @Test(arguments: [
        "", "{}", "[]", "{\"width\":10,\"height\":10}", "{\"width\":0,\"height\":10,\"features\":[]}",
        "{\"width\":99999999,\"height\":10,\"features\":[]}", "{\"width\":1.5,\"height\":10,\"features\":[]}",
        "{\"width\":-1,\"height\":10,\"features\":[]}", "{\"width\":1e99,\"height\":10,\"features\":[]}",
        "{\"width\":10,\"height\":10,\"features\":[{}]}", "{\"width\":10,\"height\":10,\"features\":[{\"x\":1e999}]}",
        "{\"width\":10,\"height\":10,\"features\":[{\"x\":1,\"y\":1,\"width\":2,\"height\":2,\"confidence\":1.01}]}",
        "{\"width\":10,\"height\":10,\"features\":[{\"x\":1,\"y\":1,\"width\":2,\"height\":2,\"confidence\":-0.01}]}",
    ])
    func `invalid detections are refused`(body: String) async throws {
        let reply = try await service().post("/plan?size=9x9", Array(body.utf8))
        #expect(reply.status == 400 && reply.code == "invalidArgument", "\(reply.text)")
    }

    @Test(arguments: ["", "nothing", "yunet,", "command:ls"]) func `a plan cannot name a detector that is not there`(
        name: String
    ) async throws {
        let reply = try await service().post("/plan?detector=\(name)", Array("{\"width\":9,\"height\":9,\"features\":[]}".utf8))
        #expect(reply.status == 400 && reply.code == "invalidArgument", "\(reply.text)")
    }

    @Test func `planning with any number gives an answer`() async throws {
        let service = try await service()
        let numbers = ["0", "-1", "1e308", "-1e308", "5e-324", "9223372036854775807", "0.1"]
        for x in numbers {
            for width in numbers {
                let feature = "{\"x\":\(x),\"y\":\(width),\"width\":\(width),\"height\":\(x)}"
                let body = "{\"width\":65535,\"height\":1,\"features\":[\(feature),\(feature)]}"
                for query in ["aspect=1:1", "size=65535x65535&zoom=0.000001", "scheme=largest&padding=10000%25&size=1x65535"] {
                    let reply = try await service.post("/plan?\(query)", Array(body.utf8))
                    #expect([200, 400].contains(reply.status), "\(body) \(query): \(reply.text)")
                }
            }
        }
    }

    @Test func `too many faces are refused`() async throws {
        let feature = "{\"x\":1,\"y\":1,\"width\":1,\"height\":1}"
        let body = { (count: Int) in
            Array("{\"width\":99,\"height\":99,\"features\":[\(Array(repeating: feature, count: count).joined(separator: ","))]}".utf8)
        }
        let service = try await service()
        #expect(try await service.post("/plan?aspect=1:1", body(1000)).status == 200)
        #expect(try await service.post("/plan?aspect=1:1", body(1001)).status == 400)
        let long = try await service.post("/plan?aspect=1:1", Array(repeating: UInt8(ascii: " "), count: 1_000_001))
        #expect(long.status == 413 && long.code == "bodyTooLarge")
    }
}
