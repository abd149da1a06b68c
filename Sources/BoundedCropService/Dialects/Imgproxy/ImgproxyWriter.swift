internal import BoundedCrop

/// Writes a request as an imgproxy path, without its signature.
struct ImgproxyWriter {
    private let watermark: String?
    private let image: String
    private var options: [String] = []
    private var fileExtension = ""

    /// Throws `invalidArgument`, which names the part that imgproxy has no word for.
    init(_ url: ImageURL, watermark: String?) throws {
        self.watermark = watermark
        image = url.image
        guard !image.isEmpty else { throw Self.failure("a request without a picture") }
        if url.isDebug { throw Self.failure("debug") }
        let stages = url.imgproxyStages()
        for (index, stage) in stages.enumerated() {
            if let trim = stage.trim { try add(trim, isFirst: index == 0) }
            if index < stages.count - 1 { try addEarlier(stage, isLast: index == stages.count - 2) } else { try addLast(stage) }
        }
    }

    /// The options and the source.
    var path: String {
        let source = PercentEncoding.encoded(image, keeping: "-._~!$&'()*+,;=:/")
        return (options + ["plain", source]).joined(separator: "/") + fileExtension
    }

    private static func failure(_ part: String) -> BoundedCropError {
        BoundedCropError(.invalidArgument, "imgproxy has no word for \(part)")
    }

    private mutating func add(_ name: String, _ arguments: String...) { options.append(([name] + arguments).joined(separator: ":")) }

    private mutating func add(_ trim: ImageURL.Trim, isFirst: Bool) throws {
        guard isFirst, trim.corner == .topLeft, trim.measure == .channels || trim.tolerance == 0 else {
            throw Self.failure("\(trim.text) here: it compares each channel with the tolerance")
        }
        options.append((["t", "\(trim.tolerance)"] + [trim.color.map(ParameterText.digits)].compactMap(\.self)).joined(separator: ":"))
    }

    // MARK: Chains

    /// A request before the last one: a turn, a crop, or the scaling before a crop by pixels.
    private mutating func addEarlier(_ stage: ImageURL, isLast: Bool) throws {
        if stage.fitIn?.isFull == true, isLast, stage.filters.allSatisfy({ $0.name == "no_upscale" }) { return }
        guard stage.dimensions == nil else { throw Self.failure("a chain of sizes") }
        for call in stage.filters {
            let isSaid = ["turn", "window", "aspect", "offset", "focal_point", "keep"].contains(call.name)
            guard isSaid else { throw Self.failure("\(call) in a chain") }
        }
        for call in stage.filters where call.name == "turn" { add("rot", call.argumentText) }
        try addCrop(stage)
    }

    private mutating func addCrop(_ stage: ImageURL) throws {
        if let window = stage.filters.last(where: { $0.name == "window" }) {
            let sides = try window.arguments.map { try Self.share($0, of: window) }
            let gravity = try stage.gravity() ?? "ce"
            options.append((["c"] + sides + [gravity]).joined(separator: ":"))
        } else if let aspect = stage.filters.last(where: { $0.name == "aspect" }) {
            let sides = aspect.argumentText.split(separator: ":").compactMap { Double($0) }
            guard sides.count == 2, sides[1] > 0 else { throw Self.failure("\(aspect)") }
            add("car", ParameterText.text(sides[0] / sides[1], decimals: 6))
            if let gravity = try stage.gravity() { options.append("c:0:0:\(gravity)") }
        }
    }

    /// `12` as it is, and `20p` as `0.2`.
    static func share(_ text: String, of call: FilterCall) throws -> String {
        guard text.hasSuffix("p") else { return text }
        guard let percent = Double(text.dropLast()) else { throw failure("\(call)") }
        return ParameterText.text(percent / 100, decimals: 6)
    }

    // MARK: The last request

