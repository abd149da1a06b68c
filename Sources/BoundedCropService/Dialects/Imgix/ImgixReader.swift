internal import BoundedCrop

/// Reads imgix's parameters as a request, part by part.
///
/// imgix does not document the order in which it applies them. Here it is: trim, rectangle, crop and size, adjustments, styles, ground,
/// turns, mask, border, padding, watermark.
struct ImgixReader {
    var parameters: ImgixParameters
    var url = ImageURL(image: "")
    /// The filters for the crop, in order.
    var crop: [FilterCall] = []
    /// The filters for the pixels, in order.
    var pixels: [FilterCall] = []
    /// The filters for the file, in order.
    var file: [FilterCall] = []
    /// The factor for all lengths in pixels.
    var dpr = 1.0
    /// How the picture is turned before everything else.
    var orientation = ImgixOrientation.upright
    /// The sides of the output that are known in pixels.
    var output: (width: Int?, height: Int?) = (nil, nil)
    /// The filter for the ground that is left free in the box; nil for none.
    var ground: FilterCall?

    init(_ parameters: ImgixParameters) {
        self.parameters = parameters
    }

    /// Throws `invalidURL` for a parameter with an impossible value.
    mutating func request(image: String) throws -> DialectRequest {
        // The name and version of the client, and an identifier that photo libraries add.
        for name in ["ixlib", "ixid"] { _ = parameters.take(name) }
        dpr = try parameters.number("dpr", in: 0.01...5) ?? 1
        try readOrientation()
        try readTrim()
        try readRectangle()
        var margins = try ImgixMargins(&parameters)
        try readSize(&margins)
        if let color = margins.background { pixels.append(FilterCall("background_color", color)) }
        try readAdjustments()
        try readStyles()
        if let ground { pixels.append(ground) }
        try readTurns()
        try readMask()
        margins.add(to: &pixels, scale: dpr)
        try readWatermark()
        try readFile()
        url.filters = crop + pixels + file
        var request = DialectRequest(url)
        request.ignored = parameters.ignored
        return request
    }

    /// A length in pixels, multiplied by the device pixel ratio.
    func length(_ pixels: Double) -> Int { Int(pixels * dpr, within: -65_535...65_535) }
}

/// The part of the picture that everything else works on: `trim` and `rect`.
extension ImgixReader {
    /// `trim=auto` measures each row's mean and deviation at imgix. Here both ways compare pixels with the one in the corner, or `trim-color`.
    mutating func readTrim() throws {
        let tolerance = try parameters.number("trim-tol", in: 0...442)
        let difference = try parameters.number("trim-md", in: 0...442)
        let (deviation, padding, color) = (parameters.text("trim-sd"), parameters.text("trim-pad"), try parameters.color("trim-color"))
        guard let way = parameters.word("trim", of: ["auto", "color"]) else { return }
        if deviation != nil { parameters.ignore("trim-sd") }
        if let padding, padding != "0" { parameters.ignore("trim-pad") }
        let distance = way == "auto" ? difference ?? 11 : tolerance ?? 0
        // Opacity has no meaning here.
        let border = way == "color" ? color.flatMap { ImageURL.Trim.color($0.prefix(6)) } : nil
        url.trim = ImageURL.Trim(tolerance: Int(distance, within: 0...442), color: border)
    }

    /// `rect=X,Y,W,H`: pixels, shares of the picture as numbers with a point, or words.
    mutating func readRectangle() throws {
        guard let text = parameters.text("rect") else { return }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingSpaces() }
        let sizes = parts.dropFirst(2).map { Length($0) }
        guard parts.count == 4, let width = sizes[0], let height = sizes[1], !width.isEmpty, !height.isEmpty,
            let x = Position(parts[0], words: ["left", "center", "right"]), let y = Position(parts[1], words: ["top", "middle", "bottom"])
        else {
            throw ImgixParameters.failure(
                "rect",
                text,
                "X,Y,W,H: whole pixels, shares such as 0.5, left, center, right, top, middle, bottom, full"
            )
        }
        // Pixels before a turn cannot be told without the picture's size, nor can the middle of a rectangle in pixels.
        guard orientation == .upright, let left = x.start(of: width), let top = y.start(of: height) else {
            return parameters.ignore("rect")
        }
        if case (.pixels(let x), .pixels(let y), .pixels(let width), .pixels(let height)) = (left, top, width, height) {
            url.manualCrop = ImageURL.ManualCrop(left: x, top: y, right: x + width, bottom: y + height)
        } else {
            crop.append(FilterCall("region", left.text, top.text, width.text, height.text))
        }
    }

    private enum Length {
        case pixels(Int)
        case share(Double)

        init?(_ text: String) {
            if text == "full" {
                self = .share(1)
            } else if let pixels = Int(digits: text[...]), pixels <= 1_000_000 {
                self = .pixels(pixels)
            } else if let share = Decimals.number(text), share <= 1 {
                self = .share(share)
            } else {
                return nil
            }
        }

        var isEmpty: Bool {
            switch self {
            case .pixels(let pixels): pixels == 0
            case .share(let share): share == 0
            }
        }

        var text: String {
            switch self {
            case .pixels(let pixels): String(pixels)
            case .share(let share): "\(Decimals.text(share * 100))p"
            }
        }
    }

    private enum Position {
        case length(Length)
        /// The share of the free room that lies before the rectangle.
        case word(Double)

        init?(_ text: String, words: [String]) {
            if let index = words.firstIndex(of: text) {
                self = .word(Double(index) / 2)
            } else if let length = Length(text), text != "full" {
                self = .length(length)
            } else {
                return nil
            }
        }

        /// Nil if it depends on the picture's size.
        func start(of length: Length) -> Length? {
            switch (self, length) {
            case (.length(let start), _): start
            case (.word(0), .pixels): .pixels(0)
            case (.word(let word), .share(let share)): .share((1 - share) * word)
            case (.word, .pixels): nil
            }
        }
    }
}

