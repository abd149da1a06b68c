import BoundedCrop

/// The JSON Schemas of the lines that the worker writes.
enum WorkerSchema {
    /// - Parameter reference: Leads to a definition by its name.
    static func records(error: JSONNode, reference: @escaping @Sendable (String) -> JSONNode) -> [String: JSONNode] {
        let pixels = JSONNode.record(
            [
                "file": ["const": ""], "format": ["const": "rgba"], "width": .count(from: 1), "height": .count(from: 1),
                "bytes": .count(from: 4),
            ],
            description: "The size of crops in pixels."
        )
        let crops = RecordSchemas(
            ofPlans: [
                "image": .string("In base64, the file, or the pixels: red, green, blue and alpha, not premultiplied."),
                "output": .any(of: [reference("Output"), pixels, ["type": "null"]]),
            ],
            reference: reference
        )
        let result: JSONNode = .any(
            of: ["Detection", "WorkerCrop", "WorkerFaces", "CorrectedAway"].map(reference)
        )
        let id: JSONNode = ["type": ["string", "number"], "description": "That of the request."]
        return [
            "WorkerStart": .record([
                "boundedcrop": .string("The version of the command."),
                "protocol": JSONNode.count(from: 1).with(["description": "The version of the protocol."]),
            ]),
            "WorkerCrop": crops.definitions["Plan"] ?? .null,
            "WorkerFaces": .record(["faces": .array(of: reference("WorkerCrop"))]),
            "WorkerAnswer": .record(["id": id, "results": .array(of: result)]),
            "WorkerFailure": .record(["id": .nullable(id), "error": error]),
        ]
    }
}
