import Foundation
import PictureSupport
import TestSupport
import Testing

@testable import BoundedCrop

/// Programs that are asked about many pictures and behave correctly.
@Suite(.timeLimit(.minutes(15))) struct CommandDetectorTests {
    private static let example = Fixture.package.appendingPathComponent("Examples/detectors/middle-third.py").path
    private static let picture = PixelBuffer(size: PixelSize(width: 300, height: 150), filledWith: (20, 40, 60, 255))

    private func widths(_ detector: CommandDetector, pictures: Int = 1) throws -> [Double] {
        try (0..<pictures).flatMap { _ in try detector.features(in: Self.picture, accuracy: .low).map(\.rectangle.width) }
    }

    private func answer(_ json: String) -> CommandDetector { CommandDetector(shell: WorkerLine.forEachPicture("echo '\(json)'")) }

    @Test func theExampleFindsTheMiddleOfEveryUprightPicture() throws {
        let detector = CommandDetector(program: Self.example)
        let names = [
            "photos/obama.jpg", "edges/1x1.png", "edges/3000x8.jpg", "orientations/obama_6.jpg", "composites/panorama_4to1.jpg",
        ]
        for (name, accuracy) in names.flatMap({ name in DetectionAccuracy.allCases.map { (name, $0) } }) {
            let picture = try Fixture.source(name)
            let (width, height) = (Double(picture.size.width), Double(picture.size.height))
            let features = try detector.features(in: picture, accuracy: accuracy)
            let feature = try #require(features.first, "\(name)")
            #expect(features.count == 1 && feature.confidence == 0.9 && feature.kind.rawValue == "middle", "\(name)")
            let box = feature.rectangle
            for (number, expected) in zip([box.x, box.y, box.width, box.height], [width / 3, height / 3, width / 3, height / 3]) {
                #expect(abs(number - expected) < 1e-6, "\(name)")
            }
        }
    }

    @Test func theExampleCropsAPicture() throws {
        let plan = try BlockingCropper(detector: CommandDetector(program: Self.example))
            .plan(Self.picture, for: CropRequest(width: 50, height: 50))
        #expect(plan.crop == PixelRect(x: 75, y: 0, width: 150, height: 150) && plan.reason == .bounds)
    }

    /// The number of its pictures is the program's answer.
    @Test func oneProcessIsAskedAboutAllPictures() throws {
        let detector = CommandDetector(shell: WorkerLine.forEachPicture(WorkerLine.counted))
        #expect(try widths(detector, pictures: 3) == [1, 2, 3])
        let copy = detector
        #expect(try widths(copy, pictures: 2) == [4, 5])
        #expect(try widths(detector) == [6])
    }

    /// Either before or after it gets the next picture.
    @Test func aProgramThatEndsAfterItsAnswerIsStartedAgain() throws {
        let folder = try TemporaryFolder()
        let line = "echo start >> '\(folder.path("starts"))'; read -r line; n=7; \(WorkerLine.counted)"
        #expect(try widths(CommandDetector(shell: line), pictures: 5) == [7, 7, 7, 7, 7])
        #expect(try String(contentsOfFile: folder.path("starts"), encoding: .utf8) == String(repeating: "start\n", count: 5))
    }

    @Test(arguments: ["n=7; \(WorkerLine.counted)", "exec <&-; n=7; \(WorkerLine.counted)", "n=7; printf %s \"$(\(WorkerLine.counted))\""])
    func aProgramNeedNotReadThePicture(line: String) throws {
        var noise = SeededGenerator(seed: 2)
        let picture = try noise.picture(PixelSize(width: 300, height: 300))
        let detector = CommandDetector(shell: line)
        for _ in 0..<2 { #expect(try detector.features(in: picture, accuracy: .low).map(\.rectangle.width) == [7]) }
    }

    /// An error that the program reports is about one picture.
    @Test func aProgramThatReportsAnErrorIsAskedAboutTheNextPicture() throws {
        let line = "if [ $n = 2 ]; then echo '{\"error\": \"out\\u000aof film\"}'; else \(WorkerLine.counted); fi"
        let detector = CommandDetector(shell: WorkerLine.forEachPicture(line))
        #expect(try widths(detector) == [1])
        expectError(.detectionFailed, saying: "the detector /bin/sh reports “out of film”") { _ = try widths(detector) }
        #expect(try widths(detector, pictures: 2) == [3, 4])
    }

    @Test(arguments: [(DetectionAccuracy.low, 1024, 256), (.high, 2048, 512)])
    func theLineDescribesThePicture(accuracy: DetectionAccuracy, width: Int, height: Int) throws {
        let program = """
            import base64, json, sys
            for line in sys.stdin:
                told = json.loads(line)
                png = base64.b64decode(told["image"], validate=True)
                size = [int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")]
                seen = [sorted(told), png[1:4], size, told["width"], told["height"], told["accuracy"], told["number"]]
                print(json.dumps({"error": " ".join(map(str, seen))}), flush=True)
            """
        let keys = "['accuracy', 'height', 'image', 'number', 'width']"
        let detector = CommandDetector(program: "python3", arguments: ["-c", program])
        let picture = try Fixture.source("composites/panorama_4to1.jpg")
        for number in 1...3 {
            let expected = "\(keys) b'PNG' [\(width), \(height)] \(width) \(height) \(accuracy.rawValue) \(number)”"
            expectError(.detectionFailed, saying: expected) { _ = try detector.features(in: picture, accuracy: accuracy) }
        }
    }

    @Test func answersMayRepeatTheNumber() throws {
        let line = WorkerLine.forEachPicture(#"echo "{\"number\": $n, \"features\": []}""#)
        #expect(try widths(CommandDetector(shell: line), pictures: 3).isEmpty)
    }

    @Test func theExampleRepeatsTheNumber() throws {
        let input = Array("{\"number\": 7, \"image\": \"AAAA\"}\n{\"number\": 8}\njunk\n".utf8)
        let output = try ChildProgram(program: Self.example, arguments: []).run(input: input, timeLimit: .seconds(600))
        let lines = String(decoding: output.standardOutput, as: UTF8.self).split(separator: "\n")
        try #require(lines.count == 3, "\(lines)")
        #expect(lines[0].contains(#""number": 7"#) && lines[1].contains(#""number": 8"#), "\(lines)")
        #expect(!lines[2].contains("number") && lines.allSatisfy { $0.contains("error") }, "\(lines)")
    }

    @Test func optionalFieldsMayBeOmitted() throws {
        let features = try answer(#"{"features": [{"x": 10, "y": 20, "width": 30, "height": 40}]}"#)
            .features(in: Self.picture, accuracy: .low)
        #expect(features == [Feature(Rect(x: 10, y: 20, width: 30, height: 40), confidence: 1, kind: .face)])
    }

    @Test func unknownKeysAndSpacesAreIgnored() throws {
        let json = #"  {"version": 2, "error": null, "features": [{"x": 1.5, "y": 2, "width": 3, "height": 4, "label": "cat"}]}  "#
        #expect(try widths(answer(json), pictures: 2) == [3, 3])
    }

    @Test func limitsApply() throws {
        var limits = DetectionLimits()
        limits.minimumConfidence = 0.7
        let json =
            #"{"features": [{"x":0,"y":0,"width":9,"height":9,"confidence":0.6},{"x":50,"y":0,"width":8,"height":9,"confidence":0.8}]}"#
        let line = WorkerLine.forEachPicture("echo '\(json)'")
        #expect(try widths(CommandDetector(program: "/bin/sh", arguments: ["-c", line], limits: limits)) == [8])
        #expect(try widths(CommandDetector(shell: line)) == [8, 9])
    }

    /// It may load a model.
    @Test func theFirstAnswerMayTakeLonger() throws {
        let line = WorkerLine.forEachPicture(WorkerLine.counted)
        let detector = CommandDetector(shell: line, timeLimit: .zero, startLimit: .seconds(600))
        #expect(try widths(detector) == [1])
        expectError(.detectionFailed, saying: "took longer than 0.0 seconds") { _ = try widths(detector) }
        #expect(try widths(detector) == [1])
        #expect(detector.startLimit == .seconds(600) && CommandDetector(program: "a").startLimit == .seconds(60))
        #expect(CommandDetector(program: "a").timeLimit == .seconds(10))
    }

    @Test func limitsMayBeAnyDuration() throws {
        let (line, longest) = (WorkerLine.forEachPicture(WorkerLine.counted), Duration.seconds(Int64.max))
        #expect(try widths(CommandDetector(shell: line, timeLimit: longest, startLimit: longest), pictures: 2) == [1, 2])
        expectError(.detectionFailed, saying: "took longer than 0.0 seconds") {
            _ = try widths(CommandDetector(shell: line, timeLimit: .seconds(Int64.min), startLimit: .seconds(Int64.min)))
        }
    }

    @Test func cacheKeysIncludeTheContractProgramArgumentsAndLimits() {
        var limits = DetectionLimits()
        limits.maximumCount = 3
        let detectors = [
            CommandDetector(program: "a"), CommandDetector(program: "b"), CommandDetector(program: "a", arguments: ["b"]),
            CommandDetector(program: "a,b"), CommandDetector(program: "a", arguments: ["b", "c"]),
            CommandDetector(program: "a", arguments: ["b c"]), CommandDetector(program: "a", limits: limits),
        ]
        #expect(Set(detectors.map(\.cacheKey) + [OneShotCommandDetector(program: "a").cacheKey]).count == detectors.count + 1)
        #expect(detectors[4].name == "command:a b c")
    }
}
