import BoundedCrop
import BoundedCropEffects
import BoundedCropRendering
import Foundation
import TestSupport
import Testing

@Suite struct RenderRequestTests {
    /// A request in which nothing has its default.
    private static let full: RenderRequest = {
        var stage = RenderRequest.Stage()
        stage.trim = RenderRequest.Trim(corner: .bottomRight, tolerance: 3, measure: .channels, color: Color("red"))
        stage.cuts = [RenderRequest.Region(x: .pixels(1.5), y: .share(0.1), width: .pixels(20), height: .share(1))]
        stage.target.dimensions = .init(width: .pixels(30), height: .original, flipsHorizontally: true, flipsVertically: true)
        stage.target.fit = .init(isAdaptive: true, isFull: true)
        (stage.target.stretches, stage.target.scale, stage.target.fitsOtherOrientations) = (true, 0.25, true)
        stage.target.aspect = AspectRatio(16, 9)
        (stage.target.least, stage.target.maximumPixels) = (PixelSize(width: 1, height: 2), 1000)
        stage.target.upscaling = .neverAtAspect
        stage.crop.align(.left, .bottom)
        (stage.crop.detects, stage.crop.scheme, stage.crop.kept) = (true, .largest, try? KeptKinds("dog:0.5,face"))
        (stage.crop.padding, stage.crop.zoom) = (Padding("20%,1px,2px,3%"), 0.4)
        (stage.crop.tightness, stage.crop.placement, stage.crop.rotatesToFaces) = (0.5, .thirds, true)
        (stage.crop.rank, stage.crop.detector, stage.crop.accuracy) = (2, "haar", .high)
        (stage.crop.fallback, stage.crop.requiresFeature) = (.center, true)
        (stage.crop.isPlanned, stage.crop.alignment, stage.crop.alignmentFill) = (true, .arcFace, .color(.white))
        (stage.crop.document, stage.crop.isStrict, stage.crop.fill) = (.us, true, .blur)
        stage.crop.eachFace = .leftToRight
        stage.crop.limits.minimumSize = 0.1
        (stage.crop.usesEmbeddedRegions, stage.crop.hides) = (true, .anything)
        stage.crop.places = [Feature(Rect(x: 1, y: 2, width: 3, height: 4), kind: .region, priority: 2)]
        stage.crop.focalRegions = [RenderRequest.Region(pixels: Rect(x: 1, y: 2, width: 3, height: 4))]
        stage.crop.rectangle = RenderRequest.Region(x: .share(0.1), y: .pixels(2), width: .share(0.5), height: .pixels(40))
        stage.crop.focalPoint = .init(x: .share(0.5), y: .pixels(9))
        stage.crop.offset = .init(x: .pixels(-4), y: .share(0.5))
        (stage.crop.window, stage.crop.magnification) = (.init(x: .pixels(4), y: .pixels(0)), 2)
        var fill = BoxFill(.average, .left, .bottom, offset: (3, 4))
        fill.margins.left = 7
        var mark = Watermark("a.png", x: .percent(-3), y: .repeated, alpha: 0.5)
        mark.widthPercent = 20
        stage.steps = [
            .effect(.gaussianBlur(sigma: 1.25)), .effect(.redact(.fill(.black), margin: 0.1)), .background(.white), .proportion(0.5),
            .corners(.init(radius: 3, verticalRadius: 4, outside: .black)), .corners(.init(radius: 2)), .fill(fill),
            .fill(BoxFill(.blur)), .watermark(mark), .watermark(Watermark("b", x: .far, y: .pixels(-3))), .mask("m.png"),
        ]
        var request = RenderRequest(stage)
        request.earlier = [RenderRequest.Stage()]
        request.answer = .plan
        (request.output.format, request.output.quality, request.output.maximumBytes) = (.webp, 70, 4000)
        (request.output.frame, request.output.metadata, request.output.convertsToSRGB) = (2, .rights, true)
        (request.output.hasPlaceholder, request.output.pixelsPerInch) = (true, 300)
        (request.output.keepsPlace, request.output.writesRegions, request.output.background) = (false, true, .black)
        (request.output.isLossless, request.output.isProgressive) = (true, true)
        return request
    }()

    private func decoded(_ text: String) throws -> RenderRequest {
        try JSONDecoder().decode(RenderRequest.self, from: Data(text.utf8))
    }

