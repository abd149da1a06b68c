import BoundedCrop
import Foundation
import TestSupport
import Testing

@testable import boundedcrop

/// The crops that `boundedcrop watch` writes cause no further ones.
@Suite(.timeLimit(.minutes(15))) struct WatchLoopTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.portrait, as: "in/a.png")
        try scratch.add(Fixture.portrait, as: "in/sub/b.png")
    }

    @Test(arguments: [
        "in -r -o in/thumbs", "in -r -o ./in/../in/thumbs/", "in -r -o in/thumbs/{width}/{name}.{ext}", "in -r -o in/sub/deep/{name}.webp",
        "in -r -o in/{name}-{width}.{ext}", "in -r -o ./in//{name}-{width}.{ext}", "in -r -o in/{width}/{name}.{ext}", ". -r",
        "in -r -o in --format webp", "in -r -o in/thumbs --no-face-to in/none", "in in/sub -r -o in/thumbs",
    ])
    func `outputs inside of a watched folder are no pictures`(line: String) async throws {
        // Faces are looked for if something depends on them.
        let line = line.contains("--no-face-to") ? line : line + " --no-bounding"
        let watch = try await RunningWatch(shell: "exec \"$BOUNDEDCROP\" watch \(line) --size 30x20 --json -v", in: scratch)
        var named = try await watch.outputs(2)
        #expect(named.count == 2)
        _ = await watch.caughtUp()
        for number in 0..<5 {
            try scratch.add(Fixture.portrait, as: "in/sub/\(number).png")
            try await named.formUnion(watch.outputs(1))
            #expect(named.count == 3 + number)
        }
        #expect(try await watch.stopped().isEmpty)
        #expect(try scratch.files().count == 14)
    }

    @Test(arguments: ["in -o in", "in -o ./in/", "in -r -o in/sub/..", "in in/sub -o in/sub", "in -o in/{name}.{ext}"])
    func `outputs that would replace their pictures are refused`(line: String) async throws {
        let outcome = try await scratch.boundedcrop("watch \(line) --size 30x20 --no-bounding")
        #expect(outcome.status == 64 && outcome.errors.contains("would replace the pictures in in"), "\(outcome.errors)")
    }

    @Test func `a picture that is in the format of the outputs beside it is not replaced`() async throws {
        try scratch.add("formats/obama_lossy.webp", as: "in/own.webp")
        let own = try scratch.bytes("in/own.webp")
        let watch = try await RunningWatch("in -o in --format webp", in: scratch)
        let lines = try await watch.lines(2)
        #expect(lines.first { $0.file == "in/own.webp" }?.error?.contains("would replace the picture itself") == true)
        #expect(try await watch.stopped().isEmpty)
        #expect(try scratch.bytes("in/own.webp") == own)
    }
}
