package import BoundedCrop

/// One option of crops, with the same name, values and errors wherever it is offered: on the command line, in files of options, in requests
/// to the worker, and in the queries of uploads. Descriptions for people and programs are made from it.
package struct CropOption: Sendable {
    /// What the option is about.
    package enum Topic: Sendable {
        /// The position and the size of the crop.
        case crop
        /// What must be kept in it.
        case detection
    }

    /// The values that the option takes.
    package enum Value: Sendable {
        /// On or off; on without a value.
        case flag
        /// One of these words.
        case choice([String])
        /// A share up to 100%, as `60%` or `0.6`.
        case share(from: Double)
        /// A whole number from 1.
        case count
        /// Any other text; with its regular expression, if it has one.
        case text(pattern: String?)
    }

    /// The name on the command line, without its hyphens.
    package let name: String
    package let topic: Topic
    /// What it does, as a sentence.
    package let summary: String
    /// How the value looks in help.
    package let form: String
    package let value: Value
    /// A value for descriptions.
    package let example: String
    /// Whether it may be given several times.
    package let repeats: Bool
    private let read: @Sendable (JSONNode) throws -> (@Sendable (inout RenderRequest.Stage) -> Void)?

    /// The name in JSON and in Python's camel case: `autoRotate`.
    package var jsonName: String {
        let words = name.split(separator: "-")
        return words.dropFirst().reduce(String(words[0])) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }

    /// A value of the option that was read.
    package struct Setting: Sendable {
        fileprivate let name: String
        fileprivate let set: @Sendable (inout RenderRequest.Stage) -> Void

        /// Sets the option, whatever else was set.
        package func apply(to stage: inout RenderRequest.Stage) { set(&stage) }
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
        case (.text, .flag), (.text, .count): throw wrongKind(json)
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
            case .count: "a whole number"
            case .share: "a number or a text such as 60%"
            case .choice, .text: repeats ? "a text or a list of texts" : "a text"
            }
        return BoundedCropError(.invalidArgument, "this is not \(expected) but \(json.kind)")
    }

    fileprivate init<Read: Sendable>(
        _ name: String,
        _ topic: Topic,
        _ summary: String,
        form: String = "",
        _ value: Value,
        example: String,
        repeats: Bool = false,
        read: @escaping @Sendable (String) throws -> Read,
        plain: @escaping @Sendable (JSONNode) throws -> Read? = { _ in nil },
        set: @escaping @Sendable (inout RenderRequest.Stage, Read) -> Void
    ) {
        (self.name, self.topic, self.summary, self.value) = (name, topic, summary, value)
        (self.form, self.example, self.repeats) = (form, example, repeats)
        self.read = { json in
            let value: Read?
            if case .text(let text) = json { value = try read(text) } else { value = try plain(json) }
            guard let value else { return nil }
            return { set(&$0, value) }
        }
    }
}

extension CropSettings {
    /// Sets an option.
    package mutating func apply(_ setting: CropOption.Setting) {
        let before = stage
        setting.set(&stage)
        // What says the default contradicts nothing.
        if stage != before { changing.insert(setting.name) }
        given.insert(setting.name)
    }
}

extension CropOption {
    /// All options, in the order of help.
    package static let all = [
        rectangle, scheme, keep, eachFace, padding, zoom, placement, autoRotate, align, alignFill, fallback, requireFace, noBounding,
        noUpscale,
        accuracy, detector, region, focal, embeddedRegions, minConfidence, minFace, maxFaces, hide,
    ]

    /// The option of a name; nil if there is none.
    package static func named(_ name: String) -> CropOption? { byName[name] }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    // MARK: The crop

    package static let rectangle = CropOption(
        "crop",
        .crop,
        "Exactly this part of the upright picture, in pixels or percent, such as 10%,40,50%,240: nothing is detected. For another shape, the smallest part that holds it.",
        form: "x,y,w,h",
        .text(pattern: "^([0-9]{1,4}|[1-9]?[0-9]%)(,([0-9]{1,4}|[1-9]?[0-9]%))(,([1-9][0-9]{0,3}|[1-9][0-9]?%|100%)){2}$"),
        example: "10%,40,50%,240",
        read: {
            try parsed(
                RenderRequest.Region($0),
                $0,
                "a rectangle x,y,width,height in pixels, or in percent up to 100%, such as 120,40,200,240 or 10%,20%,50%,60%"
            )
        }
    ) {
        $0.crop.rectangle = $1
    }

    package static let scheme = choice("scheme", .crop, "Which faces to keep (default: all).", BoundingScheme.largest) {
        $0.crop.scheme = $1
    }

    package static let keep = CropOption(
        "keep",
        .crop,
        "The kinds of features to keep, if a detector finds several, each with a priority (default: 1), such as person:1,dog:0.8,face:2.",
        form: "kinds",
        .text(pattern: nil),
        example: "person:1,face:3",
        read: { try KeptKinds($0) }
    ) {
        $0.crop.kept = $1
    }

