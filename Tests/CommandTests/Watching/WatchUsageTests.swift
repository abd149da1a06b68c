import BoundedCrop
import Foundation
import TestSupport
import Testing

@testable import boundedcrop

@Suite(.timeLimit(.minutes(15))) struct WatchUsageTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        for name in ["uploads/a.png", "photos/b.png", "photos/more/c.png"] { try scratch.add(Fixture.portrait, as: name) }
    }

    @Test(arguments: [
        ("", "<folder>"), ("./uploads/a.png", "not a folder"), ("-", "not -"), ("https://example.com/", "not https://example.com/"),
        ("s3://bucket/", "not s3://bucket/"), ("./uploads --plan", "--plan"), ("./uploads --overwrite", "--overwrite"),
        ("./uploads --skip-existing", "--skip-existing"), ("./uploads --warn-no-face", "--warn-no-face"),
        ("./uploads -o s3://bucket/x/", "objects"), ("./uploads -o -", "--output -"),
        ("./uploads -o one.jpg", "All outputs would be one.jpg"),
        ("./uploads --jobs 0", "--jobs"), ("./uploads --quiet --verbose", "cannot be used together"),
        ("./uploads --list x", "Unknown option"), ("./uploads -o {nme}.png", "{nme}"),
        ("./uploads --no-bounding --require-face", "--require-face"),
    ])
    func `what cannot be watched, or has no meaning, is a usage error`(line: String, words: String) {
        let outcome = scratch.parse("watch \(line) --size 9x9")
        #expect(outcome.status == 64 && outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test func `options of a file that watch does not have are left out`() async throws {
        try scratch.write(Array("size = 9x9\nno-bounding = true\nplan = true\noverwrite = true\noutput = out/\n".utf8), to: "c.conf")
        let watch = try await RunningWatch(shell: "exec \"$BOUNDEDCROP\" watch uploads --config c.conf --json", in: scratch)
        #expect(try await watch.outputs(1) == ["out/a.png"])
        #expect(try await watch.stopped().isEmpty)
    }

    @Test func `the examples in help work as written`() async throws {
        let help = scratch.parse("watch --help-all").text
        #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 })
        let examples = help.replacing("\\\n", with: " ").split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0.hasPrefix("boundedcrop watch") }
        #expect(examples.count == 3)
        for example in examples {
            let watch = try await RunningWatch(shell: "exec \"$BOUNDEDCROP\" \(example.dropFirst(12)) --verbose", in: scratch)
            #expect(await watch.caughtUp().contains("watching"), "\(example)")
            watch.running.terminate()
            #expect(try await watch.running.ended() == (0, false), "\(example)")
        }
    }

    @Test func `the service unit starts it as written`() async throws {
        let unit = try String(
            contentsOf: Fixture.package.appendingPathComponent("deploy/systemd/boundedcrop-watch.service"),
            encoding: .utf8
        )
        let line = try #require(unit.split(separator: "\n").first { $0.hasPrefix("ExecStart=/usr/bin/boundedcrop ") })
        let arguments = line.dropFirst("ExecStart=/usr/bin/boundedcrop ".count).replacing("/srv/", with: "")
        let watch = try await RunningWatch(shell: "exec \"$BOUNDEDCROP\" \(arguments)", in: scratch)
        #expect(try await watch.outputs(1) == ["thumbnails/a.png"])
        #expect(try await watch.stopped().isEmpty)
    }

    @Test func `without a terminal and --verbose, nothing but results and errors is printed`() async throws {
        let watch = try await RunningWatch(
            shell: "exec \"$BOUNDEDCROP\" watch uploads --size 9x9 --no-bounding -o out --json -q",
            in: scratch
        )
        #expect(try await watch.outputs(1) == ["out/a.png"])
        #expect(try await watch.stopped().isEmpty)
        #expect(await watch.rest().isEmpty)
    }
}
