package import BoundedCrop

/// One option of requests, with the same name, values and errors wherever it is offered: on the command line, in files of options, in requests
/// to the worker, and in the queries of uploads. What mirrors them elsewhere is generated from it.
package struct RequestOption: Sendable {
    /// What the option is about.
    package enum Topic: String, Sendable {
        /// The position and the size of the crop.
        case crop
        /// What must be kept in it.
        case detection
        /// How the result is written.
        case output
    }

    /// Where an option is offered.
    package struct Surfaces: OptionSet, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }

        /// Crops on this machine: the commands crop, watch and review, and the worker.
        package static let crops = Surfaces(rawValue: 1)
        /// The queries of uploads.
        package static let uploads = Surfaces(rawValue: 2)
        /// The filters of image URLs, if the option means the same there.
        package static let filters = Surfaces(rawValue: 4)
        /// Crops of videos.
        package static let videos = Surfaces(rawValue: 8)

        /// What looks for faces to hide in whole pictures: the command effects, and the worker without crops.
        package static let redaction = Surfaces(rawValue: 16)

        package static let pictures: Surfaces = [.crops, .uploads, .filters]
        package static let all: Surfaces = [.pictures, .videos, .redaction]
    }

    /// The values that the option takes.
    package enum Value: Sendable {
        /// On or off; on without a value.
        case flag
        /// One of these words.
        case choice([String])
        /// A share up to 100%, as `60%` or `0.6`.
        case share(from: Double)
        /// A whole number in a range; the largest number is no limit.
        case integer(ClosedRange<Int>)
        /// A number of bytes, as `500000` or `500kB`.
        case bytes
        /// A color, or one of these words.
        case color(or: [String] = [])
        /// Any other text of a form; with its regular expression, if it has one.
        case text(Form, pattern: String? = nil)
    }

    /// What a text is made of.
    package enum Form: String, Sendable {
        /// `x,y,width,height`.
        case rectangle
        /// `x,y`.
        case point
        /// Words, separated by commas.
        case names
        /// Lengths, separated by commas.
        case lengths
        /// Words with weights, separated by commas.
        case weights
        /// The path of a file.
        case path
    }

    /// The name on the command line, without its hyphens.
    package let name: String
    package let topic: Topic
    package let surfaces: Surfaces
    /// What it does, as a sentence.
    package let summary: String
    /// How the value looks in help.
    package let form: String
    package let value: Value
    /// A value for descriptions.
    package let example: String
    /// Whether it may be given several times.
    package let repeats: Bool
    private let read: @Sendable (JSONNode) throws -> (@Sendable (inout RenderRequest) -> Void)?
    /// The value in a request, as text; nil if it has none.
    package let text: @Sendable (RenderRequest) -> String?
    /// The value that counts without one, as text; nil if there is none.
    package let standard: String?

    /// An option that a request has in its own way.
    ///
    /// - Parameters:
    ///   - summary: With `{default}` for the default.
    ///   - standard: The default, if a request does not have it.
    init<Read>(
        _ name: String,
        _ topic: Topic,
        _ surfaces: Surfaces,
        _ summary: String,
        _ kind: OptionKind<Read>,
        example: String = "true",
        repeats: Bool = false,
        standard: String? = nil,
        get: @escaping @Sendable (RenderRequest) -> Read?,
        set: @escaping @Sendable (inout RenderRequest, Read) -> Void
    ) {
        (self.name, self.topic, self.surfaces, value) = (name, topic, surfaces, kind.value)
        (form, self.example, self.repeats) = (kind.form, example, repeats)
        text = { get($0).flatMap(kind.write) }
        self.standard = standard ?? text(RequestSettings.standard)
        self.summary = summary.replacing("{default}", with: self.standard ?? "")
        read = { json in
            let value: Read?
            if case .text(let text) = json { value = try kind.read(text) } else { value = try kind.plain(json) }
            guard let value else { return nil }
            return { set(&$0, value) }
        }
    }

    /// An option that is one value of a request.
    init<Read>(
        _ name: String,
        _ topic: Topic,
        _ surfaces: Surfaces,
        _ summary: String,
        _ kind: OptionKind<Read>,
        example: String = "true",
        _ path: any WritableKeyPath<RenderRequest, Read> & Sendable
    ) {
        self.init(name, topic, surfaces, summary, kind, example: example, get: { $0[keyPath: path] }) { $0[keyPath: path] = $1 }
    }

    /// An option that is one value of a request, which may have none.
    init<Read>(
        _ name: String,
        _ topic: Topic,
        _ surfaces: Surfaces,
        _ summary: String,
        _ kind: OptionKind<Read>,
        example: String = "true",
        standard: String? = nil,
        _ path: any WritableKeyPath<RenderRequest, Read?> & Sendable
    ) {
        self.init(name, topic, surfaces, summary, kind, example: example, standard: standard, get: { $0[keyPath: path] }) {
            $0[keyPath: path] = $1
        }
    }

    package var isFlag: Bool { if case .flag = value { true } else { false } }

    /// The name in JSON and in Python's camel case: `autoRotate`.
    package var jsonName: String { Self.jsonName(name) }

    private static func jsonName(_ name: String) -> String {
        let words = name.split(separator: "-")
        return words.dropFirst().reduce(String(words[0])) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }

    /// How messages name an option of JSON.
    package static func memberName(_ name: String) -> String { "“\(jsonName(name))”" }

    /// A value of the option that was read.
    package struct Setting: Sendable {
        package let name: String
        fileprivate let set: @Sendable (inout RenderRequest) -> Void

        /// Sets the option, whatever else was set.
        package func apply(to request: inout RenderRequest) { set(&request) }
    }

    /// Reads a value.
    ///
    /// - Throws: `invalidArgument`, which says what the value should be.
    package func setting(_ text: String) throws -> Setting { try setting(.text(text)) }

    /// Reads a value of JSON: flags and numbers are themselves, everything else is text, and several values are a list.
    ///
    /// - Throws: `invalidArgument`, which says what the value should be.
    package func settings(_ json: JSONNode) throws -> [Setting] {
        switch (json, value) {
        case (.list(let list), _) where repeats: try list.map(setting)
        case (.text, .flag), (.text, .integer): throw wrongKind(json)
        default: [try setting(json)]
        }
    }

    private func setting(_ json: JSONNode) throws -> Setting {
        guard let set = try read(json) else { throw wrongKind(json) }
        return Setting(name: name, set: set)
    }

    private func wrongKind(_ json: JSONNode) -> BoundedCropError {
        let expected =
            switch value {
            case .flag: "true or false"
            case .integer: "a whole number"
            case .bytes: "a whole number or a text such as 100kB"
            case .share: "a number or a text such as 60%"
            case .choice, .color, .text: repeats ? "a text or a list of texts" : "a text"
            }
        return BoundedCropError(.invalidArgument, "this is not \(expected) but \(json.kind)")
    }
}

extension RequestOption {
    /// All options, in the order of help.
    package static let all = ofCrops + ofDetection + ofOutput

    /// The options of a topic on a surface, in the order of help.
    package static func all(_ topics: Set<Topic>, on surface: Surfaces = .all) -> [RequestOption] {
        all.filter { topics.contains($0.topic) && !$0.surfaces.isDisjoint(with: surface) }
    }
}

extension BoundedCropError {
    /// An option that has one value is given two. If the last one counted, what asks to hide faces would be undone by what follows.
    package static func repeated(_ name: String, _ first: String, _ second: String) -> Self {
        let values = [first, second].map { "“\($0.prefix(200))”" }.joined(separator: " and ")
        let others = name.hasSuffix("effects") ? ", with all effects in it, such as “redact(black) grayscale()”" : ""
        return Self(.invalidArgument, "\(name) is given twice, as \(values), and has one value: give it once\(others)")
    }
}
