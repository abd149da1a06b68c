import BoundedCrop
import Foundation
import PictureSupport
import TestSupport
import Testing

/// The schema describes what is printed, and nothing else.
@Suite(.timeLimit(.minutes(15))) struct OutputSchemaTests {
    private static let python = "/usr/bin/env"

    /// Checks each line of the files that are named as commands. Members that the schema does not have are errors, and so are members of it
    /// that no line has.
    private static let validator = """
        import json, sys
        from jsonschema import Draft202012Validator
        schema = json.load(open("schema.json"))
        Draft202012Validator.check_schema(schema)
        assert all(name in schema["$defs"] for name in sys.argv[1:])
        def close(node):
            for child in node.values() if isinstance(node, dict) else node if isinstance(node, list) else []:
                close(child)
            if isinstance(node, dict) and node.get("type") == "object":
                node.setdefault("additionalProperties", False)
        close(schema)
        definitions = schema["$defs"]
        def validator(name):
            return Draft202012Validator({"$ref": "#/$defs/" + name, "$defs": definitions})
        seen = {}
        for command in sys.argv[1:]:
            names = [choice["$ref"].split("/")[-1] for choice in definitions[command]["anyOf"]]
            for line in open(command):
                record = json.loads(line)
                matching = [name for name in names if validator(name).is_valid(record)]
                if len(matching) != 1:
                    print(command, matching, line, [error.message for name in names for error in validator(name).iter_errors(record)])
                for name in matching:
                    seen.setdefault(name, set()).update(record)
            unseen = [name for name in names if name not in seen]
            # Only libraries and programs that are missing have this.
            known = {"Format": {"error"}, "Program": {"error"}}
            for name in names:
                rest = set(definitions[name]["properties"]) - seen.get(name, set()) - known.get(name, set())
                unseen += [f"{name}.{key}" for key in sorted(rest)]
            if unseen:
                print(command, "printed no", unseen)
        """

    private let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.portrait, as: "a.png")
        try scratch.add(Fixture.black, as: "black.jpg")
        try scratch.add("animations/to_and_fro.webp", as: "m.webp")
        try scratch.add(Fixture.photo, as: "folder/b.jpg")
        try scratch.write(Array("no picture".utf8), to: "folder/c.jpg")
        try scratch.write([0xFF, 0xD8, 0xFF], to: "damaged.jpg")
    }

    private func schema() async throws {
        let outcome = try await scratch.boundedcrop("schema")
        #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.lines.count == 1)
        try scratch.write(outcome.output, to: "schema.json")
    }

    /// Runs lines, and compares what they print with the schema.
    private func check(_ command: String, _ lines: [(line: String, count: Int)]) async throws {
        var all: [UInt8] = []
        for (line, count) in lines {
            let outcome = try await scratch.boundedcrop("\(command) \(line) --json")
            #expect(outcome.lines.count == count && outcome.status != 64, "\(line): \(outcome.text)\(outcome.errors)")
            all += outcome.output
        }
        try await compare(all, with: command)
    }

    /// Compares lines with the schema of a command.
    private func compare(_ output: [UInt8], with command: String) async throws {
        try await schema()
        try scratch.write(output, to: command)
        let checked = try await Command.run(
            ["python3", "-c", Self.validator, command],
            in: scratch.url,
            executable: URL(fileURLWithPath: Self.python)
        )
        #expect(checked.status == 0 && checked.text.isEmpty, "\(checked.text)\(checked.errors)")
    }

    @Test func `of video`() async throws {
        let face = "-loop 1 -i a.png -filter_complex '[1]scale=100:-2[f];[0][f]overlay=x=20+n*6:y=20:shortest=1'"
        let ground = "-f lavfi -i color=gray:size=320x180:rate=25:duration=0.6"
        try FFmpegVideo.make("\(ground) \(face) -c:v libx264 -pix_fmt yuv420p v.mp4", in: scratch)
        try scratch.write(Array("font".utf8), to: "f.ttf")
        try scratch.write(Array(#"{"file": "v.mp4", "at": 0.1, "focal": "100,90"}"#.utf8), to: "c.json")
        try scratch.write(Array(#"{"file": "v.mp4", "skip": true}"#.utf8), to: "skip.json")
        try FFmpegVideo.make("-i v.mp4 -attach f.ttf -metadata:s:t:0 mimetype=font/ttf -c copy v.mkv", in: scratch)
        try await check(
            "video",
            [
                ("v.mp4 --aspect 9:16 --plan", 1), ("v.mkv black.jpg --aspect 1:1 -o out/{name}.mp4", 2),
                ("v.mp4 --redact blur -o r.mp4", 1), ("v.mp4 --aspect 9:16 --corrections c.json --plan", 1),
                ("v.mp4 --aspect 9:16 --corrections skip.json --plan", 1),
            ]
        )
    }

    @Test func `of crop`() async throws {
        let corrections = [#"{"file": "a.png", "aspect": "1:1", "skip": true}"#, #"{"file": "a.png", "zoom": 0.5}"#]
        try scratch.write(Array(corrections.joined(separator: "\n").utf8), to: "c.json")
        try scratch.write(Array("Ann".utf8), to: "names.txt")
        try scratch.write(BuiltDNG(.picture(64, 48) { _, _ in [0, 0, 0] }).bytes, to: "a.dng")
        #expect(try await scratch.boundedcrop("effects folder/b.jpg --effects rotate(90) -o turned.png").status == 0)
        try await check(
            "crop",
            [
                ("a.png black.jpg missing.jpg --size 20x30 --aspect 1:2 --plan", 5), ("a.png --size 20x30 -o out/", 1),
                ("a.png --size 20x30 -o out/ --skip-existing", 1), ("a.png --size 20x30 -o out/", 1),
                ("folder damaged.jpg --size 9 -o f/", 3), ("a.png --srcset 9@1:1 --format png -o set/", 2),
                ("m.webp --size 20x30 -o out/", 1), ("m.webp --size 9 --still 2 -o still/", 1),
                ("a.png --aspect 7:9 --align passport --align-fill white --plan", 1), ("a.png --size 9 --align 90%,90% --plan", 1),
                ("a.png --document schengen --plan", 1),
                ("a.png --size 9 --size 9x8 --corrections c.json --plan", 2),
                ("a.png --size 9 --placement thirds --plan", 1), ("a.png --aspect 2:1 --placement headroom --plan", 1),
                ("a.png --size 9 --align arcface --plan", 1), ("a.png black.jpg --size 9 --each-face size --plan", 2),
                ("a.png --each-face size --align arcface -o faces/", 1), ("a.png --size 900 --plan", 1),
                ("a.png --size 9 --each-face size --names names.txt --plan", 1),
                ("turned.png --size 30x40 --auto-rotate --plan", 1), ("a.png --size 9 --keep face:2,dog --plan", 1),
                ("a.png --size 9 --effects redact(blur) -o red/", 1), ("black.jpg --size 9 --effects redact(blur) -o red/", 1),
                ("m.webp --size 20x30 --effects redact(black) -o redacted/", 1),
                ("a.png --size 9 --region -1,2,30,40 --plan", 1), ("a.png --size 9 --focal 1,2 --plan", 1),
                ("a.png --size 9 --no-bounding --plan", 1), ("black.jpg --size 9 --require-face --plan", 1),
                ("a.png --size 9 --detector haar --accuracy high --write-regions --keep-metadata -o meta/", 1),
                ("black.jpg --size 9 --no-face-to none --warn-no-face -o faces/", 1), ("a.png --size 9 --max-output-bytes 10 -o big/", 1),
                ("folder --size 9 --embedded-regions --fallback center --plan", 2), ("a.dng --size 9 --no-bounding --plan", 1),
            ]
        )
    }

    @Test func `of runs that write nothing, and of what is removed`() async throws {
        let line = "crop folder --size 9 --update -o out --json"
        let made = try await scratch.boundedcrop("\(line) --dry-run")
        #expect(try await scratch.boundedcrop(line).status == 0)
        try scratch.add(Fixture.black, as: "folder/d.jpg")
        try scratch.move("folder/b.jpg", to: "gone.jpg")
        let output = try await made.output + scratch.boundedcrop("\(line) --prune --dry-run").output
        let lines = output.split(separator: 10).filter { !String(decoding: $0, as: UTF8.self).contains("leftOut") }
        #expect(lines.count == 3)
        try await compare(Array(lines.joined(separator: [10])), with: "cropChanges")
    }

    @Test func `of detect`() async throws {
        // What is round in it may be a face.
        try scratch.add("photos/coffee.png", as: "cup.png")
        try await check(
            "detect",
            [
                ("a.png black.jpg missing.jpg m.webp", 4), ("folder damaged.jpg", 3), ("a.png --detector yunet+haar --overlay over/", 1),
                ("a.png --region 1,2,3,4 --focal 5,6", 1), ("a.png --max-pixels 9", 1), ("cup.png", 1),
            ]
        )
    }

    @Test func `of effects`() async throws {
        let corrections = [#"{"file": "a.png", "aspect": "1:1", "skip": true}"#, #"{"file": "a.png", "focal": "9,9"}"#]
        try scratch.write(Array(corrections.joined(separator: "\n").utf8), to: "c.json")
        try await check(
            "effects",
            [
                ("a.png --alpha 0.5 -o out/", 1), ("a.png --alpha 0.5 -o out/ --skip-existing", 1), ("a.png --alpha 0.5 -o out/", 1),
                ("a.png black.jpg --redact blur -o red/", 2), ("black.jpg --redact blur --require-face -o no/", 1),
                ("folder m.webp missing.jpg --redact black --detector yunet -o many/", 4),
                ("m.webp a.png --redact black --only-regions --region 0,0,3,3 --audit -o audited/", 2),
                ("a.png --size 9x9 --corrections c.json -o left/", 1), ("a.png --size 9x8 --corrections c.json -o moved/", 1),
            ]
        )
    }

    @Test func `of url`() async throws {
        try await check(
            "url",
            [
                (
                    "/unsafe/300x200/smart/a.jpg /nonsense /unsafe/trim:ff0000:10:channels/10x20:30x40/fit-in/-300xorig/left/top/filters:blur(3)/a.jpg",
                    3
                ),
                ("--from imgix --to thumbor /a.jpg?w=300&h=200&fit=crop&nonsense=1", 1),
                ("/unsafe/debug/meta/-0x-0/filters:shine()/a.jpg", 1),
                ("--from cloudinary /demo/image/upload/w_300,h_200,c_fill/e_blur:3/w_30/a.jpg", 1),
            ]
        )
    }

    @Test func `of the worker`() async throws {
        try scratch.write(Array(#"{"file": "a.png", "aspect": "7:9", "skip": true}"#.utf8), to: "boundedcrop.corrections.json")
        let outcome = try await scratch.worker([
            #"{"id":1,"source":{"path":"a.png"},"outputs":[{"width":9,"height":9},{"aspect":"2:1","file":"out/a.jpg"}]}"#,
            #"{"id":"two","source":{"path":"a.png"},"features":true}"#,
            #"{"id":3,"source":{"path":"a.png"},"plan":true,"outputs":[{"aspect":"2:1","align":"passport"}]}"#,
            #"{"id":4,"source":{"path":"a.png"},"outputs":[{"width":9,"height":9,"format":"rgba","effects":"redact(blur)"}]}"#,
            #"{"id":5,"source":{"path":"missing.png"},"outputs":[{}]}"#,
            #"{"id":6.5,"source":{"path":"m.webp"},"outputs":[{"width":20,"height":30}]}"#,
            #"{"id":7,"source":{"path":"a.png"},"outputs":[{"eachFace":"size","format":"rgba"},{"align":"arcface","eachFace":"size"}]}"#,
            #"{"id":8,"source":{"path":"a.png"},"outputs":[{"aspect":"7:9"},{"width":9,"height":9}]}"#,
            "no request",
        ])
        #expect(outcome.lines.count == 10)
        try await compare(outcome.output, with: "worker")
    }

    @Test func `of evaluate`() async throws {
        let faces = #"{"file": "a.png", "faces": [[97, 22, 64, 89]], "kind": "portrait", "subjects": [{"box": [9, 9, 9, 9]}]}"#
        let two = #"{"file": "a.png", "faces": [[97, 22, 64, 89], [0, 0, 64, 89]], "attributes": [{"pose": 0}, {"pose": 1}]}"#
        let others = #"{"file": "black.jpg", "faces": [], "kind": "none"}, {"file": "damaged.jpg", "faces": []}"#
        try scratch.write(Array("[\(faces), \(two), \(others)]".utf8), to: "all.json")
        try scratch.write(Array("[\(others)]".utf8), to: "none.json")
        try await check("evaluate", [("all.json --detector yunet --hiding", 2), ("none.json --detector haar --accuracy low", 1)])
    }

    @Test func `of formats`() async throws {
        try await check("formats", [("", ImageFormat.allCases.count + 2)])
    }

    @Test func `references lead somewhere, and commands are those that print JSON`() async throws {
        try await schema()
        let text = String(decoding: try scratch.bytes("schema.json"), as: UTF8.self)
        let document = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let definitions = try #require(document["$defs"] as? [String: Any])
        let references = text.matches(of: /"#\/\$defs\/([A-Za-z]+)"/).map { String($0.1) }
        #expect(references.count > 20 && Set(references) == Set(definitions.keys))
        let (watch, crop) = try (#require(definitions["watch"]), #require(definitions["crop"]))
        let encoded = try [watch, crop].map { try JSONSerialization.data(withJSONObject: $0, options: .sortedKeys) }
        #expect(encoded[0] == encoded[1])
        #expect(document["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
    }
}
