internal import BoundedCrop

extension ServiceDescription {
    private static let problemsOfUploads = problemsOfHeads + [422, 429, 500, 503, 504]

    /// The routes whose requests have a body.
    var uploadPaths: [String: JSONNode] {
        let plans: [String: JSONNode] = ["application/json": ["schema": .reference("schemas/Plans")]]
        // Pictures are recognized by their bytes; their type is not looked at.
        let file = "The picture, under any name; the first of several. Other fields are ignored, but must not be options."
        let form: JSONNode = ["schema": .record(["file": .string(file)])]
        let picture = pictures(ImageFormat.allCases).merging(["application/octet-stream": [:], "multipart/form-data": form]) { $1 }
        return [
            "/crop": upload(
                "crop",
                "The picture in the body, cropped so that faces stay whole; with plan, only where it would be cropped.",
                body: picture,
                answer: response(
                    "The cropped picture, or the plans.",
                    headers: workHeaders + pictureHeaders,
                    content: pictures(ImageFormat.writable).merging(plans) { $1 }
                )
            ),
            "/detect": upload(
                "detect",
                "The features in the picture in the body.",
                body: picture,
                answer: response(
                    "The features.",
                    headers: workHeaders,
                    content: ["application/json": ["schema": .reference("schemas/Detection")]]
                )
            ),
            "/plan": upload(
                "plan",
                "Where a picture would be cropped, by an earlier detection, without access to the picture.",
                body: ["application/json": ["schema": .reference("schemas/KnownPicture"), "example": Self.knownPicture]],
                answer: response("The plans.", headers: workHeaders, content: plans)
            ),
            "/render": upload(
                "render",
                "What a request asks for, of the picture that comes with it, or of one that the service finds by its name.",
                body: [
                    "application/json": [
                        "schema": .record(["source": .string("The name or URL of the picture."), "request": Self.request]),
                        "example": [
                            "source": ImagePath.picture.example, "request": ["stages": [["target": ["width": 300, "height": 200]]]],
                        ],
                    ],
                    "multipart/form-data": ["schema": .record(["request": Self.request, "picture": .string("The file.")])],
                ],
                answer: response(
                    "The picture, or the plan.",
                    headers: imageHeaders(.thumbor) + ["Content-Disposition"] + pictureHeaders,
                    content: pictures(ImageFormat.writable).merging(["application/json": ["schema": .reference("schemas/Metadata")]]) { $1 }
                ),
                hasOptions: false
            ),
        ]
    }

    private func upload(_ name: String, _ summary: String, body: [String: JSONNode], answer: JSONNode, hasOptions: Bool = true) -> JSONNode
    {
        let fields = Self.generalFields + (configuration.corsOrigins.isEmpty ? [] : ["Origin"])
        var path: [String: JSONNode] = [
            "parameters": .list(fields.map(Self.field)),
            "post": [
                "operationId": .text(name),
                "tags": ["uploads"],
                "summary": .text(summary),
                "parameters": .list(hasOptions ? options(makesPicture: name == "crop") : []),
                "requestBody": ["required": true, "content": .object(body)],
                "responses": responses(["200": answer], problems: hasOptions ? Self.problemsOfUploads : Self.problemsOfImages),
            ],
        ]
        if !configuration.corsOrigins.isEmpty { path["options"] = preflight(name) }
        return .object(path)
    }

    private static let request: JSONNode = [
        "type": "object", "description": "As boundedcrop url prints it; boundedcrop schema request describes it.",
        "properties": ["stages": ["type": "array", "minItems": 1, "items": ["type": "object"]]], "required": ["stages"],
    ]

    private static let knownPicture: JSONNode = [
        "width": 970, "height": 2204, "features": [["x": 422.27, "y": 175.3, "width": 293.17, "height": 386.71, "kind": "face"]],
    ]

    /// - Parameter makesPicture: Whether there is a picture that can have a placeholder.
    private func options(makesPicture: Bool) -> [JSONNode] {
        var parameters = CropParameterDescription.all
        parameters["preset"] = .presets(configuration.presets)
        if !makesPicture { parameters["placeholder"] = nil }
        return parameters.sorted { $0.key < $1.key }.map { name, parameter in
            let described: JSONNode = [
                "name": .text(name), "in": "query", "description": .text(parameter.summary), "schema": parameter.schema,
            ]
            return parameter.example.map { described.with(["examples": ["usual": ["value": $0]]]) } ?? described
        }
    }
}
