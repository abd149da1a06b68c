import BoundedCrop
import BoundedCropEvaluation

/// The JSON Schema of what `evaluate --json` prints.
enum EvaluationSchema {
    static var record: JSONNode {
        .record(
            measures.merging([
                "detector": .string("The name of the detector."),
                "accuracy": .choice(of: DetectionAccuracy.self),
                "recallAbove5Percent": share.with(["description": "The same, of faces wider than 5% of the photo."]),
                "largestFound": share.with(["description": "In how many of the photos the largest face was found."]),
                "found": ["type": "object", "additionalProperties": count, "description": "The faces that were found, by their size."],
                "milliseconds95": milliseconds,
                "calibration": .array(
                    of: .record([
                        "from": share.with(["description": "The lowest confidence."]), "to": share,
                        "detections": .count(), "faces": .count(), "meanConfidence": share,
                    ])
                ),
                "crops": .array(
                    of: .record(
                        [
                            "scheme": .choice(of: BoundingScheme.self), "reached": scores, "center": scores, "best": scores,
                            "areaOfBest": ["type": "number", "minimum": 0], "largestWholeOfPossible": count,
                        ],
                        optional: ["aspect": .string("Missing for all aspects combined.")]
                    )
                ),
                "kinds": .array(
                    of: .record(
                        measures.merging(["kind": kind, "photos": .count(), "found": count]) { $1 },
                        optional: ["areaKept": share, "bestAreaKept": share]
                    )
                ),
                "unreadable": [
                    "type": "object", "additionalProperties": ["type": "string"],
                    "description": "Why photos were left out, by their files.",
                ],
            ]) { $1 },
            optional: [
                "averagePrecision": share.with(["description": "Over detections of all confidences; missing without a face."]),
                "attributes": .array(
                    of: .record([
                        "attribute": .string("An attribute of faces."), "value": .string("Its value."), "foundFrom5Percent": count,
                        "foundFrom2To5Percent": count,
                    ])
                ),
                "hiding": .record([
                    "covered": count.with(["description": "The faces that redaction would cover."]),
                    "coveredBySize": ["type": "object", "additionalProperties": count],
                    "coveredForNothing": share.with(["description": "The mean share of a photo that is covered beside them."]),
                ]),
                "framing": .array(
                    of: .record([
                        "placement": .choice(of: Framing.self), "crops": .count(),
                        "eyeHeight": share.with(["description": "The median height of the eyes from the top."]),
                        "headroom": ["type": "number", "description": "The median distance of the highest face from the top."],
                        "eyesAndMouthWhole": share, "cutPeople": share,
                    ])
                ),
                "subjects": .array(
                    of: .record(
                        ["crops": .count(), "subjectKept": share, "center": share, "best": share],
                        optional: ["kind": kind.with(["description": "Missing for all kinds combined."])]
                    )
                ),
            ]
        )
    }

    private static let share: JSONNode = ["type": "number", "minimum": 0, "maximum": 1]
    private static let milliseconds: JSONNode = ["type": "number", "minimum": 0]
    private static let kind: JSONNode = .string("A kind of photos, as the manifest names it.")
    private static let count: JSONNode = .record(["part": .count(), "whole": .count()])
    private static let scores: JSONNode = .record(["areaKept": share, "largestWhole": share, "allWhole": share, "facesCut": share])

    private static var measures: [String: JSONNode] {
        [
            "recall": share.with(["description": "How many of the labeled faces were found."]),
            "precision": share.with(["description": "How many of the detections are faces."]),
            "falseAlarms": count,
            "millisecondsMedian": milliseconds,
        ]
    }
}
