import Foundation
import TestSupport
import Testing

/// What earlier versions stored is read, or made anew without loss: see `Fixtures/upgrade` and docs/stability.md.
@Suite("Files of earlier versions", .timeLimit(.minutes(15))) struct UpgradeTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.portrait, as: "in/a.png")
        try scratch.add(Fixture.black, as: "in/b.jpg")
    }

    private func objects(_ line: String) async throws -> [[String: Any]] {
        let outcome = try await scratch.boundedcrop(line)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try outcome.objects()
    }

    private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: scratch.path(path))) }

    /// The files below a folder whose names end so.
    private func files(_ folder: String, _ ending: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: scratch.path(folder)).filter { $0.hasSuffix(ending) }.map { "\(folder)/\($0)" }
    }

    @Test func `what an earlier version remembers of its outputs costs a run, and no output`() async throws {
        let run = "crop in --update --state state --json -o out --size 20x30"
        #expect(try await objects(run).count == 2)
        let outputs = try (bytes("out/a.png"), bytes("out/b.jpg"))
        let manifest = try #require(try files("state", "manifest.jsonl").first)
        try FileManager.default.removeItem(atPath: scratch.path(manifest))
        try scratch.add("upgrade/manifest.jsonl", as: manifest)
        try scratch.write(Array("mine".utf8), to: "out/other.txt")

        let upgraded = try await objects(run + " --prune")
        #expect(upgraded.filter { $0["output"] is [String: Any] || $0["skipped"] is String }.count == 2, "\(upgraded)")
        #expect(try outputs == (bytes("out/a.png"), bytes("out/b.jpg")))
        #expect(try bytes("out/other.txt") == Data("mine".utf8))
        #expect(try await objects(run).allSatisfy { $0["skipped"] is String })
    }

    @Test func `detections that an earlier version kept in another form are made anew`() async throws {
        let detect = "detect in/a.png --json --detection-cache cache"
        let found = try await objects(detect)[0]["features"] as? [NSDictionary]
        let entries = try files("cache", ".json")
        #expect(found?.count == 1 && !entries.isEmpty)
        let written = try entries.map(bytes)
        for entry in entries {
            try FileManager.default.removeItem(atPath: scratch.path(entry))
            try scratch.add("upgrade/detection.json", as: entry)
        }
        #expect(try await objects(detect)[0]["features"] as? [NSDictionary] == found)
        #expect(try entries.map(bytes) == written)
    }

    @Test(arguments: ["corrections.jsonl", "corrections.json"])
    func `corrections of an earlier version hold`(_ name: String) async throws {
        try scratch.add("upgrade/\(name)", as: name)
        let lines = try await objects("crop in/a.png --aspect 1:1 --plan --json --corrections \(name)")
        #expect(lines.first?["crop"] as? [String: Int] == ["x": 10, "y": 20, "width": 100, "height": 100])
    }

    @Test func `a plan of an earlier version is carried out`() async throws {
        try scratch.add("upgrade/plans.jsonl", as: "plans.jsonl")
        let lines = try await objects("crop in/a.png --aspect 1:1 --plan --json --plans plans.jsonl")
        #expect(lines.first?["crop"] as? [String: Int] == ["x": 10, "y": 20, "width": 100, "height": 100])
    }
}
