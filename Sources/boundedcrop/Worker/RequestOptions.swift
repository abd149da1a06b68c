import BoundedCrop

/// The options of a request: those of `crop`, named in camel case and with values in JSON. They become the words of a command line, so that
/// they mean the same here and are checked in the same way.
enum RequestOptions {
    private enum Kind {
        case flag, number, text, texts
    }

    /// For detection, which is done once for all outputs.
    static var detection: some Sequence<String> { detectionKinds.keys }
    /// For the picture, of which all outputs are made.
    static var picture: some Sequence<String> { pictureKinds.keys }
    /// For all outputs, or in an output for it alone.
    static var output: some Sequence<String> { outputKinds.keys }

    private static let detectionKinds: [String: Kind] = [
        "accuracy": .text, "cascade": .text, "detectionCache": .text, "detector": .text, "embeddedRegions": .flag, "focal": .texts,
        "maxFaces": .number, "minConfidence": .number, "minFace": .number, "region": .texts,
    ]
    private static let pictureKinds: [String: Kind] = ["keepProfile": .flag, "noBounding": .flag, "still": .number]
    private static let outputKinds: [String: Kind] = [
        "align": .text, "alignFill": .text, "autoRotate": .flag, "background": .text, "fallback": .text, "format": .text, "keep": .text,
        "keepLocation": .flag, "keepMetadata": .flag, "lossless": .flag, "noUpscale": .flag, "overwrite": .flag, "padding": .text,
        "placement": .text, "progressive": .flag, "quality": .number, "requireFace": .flag, "scheme": .text, "stripAll": .flag,
        "writeRegions": .flag, "zoom": .number,
    ]
    private static let kinds = detectionKinds.merging(pictureKinds) { $1 }.merging(outputKinds) { $1 }

    /// The words of a command line, in one order for equal options.
    static func words(_ options: [String: JSONValue]) throws -> [String] {
        try options.sorted { $0.key < $1.key }.flatMap { name, value in
            let word = word(for: name)
            switch (kinds[name], value) {
            case (.flag, .flag(let isSet)): return isSet ? [word] : []
            case (.number, .integer(let number)): return ["\(word)=\(number)"]
            case (.number, .number(let number)): return ["\(word)=\(number)"]
            case (.text, .text(let text)), (.texts, .text(let text)): return ["\(word)=\(text)"]
            case (.texts, .list(let list)):
                return try list.map { item in
                    guard case .text(let text) = item else { throw wrong(name, item) }
                    return "\(word)=\(text)"
                }
            default: throw wrong(name, value)
            }
        }
    }

    private static func wrong(_ name: String, _ value: JSONValue) -> BoundedCropError {
        let expected =
            switch kinds[name] {
            case .flag: "true or false"
            case .number: "a number"
            case .texts: "a text or a list of texts"
            default: "a text"
            }
        return BoundedCropError(.invalidArgument, "“\(name)” is \(expected), not \(value.kind)")
    }

    /// `autoRotate` is `--auto-rotate`.
    private static func word(for name: String) -> String {
        "--" + name.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
    }
}
