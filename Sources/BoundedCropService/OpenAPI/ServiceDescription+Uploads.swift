internal import BoundedCrop

extension ServiceDescription {
    private static let problemsOfUploads = [400, 413, 421, 422, 429, 431, 500, 503, 504]

    /// The routes whose requests have a body.
    var uploadPaths: [String: JSONNode] {
        [
            "/crop": upload(
                "crop",
                "The picture in the body, cropped so that faces stay whole; with plan, only where it would be cropped.",
                body: pictures,
                answers: writtenPictures(
                    "The cropped picture, or the plans.",
                    and: ["application/json": ["schema": .reference("schemas/Plans")]]
                )
            ),
            "/detect": upload(
                "detect",
                "The features in the picture in the body.",
                body: pictures,
                answers: ["description": "The features.", "content": ["application/json": ["schema": .reference("schemas/Detection")]]]
            ),
            "/plan": upload(
                "plan",
                "Where a picture would be cropped, by an earlier detection, without access to the picture.",
                body: ["application/json": ["schema": .reference("schemas/KnownPicture"), "example": knownPictureExample]],
                answers: ["description": "The plans.", "content": ["application/json": ["schema": .reference("schemas/Plans")]]]
            ),
        ]
    }

    /// An answer that is a picture in one of the formats that are written.
    func writtenPictures(_ description: String, and others: [String: JSONNode] = [:]) -> JSONNode {
        var content = others
        for format in ImageFormat.allCases where format.isWritable { content[format.mediaType] = [:] }
        return [
            "description": .text(description),
            "headers": ["X-BoundedCrop-Plan": .reference("headers/Plan"), "X-Request-ID": .reference("headers/RequestID")],
            "content": .object(content),
        ]
    }

    private func upload(_ name: String, _ summary: String, body: JSONNode, answers: JSONNode) -> JSONNode {
        [
            "post": [
                "operationId": .text(name),
                "tags": ["uploads"],
                "summary": .text(summary),
                "parameters": .list(parameters),
                "requestBody": ["required": true, "content": body],
                "responses": responses(["200": answers], problems: Self.problemsOfUploads),
            ]
        ]
    }

    /// Bodies are recognized by their bytes; their type is not looked at.
    private var pictures: JSONNode {
        var content: [String: JSONNode] = ["application/octet-stream": [:]]
        for format in ImageFormat.allCases { content[format.mediaType] = [:] }
        return .object(content)
    }

    private var knownPictureExample: JSONNode {
        ["width": 970, "height": 2204, "features": [["x": 422.27, "y": 175.3, "width": 293.17, "height": 386.71, "kind": "face"]]]
    }

    private var parameters: [JSONNode] {
        CropParameters.readers.keys.sorted().map { name in
            let known = CropParameterDescription.all[name]
            var parameter: [String: JSONNode] = ["name": .text(name), "in": "query", "schema": known?.schema ?? ["type": "string"]]
            if let known {
                parameter["description"] = .text(known.summary)
                parameter["examples"] = ["usual": ["value": known.example]]
            }
            return .object(parameter)
        }
    }
}
