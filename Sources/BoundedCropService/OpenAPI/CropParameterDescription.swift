internal import BoundedCrop

/// What the description says of a parameter of `CropParameters`.
struct CropParameterDescription: Sendable {
    let summary: String
    let schema: JSONNode
    let example: JSONNode

    private init(_ summary: String, _ schema: JSONNode, example: JSONNode) {
        (self.summary, self.schema, self.example) = (summary, schema, example)
    }

    private static let side = "(6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[1-9][0-9]{0,3})"
    private static let detectors = DetectorExpression.names.joined(separator: "|")
    private static let sideRatio = "[1-9][0-9]{0,3}"

    /// By the names of `CropParameters.readers`.
    static let all: [String: CropParameterDescription] = [
        "size": .init(
            "The size of the output in pixels. With plan, there may be several sizes and aspects.",
            shapes("^\(side)x\(side)$"),
            example: ["300x200"]
        ),
        "preset": presets([]),
        "aspect": .init(
            "The aspect ratio of the crop, in the picture's own resolution.",
            shapes("^\(sideRatio):\(sideRatio)$"),
            example: ["16:9"]
        ),
        "scheme": choice("Which of the faces the crop is to contain.", BoundingScheme.self, .all),
        "keep": .init("The kinds of features that count, each with its priority.", ["type": "string"], example: "person:1,face:3"),
        "padding": .init("The room around each face.", ["type": "string"], example: "20%"),
        "zoom": .init(
            "The share of the crop that the faces fill.",
            ["type": "number", "minimum": 0.001, "maximum": 1],
            example: 0.5
        ),
        "placement": choice("Where the faces are in the crop.", CropRequest.Placement.self, .center),
        "auto-rotate": flag("Whether the output is turned so that the faces are upright."),
        "fallback": choice("Where the crop is if nothing is found.", CropRequest.Fallback.self, .attention),
        "accuracy": choice("How thoroughly to search for faces.", DetectionAccuracy.self, .low),
        "require-face": flag("Whether it is an error if nothing is found."),
        "no-bounding": flag("Whether nothing is looked for, and the fallback decides."),
        "no-upscale": flag("Whether the output is at most as large as the crop."),
        "detector": .init(
            "What finds the faces; after commas, what does so if nothing is found.",
            ["type": "string", "pattern": .text("^(\(detectors))([,+](\(detectors))){0,7}$")],
            example: "yunet"
        ),
        "region": places("Rectangles to keep instead of detected faces: x, y, width and height in pixels.", "120,40,200,240"),
        "focal": places("Points to crop around instead of detected faces: x and y in pixels.", "120,40"),
        "format": .init(
            "The format of the output; without it, the source's.",
            ["type": "string", "enum": .texts(ImageFormat.writable.map(\.rawValue))],
            example: "webp"
        ),
        "quality": .init("The quality of JPEG, WebP and AVIF.", ["type": "integer", "minimum": 1, "maximum": 100], example: 85),
        "still": .init("The frame of an animation that is cropped, instead of all.", ["type": "integer", "minimum": 1], example: 1),
        "effects": .init("Effects on the finished crop.", ["type": "string"], example: "corner-radius(12)"),
        // With the other examples, which are several shapes, it would be refused.
        "placeholder": flag(
            "Whether the answer has the placeholder of the crop: a BlurHash, a ThumbHash and the dominant color. Only with one shape.",
            example: false
        ),
        "plan": flag("Whether only the plans are answered."),
    ]

    /// The parameter `preset` of a service with presets of its own.
    static func presets(_ own: [CropPreset]) -> Self {
        Self(
            "The size of the output by its name. With plan, there may be several sizes, presets and aspects.",
            ["type": "array", "maxItems": 32, "items": ["type": "string", "enum": .texts(CropPreset.names(own: own))]],
            example: ["open-graph"]
        )
    }

    private static func shapes(_ pattern: String) -> JSONNode {
        ["type": "array", "maxItems": 32, "items": ["type": "string", "pattern": .text(pattern)]]
    }

    private static func places(_ summary: String, _ example: String) -> Self {
        let count = example.split(separator: ",").count
        let pattern = "^[0-9]{1,4}(,[0-9]{1,4})\(count == 2 ? "" : "(,[1-9][0-9]{0,3}){2}")$"
        let text: JSONNode = ["type": "string", "pattern": .text(pattern)]
        return Self(summary, ["type": "array", "maxItems": 100, "items": text], example: .list([.text(example)]))
    }

    private static func choice<Choice: CaseIterable & RawRepresentable<String>>(
        _ summary: String,
        _ type: Choice.Type,
        _ example: Choice
    ) -> Self {
        Self(summary, ["type": "string", "enum": .texts(Choice.allCases.map(\.rawValue))], example: .text(example.rawValue))
    }

    /// A name without a value is true.
    private static func flag(_ summary: String, example: Bool = true) -> Self {
        Self(
            summary,
            ["anyOf": [["type": "boolean"], ["type": "string", "enum": ["", "1", "0", "yes", "no", "on", "off"]]]],
            example: .flag(example)
        )
    }
}
