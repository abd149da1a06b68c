import BoundedCrop
import BoundedCropRendering

/// The table of options as JSON, from which `make generated` makes the types and tables that mirror it.
enum OptionTable {
    static var document: JSONNode {
        .list(
            RequestOption.all.map { option in
                let conflicts = OptionRules.requests.conflicts(with: option.name)
                return [
                    "name": .text(option.name), "json": .text(option.jsonName), "topic": .text(option.topic.rawValue),
                    "surfaces": .texts(surfaces.filter { option.surfaces.contains($0.0) }.map(\.1)),
                    "kind": .text(option.value.kind), "values": .texts(option.value.words), "repeats": .flag(option.repeats),
                    "default": option.standard.map(JSONNode.text) ?? .null, "example": .text(option.example),
                    "conflicts": .texts(conflicts.sorted()), "help": .text(option.summary),
                ]
            }
        )
    }

    private static let surfaces: [(RequestOption.Surfaces, String)] = [
        (.crops, "crops"), (.uploads, "uploads"), (.filters, "filters"), (.videos, "videos"), (.redaction, "redaction"),
    ]
}

extension RequestOption.Value {
    fileprivate var kind: String {
        switch self {
        case .flag: "flag"
        case .choice: "choice"
        case .share: "share"
        case .integer: "integer"
        case .bytes: "bytes"
        case .color: "color"
        case .text(let form, _): form.rawValue
        }
    }

    fileprivate var words: [String] {
        switch self {
        case .choice(let words), .color(let words): words
        default: []
        }
    }
}
