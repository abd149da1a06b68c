import BoundedCrop
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct OverwriteTests {
    let scratch: TemporaryFolder
    let old = Array("old".utf8)

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.portrait, as: "a.png")
    }

    @Test(arguments: ["--size 30x20", "--aspect 1:1"]) func anExistingFileIsAnErrorAndIsKept(_ shape: String) async throws {
        try scratch.write(old, to: "b.png")
        let outcome = try await scratch.boundedcrop("crop a.png \(shape) --no-bounding --output b.png")
        #expect(outcome.status == 1)
        #expect(outcome.errorLines == ["boundedcrop: a.png: b.png already exists: use --overwrite, --skip-existing or --newer"])
        #expect(try scratch.bytes("b.png") == old)
        #expect(try scratch.files() == ["a.png", "b.png"])
    }

    @Test func oneExistingFilePreventsWritingAll() async throws {
        try scratch.write(old, to: "out/a-20x20.png")
        let outcome = try await scratch.boundedcrop("crop a.png --size 10x10 --size 20x20 --no-bounding --output out")
        #expect(outcome.status == 1)
        #expect(try scratch.files() == ["a.png", "out/a-20x20.png"])
    }

    @Test func overwriteReplaces() async throws {
        try scratch.write(old, to: "b.png")
        #expect(try await scratch.boundedcrop("crop a.png --size 30x20 --no-bounding --output b.png --overwrite").status == 0)
        #expect(try scratch.picture("b.png").size == PixelSize(width: 30, height: 20))
        #expect(try scratch.files() == ["a.png", "b.png"])
    }

    @Test(arguments: ["--size 30x20", "--aspect 1:1", "--size 900x900 --no-upscale", ""])
    func skipExistingKeepsExistingFilesWithoutAnError(_ shape: String) async throws {
        try scratch.write(old, to: "b.png")
        let outcome = try await scratch.boundedcrop("crop a.png \(shape) --no-bounding --output b.png --skip-existing")
        #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty)
        #expect(try scratch.bytes("b.png") == old)
    }

    @Test func skipExistingWritesMissingFiles() async throws {
        try scratch.write(old, to: "out/a-20x20.png")
        let outcome = try await scratch.boundedcrop("crop a.png --size 10x10 --size 20x20 --no-bounding --output out --skip-existing")
        #expect(outcome.status == 0)
        #expect(try scratch.picture("out/a-10x10.png").size == PixelSize(width: 10, height: 10))
        #expect(try scratch.bytes("out/a-20x20.png") == old)
    }

    @Test(arguments: ["--output a.png", "--output .", "--output {name}.{ext}", "--output ./x/../a.png", "--output x/link.png"])
    func aSourceIsNeverOverwritten(_ output: String) async throws {
        try scratch.makeFolder("x")
        try FileManager.default.createSymbolicLink(atPath: scratch.path("x/link.png"), withDestinationPath: "../a.png")
        let source = try scratch.bytes("a.png")
        for options in ["", "--overwrite", "--newer"] {
            for command in ["crop a.png --size 30x20 --no-bounding", "effects a.png --alpha 0.5"] {
                let refused = try await scratch.boundedcrop("\(command) \(output) \(options)")
                #expect(refused.status == 1 || options == "--newer", "\(refused.errors)")
                #expect(try scratch.bytes("a.png") == source, "\(command) \(options)")
            }
        }
        let refused = try await scratch.boundedcrop("crop a.png --size 30x20 --no-bounding \(output) --overwrite")
        #expect(refused.errors.contains("would replace the picture itself"), "\(refused.errors)")
    }

    @Test(arguments: [
        ("a.png/", "a.png/a.png cannot be written: Not a directory"), ("a.png/b", "a.png/b cannot be written: Not a directory"),
        ("{name}", "a cannot be written: Is a directory"),
    ])
    func aPathThatCannotBeWrittenIsAnError(output: String, message: String) async throws {
        try scratch.makeFolder("a")
        let outcome = try await scratch.boundedcrop("crop a.png --size 30x20 --no-bounding --overwrite --json --output \(output)")
        #expect(outcome.status == 1)
        #expect(outcome.errorLines == ["boundedcrop: a.png: \(message)"])
        #expect(try outcome.decoded(ErrorLine.self).map(\.error) == [.init(code: "unwritableFile", message: message)])
        #expect(try scratch.files() == ["a.png"])
    }
}
