import Foundation
import TestSupport
import Testing

/// `boundedcrop evaluate`.
@Suite(.timeLimit(.minutes(15))) struct EvaluateTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.portrait, as: "photos/a.png")
        try scratch.add(Fixture.black, as: "photos/black.jpg")
        try scratch.add("broken/document.pdf", as: "photos/b.gif")
    }

    private func manifest(_ entries: String...) throws {
        try scratch.write(Array("[\(entries.joined(separator: ","))]".utf8), to: "photos/manifest.json")
    }

    private static let portrait = #"{"file": "a.png", "faces": [[97, 22, 64, 89]]}"#
    private static let black = #"{"file": "black.jpg", "faces": []}"#
    private static let picture = #"{"file": "b.gif", "faces": [[1, 2, 3, 4]]}"#

    struct Line: Decodable {
        struct Count: Decodable, Equatable {
            let part: Int
            let whole: Int
        }

        struct Crops: Decodable {
            struct Scores: Decodable {
                let areaKept: Double
                let largestWhole: Double
                let allWhole: Double
            }

            let scheme: String
            let aspect: String?
            let reached: Scores
            let center: Scores
            let best: Scores
        }

        struct Kind: Decodable {
            let kind: String
            let photos: Int
            let found: Count
            let falseAlarms: Count
            let areaKept: Double?
        }

        let detector: String
        let accuracy: String
        let recall: Double
        let recallAbove5Percent: Double
        let largestFound: Double
        let precision: Double
        let averagePrecision: Double?
        let found: [String: Count]
        let falseAlarms: Count
        let millisecondsMedian: Double
        let milliseconds95: Double
        let crops: [Crops]
        let kinds: [Kind]
        let unreadable: [String: String]
    }

    @Test func eachDetectorAndAccuracyIsALineOfJSON() async throws {
        try manifest(Self.portrait, Self.black)
        let outcome = try await scratch.boundedcrop("evaluate photos/manifest.json --json")
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        let lines = try outcome.decoded(Line.self)
        #expect(lines.map { "\($0.detector) \($0.accuracy)" } == ["yunet low", "yunet high", "haar low", "haar high"])
        for line in lines {
            #expect(line.recall == 1 && line.recallAbove5Percent == 1 && line.largestFound == 1 && line.precision == 1)
            #expect(line.found == ["12-30%": .init(part: 1, whole: 1)] && line.falseAlarms == .init(part: 0, whole: 1))
            #expect(line.milliseconds95 >= line.millisecondsMedian && line.millisecondsMedian > 0 && line.unreadable.isEmpty)
            #expect(line.kinds.isEmpty)
            // Five aspect ratios and all of them together, for each scheme.
            #expect(line.crops.map(\.scheme) == ["all", "largest", "smallest"].flatMap { Array(repeating: $0, count: 6) })
            #expect(line.crops.prefix(6).map(\.aspect) == ["1:1", "3:1", "1:3", "16:9", "4:5", nil])
            for crops in line.crops { #expect(crops.reached.areaKept <= crops.best.areaKept + 1e-9 && crops.center.allWhole <= 1) }
        }
    }

    @Test(arguments: ["", #"{"file": "a.png", "faces": [[97, 22, 64, 89]], "robustness_only": true}"#])
    func aManifestWithoutPhotosIsAnError(entries: String) async throws {
        try manifest(entries)
        let outcome = try await scratch.boundedcrop("evaluate photos/manifest.json --report misses.html")
        #expect(outcome.status == 1 && outcome.text.isEmpty, "\(outcome.text)")
        #expect(outcome.errors.hasPrefix("boundedcrop: the manifest photos/manifest.json has no photos"), "\(outcome.errors)")
        #expect(try !scratch.files().contains("misses.html"))
    }

    @Test func labelsInOtherFormsAreMeasured() async throws {
        let categories = #""categories": [{"id": 3, "name": "face"}]"#
        let images = #""images": [{"id": 1, "file_name": "a.png"}, {"id": 2, "file_name": "black.jpg"}]"#
        let annotations = #""annotations": [{"id": 1, "image_id": 1, "category_id": 3, "bbox": [97, 22, 64, 89]}]"#
        let forms = [
            "coco.json": "{\(images), \(annotations), \(categories)}",
            "wider.txt": "a.png\n1\n97 22 64 89 0 0 0 0 0 0\nblack.jpg\n0\n0 0 0 0 0 0 0 0 0 0\n",
            "lines.csv": "file,x,y,width,height\na.png,97,22,64,89\nblack.jpg,,,,\n",
        ]
        for (name, text) in forms {
            try scratch.write(Array(text.utf8), to: "labels/\(name)")
            let line = "evaluate labels/\(name) --photos photos --detector yunet --accuracy low --json"
            let outcome = try await scratch.boundedcrop(line)
            let found = try #require(try outcome.decoded(Line.self).first)
            #expect(outcome.status == 0 && outcome.errors.isEmpty && found.recall == 1 && found.falseAlarms == .init(part: 0, whole: 1))
        }
    }

    @Test func aFolderWithNoneOfThePhotosIsNamed() async throws {
        try manifest(#"{"file": "x/gone.jpg", "faces": []}"#, #"{"file": "y.jpg", "faces": [[1, 2, 3, 4]]}"#)
        func errors(_ line: String) async throws -> String {
            let outcome = try await scratch.boundedcrop(line)
            #expect(outcome.status == 1 && outcome.output.isEmpty)
            return outcome.errors
        }
        let rest = "(the first is x/gone.jpg): name their folder with --photos\n"
        let beside = try await errors("evaluate photos/manifest.json --detector yunet --report misses.html")
        #expect(beside == "boundedcrop: none of the 2 photos of photos/manifest.json is in the folder photos/ \(rest)")
        let elsewhere = try await errors("evaluate photos/manifest.json --photos labels")
        #expect(elsewhere == "boundedcrop: none of the 2 photos of photos/manifest.json is in the folder labels/ \(rest)")
        try scratch.move("photos/manifest.json", to: "manifest.json")
        #expect(try await errors("evaluate manifest.json").contains(" is in the folder . \(rest)"))
    }

    @Test func theTablesNameDetectorsAndAspects() async throws {
        try manifest(Self.portrait)
        let outcome = try await scratch.boundedcrop("evaluate photos/manifest.json --detector haar,yunet --accuracy low")
        #expect(outcome.status == 0)
        for part in ["| haar,yunet | low ", "100.0%", "largest found", "false alarms", "ms p95", "best possible", "| 16:9 ", "| all five "]
        {
            #expect(outcome.text.contains(part), "\(part)")
        }
    }

    @Test func eachKindOfPhotoIsMeasuredOnItsOwn() async throws {
        try manifest(
            #"{"file": "a.png", "faces": [[97, 22, 64, 89]], "kind": "plain"}"#,
            #"{"file": "black.jpg", "faces": [], "kind": "very dark"}"#,
            Self.portrait
        )
        let line = "evaluate photos/manifest.json --detector yunet --accuracy low"
        let kinds = try #require(try await scratch.boundedcrop("\(line) --json").decoded(Line.self).first).kinds
        #expect(kinds.map(\.kind) == ["plain", "very dark"] && kinds.map(\.photos) == [1, 1])
        #expect(kinds.map(\.found) == [.init(part: 1, whole: 1), .init(part: 0, whole: 0)])
        #expect(kinds.map(\.falseAlarms) == [.init(part: 0, whole: 0), .init(part: 0, whole: 1)])
        #expect(kinds[0].areaKept != nil && kinds[1].areaKept == nil)

        let outcome = try await scratch.boundedcrop(line)
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        for part in ["| kind ", "| plain ", "| very dark ", "| face area kept "] { #expect(outcome.text.contains(part), "\(part)") }
        try manifest(Self.portrait)
        #expect(try await !scratch.boundedcrop(line).text.contains("| kind "))
    }

    /// Every crop of a black picture is around its center, and none shows its corner.
    @Test func markedSubjectsAreATableOfTheirOwn() async throws {
        try manifest(#"{"file": "black.jpg", "subjects": [{"box": [0, 0, 50, 10]}], "kind": "corner"}"#)
        let outcome = try await scratch.boundedcrop("evaluate photos/manifest.json --detector yunet --accuracy low")
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(outcome.text.contains("| subject kept | center | best possible | of best |"))
        #expect(outcome.lines.contains { $0.contains("| corner | 5 ") && $0.contains("| 0.0% ") && $0.contains("| 100.0% ") })
        try manifest(Self.black)
        let without = try await scratch.boundedcrop("evaluate photos/manifest.json --detector yunet --accuracy low")
        #expect(without.status == 0 && !without.text.contains("subject kept"))
    }

    @Test func unreadablePhotosAreExcludedAndReportedOnce() async throws {
        try manifest(Self.picture, Self.portrait, #"{"file": "gone.jpg", "faces": []}"#)
        let outcome = try await scratch.boundedcrop("evaluate photos/manifest.json --detector yunet --json")
        #expect(outcome.status == 0 && outcome.errorLines.count == 2)
        #expect(
            outcome.errors.contains("boundedcrop: b.gif: left out: PDF") && outcome.errors.contains("boundedcrop: gone.jpg: left out: ")
        )
        let lines = try outcome.decoded(Line.self)
        #expect(lines.count == 2 && lines.allSatisfy { Set($0.unreadable.keys) == ["b.gif", "gone.jpg"] && $0.recall == 1 })
    }

    @Test func aFailingDetectorIsReportedWhereverItIsListed() async throws {
        try manifest(Self.portrait)
        let outcome = try await scratch.boundedcrop(
            "evaluate photos/manifest.json --detector yunet --detector command:./missing --accuracy low"
        )
        #expect(outcome.errorLines.count == 1 && outcome.errors.contains("a.png: left out: the detector ./missing cannot be started"))
        // Nothing was measured for it, so there is no percentage.
        let rows = outcome.lines.filter { $0.contains("command:./missing") }
        #expect(!rows.isEmpty && rows.allSatisfy { !$0.contains("100.0%") })
        #expect(outcome.status == 1)
    }

    @Test func theReportShowsTheMisses() async throws {
        try manifest(#"{"file": "a.png", "faces": [[0, 200, 64, 89]]}"#, Self.black)
        let outcome = try await scratch.boundedcrop(
            "evaluate photos/manifest.json --detector yunet --accuracy low --report out/misses.html"
        )
        #expect(outcome.status == 0)
        let html = String(decoding: try scratch.bytes("out/misses.html"), as: UTF8.self)
        #expect(html.hasPrefix("<!DOCTYPE html>") && html.contains("yunet, low: 1 photos") && html.contains("1 missed, 1 wrong"))
        #expect(html.contains("src=\"../photos/a.png\"") && !html.contains("black.jpg"))
    }

    @Test func aReportIsReplacedOnlyIfRequested() async throws {
        try manifest(Self.black)
        try scratch.write([1], to: "misses.html")
        let line = "evaluate photos/manifest.json --detector yunet --accuracy low --report misses.html"
        let refused = try await scratch.boundedcrop(line)
        #expect(refused.status == 1 && refused.output.isEmpty, "nothing is measured first")
        #expect(refused.errors == "boundedcrop: misses.html already exists: use --overwrite\n")
        #expect(try scratch.bytes("misses.html") == [1])
        #expect(try await scratch.boundedcrop("\(line) --overwrite").status == 0)
        #expect(try scratch.bytes("misses.html").starts(with: Array("<!DOCTYPE html>".utf8)))
    }

    /// Found are the face and something of 11 pixels in the corner, both surely, and something else unsurely.
    private static let detections = [
        #"{"x": 97, "y": 22, "width": 64, "height": 89, "confidence": 0.9}"#,
        #"{"x": 0, "y": 0, "width": 9, "height": 11, "confidence": 0.6}"#,
        #"{"x": 0, "y": 200, "width": 50, "height": 50, "confidence": 0.4}"#,
    ]

    /// A detector's name and the options for JSON of one evaluation. It adds a line to the file `runs` each time it is started.
    private func detector(finding features: [String] = detections) throws -> String {
        let answer = #"{"features": [\#(features.joined(separator: ", "))]}"#
        try scratch.write(Array("#!/bin/sh\ncat > /dev/null\necho x >> runs\necho '\(answer)'\n".utf8), to: "detector")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scratch.path("detector"))
        return "once:./detector --accuracy low --json"
    }

    private func runs() throws -> Int { try scratch.bytes("runs").count { $0 == UInt8(ascii: "x") } }

    @Test(arguments: [
        ("", 0.5), ("--false-from 4", 1), ("--false-from 3", 0.5), ("--min-confidence 30%", 1.0 / 3), ("--iou 0.4", 0.5),
        ("--min-confidence 30% --false-from 4", 0.5),
    ])
    func whatCountsAsFalseIsAChoice(options: String, precision: Double) async throws {
        try manifest(Self.portrait)
        let line = try #require(
            try await scratch.boundedcrop("evaluate photos/manifest.json --detector \(detector()) \(options)").decoded(Line.self).first
        )
        #expect(line.precision == precision && line.recall == 1 && line.averagePrecision == 1 && line.found.keys.sorted() == ["12-30%"])
    }

    @Test func ignoredBoxesAndSizesAreRead() async throws {
        try manifest(#"{"file": "a.png", "faces": [[100, 22, 64, 89]], "ignored": [[0, 0, 20, 20]]}"#)
        let outcome = try await scratch.boundedcrop("evaluate photos/manifest.json --detector \(detector()) --sizes 2,29.5,50 --iou 0.95")
        let line = try #require(try outcome.decoded(Line.self).first)
        #expect(line.precision == 0 && line.found == ["29.5-50%": .init(part: 0, whole: 1)])
    }

    @Test func detectionsAreKeptForTheNextRun() async throws {
        try manifest(Self.portrait)
        let line = try "evaluate photos/manifest.json --detector \(detector()) --detection-cache found"
        for _ in 0..<2 { #expect(try await scratch.boundedcrop(line).status == 0) }
        #expect(try runs() == 1)
        #expect(try await scratch.boundedcrop("\(line) --hiding").status == 0)
        #expect(try runs() == 2, "what is hidden may be something else")
    }

    /// If the first one finds something unsure, the second one runs all the same.
    @Test func aChainIsMeasuredAsItRuns() async throws {
        try scratch.add("photos/coffee.png", as: "photos/coffee.png")
        try manifest(#"{"file": "coffee.png", "faces": []}"#)
        let outcome = try await scratch.boundedcrop("evaluate photos/manifest.json --detector yunet,\(detector(finding: []))")
        #expect(outcome.status == 0)
        #expect(try runs() == 1)
    }

    @Test func attributesCalibrationAndHidingAreTables() async throws {
        try manifest(
            #"{"file": "a.png", "faces": [[97, 22, 64, 89], [0, 150, 60, 80]], "attributes": {"pose": [0, 1]}}"#
        )
        let outcome = try await scratch.boundedcrop("evaluate photos/manifest.json --detector yunet --accuracy low --hiding")
        #expect(outcome.status == 0)
        for part in [
            "| pose=0 ", "| pose=1 ", "| found by attribute ", "| mean confidence |", "| faces covered ", "| covered for nothing |",
            "| AP ",
        ] {
            #expect(outcome.text.contains(part), "\(part)")
        }
    }

    /// For hiding, each of two detectors counts on its own, so that one of their faces is further from the label.
    @Test func hidingIsMeasuredWithAllThatIsHidden() async throws {
        try manifest(Self.portrait)
        let line = "evaluate photos/manifest.json --detector yunet+haar --accuracy high --json"
        let crops = try #require(try await scratch.boundedcrop(line).decoded(Line.self).first)
        let hiding = try #require(try await scratch.boundedcrop("\(line) --hiding").decoded(Line.self).first)
        #expect(crops.recall == 1 && hiding.recall == 1)
        #expect(hiding.precision < crops.precision)
    }

    @Test(arguments: [("gone.json", "gone.json"), ("photos", "photos"), ("photos/a.png", "photos/a.png is not a manifest")])
    func aFileThatIsNotAManifestIsNamed(file: String, message: String) async throws {
        let outcome = try await scratch.boundedcrop("evaluate \(file)")
        #expect(outcome.status == 1 && outcome.output.isEmpty)
        #expect(outcome.errorLines.count == 1 && outcome.errors.hasPrefix("boundedcrop: ") && outcome.errors.contains(message))
    }

    @Test(arguments: [
        "evaluate", "evaluate photos/manifest.json --accuracy best", "evaluate a b", "evaluate a --overwrite",
        "evaluate a --iou 0", "evaluate a --iou 1.1", "evaluate a --sizes 5,2", "evaluate a --sizes 5,,9", "evaluate a --sizes two",
        "evaluate a --false-from 101", "evaluate a --min-confidence 2",
    ])
    func usageErrorsHaveStatus64(line: String) {
        #expect(scratch.parse(line).status == 64)
    }

    @Test func thePackagesOwnManifestIsEvaluated() async throws {
        let manifest = Fixture.path("manifest.json")
        let outcome = try await Command.run(
            ["evaluate", manifest, "--detector", "yunet", "--accuracy", "low", "--json"],
            in: scratch.url
        )
        let line = try #require(try outcome.decoded(Line.self).first)
        #expect(outcome.status == 0 && outcome.errors.isEmpty && line.recall == 1 && line.falseAlarms.part == 0)
    }
}
