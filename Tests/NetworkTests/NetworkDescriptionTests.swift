import Foundation
import TestSupport
import Testing

@testable import BoundedCrop

/// The JSON beside a model.
@Suite struct NetworkDescriptionTests {
    private static let classes = #""classes": [{"name": "cat"}]"#
    private static let input = #""input": {"width": 64, "height": 32}"#

    private func description(_ text: String) throws -> NetworkDescription { try NetworkDescription(json: Array(text.utf8)) }

    @Test func whatIsLeftOutIsAsThePublishedNetworksNeedIt() throws {
        let yolox = try description(#"{"shape": "yolox", \#(Self.input), \#(Self.classes)}"#)
        #expect(yolox.input == PixelSize(width: 64, height: 32) && yolox.fit == .letterbox && yolox.channels == .bgr && yolox.gray == 114)
        #expect(yolox.mean == [0, 0, 0] && yolox.scale == [1, 1, 1] && yolox.strides == [8, 16, 32] && yolox.outputs == nil)
        #expect(yolox.threshold == 0.25 && yolox.overlap == 0.45)
        #expect(yolox.classes == [NetworkDescription.Class(name: "cat", weight: 1)])
        let nanodet = try description(#"{"shape": "nanodet", \#(Self.input), \#(Self.classes)}"#)
        #expect(nanodet.fit == .stretch && nanodet.channels == .bgr && nanodet.strides == [8, 16, 32, 64])
        #expect(nanodet.mean == [103.53, 116.28, 123.675] && nanodet.scale == [1 / 57.375, 1 / 57.12, 1 / 58.395])
        let ssd = try description(#"{"shape": "ssd", \#(Self.input), \#(Self.classes)}"#)
        #expect(ssd.fit == .stretch && ssd.channels == .rgb && ssd.mean == [127, 127, 127] && ssd.scale == [1 / 128, 1 / 128, 1 / 128])
        let yunet = try description(#"{"shape": "yunet", \#(Self.input)}"#)
        #expect(yunet.fit == .letterbox && yunet.channels == .bgr && yunet.gray == 0 && yunet.overlap == 0.3)
        #expect(yunet.classes == [NetworkDescription.Class(name: "face", weight: 1)])
        let yolov8 = try description(#"{"shape": "yolov8", \#(Self.input), \#(Self.classes)}"#)
        #expect(yolov8.fit == .letterbox && yolov8.channels == .rgb && yolov8.gray == 114 && yolov8.mean == [0, 0, 0])
        #expect(yolov8.scale == [1 / 255, 1 / 255, 1 / 255] && yolov8.strides == [8, 16, 32])
        #expect(yolov8.overlap == 0.7 && yolov8.extra == 0)
        let scrfd = try description(#"{"shape": "scrfd", \#(Self.input)}"#)
        #expect(scrfd.fit == .letterbox && scrfd.channels == .rgb && scrfd.gray == 0 && scrfd.mean == [127.5, 127.5, 127.5])
        #expect(scrfd.scale == [1 / 128, 1 / 128, 1 / 128] && scrfd.strides == [8, 16, 32] && scrfd.overlap == 0.4 && scrfd.anchors == 2)
        let retinaface = try description(#"{"shape": "retinaface", \#(Self.input)}"#)
        #expect(retinaface.fit == .letterbox && retinaface.channels == .bgr && retinaface.mean == [104, 117, 123])
        #expect(retinaface.scale == [1, 1, 1] && retinaface.gray == 114 && retinaface.overlap == 0.4)
        #expect(retinaface.strides == [8, 16, 32] && retinaface.sizes == [[16, 32], [64, 128], [256, 512]])
        #expect([scrfd, retinaface].allSatisfy { $0.classes == yunet.classes })
    }

    @Test func everythingCanBeSaid() throws {
        let text = """
            {"shape": "ssd", \(Self.input), "fit": "letterbox", "channels": "bgr", "mean": [1, 2, 3], "scale": 0.5, "gray": 7,
             "outputs": ["boxes", "scores"], "classes": [{"name": ""}, {}, {"name": "cat", "weight": 2.5}, {"name": "dog", "weight": 0}],
             "threshold": 0.1, "overlap": 0.9, "comment": "other fields are ignored"}
            """
        let ssd = try description(text)
        #expect(ssd.fit == .letterbox && ssd.channels == .bgr && ssd.mean == [1, 2, 3] && ssd.scale == [0.5, 0.5, 0.5] && ssd.gray == 7)
        #expect(ssd.outputs == ["boxes", "scores"] && ssd.threshold == 0.1 && ssd.overlap == 0.9)
        #expect(ssd.classes.map(\.name) == [nil, nil, "cat", "dog"] && ssd.classes.map(\.weight) == [1, 1, 2.5, 0])
        #expect(try description(#"{"shape": "yolov8", \#(Self.input), \#(Self.classes), "extra": 32}"#).extra == 32)
        #expect(try description(#"{"shape": "scrfd", \#(Self.input), "anchors": 1}"#).anchors == 1)
        let sizes = try description(#"{"shape": "retinaface", \#(Self.input), "strides": [16], "sizes": [[10, 16.5, 24]]}"#).sizes
        #expect(sizes == [[10, 16.5, 24]])
    }

    static let examples: [(String, NetworkDescription.Shape, Int)] = [
        ("yolox_nano", .yolox, 416), ("nanodet-plus-m_416", .nanodet, 416), ("yolov8n", .yolov8, 640), ("scrfd_2.5g_bnkps", .scrfd, 640),
        ("retinaface_mobilenet", .retinaface, 640),
    ]

    @Test(arguments: examples) func theExamplesAreTheDefaults(name: String, shape: NetworkDescription.Shape, side: Int) throws {
        let path = Fixture.package.appendingPathComponent("Examples/networks/\(name).json").path
        let example = try NetworkDescription(json: FileReader.bytes(ofFile: path, limits: ImageLimits()))
        let text = #"{"shape": "\#(shape.rawValue)", "input": {"width": \#(side), "height": \#(side)}"#
        let short = try description(text + (shape.isOfFaces ? "}" : ", \(Self.classes)}"))
        #expect(example.shape == short.shape && example.input == short.input && example.fit == short.fit && example.gray == short.gray)
        #expect(example.channels == short.channels && example.mean == short.mean && example.strides == short.strides)
        #expect(zip(example.scale, short.scale).allSatisfy { abs($0 - $1) < 1e-7 })
        #expect(example.threshold == short.threshold && example.overlap == short.overlap)
        #expect(example.extra == short.extra && example.anchors == short.anchors && example.sizes == short.sizes)
        if shape.isOfFaces { return #expect(example.classes == short.classes) }
        #expect(example.classes.count == 80 && example.classes[0] == NetworkDescription.Class(name: "person", weight: 4))
        #expect(example.classes[16] == NetworkDescription.Class(name: "dog", weight: 2) && example.classes[79].name == "toothbrush")
    }

    /// A description, and what the message must say.
    static let wrong = [
        ("", "it is not JSON"), ("cats", "it is not JSON"), ("[1]", "this is not an object"), ("{}", "“shape” is missing"),
        (#"{"shape": 7, \#(input), \#(classes)}"#, "shape: this is not a text"),
        (
            #"{"shape": "yolov9", \#(input), \#(classes)}"#,
            "“shape” is one of “yolox”, “yolov8”, “nanodet”, “ssd”, “yunet”, “scrfd”, “retinaface”, not “yolov9”"
        ),
        (#"{"shape": "yolov8", \#(input)}"#, "“classes” is missing"),
        (#"{"shape": "yolov8", \#(input), \#(classes), "extra": -1}"#, "“extra” is 0 to 10000, not -1"),
        (#"{"shape": "yolov8", "input": {"width": 100, "height": 64}, \#(classes)}"#, "not a multiple of the stride 8"),
        (#"{"shape": "scrfd", \#(input), "anchors": 0}"#, "“anchors” is 1 to 8, not 0"),
        (#"{"shape": "scrfd", \#(input), "classes": [{"name": "cat"}, {"name": "dog"}]}"#, "one entry for “scrfd”"),
        (
            #"{"shape": "scrfd", "input": {"width": 1024, "height": 1024}, "strides": [2], "anchors": 8}"#,
            "into 2097152 boxes, above the limit of 1000000"
        ),
        (#"{"shape": "retinaface", \#(input), "strides": [8]}"#, "“sizes” has a list for each of the 1 strides, not 3"),
        (#"{"shape": "retinaface", \#(input), "sizes": [[16], [], [64]]}"#, "each list of “sizes” has 1 to 8 numbers from 1 to 4096"),
        (#"{"shape": "retinaface", \#(input), "sizes": [[16], [0.5], [64]]}"#, "each list of “sizes” has 1 to 8 numbers from 1 to 4096"),
        (#"{"shape": "retinaface", \#(input), "sizes": [16, 32, 64]}"#, "sizes[0]: this is not a list"),
        (#"{"shape": "yolox", \#(classes)}"#, "“input” is missing"),
        (#"{"shape": "yolox", "input": {"width": 64}, \#(classes)}"#, "“input.height” is missing"),
        (#"{"shape": "yolox", "input": {"width": 8, "height": 64}, \#(classes)}"#, "“input” has sides of 16 to 4096 pixels, not 8x64"),
        (#"{"shape": "ssd", "input": {"width": 64, "height": 8192}, \#(classes)}"#, "16 to 4096"),
        (#"{"shape": "ssd", "input": {"width": -64, "height": 64}, \#(classes)}"#, "16 to 4096"),
        (#"{"shape": "yolox", "input": {"width": 100, "height": 64}, \#(classes)}"#, "“input” of 100x64 is not a multiple of the stride 8"),
        (#"{"shape": "yolox", \#(input)}"#, "“classes” is missing"),
        (#"{"shape": "yolox", \#(input), "classes": []}"#, "1 to 10000 entries"),
        (#"{"shape": "yolox", \#(input), "classes": ["cat"]}"#, "classes[0]: this is not an object"),
        (#"{"shape": "yolox", \#(input), "classes": [{"name": ""}, {"weight": 3}]}"#, "has none with a name and a weight above 0"),
        (#"{"shape": "yolox", \#(input), "classes": [{"name": "cat", "weight": 0}]}"#, "has none with a name and a weight above 0"),
        (
            #"{"shape": "yolox", \#(input), "classes": [{"name": "cat"}, {"name": "dog", "weight": -1}]}"#,
            "“classes[1].weight” is 0 to 1000"
        ),
        (#"{"shape": "yolox", \#(input), "classes": [{"name": "cat", "weight": 1e300}]}"#, "“classes[0].weight” is 0 to 1000"),
        (#"{"shape": "yunet", \#(input), "classes": [{"name": "cat"}, {"name": "dog"}]}"#, "one entry for “yunet”"),
        (#"{"shape": "ssd", \#(input), \#(classes), "fit": "cover"}"#, "“fit” is one of “letterbox”, “stretch”, not “cover”"),
        (#"{"shape": "ssd", \#(input), \#(classes), "channels": "RGB"}"#, "“channels” is one of “bgr”, “rgb”, not “RGB”"),
        (#"{"shape": "ssd", \#(input), \#(classes), "mean": [1, 2]}"#, "“mean” is one number, or one for each of three channels, not 2"),
        (#"{"shape": "ssd", \#(input), \#(classes), "scale": 1e300}"#, "numbers up to a million"),
        (#"{"shape": "ssd", \#(input), \#(classes), "scale": "big"}"#, "scale: this is not"),
        (#"{"shape": "ssd", \#(input), \#(classes), "gray": 256}"#, "“gray” is 0 to 255"),
        (#"{"shape": "yolox", \#(input), \#(classes), "strides": []}"#, "“strides” has 1 to 8 numbers"),
        (#"{"shape": "nanodet", \#(input), \#(classes), "strides": [8, 0]}"#, "“strides” has 1 to 8 numbers from 1 to 1024"),
        (#"{"shape": "yolox", \#(input), \#(classes), "strides": [8, 16, 8]}"#, "“strides” has different numbers, not [8, 16, 8]"),
        (#"{"shape": "yunet", \#(input), "strides": [8, 8]}"#, "“strides” has different numbers, not [8, 8]"),
        (
            #"{"shape": "nanodet", "input": {"width": 1000, "height": 1000}, "strides": [1, 1000], \#(classes)}"#,
            "“strides” of [1, 1000] divide the input of 1000x1000 into 1000001 cells, above the limit of 1000000"
        ),
        (
            #"{"shape": "yolox", "input": {"width": 4096, "height": 4096}, "strides": [4], \#(classes)}"#,
            "into 1048576 cells, above the limit of 1000000"
        ),
        (#"{"shape": "ssd", \#(input), \#(classes), "threshold": 1.5}"#, "“threshold” is 0 to 1, not 1.5"),
        (#"{"shape": "ssd", \#(input), \#(classes), "overlap": -1}"#, "“overlap” is 0 to 1, not -1"),
        (#"{"shape": "ssd", \#(input), \#(classes), "outputs": []}"#, "“outputs” has 1 to 100 different names"),
        (#"{"shape": "ssd", \#(input), \#(classes), "outputs": ["a", "a"]}"#, "“outputs” has 1 to 100 different names"),
    ]

    @Test(arguments: wrong) func saysWhatIsWrong(text: String, reason: String) {
        expectError(.unreadableModel, saying: reason) { _ = try description(text) }
    }

    @Test func aMillionCellsAreAllowed() throws {
        let text = #"{"shape": "nanodet", "input": {"width": 1000, "height": 1000}, "strides": [1], \#(Self.classes)}"#
        #expect(try description(text).strides == [1])
        // 13 by 3 cells: sides are rounded up.
        let small = try description(#"{"shape": "nanodet", "input": {"width": 100, "height": 20}, \#(Self.classes)}"#)
        #expect(small.grid(of: 8) == PixelSize(width: 13, height: 3) && small.grid(of: 64) == PixelSize(width: 2, height: 1))
    }

    @Test func hostileNumbersAreErrorsOrValues() {
        let text =
            #"{"shape": "nanodet", "input": {"width": 64, "height": 32}, "mean": 1, "scale": [1, 2, 3], "gray": 4, "threshold": 0.5,"#
            + #" "overlap": 0.5, "strides": [8, 16], "extra": 5, "anchors": 2, "sizes": [[6], [7]],"#
            + #" "classes": [{"name": "cat", "weight": 1}]}"#
        for variant in HostileNumbers.variants(of: text) + HostileNumbers.variants(of: text.replacing("nanodet", with: "retinaface")) {
            do {
                _ = try description(variant)
            } catch let error as BoundedCropError {
                #expect(error.code == .unreadableModel && !error.message.isEmpty)
            } catch {
                Issue.record("\(variant): \(error)")
            }
        }
    }

    @Test func outputsAreThoseThatTheShapeNeeds() throws {
        let yolox = try description(#"{"shape": "yolox", \#(Self.input), \#(Self.classes)}"#)
        #expect(try yolox.chosen(from: ["output"]) == ["output"])
        expectError(.unreadableModel, saying: "“yolox” needs 1 outputs, not 2 (a, b): name them in “outputs”") {
            _ = try yolox.chosen(from: ["a", "b"])
        }
        let named = try description(#"{"shape": "yolox", \#(Self.input), \#(Self.classes), "outputs": ["b"]}"#)
        #expect(try named.chosen(from: ["a", "b"]) == ["b"])
        expectError(.unreadableModel, saying: "the model has no output “b”; it has a, c") { _ = try named.chosen(from: ["a", "c"]) }
        let yunet = try description(#"{"shape": "yunet", \#(Self.input), "strides": [8, 16]}"#)
        let outputs = ["cls_8", "cls_16", "obj_8", "obj_16", "bbox_8", "bbox_16", "kps_8", "kps_16"]
        #expect(try yunet.chosen(from: outputs.reversed()) == outputs)
        expectError(.unreadableModel, saying: "no output “kps_16”") { _ = try yunet.chosen(from: outputs.dropLast()) }
        let scrfd = try description(#"{"shape": "scrfd", \#(Self.input)}"#)
        let nine = (0..<9).map(String.init)
        #expect(try scrfd.chosen(from: nine) == nine && scrfd.chosen(from: nine.dropLast(3)) == nine.dropLast(3))
        expectError(.unreadableModel, saying: "“scrfd” needs 6 or 9 outputs, not 8") { _ = try scrfd.chosen(from: nine.dropLast()) }
        let retinaface = try description(#"{"shape": "retinaface", \#(Self.input)}"#)
        expectError(.unreadableModel, saying: "“retinaface” needs 3 outputs, not 2 (a, b)") { _ = try retinaface.chosen(from: ["a", "b"]) }
    }
}
