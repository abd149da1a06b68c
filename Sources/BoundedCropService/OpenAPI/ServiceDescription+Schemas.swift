internal import BoundedCrop

extension ServiceDescription {
    /// The JSON of answers and requests.
    var schemas: [String: JSONNode] {
        [
            "Problem": object([
                "title": text("What the status means."),
                "status": ["type": "integer", "description": "The status of the answer."],
                "code": text("The kind of the error, for programs."),
                "detail": text("What is wrong, for people."),
                "requestID": text("The ID of the request, as in the service's log."),
            ]),
            "Feature": feature,
            "Detection": object(
                picture.merging(["fallback": ["type": "null"]]) { $1 },
                example: [
                    "file": "", "width": 970, "height": 2204, "orientation": 1, "detector": "yunet", "accuracy": "low", "fallback": .null,
                    "features": [featureExample],
                ]
            ),
            "Plan": plan,
            "Placeholder": placeholder,
            "Metadata": metadata,
            "Information": information,
            "Plans": object(["plans": ["type": "array", "items": .reference("schemas/Plan")]]),
            "Animation": animation,
            "KnownPicture": object(
                [
                    "width": ["type": "integer", "minimum": 1, "maximum": 65_535],
                    "height": ["type": "integer", "minimum": 1, "maximum": 65_535],
                    "features": ["type": "array", "maxItems": 1000, "items": .reference("schemas/KnownFeature")],
                ],
                optional: ["animation": orNull(.reference("schemas/Animation"))]
            ),
            "KnownFeature": object(
                rectangle(limit: 1_000_000_000),
                optional: [
                    "confidence": orNull(confidence),
                    "kind": ["type": ["string", "null"], "description": "What the feature is; a face if it is missing."],
                    "priority": orNull(priority),
                    "landmarks": orNull(landmarks(of: number(limit: 1_000_000_000))),
                ]
            ),
        ]
    }

    private var featureExample: JSONNode {
        ["x": 422.27, "y": 175.3, "width": 293.17, "height": 386.71, "confidence": 0.905, "kind": "face", "kept": true, "roll": 2.4]
    }

    private var feature: JSONNode {
        object(
            rectangle().merging([
                "confidence": confidence,
                "kind": text("What the feature is: face, or a class of a network."),
                "kept": ["type": "boolean", "description": "Whether the crop contains the whole feature."],
            ]) { $1 },
            optional: [
                "priority": priority,
                "roll": ["type": "number", "description": "By how much it is turned, in degrees clockwise."],
                "landmarks": landmarks(of: ["type": "number"]),
            ],
            example: featureExample
        )
    }

    private var plan: JSONNode {
        let area = object(rectangle())
        return object(
            picture.merging([
                "scheme": choices(BoundingScheme.self),
                "aspect": ["type": "string", "pattern": "^[0-9]+:[0-9]+$"],
                "bounds": ["anyOf": [area, ["type": "null"]], "description": "The rectangle around the faces with their padding."],
                "fallback": ["anyOf": [choices(CropRequest.Fallback.self), ["type": "null"]]],
                "reason": text("What determined the position of the crop: bounds, bestFaces, aligned, attention, center."),
                "crop": area.with(["description": "The crop, in whole pixels of the upright picture."]),
                "output": ["type": ["object", "null"], "description": "The written file; null for a plan only."],
            ]) { $1 },
            optional: [
                "turn": ["enum": .list(QuarterTurn.allCases.map { .integer($0.rawValue) })],
                "outputTurn": ["enum": .list(QuarterTurn.allCases.map { .integer($0.rawValue) })],
                "placement": choices(CropRequest.Placement.self),
                "aligned": ["type": "object"],
                "keep": ["description": "The kinds that were to be kept, with their priorities."],
                "animation": .reference("schemas/Animation"),
                "placeholder": .reference("schemas/Placeholder"),
            ]
        )
    }

    private var placeholder: JSONNode {
        object([
            "blurhash": text("The picture as a BlurHash."),
            "thumbhash": text("The picture as a ThumbHash in base64."),
            "color": ["type": "string", "pattern": "^#[0-9a-f]{6}$", "description": "The dominant color."],
        ])
    }

