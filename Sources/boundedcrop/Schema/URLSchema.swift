#if Service
import BoundedCrop
import BoundedCropService

/// The JSON Schemas of what `url --json` prints.
enum URLSchema {
    static func records(error: JSONNode, request: JSONNode) -> [String: JSONNode] {
        [
            "URL": .record(
                step.merging([
                    "input": .string("The URL as it was given."),
                    "grammar": .choice(of: Grammar.self),
                    "signed": flag,
                    "ignored": .array(of: .string("A part that has no effect.")),
                    "url": .string("What the URL means, in the service's own grammar."),
                    "source": .string("The picture."),
                    "request": request,
                    "earlier": .array(of: .record(step, optional: optional, description: "A request whose result is the picture.")),
                ]) { $1 },
                optional: optional.merging(["written": .string("The URL in the other grammar.")]) { $1 }
            ),
            "URLFailure": .record(["input": .string("The URL as it was given."), "error": error]),
        ]
    }

    private static let flag: JSONNode = ["type": "boolean"]
    private static let pixels: JSONNode = ["type": "integer"]

    private static var step: [String: JSONNode] {
        [
            "debug": flag, "meta": flag, "smart": flag,
            "flips": .array(of: ["enum": ["horizontal", "vertical"]]),
            "filters": .array(of: .record(["name": ["type": "string"], "arguments": .array(of: ["type": "string"])])),
        ]
    }

    private static var optional: [String: JSONNode] {
        let side: JSONNode = .any(of: [pixels, ["const": "orig"]])
        return [
            "trim": .record(
                ["corner": ["type": "string"], "tolerance": pixels, "measure": ["type": "string"]],
                optional: ["color": ["type": "string"]]
            ),
            "crop": .record(["left": pixels, "top": pixels, "right": pixels, "bottom": pixels]),
            "fitIn": ["type": "string"],
            "size": .record([:], optional: ["width": side, "height": side]),
            "alignment": .record([:], optional: ["horizontal": ["type": "string"], "vertical": ["type": "string"]]),
        ]
    }
}
#endif