    @Test func `JSON has all of a request`() throws {
        let text = try JSONText.text(Self.full)
        #expect(try decoded(text) == Self.full)
        let stage = Self.full.last
        #expect(RenderRequest.Crop.fields.count == Mirror(reflecting: stage.crop).children.count)
        #expect(RenderRequest.Output.fields.count == Mirror(reflecting: Self.full.output).children.count)
        #expect(RenderRequest.Stage.fields.count == Mirror(reflecting: stage).children.count)
        // The dimensions are four of them.
        #expect(RenderRequest.Target.fields.count == Mirror(reflecting: stage.target).children.count + 3)
        for (name, value) in Mirror(reflecting: stage.crop).children {
            let standard = Mirror(reflecting: RenderRequest.Crop()).descendant(name ?? "")
            #expect("\(value)" != standard.map { "\($0)" }, "\(name ?? "") has its default in this test")
        }
    }

    @Test func `a document gives the alignment and the size, unless a request has its own`() throws {
        let us = try decoded(#"{"stages":[{"crop":{"detects":true,"document":"us"}}]}"#)
        #expect(us.last.crop.alignment == DocumentPhoto.us.alignment && us.output.pixelsPerInch == 300)
        #expect(us.last.target.dimensions == .init(width: .pixels(600), height: .pixels(600)))
        #expect(try decoded(JSONText.text(us)) == us)
        let coarse = try decoded(#"{"output":{"dpi":150},"stages":[{"crop":{"detects":true,"document":"us"}}]}"#)
        #expect(coarse.last.target.dimensions.width == .pixels(300) && coarse.output.pixelsPerInch == 150)
        let own = try decoded(#"{"stages":[{"crop":{"document":"us"},"target":{"width":90,"height":80}}]}"#)
        #expect(own.last.target.dimensions == .init(width: .pixels(90), height: .pixels(80)) && own.output.pixelsPerInch == nil)
        for text in [#"{"stages":[{"crop":{"document":"mars"}}]}"#, #"{"output":{"dpi":65535},"stages":[{"crop":{"document":"us"}}]}"#] {
            #expect(throws: DecodingError.self) { try decoded(text) }
        }
        for dpi in ["0", "65536", "1.5"] {
            #expect(throws: DecodingError.self) { try decoded(#"{"output":{"dpi":\#(dpi)},"stages":[{}]}"#) }
        }
    }

    @Test func `what has its default is left out`() throws {
        var request = RenderRequest()
        #expect(try JSONText.text(request) == #"{"stages":[{}]}"#)
        request.last.target.dimensions.width = .pixels(300)
        request.last.crop.detects = true
        request.last.steps = [.effect(.grayscale)]
        let text = #"{"stages":[{"crop":{"detects":true},"steps":[{"effect":"grayscale()"}],"target":{"width":300}}]}"#
        #expect(try JSONText.text(request) == text)
        #expect(try decoded(text) == request)
    }

    @Test(arguments: [
        #"{"stages":[]}"#, #"{}"#, #"{"stages":[{"crop":{"smart":true}}]}"#, #"{"stages":[{"target":{"width":0}}]}"#,
        #"{"stages":[{"target":{"width":65536}}]}"#, #"{"stages":[{"target":{"width":"wide"}}]}"#, #"{"stages":[{"steps":[{}]}]}"#,
        #"{"stages":[{"steps":[{"effect":""}]}]}"#, #"{"stages":[{"steps":[{"effect":"grayscale() circle()"}]}]}"#,
        #"{"stages":[{"steps":[{"effect":"nonsense()"}]}]}"#, #"{"stages":[{"steps":[{"mask":"a","proportion":1}]}]}"#,
        #"{"stages":[{"cuts":[{"x":1}]}]}"#, #"{"stages":[{"trim":{"color":"no color"}}]}"#, #"{"stages":[{}],"answer":"nothing"}"#,
    ])
    func `other JSON is refused`(text: String) {
        #expect(throws: DecodingError.self) { try decoded(text) }
    }

    @Test(arguments: [
        (#""crop":{"zoom":1.5}"#, "stages[0].crop.zoom: 1.5 is not from 1e-06 to 1.0"),
        (#""crop":{"rank":0}"#, "stages[0].crop.rank: 0 is"),
        (#""crop":{"magnification":0}"#, "crop.magnification"), (#""crop":{"tightness":-1}"#, "crop.tightness"),
        (#""crop":{"detector":"eyes"}"#, "stages[0].crop.detector: "), (#""crop":{"scheme":"widest"}"#, "stages[0].crop.scheme: "),
        (#""crop":{"limits":{"minimumConfidence":2,"maximumCount":3}}"#, "crop.limits"), (#""crop":{"offset":{"x":1,"y":2,"z":3}}"#, "“z”"),
        (#""crop":{"places":[{"rectangle":{"x":0,"y":0,"width":-1,"height":2},"confidence":1,"kind":"face"}]}"#, "crop.places"),
        (#""crop":{"rectangle":{"x":0,"y":0,"width":-1,"height":2}}"#, "crop.rectangle.width"),
        (#""trim":{"tolerance":443}"#, "trim.tolerance"),
        (#""target":{"scale":0}"#, "target.scale"), (#""target":{"least":{"width":-1,"height":2}}"#, "target.least"),
        (#""target":{"maximumPixels":0}"#, "target.maximumPixels"), (#""steps":[{},{}]"#, "stages[0].steps[0]: a step has one of"),
        (#""steps":[{"proportion":1.5}]"#, "steps[0].proportion"), (#""steps":[{"corners":{"radius":-1}}]"#, "steps[0].corners.radius"),
        (#""steps":[{"effect":"gaussian-blur(151)"}]"#, "stages[0].steps[0].effect: "),
        (#""steps":[{"fill":{"margins":{"top":-1}}}]"#, "margins.top"),
        (#""steps":[{"watermark":{"picture":"a","x":1,"y":1,"alpha":2}}]"#, "watermark.alpha"),
        (#""stops":[]"#, "stages[0]: there is no “stops”"),
        (#""steps":[{"effect":3}]"#, "stages[0].steps[0].effect: this is not a text"),
    ])
    func `what is wrong is named`(stage: String, message: String) {
        let error = #expect(throws: DecodingError.self) { try decoded("{\"stages\":[{\(stage)}]}") }
        #expect(error?.inWords.contains(message) == true, "\(error?.inWords ?? "")")
    }

    @Test(arguments: [
        (#""output":{"quality":0}"#, "output.quality: 0 is not from 1 to 100"), (#""output":{"frame":0}"#, "output.frame"),
        (#""output":{"maximumBytes":0}"#, "output.maximumBytes"),
        (#""result":1"#, "there is no “result”: there are stages, output, answer"),
    ])
    func `what is wrong with an output is named`(member: String, message: String) {
        let error = #expect(throws: DecodingError.self) { try decoded("{\"stages\":[{}],\(member)}") }
        #expect(error?.inWords.contains(message) == true, "\(error?.inWords ?? "")")
    }

    /// Checks a request, and that each object in it refuses other members.
    private static let validator = """
        import json, sys
        from jsonschema import Draft202012Validator
        schema, request = map(json.loads, sys.argv[1:])
        Draft202012Validator.check_schema(schema)
        validator = Draft202012Validator(schema)
        assert validator.is_valid(request), [error.message for error in validator.iter_errors(request)]
        def objects(node):
            if isinstance(node, dict):
                yield node
            for child in node.values() if isinstance(node, dict) else node if isinstance(node, list) else []:
                yield from objects(child)
        for node in list(objects(request)):
            node["other"] = 1
            assert not validator.is_valid(request), node
            del node["other"]
        """

    @Test func `the schema describes all of a request, and nothing else`() throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let texts = [try JSONText.text(RequestSchema.document), try JSONText.text(Self.full)]
        process.arguments = ["python3", "-c", Self.validator] + texts
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test func `the schema has the names and defaults of the types`() throws {
        let crop = try RenderRequest.Crop.schema.members["properties"]?.members ?? [:]
        #expect(crop.count == RenderRequest.Crop.fields.count)
        #expect(crop["scheme"]?.members["default"] == "all" && crop["magnification"]?.members["default"] == 1)
        #expect(crop["zoom"]?.members["default"] == nil && crop["zoom"]?.members["type"] == "number")
    }

    @Test func `a request survives JSON`() throws {
        var request = RenderRequest()
        request.last.target.dimensions = .init(width: .pixels(300), height: .pixels(200))
        request.last.crop.detects = true
        request.output.format = .webp
        let json = try JSONEncoder().encode(request)

        #expect(try JSONDecoder().decode(RenderRequest.self, from: json) == request)
    }

    @Test func `an effect without text has no JSON`() {
        let request = {
            var request = RenderRequest()
            request.last.steps = [.effect(.flatten(on: .black))]
            return request
        }()
        #expect(throws: EncodingError.self) { try JSONText.text(request) }
    }

    @Test(arguments: [
        RenderStep.effect(.gaussianBlur(sigma: 151)), .effect(.shadow(.black, offset: Point(x: 2000, y: 0), blur: 1)),
        .effect(.sharpen(amount: -1, radius: 1)), .effect(.convolution([1, 2], columns: 3)), .effect(.redact(.blur, margin: 1000)),
    ])
    func `steps that no picture can have are refused`(step: RenderStep) {
        var request = RenderRequest()
        request.last.steps = [step]
        expectError(.invalidFilter) { try request.check() }
    }
}
