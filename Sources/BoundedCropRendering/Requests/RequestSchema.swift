package import BoundedCrop
package import BoundedCropEffects

/// A type whose JSON a schema describes.
package protocol DescribedInJSON: SendableMetatype {
    /// The JSON Schema of its values. It names all members that objects can have, and allows others.
    static var schema: JSONNode { get throws }
}

/// The JSON Schema of requests alone. As reading requests does, it refuses members that they do not have.
package enum RequestSchema {
    package static var document: JSONNode {
        get throws {
            try closed(RenderRequest.schema).with([
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "$id": "boundedcrop-request.schema.json",
                "title": "Request of boundedcrop",
                "description": "What is asked of a picture, as boundedcrop url prints it. What has its default is left out.",
            ])
        }
    }

    private static func closed(_ schema: JSONNode) -> JSONNode {
        switch schema {
        case .object(let members):
            let schema = JSONNode.object(members.mapValues(closed))
            return members["type"] == "object" ? schema.with(["additionalProperties": false]) : schema
        case .list(let schemas): return .list(schemas.map(closed))
        default: return schema
        }
    }
}

// MARK: Requests

extension RenderRequest: DescribedInJSON {
    package static var schema: JSONNode {
        get throws {
            try .record(
                ["stages": JSONNode.array(of: Stage.schema).with(["minItems": 1])],
                optional: ["output": Output.schema, "answer": Answer.schema.with(["default": "picture"])],
                description: "What is asked of a picture. What has its default is left out."
            )
        }
    }
}

extension RenderStep: DescribedInJSON {
    package static var schema: JSONNode {
        get throws {
            let kinds: [String: JSONNode] = [
                "effect": .string("An effect, in the grammar of the effects command."), "corners": Corners.schema,
                "background": Color.schema, "proportion": ["type": "number", "exclusiveMinimum": 0, "maximum": 1],
                "fill": try BoxFill.schema, "watermark": Watermark.schema, "mask": .string("The name or URL of a picture."),
            ]
            return .any(of: kinds.sorted { $0.key < $1.key }.map { name, schema in .record([name: schema]) })
        }
    }
}

extension RenderRequest.Stage: DescribedInJSON {}
extension RenderRequest.Output: DescribedInJSON {}
extension RenderRequest.Trim: DescribedInJSON {}
extension RenderRequest.FitIn: DescribedInJSON {}
extension RenderRequest.Target: DescribedInJSON {}
extension RenderRequest.Crop: DescribedInJSON {}
extension BoxFill: DescribedInJSON {}
extension BoxFill.Margins: DescribedInJSON {}

extension RenderRequest.Dimension: DescribedInJSON {
    package static var schema: JSONNode {
        .any(of: [["type": "integer", "minimum": 1, "maximum": 65_535], ["enum": ["proportional", "original"]]])
    }
}

extension RenderRequest.Length: DescribedInJSON {
    package static var schema: JSONNode { Padding.Length.schema }
}

extension RenderRequest.Lengths: DescribedInJSON {
    package static var schema: JSONNode { .record(["x": RenderRequest.Length.schema, "y": RenderRequest.Length.schema]) }
}

extension RenderRequest.Region: DescribedInJSON {
    package static var schema: JSONNode { .record(JSONNode.rectangle(of: RenderRequest.Length.schema)) }
}

extension RenderStep.Corners: DescribedInJSON {
    package static var schema: JSONNode {
        .record(["radius": Double.schema], optional: ["verticalRadius": Double.schema, "outside": Color.schema])
    }
}

extension Watermark: DescribedInJSON {
    package static var schema: JSONNode {
        .record(
            [
                "picture": .string("The name or URL of a picture."), "x": Position.schema, "y": Position.schema,
                "alpha": ["type": "number", "minimum": 0, "maximum": 1],
            ],
            optional: ["widthPercent": Double.schema, "heightPercent": Double.schema]
        )
    }
}

extension Watermark.Position: DescribedInJSON {
    package static var schema: JSONNode {
        .any(of: [Int.schema, ["enum": ["far", "center", "repeated"]], .record(["percent": Double.schema])])
    }
}

// MARK: Values

extension DescribedInJSON where Self: CaseIterable & RawRepresentable<String> {
    package static var schema: JSONNode { .choice(of: Self.self) }
}