    private mutating func addLast(_ stage: ImageURL) throws {
        if !stage.filters.contains(where: { $0.name == "window" || $0.name == "aspect" }) {
            try addSize(stage)
        } else {
            guard stage.dimensions == nil else { throw Self.failure("a window with a size") }
            try addCrop(stage)
        }
        for call in stage.filters { try add(call, stage) }
    }

    private mutating func addSize(_ stage: ImageURL) throws {
        let (across, down) = (stage.dimensions?.flipsHorizontally ?? false, stage.dimensions?.flipsVertically ?? false)
        if let gravity = try stage.gravity(mirroredHorizontally: across, vertically: down) { options.append("g:\(gravity)") }
        if across || down { add("fl", across ? "1" : "0", down ? "1" : "0") }
        guard let dimensions = stage.dimensions, dimensions.width != .proportional || dimensions.height != .proportional else { return }
        let names = Set(stage.filters.map(\.name))
        if let fitIn = stage.fitIn, fitIn != ImageURL.FitIn() { throw Self.failure("full and adaptive fit-in") }
        let limit = stage.filters.last { $0.name == "no_upscale" }
        guard limit.map({ ["", "aspect"].contains($0.argumentText) }) ?? true else { throw Self.failure("no_upscale(refuse)") }
        let type: ImgproxyOptions.Resizing =
            if names.contains("stretch") {
                .force
            } else if names.contains("auto_fit") {
                .auto
            } else if stage.fitIn != nil {
                .fit
            } else {
                limit?.argumentText == "aspect" ? .fillDown : .fill
            }
        let enlarges = type == .fit || type == .auto ? names.contains("upscale") : limit == nil
        add("rs", type.rawValue, Self.side(dimensions.width), Self.side(dimensions.height), enlarges ? "1" : "0")
    }

    private static func side(_ side: ImageURL.Dimension) -> String {
        if case .pixels(let pixels) = side { "\(pixels)" } else { "0" }
    }

    // MARK: Filters

    /// Filters that are part of other options.
    private static let partial: Set = [
        "window", "aspect", "offset", "focal_point", "keep", "no_upscale", "upscale", "stretch", "auto_fit", "fallback",
    ]

    /// The options of filters that have the same numbers.
    private static let equal: [String: String] = [
        "gaussian_blur": "bl", "saturation": "sa", "pixelate": "pix", "quality": "q", "max_bytes": "mb", "expires": "exp", "turn": "rot",
    ]

    private mutating func add(_ call: FilterCall, _ stage: ImageURL) throws {
        guard !Self.partial.contains(call.name) else { return }
        let arguments = call.arguments
        let numbers = arguments.compactMap { ParameterText.number($0, allowsExponents: true) }
        if let name = Self.equal[call.name], arguments.count == 1 { return add(name, arguments[0]) }
        switch (call.name, arguments.count, numbers.count) {
        case ("scale", 1, 1): addScale(arguments[0], numbers[0])
        case ("at_least", 2, 2): options += ["mw:\(arguments[0])", "mh:\(arguments[1])"]
        case ("zoom", 2, 1) where numbers[0] > 0 && arguments[1] == CropFilters.anyUpscaling:
            add("crop_objects", ParameterText.text(1 / numbers[0], decimals: 6))
        case ("brightness", 1, 1): add("br", ParameterText.text(numbers[0] * 2.55, decimals: 6))
        case ("contrast", 1, 1): add("co", ParameterText.text((numbers[0] / 100 + 1) * (numbers[0] / 100 + 1), decimals: 6))
        case ("sharpen", 3, 2): add("sh", arguments[1])
        case ("colorize", 4, _): add("col", ParameterText.text((numbers.first ?? 0) / 100, decimals: 6), arguments[3])
        case ("redact", 1, 0) where arguments[0] == "blur": add("bd", "10")
        case ("extend", _, _): try addGround(call)
        case ("border", 4, 4): options.append("pd:" + arguments.joined(separator: ":"))
        case ("background_color", 1, _): try addBackground(arguments[0], of: call)
        case ("watermark", _, _): try addWatermark(call)
        case ("format", 1, _): fileExtension = "@" + (arguments[0] == "jpeg" ? "jpg" : arguments[0])
        case ("still", 0, _): add("da", "1")
        case ("strip_exif", 0, _): options += ["sm:1", "kcr:0"]
        case ("strip_exif", 1, _) where arguments[0] == "except_rights": add("sm", "1")
        case ("strip_icc", 0, _): add("scp", "1")
        case ("raw", 0, _): add("raw", "1")
        case ("attachment", 0, _): add("att", "1")
        case ("filename", _, _): add("fn", ImgproxySource.base64(call.argumentText.utf8), "1")
        default: throw Self.failure("the filter \(call)")
        }
    }

