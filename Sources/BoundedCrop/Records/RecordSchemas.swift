/// JSON Schemas of the records, for the command's output and for the service's description.
package struct RecordSchemas: Sendable {
    /// What leads to a definition by its name.
    private let reference: @Sendable (String) -> JSONNode

    /// What plans may have besides the members of a `CropRecord`.
    private let ofPlans: [String: JSONNode]

    /// - Parameters:
    ///   - ofPlans: What plans may have besides the members of a `CropRecord`.
    ///   - reference: Leads to a definition, as `{"$ref": "#/$defs/Feature"}` does.
    package init(ofPlans: [String: JSONNode] = [:], reference: @escaping @Sendable (String) -> JSONNode) {
        (self.ofPlans, self.reference) = (ofPlans, reference)
    }

    /// The schemas by their names.
    package var definitions: [String: JSONNode] {
        [
            "Feature": feature, "Detection": detection, "Plan": plan, "Animation": animation, "Output": output,
            "Placeholder": placeholder,
        ]
    }

    package static let confidence: JSONNode = ["type": "number", "minimum": 0, "maximum": 1]
    package static let priority: JSONNode = ["type": "number", "exclusiveMinimum": 0, "maximum": 1000]

    package static func landmarks(of coordinate: JSONNode) -> JSONNode {
        let point = JSONNode.record(["x": coordinate, "y": coordinate])
        let names = ["leftEye", "rightEye", "noseTip", "leftMouthCorner", "rightMouthCorner"]
        return .record(Dictionary(names.map { ($0, point) }) { $1 })
    }

    private var featureExample: JSONNode {
        ["x": 422.27, "y": 175.3, "width": 293.17, "height": 386.71, "confidence": 0.905, "kind": "face", "kept": true, "roll": 2.4]
    }

    private var feature: JSONNode {
        .record(
            JSONNode.rectangle().merging([
                "confidence": Self.confidence,
                "kind": .string("What the feature is: face, or a class of a network."),
                "kept": ["type": "boolean", "description": "Whether the crop contains the whole feature."],
            ]) { $1 },
            optional: [
                "priority": Self.priority,
                "roll": ["type": "number", "description": "By how much it is turned, in degrees clockwise."],
                "landmarks": Self.landmarks(of: ["type": "number"]),
            ],
            example: featureExample
        )
    }

    private var detection: JSONNode {
        .record(
            picture.merging(["fallback": ["type": "null"]]) { $1 },
            optional: [
                "likely": JSONNode.array(of: reference("Feature"))
                    .with(["description": "What is likely, but not sure enough to be a feature; absent if nothing is."])
            ],
            example: [
                "file": "", "width": 970, "height": 2204, "orientation": 1, "detector": "yunet", "accuracy": "low", "fallback": .null,
                "features": [featureExample],
            ]
        )
    }

    private var plan: JSONNode {
        let number: JSONNode = ["type": "number"]
        let turn: JSONNode = ["enum": .list(QuarterTurn.allCases.map { .integer($0.rawValue) })]
        return .record(
            picture.merging([
                "scheme": .choice(of: BoundingScheme.self),
                "aspect": ["type": "string", "pattern": "^[0-9]+:[0-9]+$"],
                "bounds": JSONNode.nullable(.record(JSONNode.rectangle()))
                    .with(["description": "The rectangle around the faces with their padding, or the one that was given."]),
                "fallback": .nullable(.choice(of: CropRequest.Fallback.self)),
                "reason": .string(
                    "What determined the position of the crop: bounds, bestFaces, closeUp, aligned, filled, likely, attention, given, center."
                ),
                "crop": .record(
                    JSONNode.rectangle(of: ["type": "integer"]),
                    description: "The crop, in whole pixels of the upright picture."
                ),
                "output": JSONNode.nullable(reference("Output")).with(["description": "The written file; null for a plan only."]),
            ]) { $1 },
            optional: [
                "turn": turn,
                "outputTurn": turn,
                "placement": .choice(of: CropRequest.Placement.self),
                "aligned": .record(
                    JSONNode.rectangle(of: number).merging(["angle": number]) { $1 },
                    optional: ["fill": .string("What shows beyond the picture's edges: a color, edge or blur.")],
                    description: "The center, size and angle of the frame that is shown, if it is turned or reaches beyond the picture."
                ),
                "keep": .string("The kinds that were to be kept, with their priorities."),
                "face": JSONNode.count().with(["description": "The number of the face that the crop is for, if each has one."]),
                "enlarged": [
                    "type": "number", "exclusiveMinimum": 1.25,
                    "description": "How many times the output enlarges what it shows of the picture; absent for 1.25 or less.",
                ],
                "raw": JSONNode.choice(of: Rendition.self).with(["description": "What was decoded of a RAW photo; absent for others."]),
                "faults": JSONNode.array(of: .choice(of: PortraitFault.self)).with([
                    "minItems": 1,
                    "description":
                        "What speaks against the crop as a photo for a document; absent if nothing does, or if it is for none.",
                ]),
                "animation": reference("Animation"),
                "covered": Self.covered,
                "covers": Self.covers,
                "corrected": Self.corrected,
                "warnings": JSONNode.array(of: .string("A sentence."))
                    .with([
                        "description": "What there is to say of given places beyond the picture, of files beside it, and of faces left out."
                    ]),
            ].merging(ofPlans) { $1 }
        )
    }

    private var placeholder: JSONNode {
        .record([
            "blurhash": .string("The picture as a BlurHash."),
            "thumbhash": .string("The picture as a ThumbHash in base64."),
            "color": ["type": "string", "pattern": "^#[0-9a-f]{6}$", "description": "The dominant color."],
        ])
    }

    package static var corrected: JSONNode {
        JSONNode.array(of: .string("The name of an option.")).with(["description": "What was corrected by hand."])
    }

    package static var covered: JSONNode {
        JSONNode.count().with(["description": "How many places the effect redact covered; in an animation, the most in one frame."])
    }

    package static var covers: JSONNode {
        JSONNode.array(
            of: .record(
                JSONNode.rectangle(),
                optional: ["frames": .array(of: .count()).with(["description": "The frames of an animation, from 0."])]
            )
        )
        .with(["description": "Those places, without their margins, in pixels of the upright picture."])
    }

    private var output: JSONNode {
        .record([
            "file": .string("The path of the file; empty for an answer of the service."),
            "width": .count(from: 1),
            "height": .count(from: 1),
            "format": .choice(of: ImageFormat.self),
            "bytes": JSONNode.count().with(["description": "The length of the file."]),
        ])
    }

    private var animation: JSONNode {
        let number: JSONNode = ["type": "number", "minimum": -1_000_000_000, "maximum": 1_000_000_000]
        let sighting = JSONNode.record(
            JSONNode.rectangle(of: number).merging(["time": ["type": "number"], "confidence": Self.confidence]) { $1 },
            optional: ["priority": .nullable(Self.priority)]
        )
        let sightings: JSONNode = ["type": "array", "maxItems": 10_000, "items": sighting]
        return .record([
            "frames": ["type": "integer"],
            "duration": ["type": "number"],
            "loops": ["type": "integer"],
            "looks": ["type": "integer"],
            "tracks": .array(of: .record(["kind": .string("What is followed."), "sightings": sightings])),
        ])
    }

    /// What the records of detections and of plans have in common.
    private var picture: [String: JSONNode] {
        [
            "file": .string("The picture as it was named; empty for an upload."),
            "width": ["type": "integer", "description": "The width of the upright picture."],
            "height": ["type": "integer", "description": "The height of the upright picture."],
            "orientation": ["enum": .list(ImageOrientation.allCases.map { .integer($0.rawValue) })],
            "detector": .string("The name of the detector."),
            "accuracy": .choice(of: DetectionAccuracy.self),
            "features": .array(of: reference("Feature")),
        ]
    }
}
