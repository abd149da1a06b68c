import BoundedCrop
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct BatchTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        for (number, fixture) in [Fixture.portrait, Fixture.photo, Fixture.black, "formats/obama_lossy.webp"].enumerated() {
            try scratch.add(fixture, as: "in/\(number).\(fixture.suffix(4).drop { $0 == "." })")
        }
    }

    @Test func badFilesDoNotStopTheOthers() async throws {
        try scratch.write([], to: "in/0empty.jpg")
        try scratch.add("broken/truncated.png", as: "in/2broken.png")
        let outcome = try await scratch.boundedcrop("crop missing.jpg in --size 20x20 --output out")
        #expect(outcome.status == 1 && outcome.output.isEmpty)
        #expect(try scratch.files().filter { $0.hasPrefix("out/") } == ["out/0.png", "out/1.jpg", "out/2.jpg", "out/3.webp"])
        #expect(outcome.errorLines.count == 4)
        #expect(outcome.errorLines.first == "boundedcrop: missing.jpg: there is no such file")
        #expect(outcome.errorLines.dropFirst().first == "boundedcrop: in/0empty.jpg: the file is empty")
        #expect(outcome.errorLines.dropFirst(2).first?.hasPrefix("boundedcrop: in/2broken.png: the file ends too early") == true)
        #expect(outcome.errorLines.last == "boundedcrop: 3 of 7 failed")
    }

    @Test func aSingleFailedInputHasNoSummary() async throws {
        let outcome = try await scratch.boundedcrop("crop missing.jpg --size 20x20")
        #expect(outcome.status == 1)
        #expect(outcome.errorLines == ["boundedcrop: missing.jpg: there is no such file"])
    }

    @Test func successIsStatusZeroWithoutOutput() async throws {
        let outcome = try await scratch.boundedcrop("crop in --size 20x20 --output out")
        #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty)
    }

    @Test(arguments: [1, 4]) func linesAreInTheOrderOfTheInputs(jobs: Int) async throws {
        // A large picture comes first, so that it is not finished first.
        try scratch.add("photos/biden.jpg", as: "large.jpg")
        let line = "crop large.jpg in missing.jpg in/0.png --plan --json --jobs \(jobs)"
        let files = try await scratch.boundedcrop(line).objects().map { $0["file"] as? String }
        #expect(files == ["large.jpg", "in/0.png", "in/1.jpg", "in/2.jpg", "in/3.webp", "missing.jpg", "in/0.png"])
    }

    @Test func theResultDoesNotDependOnTheNumberOfJobs() async throws {
        let options = "--size 64x48 --aspect 3:2 --zoom 0.5 --json --overwrite"
        var runs: [(json: [UInt8], files: [[UInt8]])] = []
        for jobs in [1, 1, 4] {
            let outcome = try await scratch.boundedcrop("crop in --jobs \(jobs) \(options) --output out")
            try #require(outcome.status == 0)
            let written = try scratch.files().filter { $0.hasPrefix("out/") }
            #expect(written.count == 8)
            runs.append((outcome.output, try written.map { try scratch.bytes($0) }))
        }
        #expect(runs[0].json == runs[1].json && runs[0].files == runs[1].files)
        #expect(runs[0].json == runs[2].json && runs[0].files == runs[2].files)
    }

    @Test func onlyTheOutputsAreLeftBehind() async throws {
        let before = try scratch.files()
        try scratch.write([], to: "in/empty.jpg")
        _ = try await scratch.boundedcrop("crop in --size 20x20 --output out/{name}.{ext}")
        #expect(Set(try scratch.files()).subtracting(before) == ["in/empty.jpg", "out/0.png", "out/1.jpg", "out/2.jpg", "out/3.webp"])
    }
}