/// The output file: `fm`, `auto`, `q`, `cs`, `dl` and `expires`.
extension ImgixReader {
    mutating func readFile() throws {
        let automatic = parameters.list("auto")
        for value in automatic where !["format", "compress"].contains(value) { parameters.ignore("auto", "auto=\(value)") }
        let quality = try parameters.integer("q", in: 0...100)
        if let quality = quality ?? (automatic.contains("compress") ? 45 : nil) { file.append(FilterCall("quality", String(quality))) }
        let format = try readFormat()
        if try parameters.flag("lossless") == true, format != "png" { parameters.ignore("lossless") }
        if parameters.word("frame", of: ["1"]) != nil { file.append(FilterCall("still")) }
        if automatic.contains("compress") { file.append(FilterCall("strip_exif")) }
        if parameters.word("cs", of: ["srgb", "tinysrgb", "strip"]) != nil { file.append(FilterCall("strip_icc")) }
        try readDownload()
        if let time = try parameters.integer("expires", in: 0...OutputFilters.latestExpiry) {
            file.append(FilterCall("expires", String(time)))
        }
    }

    /// Returns the format of the file, if one is named.
    private mutating func readFormat() throws -> String? {
        let showsFaces = parameters.take("faces").map { $0 != "0" && $0 != "" } ?? false
        guard let name = parameters.text("fm") else { return nil }
        if name == "json" {
            url.isMeta = true
            if showsFaces { url.isSmart = true }
            return nil
        }
        let formats = ["jpg": "jpeg", "jpeg": "jpeg", "pjpg": "jpeg", "png": "png", "png8": "png", "png32": "png"]
        guard let format = formats[name] ?? (["webp", "avif", "gif"].contains(name) ? name : nil) else {
            parameters.ignore("fm")
            return nil
        }
        file.append(FilterCall("format", format))
        return format
    }

    /// `dl=NAME`, or `dl` alone for the picture's own name. The service adds the extension of the file that it makes.
    private mutating func readDownload() throws {
        guard let text = parameters.take("dl") else { return }
        file.append(FilterCall("attachment"))
        guard !text.isEmpty else { return }
        let dot = text.lastIndex(of: ".").flatMap { text.distance(from: $0, to: text.endIndex) <= 5 ? $0 : nil }
        let name = dot.map { String(text[..<$0]) } ?? text
        guard !name.isEmpty, name.utf8.count <= 200, name == name.trimmingSpaces(),
            !name.utf8.contains(where: { ",()[]/\\\"".utf8.contains($0) })
        else {
            throw ImgixParameters.failure("dl", text, "a file's name of at most 200 bytes without commas, slashes, quotes and brackets")
        }
        file.append(FilterCall("filename", name))
    }
}

/// Adjustments and styles. imgix does not document their scales: see docs/dialects/imgix.md for the ones chosen here.
extension ImgixReader {
    /// `bri`, `con`, `sat`, `sharp`, `usm` and `invert`.
    mutating func readAdjustments() throws {
        let range = -100.0...100
        if let amount = try parameters.number("bri", in: range), amount != 0 {
            pixels.append(FilterCall("brightness", Decimals.text(amount)))
        }
        if let amount = try parameters.number("con", in: range), amount != 0 {
            pixels.append(FilterCall("contrast", Decimals.text(amount)))
        }
        if let amount = try parameters.number("sat", in: range), amount != 0 {
            pixels.append(FilterCall("saturation", Decimals.text(1 + amount / 100)))
        }
        if try parameters.flag("invert") == true { pixels.append(FilterCall("curve", "[(0,255),(255,0)]")) }
        if let amount = try parameters.number("sharp", in: 0...100), amount != 0 {
            pixels.append(FilterCall("sharpen", Decimals.text(amount / 50), "1", "true"))
        }
        let radius = try parameters.number("usmrad", in: 0...500) ?? 2.5
        guard let amount = try parameters.number("usm", in: range), amount != 0 else { return }
        // Negative amounts blur.
        guard amount > 0, radius <= 150 else { return parameters.ignore("usm") }
        pixels.append(FilterCall("sharpen", Decimals.text(amount / 100), Decimals.text(radius), "false"))
    }