    package static let eachFace = choice(
        "each-face",
        .crop,
        "Make a picture for each face, numbered from 1 in this order: left-to-right, or size (the largest first).",
        FaceOrder.leftToRight
    ) {
        $0.crop.eachFace = $1
    }

    package static let padding = CropOption(
        "padding",
        .crop,
        "Room around each face, as a share of its size or in pixels, for all sides or top,right,bottom,left (default: 35%,15%,20%,15%; none around given regions and points).",
        form: "20%|12px|T,R,B,L",
        .text(pattern: nil),
        example: "20%",
        read: { text in
            // A fraction without a unit could be either.
            for part in text.split(separator: ",") where part.contains(".") {
                guard let number = Decimals.number(part) else { continue }
                throw wrong(text, "a padding: \(part) has no unit, so write \(Decimals.text(number * 100))% or \(part)px")
            }
            return try parsed(Padding(text), text, "a padding such as 20%, 12px or 30%,10%,20%,10% (top, right, bottom, left)")
        }
    ) {
        $0.crop.padding = $1
    }

    package static let zoom = share(
        "zoom",
        .crop,
        "Crop tighter, so that the faces take this share of the width or height, such as 60%.",
        from: 0.001,
        example: "0.5"
    ) {
        $0.crop.zoom = $1
    }

    package static let placement = choice(
        "placement",
        .crop,
        "Where the faces are if the crop has room: with the eyes at a third from the top (default), in the center, or on third lines.",
        CropRequest.Placement.thirds
    ) {
        $0.crop.placement = $1
    }

    package static let autoRotate = flag(
        "auto-rotate",
        .crop,
        "Turn the output upright if all its faces agree on a quarter turn; the shape is the output's."
    ) {
        $0.crop.rotatesToFaces = $1
    }

    package static let align = CropOption(
        "align",
        .crop,
        "Turn and scale so that the eyes of one face are level, at the same place each time: passport, avatar, or shares of the output: the eyes' distance from the top, from each other, and from the left (default: 50%); arcface is for networks that recognize faces, 112x112 if no size is given.",
        form: "passport|avatar|arcface|45%,30%",
        .text(pattern: "^(passport|avatar|arcface|([1-9]|[1-8][0-9])%,([1-9]|[1-8][0-9])%(,([1-9]|[1-8][0-9])%)?)$"),
        example: "passport",
        read: { try parsed(FaceAlignment($0), $0, "an alignment: passport, avatar, arcface, or shares such as 45%,30% or 45%,30%,50%") }
    ) {
        $0.crop.alignment = $1
    }

    package static let alignFill = CropOption(
        "align-fill",
        .crop,
        "With align, the color beyond the picture's edges: a name, #rrggbb, rgba(...).",
        form: "color",
        .text(pattern: "^#[0-9a-f]{6}$"),
        example: "#ffffff",
        read: { try parsed(Color(abbreviated: $0), $0, "a color") }
    ) {
        $0.crop.alignmentFill = $1
    }

    package static let fallback = choice(
        "fallback",
        .crop,
        "What to crop around if there are no faces (default: attention).",
        CropRequest.Fallback.center
    ) {
        $0.crop.fallback = $1
    }

    package static let requireFace = flag("require-face", .crop, "Fail if no face is found.") { $0.crop.requiresFeature = $1 }

    package static let noBounding = flag("no-bounding", .crop, "Skip detection and crop around the center.") {
        $0.crop.detects = !$1
    }

    package static let noUpscale = flag("no-upscale", .crop, "Do not enlarge crops that are smaller than the given size.") {
        $0.target.upscaling = $1 ? .neverAtAspect : .crops
    }

    // MARK: Detection

    package static let accuracy = choice(
        "accuracy",
        .detection,
        "How thoroughly to search: low is fast, high also finds small faces (default: low; high for the effects command).",
        DetectionAccuracy.high
    ) {
        $0.crop.accuracy = $1
    }

    /// Who may name a file or a program here is for each surface to decide.
    package static let detector = CropOption(
        "detector",
        .detection,
        "The detector: \(DetectorExpression.names.joined(separator: ", ")), onnx:FILE, command:PROGRAM (started once for many pictures) or once:PROGRAM (started for each picture); "
            + "yunet,haar runs the second if the first finds nothing, yunet+haar runs both (default: yunet; yunet+haar for the effects command).",
        form: "name",
        .text(pattern: detectorPattern),
        example: "yunet",
        read: { text in
            _ = try DetectorExpression(text)
            return text
        }
    ) {
        $0.crop.detector = $1
    }

    package static let region = CropOption(
        "region",
        .detection,
        "A rectangle in pixels of the upright picture: crop keeps it, without padding unless that is given, instead of detecting faces; effects hides it too; may be repeated.",
        form: "x,y,w,h",
        .text(pattern: "^[0-9]{1,4},[0-9]{1,4}(,[1-9][0-9]{0,3}){2}$"),
        example: "120,40,200,240",
        repeats: true,
        read: { try parsed(Feature(region: $0), $0, "a region x,y,width,height in pixels, such as 120,40,200,240") }
    ) {
        $0.crop.places.append($1)
    }

