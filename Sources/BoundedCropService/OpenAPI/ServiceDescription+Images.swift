internal import BoundedCrop

extension ServiceDescription {
    /// Image URLs in thumbor's grammar, as far as a template can describe them: a path whose parts may be missing, and may contain slashes,
    /// cannot be one.
    var imagePaths: [String: JSONNode] {
        let prefix = configuration.grammars.first { $0.grammar == .thumbor }?.path ?? ""
        return [
            "\(prefix)/{authorization}/{size}/smart/{picture}": reading([
                "operationId": "image",
                "tags": ["images"],
                "summary": "A picture, cropped so that faces stay whole.",
                "description": .text(
                    "One of the forms of image URLs. The parts between authorization and picture may be left out, and there are others: "
                        + "trim, a manual crop, fit-in, alignment and filters. See docs/image-urls.md."
                ),
                "parameters": [
                    [
                        "name": "authorization",
                        "in": "path",
                        "required": true,
                        "description": "The signature of the rest of the path, or unsafe where unsigned URLs are answered.",
                        "schema": ["type": "string", "minLength": 1, "pattern": "^[A-Za-z0-9_=-]+$"],
                        "examples": ["unsigned": ["value": "unsafe"]],
                    ],
                    [
                        "name": "size",
                        "in": "path",
                        "required": true,
                        "description": "Width and height in pixels; 0 or nothing keeps the aspect, a minus sign flips.",
                        "schema": ["type": "string", "pattern": "^-?[0-9]{0,5}x-?[0-9]{0,5}$"],
                        "examples": ["usual": ["value": "300x200"]],
                    ],
                    [
                        "name": "picture",
                        "in": "path",
                        "required": true,
                        "description": "The path of a picture in the service's folder, or a URL.",
                        "schema": ["type": "string", "minLength": 1],
                        "examples": ["file": ["value": "beach.jpg"]],
                    ],
                ],
                "responses": responses(
                    [
                        "200": writtenPictures("The picture.", and: ["application/json": ["schema": ["type": "object"]]]),
                        "304": ["description": "The client's copy is up to date."],
                    ],
                    problems: [400, 403, 404, 412, 421, 422, 429, 431, 500, 502, 503, 504]
                ),
            ])
        ]
    }
}
