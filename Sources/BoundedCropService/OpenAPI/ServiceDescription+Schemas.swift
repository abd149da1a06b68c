internal import BoundedCrop

extension ServiceDescription {
    /// The JSON of answers and requests.
    var schemas: [String: JSONNode] {
        let records = RecordSchemas(ofPlans: ["placeholder": .reference("schemas/Placeholder")]) { .reference("schemas/\($0)") }
        return records.definitions.merging(ownSchemas) { $1 }
    }

    /// The JSON that only the service knows.
    private var ownSchemas: [String: JSONNode] {
        [
            "Problem": .record([
                "title": .string("What the status means."),
                "status": ["type": "integer", "description": "The status of the answer."],
                "code": .string("The kind of the error, for programs."),
                "detail": .string("What is wrong, for people."),
                "requestID": .string("The ID of the request, as in the service's log."),
            ]),
            "Metadata": metadata,
            "Information": information,
            "Plans": .record(["plans": .array(of: .reference("schemas/Plan"))]),
            "KnownPicture": .record(
                [
                    "width": ["type": "integer", "minimum": 1, "maximum": 65_535],
                    "height": ["type": "integer", "minimum": 1, "maximum": 65_535],
                    "features": ["type": "array", "maxItems": 1000, "items": .reference("schemas/KnownFeature")],
                ],
                optional: [
                    "likely": ["type": "array", "maxItems": 1000, "items": .reference("schemas/KnownFeature")],
                    "animation": .nullable(.reference("schemas/Animation")),
                ]
            ),
            "KnownFeature": .record(
                JSONNode.rectangle(of: coordinate),
                optional: [
                    "confidence": .nullable(RecordSchemas.confidence),
                    "kind": ["type": ["string", "null"], "description": "What the feature is; a face if it is missing."],
                    "priority": .nullable(RecordSchemas.priority),
                    "landmarks": .nullable(RecordSchemas.landmarks(of: coordinate)),
                ]
            ),
        ]
    }

    /// thumbor's JSON, the plan if faces were looked for, and the placeholder if it was asked for.
    private var metadata: JSONNode {
        let pixels: JSONNode = ["type": "integer"]
        let size: [String: JSONNode] = ["width": pixels, "height": pixels]
        let edges = ["left", "top", "right", "bottom"].map { ($0, pixels) }
        let point = JSONNode.rectangle().merging(["z": ["type": "number"], "origin": .string("What the point comes from.")]) { $1 }
        let thumbor = JSONNode.record(
            [
                "source": .record(size.merging(["url": .string("The picture.")]) { $1 }, optional: ["frameCount": pixels]),
                "operations": [
                    "type": "array",
                    "items": .record(
                        ["type": ["enum": ["crop", "resize", "flip_horizontally", "flip_vertically"]]],
                        optional: size.merging(edges) { $1 }
                    ),
                ],
                "focal_points": ["type": "array", "items": .record(point)],
                "target": .record(size),
            ]
        )
        return .record(
            ["thumbor": thumbor],
            optional: ["boundedcrop": .reference("schemas/Plan"), "placeholder": .reference("schemas/Placeholder")]
        )
    }

    /// `info.json` of both versions of the IIIF Image API.
    private var information: JSONNode {
        let pixels: JSONNode = ["type": "integer", "minimum": 1]
        return .record(
            [
                "@context": ["enum": .texts(IIIFVersion.allCases.map(\.context))],
                "protocol": ["const": "http://iiif.io/api/image"],
                "profile": ["description": "The level of the API, and in version 2 what is offered beyond it."],
                "width": pixels,
                "height": pixels,
                "sizes": ["type": "array", "items": .record(["width": pixels, "height": pixels])],
                "tiles": ["type": "array"],
            ],
            optional: ["id": .string("The picture's URL in version 3."), "@id": .string("The picture's URL in version 2.")]
        )
    }

    /// A coordinate in a request.
    private var coordinate: JSONNode { ["type": "number", "minimum": -1_000_000_000, "maximum": 1_000_000_000] }
}

extension JSONNode {
    /// A reference to a part of the components: `schemas/Plan`.
    static func reference(_ part: String) -> JSONNode { ["$ref": .text("#/components/" + part)] }
}
