import BoundedCrop
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct NewerTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        for name in ["in/a.png", "in/b.png"] { try scratch.add(Fixture.portrait, as: name) }
        for name in ["in/a.png", "in/b.png"] { try change(name, to: 1000) }
    }

    private func change(_ name: String, to seconds: Double) throws {
        let date = Date(timeIntervalSince1970: seconds)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: scratch.path(name))
    }

    private func written(_ options: String = "") async throws -> [String] {
        let line = "crop in --size 9x9 --no-bounding -o out --newer --json \(options)"
        return try await scratch.boundedcrop(line).objects().compactMap { ($0["output"] as? [String: Any])?["file"] as? String }
    }

    @Test func `only what is missing or older than its picture is written`() async throws {
        #expect(try await written() == ["out/a.png", "out/b.png"])
        #expect(try await written().isEmpty)
        try change("out/b.png", to: 999)
        #expect(try await written() == ["out/b.png"])
        try change("out/a.png", to: 1000)
        #expect(try await written().isEmpty)
        try change("in/a.png", to: 1000.5)
        #expect(try await written() == ["out/a.png"])
    }

    @Test func `outputs whose names depend on the crop are compared too`() async throws {
        let line = "crop in --aspect 1:1 --no-bounding --newer -v -o out"
        #expect(try await scratch.boundedcrop(line).status == 0)
        #expect(try await scratch.boundedcrop(line).errors.contains("0 done, 2 skipped"))
    }

    @Test(arguments: ["--overwrite", "--skip-existing", "-o s3://bucket/"])
    func `what does not go with it is refused`(_ options: String) {
        let output = options.contains("-o") ? "" : "-o out"
        let outcome = scratch.parse("crop in --size 9x9 --newer \(output) \(options)")
        #expect(outcome.status == 64 && outcome.errors.contains("--newer"))
    }

    @Test(arguments: ["-", "https://example.com/a.jpg", "s3://bucket/a.jpg"])
    func `inputs without a time are refused`(_ input: String) {
        let outcome = scratch.parse("crop \(input) --size 9x9 --newer -o out")
        #expect(outcome.status == 64 && outcome.errors.contains("--newer"))
    }
}
