import Foundation
import TestSupport
import Testing

/// `--detection-cache`.
@Suite(.timeLimit(.minutes(15))) struct DetectionCacheOptionTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.portrait, as: "a.png")
        try scratch.add(Fixture.photo, as: "b.jpg")
    }

    /// Adds a detector that writes a line each time it runs.
    private func addDetector(width: Int = 20) throws {
        let text = "#!/bin/sh\necho look >> looks\necho '{\"features\": [{\"x\": 10, \"y\": 20, \"width\": \(width), \"height\": 30}]}'\n"
        try scratch.write(Array(text.utf8), to: "detector")
        let path = scratch.url.appendingPathComponent("detector").path
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    private func runs() throws -> Int { try scratch.files().contains("looks") ? scratch.bytes("looks").split(separator: 10).count : 0 }

    private func crop(_ options: String) async throws -> [CropLine] {
        let outcome = try await scratch.boundedcrop("crop \(options) --detector command:./detector --detection-cache cache --plan --json")
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        return try outcome.decoded(CropLine.self)
    }

    @Test func allSizesShapesAndRunsShareOneDetection() async throws {
        try addDetector()
        let first = try await crop("a.png --size 20x20 --size 40x10")
        #expect(first.count == 2 && first.allSatisfy { $0.features.count == 1 })
        #expect(try await crop("a.png --aspect 1:3").map(\.features.count) == [1])
        #expect(try await crop("a.png --size 20x20 --size 40x10") == first)
        #expect(try runs() == 1)
        // The same bytes under another name.
        try scratch.add(Fixture.portrait, as: "copy.png")
        #expect(try await crop("copy.png --aspect 1:3").map(\.features) == crop("a.png --aspect 1:3").map(\.features))
        #expect(try runs() == 1)
    }

    @Test func anotherAccuracyPictureOrLimitRequiresDetection() async throws {
        try addDetector()
        for options in ["a.png", "b.jpg", "a.png --accuracy high", "a.png --max-faces 3", "a.png --min-face 0.01"] {
            _ = try await crop("\(options) --aspect 1:1")
        }
        #expect(try runs() == 5)
    }

    @Test func aDamagedEntryIsReplaced() async throws {
        try addDetector()
        let first = try await crop("a.png --aspect 1:1")
        let entry = try #require(try scratch.files().first { $0.hasPrefix("cache/") })
        try scratch.write(Array("{}".utf8), to: entry)
        #expect(try await crop("a.png --aspect 1:1") == first)
        #expect(try await crop("a.png --aspect 1:1") == first)
        #expect(try runs() == 2)
    }

    @Test(arguments: ["a.png", "a.png/below", "/proc/nowhere"]) func aFolderThatCannotBeCreatedIsNotAnError(folder: String) async throws {
        let outcome = try await scratch.boundedcrop("detect b.jpg --detection-cache \(folder)")
        #expect(outcome.status == 0 && outcome.lines.count == 1 && outcome.errors.isEmpty)
    }

    /// Regions that a file contains are not cached as if they had been detected.
    @Test func embeddedRegionsAreNotCached() async throws {
        try addDetector()
        try scratch.add("metadata/everything.jpg", as: "m.jpg")
        #expect(try await crop("m.jpg --aspect 1:1 --embedded-regions").first?.features.first?.x != 10)
        #expect(try await crop("m.jpg --aspect 1:1").first?.features.first?.x == 10)
        #expect(try await crop("m.jpg --aspect 1:1 --embedded-regions").first?.features.first?.x != 10)
        #expect(try runs() == 1)
    }

    @Test func twoProcessesShareAFolder() async throws {
        for orientation in 1...8 { try scratch.add("orientations/obama_\(orientation).jpg", as: "in/\(orientation).jpg") }
        let plain = try await scratch.boundedcrop("detect in --json")
        async let one = scratch.boundedcrop("detect in --json --detection-cache cache")
        async let other = scratch.boundedcrop("detect in --json --detection-cache cache")
        let expected = try plain.decoded(DetectLine.self)
        for outcome in try await [one, other] { #expect(try outcome.status == 0 && outcome.decoded(DetectLine.self) == expected) }
        let files = try scratch.files().filter { $0.hasPrefix("cache/") }
        #expect(files.count == 8 && files.allSatisfy { $0.hasSuffix(".json") })
        #expect(try await scratch.boundedcrop("detect in --json --detection-cache cache").decoded(DetectLine.self) == expected)
    }
}