    package static let focal = CropOption(
        "focal",
        .detection,
        "A point to crop around, in pixels of the upright picture, instead of detecting faces; may be repeated.",
        form: "x,y",
        .text(pattern: "^[0-9]{1,4},[0-9]{1,4}$"),
        example: "120,40",
        repeats: true,
        read: { try parsed(Feature(focalPoint: $0), $0, "a focal point x,y in pixels, such as 120,40") }
    ) {
        $0.crop.places.append($1)
    }

    package static let embeddedRegions = flag(
        "embedded-regions",
        .detection,
        "Use the faces listed in a file's metadata (XMP mwg-rs:Regions, EXIF SubjectArea), and detect only if it lists none."
    ) {
        $0.crop.usesEmbeddedRegions = $1
    }

    package static let minConfidence = share(
        "min-confidence",
        .detection,
        "The lowest confidence of a face, such as 80% (default: 50%).",
        example: "0.8"
    ) {
        $0.crop.limits.minimumConfidence = $1
    }

    package static let minFace = share(
        "min-face",
        .detection,
        "The smallest height of a face, as a share of the long side (low accuracy finds 5%, high finds 2%).",
        example: "0.1"
    ) {
        $0.crop.limits.minimumSize = $1
    }

    package static let maxFaces = CropOption(
        "max-faces",
        .detection,
        "The maximum number of faces; the most confident are kept (default: 1000). Redaction covers all.",
        form: "n",
        .count,
        example: "3",
        read: { try count(Int($0), $0) },
        plain: { if case .integer(let number) = $0 { try count(number, String(number)) } else { nil } }
    ) {
        $0.crop.limits.maximumCount = $1
    }

    package static let hide = choice(
        "hide",
        .detection,
        "How much redact hides: what is surely a face, what is likely one, or anything that may be one (default: likely).",
        HidingExtent.anything
    ) {
        $0.crop.hides = $1
    }

    // MARK: Kinds of values

    private static let detectorPattern = {
        let names = DetectorExpression.names.joined(separator: "|")
        return "^(\(names))([,+](\(names))){0,7}$"
    }()

    private static func flag(
        _ name: String,
        _ topic: Topic,
        _ summary: String,
        set: @escaping @Sendable (inout RenderRequest.Stage, Bool) -> Void
    ) -> CropOption {
        CropOption(
            name,
            topic,
            summary,
            .flag,
            example: "true",
            read: isOn,
            plain: { if case .flag(let isOn) = $0 { isOn } else { nil } },
            set: set
        )
    }

    private static func choice<Choice: CaseIterable & RawRepresentable<String> & Sendable>(
        _ name: String,
        _ topic: Topic,
        _ summary: String,
        _ example: Choice,
        set: @escaping @Sendable (inout RenderRequest.Stage, Choice) -> Void
    ) -> CropOption {
        let words = Choice.allCases.map(\.rawValue)
        return CropOption(
            name,
            topic,
            summary,
            form: words.joined(separator: "|"),
            .choice(words),
            example: example.rawValue,
            read: { try parsed(Choice(rawValue: $0), $0, words.joined(separator: " or ")) },
            set: set
        )
    }

    private static func share(
        _ name: String,
        _ topic: Topic,
        _ summary: String,
        from least: Double = 0,
        example: String,
        set: @escaping @Sendable (inout RenderRequest.Stage, Double) -> Void
    ) -> CropOption {
        @Sendable func checked(_ share: Double?, _ text: String) throws -> Double {
            let share = try parsed(share.flatMap { (0...1).contains($0) ? $0 : nil }, text, "a share from 0% to 100%, such as 60% or 0.6")
            return try parsed(share >= least ? share : nil, text, "above 0% and at most 100%")
        }
        return CropOption(
            name,
            topic,
            summary,
            form: "share",
            .share(from: least),
            example: example,
            read: { try checked(Quantity.share($0), $0) },
            plain: { json in try json.number.map { try checked($0, Decimals.text($0)) } },
            set: set
        )
    }

    @Sendable private static func count(_ number: Int?, _ text: String) throws -> Int {
        try parsed(number.flatMap { $0 >= 1 ? $0 : nil }, text, "a number of faces from 1")
    }

    /// Whether a flag is on: true without a value.
    @Sendable package static func isOn(_ text: String) throws -> Bool {
        try parsed(text.isEmpty ? true : Bool(flag: text), text, "true or false")
    }

    /// The value that was made of a text. Throws `invalidArgument` if it is nil, with the text and what was expected.
    package static func parsed<Value>(_ value: Value?, _ text: String, _ expected: String) throws -> Value {
        guard let value else { throw wrong(text, expected) }
        return value
    }

    private static func wrong(_ text: String, _ expected: String) -> BoundedCropError {
        BoundedCropError(.invalidArgument, "“\(text.prefix(200))” is not \(expected)")
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
