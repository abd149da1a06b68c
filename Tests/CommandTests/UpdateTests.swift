import BoundedCrop
import Foundation
import TestSupport
import Testing

@testable import boundedcrop

/// `--update`: what was made is known by content and options.
@Suite("Runs that know what they made", .timeLimit(.minutes(15))) struct UpdateTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.portrait, as: "in/a.png")
        try scratch.add(Fixture.black, as: "in/b.jpg")
    }

    /// The outputs that a run wrote, and those that it left alone.
    private func run(_ options: String, _ input: String = "in") async throws -> (made: [String], left: [String]) {
        let outcome = try await scratch.boundedcrop("crop \(input) --update --json -o out \(options)")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let lines = try outcome.objects()
        return (
            lines.compactMap { ($0["output"] as? [String: Any])?["file"] as? String ?? $0["manifest"] as? String },
            lines.compactMap { $0["skipped"] as? String }
        )
    }

    @Test func `what is unchanged is left alone, also if it was touched`() async throws {
        #expect(try await run("--size 20x30 --size 9").made.count == 4)
        #expect(try await run("--size 20x30 --size 9").left.count == 4)
        _ = try await scratch.shell("touch in/a.png && mv in/b.jpg c && cp c in/b.jpg")
        let touched = try await run("--size 20x30 --size 9")
        #expect(touched.made.isEmpty && touched.left.count == 4)
    }

    @Test func `a manifest that cannot be written says why, and that the outputs are not noted`() throws {
        let (state, folder) = (try StateFolder(scratch.path("state"), environment: [:]), scratch.path("out") + "/")
        let manifest = try RunManifest(folder: folder, in: state)
        try scratch.makeFolder("state")
        let path = state.folder(for: folder) + RunManifest.name
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        var line = RunManifest.Line("../in/a.png", try scratch.picture("in/a.png"), nil, options: "", content: "")
        line.outputs = [MadeOutput(file: "a.png", [1], type: "image/png", hashed: true)]
        let made = line
        let error = #expect(throws: BoundedCropError.self) { try manifest.add(made) }
        #expect(
            error?.message.hasSuffix("is not noted for the next run, as \(path) cannot be written: Is a directory") == true,
            "\(error?.message ?? "")"
        )
    }

    /// To `String`, the names are equal.
    @Test func `two names that differ in the form of Unicode are two pictures`() async throws {
        let composed = #""in/$(printf 'caf\303\251.jpg')""#, decomposed = #""in/$(printf 'cafe\314\201.jpg')""#
        try #require(try await scratch.shell("cp in/b.jpg \(composed) && mv in/b.jpg \(decomposed)").status == 0)
        #expect(try await run("--size 20x30").made.count == 3)
        let again = try await run("--size 20x30")
        #expect(again.made.isEmpty && again.left.count == 3)
        let pruned = try await scratch.shell(
            "rm \(composed) && boundedcrop crop in --update --prune -o out --size 20x30 && ls out | wc -l"
        )
        #expect(pruned.status == 0 && pruned.lines.last.map { Int($0.filter(\.isNumber)) } == 2, "\(pruned.text) \(pruned.errors)")
    }

    @Test func `other content, other options and missing outputs are made`() async throws {
        _ = try await run("--size 20x30")
        try scratch.add("photos/obama.jpg", as: "in/b.jpg")
        #expect(try await run("--size 20x30").made == ["out/b.jpg"])
        #expect(try await run("--size 20x30 --zoom 0.5").made.count == 2)
        // The files are those of the zoom now.
        #expect(try await run("--size 20x30").made.count == 2)
        try FileManager.default.removeItem(atPath: scratch.path("out/a.png"))
        let again = try await run("--size 20x30")
        #expect(again.made == ["out/a.png"] && again.left == ["out/b.jpg"])
        // With two shapes, names have the size.
        #expect(try await run("--size 20x30 --size 9").made.count == 4)
    }

    @Test func `of several shapes, only those are made that are missing`() async throws {
        for shapes in ["--size 20x30 --size 9", "--size 9 --size 9x9"] {
            _ = try await run(shapes)
            let first = try #require(try await run(shapes).left.first)
            try FileManager.default.removeItem(atPath: scratch.path(first))
            let again = try await run(shapes)
            #expect(again.made.first == first && Set(again.made + again.left).count == (shapes.contains("9x9") ? 2 : 4))
        }
    }

    @Test func `a correction makes exactly what it is about`() async throws {
        let fixes = "--aspect 1:1 --aspect 2:1 --corrections c.json"
        try scratch.write([], to: "c.json")
        #expect(try await run(fixes).made.count == 4)
        try scratch.write(Array(#"{"file": "in/a.png", "aspect": "2:1", "focal": "0,299"}"#.utf8), to: "c.json")
        let changed = try await run(fixes)
        #expect(changed.made == ["out/a-240x120.png"] && changed.left.count == 3)
        #expect(try await run(fixes).made.isEmpty)
    }

    @Test func `source sets in another shape are made anew`() async throws {
        #expect(try await run("--srcset 20,40@16:9 --format png").made.count == 6)
        #expect(try await run("--srcset 20,40@16:9 --format png").made.isEmpty)
        #expect(try await run("--srcset 20,40@1:1 --format png").made.count == 6)
    }

    @Test func `a manifest that was damaged costs work, not outputs`() async throws {
        _ = try await run("--size 20x30")
        let whole = try scratch.bytes(scratch.manifest)
        try scratch.write(Array(whole.dropLast(20)), to: scratch.manifest)
        #expect(try await run("--size 20x30").made.count == 1)
        #expect(try await run("--size 20x30").made.isEmpty)
        try scratch.write(Array("rubbish\n\u{0}\n{\"file\": 1}\n".utf8), to: scratch.manifest)
        #expect(try await run("--size 20x30").made.count == 2)
    }

    @Test func `a picture that was touched is read once more, not in each run`() async throws {
        _ = try await run("--size 20x30 --size 9")
        _ = try await scratch.shell("touch in/a.png in/b.jpg")
        let before = try lines().count
        #expect(try await run("--size 20x30 --size 9").left.count == 4)
        let touched = try lines()
        #expect(touched.count == before + 4)
        #expect(try await run("--size 20x30 --size 9").left.count == 4)
        #expect(try lines() == touched)
    }

    private func lines() throws -> [String] {
        try String(decoding: scratch.bytes(scratch.manifest), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func `options of reading that change pixels count`() async throws {
        let whole = try Fixture.bytes("photos/obama.jpg")
        try scratch.write(Array(whole.prefix(whole.count / 2)), to: "in/b.jpg")
        _ = try await run("--size 20x30 --allow-truncated --no-bounding")
        let outcome = try await scratch.boundedcrop("crop in --update --json -o out --size 20x30 --no-bounding")
        #expect(outcome.status == 1 && outcome.errors.contains("b.jpg"))
        #expect(try await run("--size 20x30 --max-pixels 20M --allow-truncated --no-bounding").made == ["out/a.png"])
    }

    @Test func `effects count with the content of their files`() async throws {
        let line = "--size 20x30 --no-bounding --effects mask(mask.png)"
        try scratch.add(Fixture.portrait, as: "mask.png")
        #expect(try await run(line).made.count == 2)
        #expect(try await run(line).left.count == 2)
        try scratch.write(scratch.picture("in/b.jpg").pixels().blocking.encoded(as: .png()), to: "mask.png")
        #expect(try await run(line).made.count == 2)
    }

    @Test func `what a picture is called depends on the input, and nothing on the folder of the run`() async throws {
        try scratch.add(Fixture.portrait, as: "in/sub/c.png")
        #expect(try await run("--size 9", "in/sub").made == ["out/c.png"])
        #expect(try await run("--size 9 -r").made == ["out/a.png", "out/b.jpg", "out/sub/c.png"])
        let elsewhere = try await scratch.shell("cd in && boundedcrop crop . -r --size 9 --update --json -o ../out/")
        #expect(elsewhere.lines.count == 3 && elsewhere.lines.allSatisfy { $0.contains("skipped") }, "\(elsewhere.text)")
        // The whole project in another place.
        let moved = try await scratch.shell(
            "mkdir moved && mv in out moved && cd moved && boundedcrop crop in -r --size 9 --update --json -o out"
        )
        #expect(moved.lines.count == 3 && moved.lines.allSatisfy { $0.contains("skipped") }, "\(moved.text)")
    }

    @Test func `unchanged pictures with corrections need not be read`() async throws {
        try scratch.write(Array(#"{"file": "a.png", "aspect": "1:1", "skip": true}"#.utf8), to: "in/boundedcrop.corrections.json")
        _ = try await run("--size 9 --size 20x30")
        let before = try lines()
        #expect(try await run("--size 9 --size 20x30").left == ["out/a-20x30.png", "out/b-9x9.jpg", "out/b-20x30.jpg"])
        #expect(try lines() == before)
    }

    @Test func `another size costs no detection`() async throws {
        let script = "#!/bin/sh\necho look >> looks\ncat > /dev/null\necho '{\"features\": []}'\n"
        try scratch.write(Array(script.utf8), to: "detector")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scratch.path("detector"))
        for size in ["9", "20x30", "9"] { #expect(try await run("--size \(size) --detector once:./detector").made.count == 2) }
        #expect(try scratch.bytes("looks").count(where: { $0 == 10 }) == 2)
        #expect(scratch.remembered("").contains { $0.contains("/detections/") })
        _ = try await run("--size 30 --detector once:./detector --detection-cache elsewhere")
        #expect(try scratch.bytes("looks").count(where: { $0 == 10 }) == 4)
    }

    @Test func `a manifest in which most lines say nothing any more is written anew`() async throws {
        _ = try await run("--size 20x30")
        let whole = try scratch.bytes(scratch.manifest)
        try scratch.write(Array(repeating: whole, count: 600).flatMap(\.self), to: scratch.manifest)
        #expect(try await run("--size 20x30").left.count == 2)
        #expect(try lines().count == 2)
    }

    @Test func `what another run makes meanwhile is replaced`() throws {
        let (template, entry) = (try OutputTemplate(scratch.path("out")), PictureEntry(input: scratch.path("in/a.png")))
        let path = scratch.path("out/a.png")
        let replaces = try OutputPlaces(template: template, asked: .replaced, names: OutputNames()).replaces(path, by: nil, of: entry)
        try scratch.write([1], to: "out/a.png")
        _ = try OutputFile(path: path).write([2], type: "image/png", replacing: replaces)
        #expect(try scratch.bytes("out/a.png") == [2])
    }

    @Test func `two runs at once lose nothing and double nothing`() async throws {
        for number in 0..<6 { try scratch.add(Fixture.portrait, as: "in/\(number).png") }
        async let one = run("--size 20x30")
        async let other = run("--size 20x30")
        for run in try await [one, other] { #expect(Set(run.made + run.left).count == 8) }
        #expect(try await run("--size 20x30").left.count == 8)
        #expect(try scratch.files().filter { $0.hasPrefix("out/") }.count == 8)
    }

    @Test func `after a run that was killed, the next one makes the rest`() async throws {
        for number in 0..<20 { try scratch.add(Fixture.portrait, as: "in/\(number).png") }
        let line = "crop in --update --json --size 20x30 -o out"
        let killed = try await scratch.shell(
            "mkfifo f; \"$BOUNDEDCROP\" \(line) -j 1 > f & exec 3< f; read first <&3; kill -9 $!; wait $! 2> /dev/null; echo $first"
        )
        #expect(killed.text.contains("out/0.png"))
        let rest = try await run("--size 20x30")
        #expect(rest.left.contains("out/0.png") && Set(rest.made + rest.left).count == 22)
        #expect(try await run("--size 20x30").left.count == 22)
    }

    @Test func `the manifest is no picture, and originals are never replaced`() async throws {
        _ = try await run("--size 20x30")
        #expect(try await scratch.boundedcrop("crop out -r --size 9 -o more").status == 0)
        let before = try scratch.bytes("in/a.png")
        let outcome = try await scratch.boundedcrop("crop in --update --size 20x30 -o in/{name}.{ext}")
        let after = try scratch.bytes("in/a.png")
        #expect(outcome.status == 1 && after == before)
    }

    @Test func `what somebody changed or made stays, and is told`() async throws {
        _ = try await run("--size 20x30")
        try scratch.write([1, 2, 3], to: "out/a.png")
        try scratch.write(scratch.picture("in/b.jpg").pixels().blocking.encoded(as: .png()), to: "in/a.png")
        try scratch.add("photos/obama.jpg", as: "in/c.jpg")
        try scratch.write([4], to: "out/c.jpg")
        let line = "crop in --update --json -o out --size 20x30"
        let kept = try await scratch.boundedcrop(line)
        #expect(
            kept.status == 1 && kept.errors.contains("out/a.png is there already, and it was changed after it was made"),
            "\(kept.errors)"
        )
        #expect(kept.errors.contains("out/c.jpg is there already, and no run is known to have made it: --overwrite replaces it"))
        #expect(try scratch.bytes("out/a.png") == [1, 2, 3] && scratch.bytes("out/c.jpg") == [4])
        #expect(try await scratch.boundedcrop(line + " --overwrite").status == 0)
        #expect(try scratch.bytes("out/a.png").count > 3 && scratch.bytes("out/c.jpg").count > 3)
        #expect(try await run("--size 20x30").left.count == 3)
        // What is remembered may be lost: the same files are known again.
        try FileManager.default.removeItem(atPath: TemporaryFolder.state(of: scratch.path))
        #expect(try await run("--size 20x30").made.count == 3)
        #expect(try await run("--size 20x30").left.count == 3)
    }

    @Test func `names with a hash are remembered, and former ones removed with --prune`() async throws {
        let line = "crop in --update --json --size 20x30 -o out/{name}.{hash}.png"
        func files() throws -> [String] { try scratch.files().filter { $0.hasPrefix("out/") } }
        try #require(try await scratch.boundedcrop(line).status == 0)
        let first = try files()
        let again = try await scratch.boundedcrop(line).objects()
        #expect(first.count == 2 && again.allSatisfy { $0["skipped"] != nil })
        try scratch.add("photos/obama.jpg", as: "in/b.jpg")
        try #require(try await scratch.boundedcrop(line).status == 0)
        #expect(try files().count == 3)
        let pruned = try await scratch.boundedcrop(line + " --prune").objects().compactMap {
            $0["change"] as? String == "removed" ? $0["path"] as? String : nil
        }
        #expect(pruned == first.filter { $0.hasPrefix("out/b") })
        // Other options have other names of the same.
        try #require(try await scratch.boundedcrop(line + " --zoom 0.5 --prune").status == 0)
        let others = try files()
        #expect(others.count == 2 && Set(others).isDisjoint(with: first))
    }

    @Test func `nothing is remembered in the folder of outputs, and --state names another place`() async throws {
        _ = try await run("--size 20x30 --state memory")
        #expect(try scratch.files().filter { $0.hasPrefix("out/") } == ["out/a.png", "out/b.jpg"])
        let files = try scratch.files()
        #expect(scratch.remembered("/manifest.jsonl").isEmpty && files.contains { $0.hasPrefix("memory/out-") })
        #expect(try await run("--size 20x30 --state memory").left.count == 2)
        let homeless = try await scratch.shell(
            "boundedcrop crop in --update --size 9 -o out",
            environment: ["XDG_STATE_HOME": "", "HOME": ""]
        )
        #expect(homeless.status == 64 && homeless.errors.contains("--state"))
        #expect(
            try await scratch.shell("boundedcrop crop in --size 9 -o other", environment: ["XDG_STATE_HOME": "", "HOME": ""]).status == 0
        )
    }

    @Test func `a dry run keeps what it detects`() async throws {
        _ = try await run("--size 20x30 --dry-run")
        #expect(try scratch.files() == ["in/a.png", "in/b.jpg"])
        #expect(scratch.remembered("").count { $0.contains("/detections/") } >= 2)
    }

    @Test func `a folder of outputs is only read if it is named`() async throws {
        try #require(try await scratch.boundedcrop("crop in --size 20 -o in/out").status == 0)
        let around = try await scratch.boundedcrop("crop . -r --size 20 -o more --json")
        #expect(try around.objects().count == 2 && around.errors.contains("in/out"), "\(around.errors)")
        #expect(try await scratch.boundedcrop("crop in/out --size 10 -o small --json").objects().count == 2)
        // Outputs beside their pictures do not hide these.
        try #require(try await scratch.boundedcrop("crop in --update --size 20 -o in/{name}-{width}.{ext}").status == 0)
        let beside = try await scratch.boundedcrop("crop . -r --size 20 -o again --json").objects().compactMap { $0["file"] as? String }
        #expect(Set(beside).isSuperset(of: ["./in/a.png", "./in/b.jpg"]) && !beside.contains { $0.contains("in/out") }, "\(beside)")
    }

    @Test(arguments: ["--newer", "--skip-existing", "--plans x", "--no-face-to y", "-o -", "-o s3://bucket/"])
    func `what makes no sense with it is refused`(option: String) {
        #expect(scratch.parse("crop in/a.png --size 9 --update \(option)").errors.contains("--update"))
    }

    @Test func `a dry run refuses what the run refuses`() async throws {
        let folder = try TemporaryFolder()
        try folder.add(Fixture.portrait, as: "in/a.png")
        let line = "crop in --size 20x30 --update -o out"
        try #require(try await folder.boundedcrop(line).status == 0)
        try folder.write([1], to: "out/a.png")
        for options in ["--dry-run", ""] {
            let outcome = try await folder.boundedcrop("\(line) --quality 50 \(options)")
            #expect(outcome.status == 1 && outcome.errors.contains("it was changed after it was made"), "\(options): \(outcome.errors)")
        }
        let replacing = try await folder.boundedcrop("\(line) --quality 50 --overwrite --dry-run")
        #expect(replacing.status == 0, "\(replacing.errors)")
    }
}
