import BoundedCrop
import BoundedCropRendering

/// The JSON Schema of the lines that commands print with `--json`, and of those of the worker, one JSON value each.
enum OutputSchema {
    /// A document that describes the lines of all commands.
    static var document: JSONNode {
        get throws {
            var definitions = records.merging(lines.mapValues { .any(of: $0.map(reference)) }) { $1 }
            #if Service
            definitions["Request"] = try RenderRequest.schema
            #endif
            return [
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "$id": "boundedcrop-output.schema.json",
                "title": "Output of boundedcrop --json",
                "description": "A line of output. Those of one command are described in $defs under its name, such as #/$defs/crop.",
                "anyOf": .list(lines.keys.sorted().map(reference)),
                "$defs": .object(definitions),
            ]
        }
    }

    /// The names of the records that each command prints.
    private static let lines: [String: [String]] = {
        var lines = [
            "crop": ["Plan", "SourceSet", "Faceless", "CorrectedAway", "Skipped", "LeftOut", "Failure"],
            "detect": ["Detection", "LeftOut", "Failure"],
            "effects": ["Effects", "CorrectedAway", "Skipped", "LeftOut", "Failure"],
            "video": ["Video", "CorrectedAway", "Failure"],
            "formats": ["Format", "Program"],
            "evaluate": ["Evaluation"],
            "worker": ["WorkerStart", "WorkerAnswer", "WorkerFailure"],
        ]
        lines["watch"] = lines["crop"]
        // What --dry-run prints instead of some of those, and --prune besides them.
        lines["cropChanges"] = ["Change"]
        #if Service
        lines["url"] = ["URL", "URLFailure"]
        #endif
        return lines
    }()

    private static var records: [String: JSONNode] {
        let ofFaces = ["name": JSONNode.string("The name that --names gives this face.")]
        var records = RecordSchemas(ofPlans: ofFaces, reference: reference).definitions
        records["Effects"] = .record(
            ["file": file, "width": .count(from: 1), "height": .count(from: 1), "output": reference("Output")],
            optional: [
                "covered": RecordSchemas.covered, "covers": RecordSchemas.covers, "corrected": RecordSchemas.corrected,
                "visible": visible,
            ]
        )
        let source: JSONNode = .record(
            ["type": .string("The media type."), "files": .array(of: reference("Output"))],
            optional: ["media": .string("The condition of CSS under which a page shows this crop.")]
        )
        records["SourceSet"] = .record([
            "file": file, "manifest": .string("The path of the same JSON."), "width": .count(from: 1), "height": .count(from: 1),
            "sources": .array(of: source), "placeholder": reference("Placeholder"),
            "dataURI": .string("A tiny copy of the picture, as a URL with its bytes."), "html": .string("The picture element."),
        ])
        records["Skipped"] = .record(["file": file, "skipped": .string("The output, which exists.")])
        records["Change"] = .record([
            "file": file, "change": .choice(of: ChangeRecord.Change.self), "path": .string("The output."),
        ])
        records["CorrectedAway"] = .record([
            "file": file, "aspect": .string("The shape that a correction leaves out."), "corrected": ["const": .texts([Corrections.skip])],
        ])
        records["Faceless"] = .record(["file": file, "faces": ["const": 0]])
        let leftOut = "Why a file in a folder, or an object, is left out: it is no picture that can be read."
        records["LeftOut"] = .record(["file": file, "leftOut": .string(leftOut)])
        records["Failure"] = .record(["file": file, "error": error])
        records["Format"] = format
        records["Program"] = .record(
            ["program": .string("A program that videos need.")],
            optional: ["version": .string("Its version."), "error": .string("Why it cannot be used here.")]
        )
        records["Video"] = VideoSchema.record(file: file)
        records["Evaluation"] = EvaluationSchema.record
        records.merge(WorkerSchema.records(error: error, reference: reference)) { $1 }
        #if Service
        records.merge(URLSchema.records(error: error, request: reference("Request"))) { $1 }
        #endif
        return records
    }

    private static var visible: JSONNode {
        JSONNode.array(
            of: .record(
                JSONNode.rectangle().merging(["confidence": RecordSchemas.confidence]) { $1 },
                optional: ["frame": JSONNode.count().with(["description": "The frame of an animation, from 0."])]
            )
        )
        .with(["description": "What --audit still finds, in pixels of the output."])
    }

    private static var file: JSONNode { .string("The picture as it was named: a path, a URL, an object, or - for standard input.") }

    private static var error: JSONNode {
        .record([
            "code": .string("The kind of the error, for programs."), "message": .string("What is wrong, for people."),
        ])
    }

    private static var format: JSONNode {
        .record(
            [
                "format": .choice(of: ImageFormat.self),
                "mediaType": .string("As in Content-Type."),
                "extensions": .array(of: ["type": "string"]),
                "readable": ["type": "boolean"],
                "writable": ["type": "boolean"],
            ],
            optional: [
                "library": .string("The library that reads it."), "version": .string("Its version."),
                "error": .string("Why it cannot be read here."),
            ]
        )
    }

    private static func reference(_ name: String) -> JSONNode { ["$ref": .text("#/$defs/\(name)")] }
}
