import Foundation
import TestSupport
import Testing

/// `--detector`, and the options that take precedence over it.
@Suite(.timeLimit(.minutes(15))) struct DetectorOptionTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.portrait, as: "a.png")
        try scratch.add(Fixture.black, as: "black.jpg")
    }

    /// Copies the example to a short name.
    private func addExample(as name: String) throws {
        let example = Fixture.package.appendingPathComponent("Examples/detectors/middle-third.py")
        try FileManager.default.copyItem(at: example, to: scratch.url.appendingPathComponent(name))
    }

    private func script(_ text: String, as name: String) throws {
        try scratch.write(Array("#!/bin/sh\n\(text)\n".utf8), to: name)
        let path = scratch.url.appendingPathComponent(name).path
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    private func detect(_ line: String) async throws -> DetectLine {
        let outcome = try await scratch.boundedcrop("detect \(line) --json")
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        return try #require(try outcome.decoded(DetectLine.self).first)
    }

    @Test(arguments: ["yunet", "haar", "yunet,haar", "haar+yunet", "command:./no-such,haar", "once:./no-such,haar"])
    func theDetectorIsTheNamedOne(_ name: String) async throws {
        if name.contains(":") {
            try script("echo '{\"features\": [{\"x\":9,\"y\":9,\"width\":9,\"height\":9}]}'", as: "no-such,haar")
        }
        let line = try await detect("a.png --detector \(name)")
        #expect(line.detector == name && line.features.count == 1)
    }

    /// A text, and what the message must name.
    static let wrong = [
        ("cats", "“cats”"), ("yunet,cats", "“cats”"), ("haar+cats", "“cats”"), ("yunet,", "“”"), ("Haar", "“Haar”"),
        ("command:", "“command:”"), ("yunet,command:", "command:"),
        ("once:", "“once:”"), ("yunet,once:", "once:"),
    ]

    @Test(arguments: wrong, ["crop", "detect", "evaluate"]) func anInvalidNameIsAUsageError(
        wrong: (text: String, named: String),
        command: String
    ) {
        let outcome = scratch.parse("\(command) a.png --detector \(wrong.text)")
        #expect(outcome.status == 64)
        #expect(outcome.errorLines.first?.contains(wrong.named) == true, "\(outcome.errors)")
        #expect(outcome.errors.contains("--help"))
    }

    @Test func aProgramsFacesAreUsed() async throws {
        try addExample(as: "middle.py")
        let line = try await detect("black.jpg --detector command:./middle.py")
        #expect(line.detector == "command:./middle.py")
        #expect(line.features == [.init(x: 100, y: 66.67, width: 100, height: 66.67, confidence: 0.9, kind: "middle")])
    }

    @Test func theNextDetectorRunsIfNothingWasFound() async throws {
        try addExample(as: "middle.py")
        #expect(try await detect("a.png --detector yunet,command:./middle.py").features.map(\.kind) == ["face"])
        #expect(try await detect("black.jpg --detector yunet,command:./middle.py").features.map(\.kind) == ["middle"])
    }

    /// A line in a file for each start.
    private func starts() throws -> Int { try scratch.bytes("starts").split(separator: UInt8(ascii: "\n")).count }

    @Test(arguments: [("command", 1), ("once", 3)]) func aProgramIsStartedOnceForABatchOrForEachPicture(
        contract: String,
        expected: Int
    ) async throws {
        try scratch.add(Fixture.photo, as: "c.jpg")
        let answer = "echo '{\"features\": [{\"x\": 9, \"y\": 9, \"width\": 9, \"height\": 9}]}'"
        let work = contract == "once" ? "cat >/dev/null; \(answer)" : "while read -r line; do \(answer); done"
        try script("echo start >> starts; \(work)", as: "detector")
        let outcome = try await scratch.boundedcrop("detect a.png black.jpg c.jpg --jobs 1 --detector \(contract):./detector --json")
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(try outcome.decoded(DetectLine.self).map(\.features.count) == [1, 1, 1])
        #expect(try starts() == expected)
    }

    @Test(arguments: [
        ("exit 3", "status 3"), ("echo 'no film' >&2; exit 1", "no film"), ("echo maybe", "“maybe"), ("kill -9 $$", "status 137"),
    ])
    func aFailingProgramIsAnErrorOfThePicture(text: String, reason: String) async throws {
        try script(text, as: "fails")
        let outcome = try await scratch.boundedcrop("crop black.jpg a.png --detector command:./fails --size 9x9 --json")
        #expect(outcome.status == 1)
        let errors = try outcome.decoded(ErrorLine.self)
        #expect(errors.map(\.file) == ["black.jpg", "a.png"] && errors.map(\.error.code) == ["detectionFailed", "detectionFailed"])
        for error in errors { #expect(error.error.message.contains("./fails") && error.error.message.contains(reason)) }
        #expect(try scratch.files() == ["a.png", "black.jpg", "fails"])
    }

    /// The detector cannot be started, so an error would show that it was used.
    @Test(arguments: [("--region 10,20,30,40", "region"), ("--focal 12,30", "focalPoint")])
    func positionsGivenByTheCallerReplaceDetection(option: String, kind: String) async throws {
        let line = try await detect("a.png --detector command:./missing \(option)")
        #expect(line.features.map(\.kind) == [kind])
        #expect(try await scratch.boundedcrop("detect a.png --detector command:./missing").status == 1)
    }

    @Test(arguments: [("150,100", 50), ("10,100", 0), ("299,0", 100)]) func theCropIsCenteredOnTheFocalPoint(
        point: String,
        x: Int
    ) async throws {
        let outcome = try await scratch.boundedcrop("crop black.jpg --focal \(point) --aspect 1:1 --plan --json")
        let line = try #require(try outcome.decoded(CropLine.self).first)
        #expect(abs(line.crop.x - x) <= 1 && line.crop.width == 200 && line.fallback == nil)
    }

    @Test func theRegionsInAFileAreUsedIfThereAreAny() async throws {
        for name in ["metadata/everything.jpg", "metadata/subject_area.jpg"] { try scratch.add(name, as: name) }
        // Too small for any detector to find them.
        let line = try await detect("metadata/everything.jpg --embedded-regions --detector command:./missing")
        #expect(line.features.map(\.kind) == ["face"] && line.features.map(\.confidence) == [1])
        #expect(
            try await detect("metadata/subject_area.jpg --embedded-regions --detector command:./missing").features.map(\.kind) == ["region"]
        )
        let detected = try await detect("a.png --embedded-regions")
        #expect(detected.features.count == 1 && detected.features.allSatisfy { $0.confidence < 1 })
        #expect(try await detect("metadata/everything.jpg").features.allSatisfy { $0.confidence < 1 })
    }

    @Test func limitsApplyToTheDetector() async throws {
        try scratch.add("composites/three_in_row.jpg", as: "three.jpg")
        let all = try await detect("three.jpg")
        #expect(all.features.count == 3)
        #expect(try await detect("three.jpg --max-faces 2").features == Array(all.features.prefix(2)))
        #expect(try await detect("three.jpg --min-face 0.9").features.isEmpty)
        #expect(try await detect("three.jpg --min-confidence 1").features.count < 3)
    }
}