    /// thumbor's JSON, the plan if faces were looked for, and the placeholder if it was asked for.
    private var metadata: JSONNode {
        let pixels: JSONNode = ["type": "integer"]
        let size: [String: JSONNode] = ["width": pixels, "height": pixels]
        let edges = ["left", "top", "right", "bottom"].map { ($0, pixels) }
        let point = rectangle().merging(["z": ["type": "number"], "origin": text("What the point comes from.")]) { $1 }
        let thumbor = object(
            [
                "source": object(size.merging(["url": text("The picture.")]) { $1 }, optional: ["frameCount": pixels]),
                "operations": [
                    "type": "array",
                    "items": object(
                        ["type": ["enum": ["crop", "resize", "flip_horizontally", "flip_vertically"]]],
                        optional: size.merging(edges) { $1 }
                    ),
                ],
                "focal_points": ["type": "array", "items": object(point)],
                "target": object(size),
            ]
        )
        return object(
            ["thumbor": thumbor],
            optional: ["boundedcrop": .reference("schemas/Plan"), "placeholder": .reference("schemas/Placeholder")]
        )
    }

    /// `info.json` of both versions of the IIIF Image API.
    private var information: JSONNode {
        let pixels: JSONNode = ["type": "integer", "minimum": 1]
        return object(
            [
                "@context": ["enum": .texts(IIIFVersion.allCases.map(\.context))],
                "protocol": ["const": "http://iiif.io/api/image"],
                "profile": ["description": "The level of the API, and in version 2 what is offered beyond it."],
                "width": pixels,
                "height": pixels,
                "sizes": ["type": "array", "items": object(["width": pixels, "height": pixels])],
                "tiles": ["type": "array"],
            ],
            optional: ["id": text("The picture's URL in version 3."), "@id": text("The picture's URL in version 2.")]
        )
    }

    private var animation: JSONNode {
        let sighting = object(
            rectangle(limit: 1_000_000_000).merging([
                "time": ["type": "number"], "confidence": confidence,
            ]) { $1 },
            optional: ["priority": orNull(priority)]
        )
        return object([
            "frames": ["type": "integer"],
            "duration": ["type": "number"],
            "loops": ["type": "integer"],
            "looks": ["type": "integer"],
            "tracks": [
                "type": "array",
                "items": object(["kind": text("What is followed."), "sightings": ["type": "array", "maxItems": 10_000, "items": sighting]]),
            ],
        ])
    }

    /// What the records of detections and of plans have in common.
    private var picture: [String: JSONNode] {
        [
            "file": text("Empty for an upload."),
            "width": ["type": "integer", "description": "The width of the upright picture."],
            "height": ["type": "integer", "description": "The height of the upright picture."],
            "orientation": ["enum": .list(ImageOrientation.allCases.map { .integer($0.rawValue) })],
            "detector": text("The name of the detector."),
            "accuracy": choices(DetectionAccuracy.self),
            "features": ["type": "array", "items": .reference("schemas/Feature")],
        ]
    }

    private func rectangle(limit: Int? = nil) -> [String: JSONNode] {
        let number = limit.map(number) ?? ["type": "number"]
        return ["x": number, "y": number, "width": number, "height": number]
    }

    private func number(limit: Int) -> JSONNode { ["type": "number", "minimum": .integer(-limit), "maximum": .integer(limit)] }

    private var confidence: JSONNode { ["type": "number", "minimum": 0, "maximum": 1] }

    private var priority: JSONNode { ["type": "number", "exclusiveMinimum": 0, "maximum": 1000] }

    private func landmarks(of coordinate: JSONNode) -> JSONNode {
        let point = object(["x": coordinate, "y": coordinate])
        let names = ["leftEye", "rightEye", "noseTip", "leftMouthCorner", "rightMouthCorner"]
        return object(Dictionary(names.map { ($0, point) }) { $1 })
    }

    /// In requests, null counts as missing.
    private func orNull(_ schema: JSONNode) -> JSONNode { ["anyOf": [schema, ["type": "null"]]] }

    private func text(_ description: String) -> JSONNode { ["type": "string", "description": .text(description)] }

    private func choices<Choice: CaseIterable & RawRepresentable<String>>(_ type: Choice.Type) -> JSONNode {
        ["type": "string", "enum": .texts(Choice.allCases.map(\.rawValue))]
    }

    private func object(_ required: [String: JSONNode], optional: [String: JSONNode] = [:], example: JSONNode? = nil) -> JSONNode {
        var schema: [String: JSONNode] = [
            "type": "object", "required": .texts(required.keys.sorted()), "properties": .object(required.merging(optional) { $1 }),
        ]
        if let example { schema["examples"] = [example] }
        return .object(schema)
    }
}