    /// `sepia`, `monochrome`, `px` and `blur`.
    mutating func readStyles() throws {
        if let amount = try parameters.number("sepia", in: 0...100), amount != 0 {
            pixels.append(FilterCall("tint", "704214" + Hexadecimal.text([UInt8(Int(amount * 2.55, within: 0...255))])))
        }
        if let color = try parameters.color("monochrome") { pixels.append(FilterCall("tint", color)) }
        if let side = try parameters.integer("px", in: 0...100), side > 1 { pixels.append(FilterCall("pixelate", String(side))) }
        if let amount = try parameters.number("blur", in: 0...2000), amount != 0 {
            pixels.append(FilterCall("gaussian_blur", Decimals.text(min(amount / 10, 150))))
        }
    }

    /// `mask`: an ellipse, rounded corners, or a picture whose bright parts stay.
    mutating func readMask() throws {
        let (radii, background) = (try parameters.radii("corner-radius"), try parameters.color("mask-bg"))
        guard let mask = parameters.text("mask") else { return }
        switch mask {
        case "ellipse":
            // Radii count as half a side at most.
            pixels.append(FilterCall("round_corner", "65535|65535"))
        case "corners":
            let fifth = output.width.flatMap { width in output.height.map { Decimals.text(Double(min(width, $0)) / 5) } }
            guard let radii = radii.map({ ImgixParameters.scaled($0, by: dpr) }) ?? fifth else { return parameters.ignore("mask") }
            pixels.append(FilterCall("corner_radius", radii))
        default:
            guard let picture = ParameterText.argument(picture: mask), !mask.hasPrefix("poly") else { return parameters.ignore("mask") }
            pixels.append(FilterCall("mask", picture))
        }
        if let background { pixels.append(FilterCall("background_color", background)) }
    }
}

/// `mark` and the parameters that say where it is.
extension ImgixReader {
    mutating func readWatermark() throws {
        let align = parameters.list("mark-align")
        let (x, y) = (try parameters.integer("mark-x", in: -8192...8192), try parameters.integer("mark-y", in: -8192...8192))
        let padding = try parameters.integer("mark-pad", in: 0...8192) ?? 5
        let alpha = try parameters.number("mark-alpha", in: 0...100) ?? 100
        let scale = try parameters.number("mark-scale", in: 0...100)
        let (width, height) = (try parameters.number("mark-w", in: 0...8192), try parameters.number("mark-h", in: 0...8192))
        let tile = parameters.word("mark-tile", of: ["grid"])
        let base = parameters.text("mark-base")
        let (fit, turn) = (parameters.text("mark-fit"), parameters.text("mark-rot"))
        guard let mark = parameters.text("mark") else { return }
        guard let picture = ParameterText.argument(picture: base.map { $0.hasSuffix("/") ? $0 + mark : "\($0)/\(mark)" } ?? mark) else {
            return parameters.ignore("mark")
        }
        guard align.allSatisfy(["top", "middle", "bottom", "left", "center", "right"].contains) else {
            let wanted = "a list of top, middle, bottom, left, center, right"
            throw ImgixParameters.failure("mark-align", align.joined(separator: ","), wanted)
        }
        if let fit, !["clip", "max"].contains(fit) { parameters.ignore("mark-fit") }
        if let turn, turn != "0" { parameters.ignore("mark-rot") }
        let isAligned = !align.isEmpty
        let across = align.contains("left") ? "left" : align.contains("right") || !isAligned ? "right" : "center"
        let down = align.contains("top") ? "top" : align.contains("bottom") || !isAligned ? "bottom" : "center"
        var arguments = [picture]
        arguments.append(tile != nil ? "repeat" : position(across, x, padding))
        arguments.append(tile != nil ? "repeat" : position(down, y, padding))
        arguments.append(Decimals.text(100 - alpha))
        arguments += size(width, height, scale)
        pixels.append(FilterCall(name: "watermark", argumentText: arguments.joined(separator: ",")))
    }

    private func position(_ edge: String, _ given: Int?, _ padding: Int) -> String {
        if let given { return String(length(Double(given))) }
        switch edge {
        case "left", "top": return String(length(Double(padding)))
        case "center": return "center"
        default:
            let pixels = length(Double(padding))
            // Negative zero does not exist in whole numbers: a millionth of the side is no pixel.
            return pixels == 0 ? "-0.0001p" : String(-pixels)
        }
    }

    /// The size in percent of the output. Pixels need an output whose side is known.
    private mutating func size(_ width: Double?, _ height: Double?, _ scale: Double?) -> [String] {
        if let scale, scale > 0 { return [Decimals.text(scale), Decimals.text(scale)] }
        let shares = [("mark-w", width, output.width), ("mark-h", height, output.height)].map { name, side, whole -> String? in
            guard let side else { return nil }
            guard side > 1, let whole, case let percent = side * dpr / Double(whole) * 100, (0.01...100).contains(percent) else {
                parameters.ignore(name)
                return nil
            }
            return Decimals.text(percent)
        }
        guard shares.contains(where: { $0 != nil }) else { return [] }
        return shares[1] == nil ? [shares[0] ?? "none"] : shares.map { $0 ?? "none" }
    }
}