    /// A factor above 1 enlarges.
    private mutating func addScale(_ text: String, _ factor: Double) {
        add("z", text)
        if factor > 1 { add("el", "1") }
    }

    private mutating func addGround(_ call: FilterCall) throws {
        let arguments = call.arguments
        guard arguments.first == "transparent", arguments.count <= 5 else { throw Self.failure("the filter \(call)") }
        let (horizontal, vertical) = (arguments.count > 1 ? arguments[1] : "center", arguments.count > 2 ? arguments[2] : "middle")
        let place = ImgproxyGravity.places.first {
            ($0.horizontal?.rawValue ?? "center") == horizontal && ($0.vertical?.rawValue ?? "middle") == vertical
        }
        guard let place else { throw Self.failure("the filter \(call)") }
        options.append((["ex", "1", place.name] + arguments.dropFirst(3)).joined(separator: ":"))
    }

    private mutating func addBackground(_ text: String, of call: FilterCall) throws {
        guard let color = Color(abbreviated: text) else { throw Self.failure("the filter \(call)") }
        let digits = Color(red: color.red, green: color.green, blue: color.blue).description.drop { $0 == "#" }
        guard digits.count == 6 else { throw Self.failure("the filter \(call)") }
        add("bg", String(digits))
        if color.alpha < 1 { add("bga", ParameterText.text(color.alpha, decimals: 6)) }
    }

    private mutating func addWatermark(_ call: FilterCall) throws {
        let mark = try? Watermark(call)
        guard let mark, mark.widthPercent == mark.heightPercent else { throw Self.failure("the filter \(call)") }
        let picture = call.arguments[0]
        guard let (position, x, y) = mark.imgproxyPosition else { throw Self.failure("the filter \(call)") }
        let scale = ParameterText.text((mark.widthPercent ?? 0) / 100, decimals: 6)
        add("wm", ParameterText.text(mark.alpha, decimals: 6), position, x, y, scale)
        if picture != watermark.flatMap(ParameterText.argument) { add("wmu", ImgproxySource.base64(picture.utf8)) }
    }
}

extension Watermark {
    /// imgproxy's name of the position, and the offsets; nil if it has none.
    fileprivate var imgproxyPosition: (name: String, x: String, y: String)? {
        if x == .repeated, y == .repeated { return ("re", "0", "0") }
        guard let across = x.edge, let down = y.edge else { return nil }
        let place = ImgproxyGravity.places.first {
            ($0.horizontal != nil) == (across.isFar != nil) && ($0.vertical != nil) == (down.isFar != nil)
                && ($0.horizontal == .right) == (across.isFar ?? false) && ($0.vertical == .bottom) == (down.isFar ?? false)
        }
        return place.map { ($0.name, across.offset, down.offset) }
    }
}

extension Watermark.Position {
    /// Whether the position is from the right or bottom edge, nil in the center, and the offset; nil if it repeats.
    fileprivate var edge: (isFar: Bool?, offset: String)? {
        switch self {
        case .far: (true, "0")
        case .center: (nil, "0")
        case .repeated: nil
        case .pixels(let pixels): (pixels < 0, "\(pixels.magnitude)")
        case .percent(let percent):
            // Less than a pixel stands for the far edge itself.
            (percent < 0, abs(percent) < 0.001 ? "0" : ParameterText.text(abs(percent) / 100, decimals: 6))
        }
    }
}
