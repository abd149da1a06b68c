import BoundedCrop
import BoundedCropRendering

/// The options of a request: those of `crop`, named in camel case and with values in JSON. They become the words of a command line, so that
/// they mean the same here and are checked in the same way.
enum RequestOptions {
    private enum Kind {
        case flag, number, share, text, texts

        init(_ option: CropOption) {
            switch option.value {
            case .flag: self = .flag
            case .count: self = .number
            case .share: self = .share
            case .choice, .text: self = option.repeats ? .texts : .text
            }
        }
    }

    /// For detection, which is done once for all outputs.
    static var detection: some Sequence<String> { detectionKinds.keys }
    /// For the picture, of which all outputs are made.
    static var picture: some Sequence<String> { pictureKinds.keys }
    /// For all outputs, or in an output for it alone.
    static var output: some Sequence<String> { outputKinds.keys }

    /// For a video, and all outputs of it.
    static let video: [String] =
        videoKinds.keys + [
            "accuracy", "detector", "fallback", "keep", "minConfidence", "minFace", "overwrite", "padding", "placement", "requireFace",
            "scheme", "zoom",
        ]

    private static let detectionKinds = table(.detection).merging(["cascade": .text, "detectionCache": .text]) { $1 }
    private static let pictureKinds: [String: Kind] = ["keepProfile": .flag, ofPicture: .flag, "still": .number]
    private static let outputKinds = table(.crop).filter { $0.key != ofPicture }.merging([
        "background": .text, "format": .text, "keepLocation": .flag, "keepMetadata": .flag, "lossless": .flag, "overwrite": .flag,
        "presets": .text, "progressive": .flag, "quality": .number, "stripAll": .flag, "writeRegions": .flag,
    ]) { $1 }
    private static let kinds = detectionKinds.merging(pictureKinds) { $1 }.merging(outputKinds) { $1 }.merging(videoKinds) { $1 }

    private static let videoKinds: [String: Kind] = [
        "allowTruncated": .flag, "codec": .text, "corrections": .text, "ffmpegOptions": .text, "whenApart": .text,
    ]

    /// The only crop option that counts for all outputs.
    private static let ofPicture = CropOption.noBounding.jsonName

    private static func table(_ topic: CropOption.Topic) -> [String: Kind] {
        Dictionary(uniqueKeysWithValues: CropOption.all.filter { $0.topic == topic }.map { ($0.jsonName, Kind($0)) })
    }

    /// The words of a command line, in one order for equal options.
    static func words(_ options: [String: JSONNode]) throws -> [String] {
        try options.sorted { $0.key < $1.key }.flatMap { name, value in
            let word = "--" + name.hyphenated
            switch (kinds[name], value) {
            case (.flag, .flag(let isSet)): return isSet ? [word] : []
            case (.number, .integer(let number)), (.share, .integer(let number)): return ["\(word)=\(number)"]
            case (.number, .number(let number)), (.share, .number(let number)): return ["\(word)=\(number)"]
            case (.share, .text(let text)), (.text, .text(let text)), (.texts, .text(let text)): return ["\(word)=\(text)"]
            case (.texts, .list(let list)):
                return try list.map { item in
                    guard case .text(let text) = item else { throw wrong(name, item) }
                    return "\(word)=\(text)"
                }
            default: throw wrong(name, value)
            }
        }
    }

    private static func wrong(_ name: String, _ value: JSONNode) -> BoundedCropError {
        let expected =
            switch kinds[name] {
            case .flag: "true or false"
            case .number: "a number"
            case .share: "a number or a text such as 60%"
            case .texts: "a text or a list of texts"
            default: "a text"
            }
        return BoundedCropError(.invalidArgument, "“\(name)” is \(expected), not \(value.kind)")
    }
}
