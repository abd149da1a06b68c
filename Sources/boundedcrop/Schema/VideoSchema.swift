import BoundedCrop
import BoundedCropVideo

/// The JSON Schema of the lines of `video`.
enum VideoSchema {
    static func record(file: JSONNode) -> JSONNode {
        .record(
            [
                "file": file, "width": .count(from: 1), "height": .count(from: 1), "duration": seconds, "frames": .count(from: 1),
                "aspect": ["type": "string", "pattern": "^[0-9]+:[0-9]+$"],
            ],
            optional: [
                "path": path, "corrected": RecordSchemas.corrected,
                "output": .record([
                    "file": .string("The path of the written file."), "width": .count(from: 1), "height": .count(from: 1),
                    "bytes": .count(),
                ]),
                "notes": JSONNode.array(of: ["type": "string"]).with([
                    "description": "What could not be read of the source, and what the output does not have of it."
                ]),
                "covered": JSONNode.count().with(["description": "In how many frames --redact covered something."]),
                "lost": JSONNode.array(
                    of: .record(["from": seconds, "to": seconds, "shotStart": seconds, "shotEnd": seconds, "faces": .count(from: 1)])
                )
                .with(["description": "Where --redact lost a face that did not leave the frame."]),
            ]
        )
    }

    private static let seconds: JSONNode = ["type": "number"]

    private static var path: JSONNode {
        .record(
            [
                "size": size, "aspect": size, "frameCount": .count(from: 1),
                "shots": .array(of: shot),
            ],
            description: "Where the window is in each frame, in pixels of the upright frames with square pixels."
        )
    }

    private static var size: JSONNode { .record(["width": .count(from: 1), "height": .count(from: 1)]) }

    private static var rectangle: JSONNode { .record(JSONNode.rectangle()) }

    private static var shot: JSONNode {
        let window: JSONNode = .record(["frame": .count(), "time": seconds, "rectangle": rectangle])
        let dropped: JSONNode = .record(["track": track, "reason": ["type": "string"]])
        return .record(
            [
                "start": JSONNode.count().with(["description": "The first frame."]),
                "end": JSONNode.count(from: 1).with(["description": "The frame after the last."]),
                "startTime": seconds, "endTime": seconds,
                "opening": .string("How the shot begins: start, cut, dissolve, or people where only the camera cuts."),
                "motion": .string("still, pan, follow, stack or pad."),
                "kept": .array(of: track), "dropped": .array(of: dropped),
                "movement": ["type": "number"], "leastMovement": ["type": "number"], "acceleration": ["type": "number"],
                "brokenFrames": .count(), "windows": .array(of: window),
            ],
            optional: ["secondWindows": .array(of: window)]
        )
    }

    private static var track: JSONNode {
        .record([
            "id": ["type": "integer"], "kind": ["type": "string"], "startTime": seconds, "endTime": seconds,
            "confidence": RecordSchemas.confidence, "bounds": rectangle,
        ])
    }
}