extension RenderRequest.Answer: DescribedInJSON {}
extension RenderRequest.HorizontalAlignment: DescribedInJSON {}
extension RenderRequest.VerticalAlignment: DescribedInJSON {}
extension RenderRequest.Trim.Corner: DescribedInJSON {}
extension RenderRequest.Trim.Measure: DescribedInJSON {}
extension RenderRequest.Upscaling: DescribedInJSON {}
extension BoundingScheme: DescribedInJSON {}
extension CropRequest.Fallback: DescribedInJSON {}
extension CropRequest.Placement: DescribedInJSON {}
extension FaceOrder: DescribedInJSON {}
extension DocumentPhoto: DescribedInJSON {}
extension DetectionAccuracy: DescribedInJSON {}
extension HidingExtent: DescribedInJSON {}
extension ImageFormat: DescribedInJSON {}
extension MetadataSelection.Extent: DescribedInJSON {}

extension Bool: DescribedInJSON {
    package static var schema: JSONNode { ["type": "boolean"] }
}

extension Int: DescribedInJSON {
    package static var schema: JSONNode { ["type": "integer"] }
}

extension Double: DescribedInJSON {
    package static var schema: JSONNode { ["type": "number"] }
}

extension String: DescribedInJSON {
    package static var schema: JSONNode { ["type": "string"] }
}

/// Nil is left out.
extension Optional: DescribedInJSON where Wrapped: DescribedInJSON {
    package static var schema: JSONNode { get throws { try Wrapped.schema } }
}

extension Array: DescribedInJSON where Element: DescribedInJSON {
    package static var schema: JSONNode { get throws { .array(of: try Element.schema) } }
}

extension PixelSize: DescribedInJSON {
    package static var schema: JSONNode { .record(["width": .count(), "height": .count()]) }
}

extension AspectRatio: DescribedInJSON {
    package static var schema: JSONNode { .record(["width": .count(from: 1), "height": .count(from: 1)]) }
}

extension Color: DescribedInJSON {
    package static var schema: JSONNode { .string("A color, such as #ff8000 or rgba(255,128,0,0.5).") }
}

extension EdgeFill: DescribedInJSON {
    package static var schema: JSONNode { .string("edge, blur, or a color.") }
}

extension Fill.Ground: DescribedInJSON {
    package static var schema: JSONNode { .string("average, blur, or a color.") }
}

extension Overlay.Position: DescribedInJSON {
    package static var schema: JSONNode {
        JSONNode.record([:], optional: ["start": Int.schema, "end": Int.schema, "center": Int.schema]).with([
            "maxProperties": 1, "description": "Pixels from one of these; without any, the picture is repeated.",
        ])
    }
}

extension Padding: DescribedInJSON {
    package static var schema: JSONNode {
        .record(["top": Length.schema, "right": Length.schema, "bottom": Length.schema, "left": Length.schema])
    }
}

extension Padding.Length: DescribedInJSON {
    package static var schema: JSONNode {
        JSONNode.any(of: [Double.schema, .record(["share": Double.schema])]).with(["description": "Pixels, or a share."])
    }
}

extension KeptKinds: DescribedInJSON {
    package static var schema: JSONNode { .string("Kinds of features with their priorities, such as person:1,face:2.") }
}

extension FaceAlignment: DescribedInJSON {
    package static var schema: JSONNode {
        let scale: JSONNode = .any(of: [.record(["eyeDistance": Double.schema]), .record(["headHeight": Double.schema])])
        return .record(
            ["eyeLine": Double.schema, "scale": scale, "horizontal": Double.schema],
            optional: ["fill": EdgeFill.schema, "template": .choice(of: FaceTemplate.self)]
        )
    }
}

extension DetectionLimits: DescribedInJSON {
    package static var schema: JSONNode {
        .record(
            ["minimumConfidence": RecordSchemas.confidence, "maximumCount": .count(from: 1)],
            optional: ["minimumSize": ["type": "number", "minimum": 0, "maximum": 1]]
        )
    }
}

extension Feature: DescribedInJSON {
    package static var schema: JSONNode {
        .record(
            [
                "rectangle": .record(JSONNode.rectangle()), "confidence": RecordSchemas.confidence,
                "kind": .string("What the feature is, such as face or region."),
            ],
            optional: [
                "priority": RecordSchemas.priority, "landmarks": RecordSchemas.landmarks(of: Double.schema),
                "detectorKey": .string("What found the feature."),
            ]
        )
    }
}
