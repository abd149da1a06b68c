internal import BoundedCrop
internal import BoundedCropRendering

/// What the description says of a parameter of `CropParameters`.
struct CropParameterDescription: Sendable {
    let summary: String
    let schema: JSONNode
    /// Nil where it would contradict the others.
    let example: JSONNode?

    private init(_ summary: String, _ schema: JSONNode, example: JSONNode?) {
        (self.summary, self.schema, self.example) = (summary, schema, example)
    }

    private static let side = "(6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[1-9][0-9]{0,3})"
    private static let number = "[0-9]{1,4}(\\.[0-9]{1,3})?"
    private static let unit = "mm|cm|in"
    private static let length = "\(number)(\(unit))"
    private static let sideRatio = "[1-9][0-9]{0,3}"

    /// By the names of parameters.
    static let all = own.merging(CropParameters.options.map { ($0.name, Self($0)) }) { $1 }

    /// Those that are not in the table of options.
    private static let own: [String: CropParameterDescription] = [
        "size": .init(
            "The size of the output in pixels: both sides, one for a square, or 300x or x200 for one side; or on paper, such as 35x45mm, 2x2in or 10x15cm@300dpi. With plan, there may be several sizes and aspects.",
            shapes("^(\(side)(x\(side)?)?|x\(side)|\(length)x?|x\(length)|\(number)(\(unit))?x\(length))(@[1-9][0-9]{0,4}dpi)?$"),
            example: ["300x200"]
        ),
        "preset": presets([]),
        "aspect": .init(
            "The aspect ratio of the crop, in the picture's own resolution.",
            shapes("^\(sideRatio):\(sideRatio)$"),
            example: ["16:9"]
        ),
        "effects": .init("Effects on the finished crop.", ["type": "string"], example: "redact(pixelate)"),
        "plan": .init("Whether only the plans are answered.", flag, example: true),
    ]

    private init(_ option: RequestOption) {
        let schema: JSONNode =
            switch option.value {
            case .flag: Self.flag
            case .choice(let words): ["type": "string", "enum": .texts(words)]
            case .share(let least):
                [
                    "anyOf": [
                        ["type": "number", "minimum": .number(least), "maximum": 1],
                        ["type": "string", "pattern": .text("^(\(least == 0 ? "0|" : "")[1-9][0-9]?|100)%$")],
                    ]
                ]
            case .integer(let range) where range.upperBound == .max: ["type": "integer", "minimum": .integer(range.lowerBound)]
            case .integer(let range):
                ["type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)]
            case .color(let words): ["type": "string", "pattern": .text("^(\((words + ["#[0-9a-f]{6}"]).joined(separator: "|")))$")]
            case .text(_, let pattern?): ["type": "string", "pattern": .text(pattern)]
            case .text, .bytes: ["type": "string"]
            }
        // All examples are one query of several shapes, which has no given crop, no picture for each face and no placeholder.
        let others: Set = [RequestOption.rectangle.name, RequestOption.eachFace.name]
        let isAlone = OptionRules.requests.conflicts(with: option.name).isSubset(of: others)
        let example = option.repeats ? JSONNode.list([.text(option.example)]) : .text(option.example)
        // A query names no files and programs.
        let ofDetector =
            "What finds the faces; after commas, what does so if nothing is found, and after a plus sign, what does so as well."
        self.init(
            option.name == RequestOption.detector.name ? ofDetector : option.summary,
            option.repeats ? ["type": "array", "maxItems": 100, "items": schema] : schema,
            example: isAlone && ![RequestOption.alignFill, .strict, .placeholder].map(\.name).contains(option.name) ? example : nil
        )
    }

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

    /// A name without a value is true.
    private static let flag: JSONNode = [
        "anyOf": [["type": "boolean"], ["type": "string", "enum": ["", "1", "0", "yes", "no", "on", "off"]]]
    ]
}
