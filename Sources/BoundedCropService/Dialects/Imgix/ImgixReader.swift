internal import BoundedCrop
internal import BoundedCropEffects
internal import BoundedCropRendering

/// Reads imgix's parameters as a request, part by part.
///
/// imgix does not document the order in which it applies them. Here it is: trim, rectangle, crop and size, adjustments, styles, ground,
/// turns, mask, border, padding, watermark.
struct ImgixReader {
    var parameters: ImgixParameters
    var asked = RenderRequest()
    var delivery = Delivery()
    /// The factor for all lengths in pixels.
    var dpr = 1.0
    /// How the picture is turned before everything else.
    var orientation = ImgixOrientation.upright
    /// The sides of the output that are known in pixels.
    var output: (width: Int?, height: Int?) = (nil, nil)
    /// The ground that is left free in the box; nil for none.
    var ground: BoxFill?

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
        if let color = margins.background { add(.background(color)) }
        try readAdjustments()
        try readStyles()
        if let ground { add(.fill(ground)) }
        try readTurns()
        try readMask()
        asked.last.steps += margins.effects(scale: dpr).map(RenderStep.effect)
        try readWatermark()
        try readFile()
        var request = DialectRequest(image, asked, delivery)
        request.ignored = parameters.ignored
        // Those of auto=format.
        request.negotiated = [.avif, .webp]
        return request
    }

    mutating func add(_ step: RenderStep) { asked.last.steps.append(step) }

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
        asked.last.trim = RenderRequest.Trim(tolerance: Int(distance, within: 0...442), color: way == "color" ? color : nil)
    }

    /// `rect=X,Y,W,H`: pixels, shares of the picture as numbers with a point, or words.
    mutating func readRectangle() throws {
        guard let text = parameters.text("rect") else { return }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingSpaces() }
        let sizes = parts.dropFirst(2).map(Self.length)
        guard parts.count == 4, let width = sizes[0], let height = sizes[1], width.pixels(along: 1) > 0, height.pixels(along: 1) > 0,
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
        asked.last.cuts = [RenderRequest.Region(x: left, y: top, width: width, height: height)]
    }

    /// `full`, whole pixels, or a share of the side; nil for anything else.
    private static func length(_ text: String) -> RenderRequest.Length? {
        if text == "full" { return .share(1) }
        if let pixels = Int(digits: text[...]), pixels <= 1_000_000 { return .pixels(Double(pixels)) }
        return Decimals.number(text).flatMap { $0 <= 1 ? .share($0) : nil }
    }

    private enum Position {
        case length(RenderRequest.Length)
        /// The share of the free room that lies before the rectangle.
        case word(Double)

        init?(_ text: String, words: [String]) {
            if let index = words.firstIndex(of: text) {
                self = .word(Double(index) / 2)
            } else if let length = ImgixReader.length(text), text != "full" {
                self = .length(length)
            } else {
                return nil
            }
        }

        /// Nil if it depends on the picture's size.
        func start(of length: RenderRequest.Length) -> RenderRequest.Length? {
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
        asked.output.quality = (quality ?? (automatic.contains("compress") ? 45 : nil)).map { max(1, $0) }
        try readFormat()
        if try parameters.flag("lossless") == true, asked.output.format != .png { parameters.ignore("lossless") }
        if parameters.word("frame", of: ["1"]) != nil { asked.output.frame = 1 }
        if automatic.contains("compress") { asked.output.metadata = .nothing }
        if parameters.word("cs", of: ["srgb", "tinysrgb", "strip"]) != nil { asked.output.convertsToSRGB = true }
        try readDownload()
        delivery.expiry = try parameters.integer("expires", in: 0...Delivery.latestExpiry)
    }

    /// Variants of formats, which are written alike here.
    private static let variants = ["pjpg": "jpg", "png8": "png", "png32": "png"]

    private mutating func readFormat() throws {
        let showsFaces = try parameters.flag("faces") ?? false
        guard let name = parameters.text("fm") else { return }
        if name == "json" {
            asked.answer = .plan
            if showsFaces { asked.last.crop.detects = true }
            return
        }
        guard let format = ImageFormat(writableNamed: Self.variants[name] ?? name) else { return parameters.ignore("fm") }
        asked.output.format = format
    }

    /// `dl=NAME`, or `dl` alone for the picture's own name. The service adds the extension of the file that it makes.
    private mutating func readDownload() throws {
        guard let text = parameters.take("dl") else { return }
        delivery.isAttachment = true
        guard !text.isEmpty else { return }
        let dot = text.lastIndex(of: ".").flatMap { text.distance(from: $0, to: text.endIndex) <= 5 ? $0 : nil }
        let name = dot.map { String(text[..<$0]) } ?? text
        guard !name.isEmpty, name.utf8.count <= 200, name == name.trimmingSpaces(),
            !name.utf8.contains(where: { ",()[]/\\\"".utf8.contains($0) })
        else {
            throw ImgixParameters.failure("dl", text, "a file's name of at most 200 bytes without commas, slashes, quotes and brackets")
        }
        delivery.fileName = name
    }
}

/// Adjustments and styles. imgix does not document their scales: see docs/dialects/imgix.md for the ones chosen here.
extension ImgixReader {
    /// `bri`, `con`, `sat`, `sharp`, `usm` and `invert`.
    mutating func readAdjustments() throws {
        let range = -100.0...100
        if let amount = try parameters.number("bri", in: range), amount != 0 {
            add(.effect(.brightness(amount)))
        }
        if let amount = try parameters.number("con", in: range), amount != 0 {
            add(.effect(.contrast(amount)))
        }
        if let amount = try parameters.number("sat", in: range), amount != 0 {
            add(.effect(.saturation(1 + amount / 100)))
        }
        if try parameters.flag("invert") == true { add(.effect(.curve(all: [Curve.Point(0, 255), Curve.Point(255, 0)]))) }
        if let amount = try parameters.number("sharp", in: 0...100), amount != 0 {
            add(.effect(.sharpen(amount: amount / 50, radius: 1, luminanceOnly: true)))
        }
        let radius = try parameters.number("usmrad", in: 0...500) ?? 2.5
        guard let amount = try parameters.number("usm", in: range), amount != 0 else { return }
        // Negative amounts blur.
        guard amount > 0, radius <= 150 else { return parameters.ignore("usm") }
        add(.effect(.sharpen(amount: amount / 100, radius: radius)))
    }

    /// `sepia`, `monochrome`, `px` and `blur`.
    mutating func readStyles() throws {
        if let amount = try parameters.number("sepia", in: 0...100), amount != 0 {
            let alpha = Double(Int(amount * 2.55, within: 0...255)) / 255
            add(.effect(.tint(Color(red: 0x70 / 255, green: 0x42 / 255, blue: 0x14 / 255, alpha: alpha))))
        }
        if let color = try parameters.color("monochrome") { add(.effect(.tint(color))) }
        if let side = try parameters.integer("px", in: 0...100), side > 1 { add(.effect(.pixelate(side: side))) }
        if let amount = try parameters.number("blur", in: 0...2000), amount != 0 {
            add(.effect(.gaussianBlur(sigma: min(amount / 10, 150))))
        }
    }

    /// `mask`: an ellipse, rounded corners, or a picture whose bright parts stay.
    mutating func readMask() throws {
        let (radii, background) = (try parameters.radii("corner-radius"), try parameters.color("mask-bg"))
        guard let mask = parameters.text("mask") else { return }
        switch mask {
        case "ellipse": add(.corners(.ellipse))
        case "corners":
            let fifth = output.width.flatMap { width in output.height.map { CornerRadii(Double(min(width, $0)) / 5) } }
            guard let radii = radii?.scaled(by: dpr) ?? fifth else { return parameters.ignore("mask") }
            add(.effect(.cornerRadii(radii)))
        default:
            guard !mask.hasPrefix("poly") else { return parameters.ignore("mask") }
            add(.mask(mask))
        }
        if let background { add(.background(background)) }
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
        guard let mark = parameters.text("mark").map({ String($0.drop(while: { $0 == "/" })) }), !mark.isEmpty else { return }
        guard align.allSatisfy(["top", "middle", "bottom", "left", "center", "right"].contains) else {
            let wanted = "a list of top, middle, bottom, left, center, right"
            throw ImgixParameters.failure("mark-align", align.joined(separator: ","), wanted)
        }
        if let fit, !["clip", "max"].contains(fit) { parameters.ignore("mark-fit") }
        if let turn, turn != "0" { parameters.ignore("mark-rot") }
        let isAligned = !align.isEmpty
        let across = align.contains("left") ? "left" : align.contains("right") || !isAligned ? "right" : "center"
        let down = align.contains("top") ? "top" : align.contains("bottom") || !isAligned ? "bottom" : "center"
        var watermark = Watermark(
            base.map { $0.hasSuffix("/") ? $0 + mark : "\($0)/\(mark)" } ?? mark,
            x: tile != nil ? .repeated : position(across, x, padding),
            y: tile != nil ? .repeated : position(down, y, padding),
            alpha: alpha / 100
        )
        (watermark.widthPercent, watermark.heightPercent) = size(width, height, scale)
        add(.watermark(watermark))
    }

    private func position(_ edge: String, _ given: Int?, _ padding: Int) -> Watermark.Position {
        if let given { return .pixels(length(Double(given))) }
        let pixels = length(Double(padding))
        switch edge {
        case "left", "top": return .pixels(pixels)
        case "center": return .center
        default: return pixels == 0 ? .far : .pixels(-pixels)
        }
    }

    /// The size in percent of the output. Pixels need an output whose side is known.
    private mutating func size(_ width: Double?, _ height: Double?, _ scale: Double?) -> (width: Double?, height: Double?) {
        if let scale, scale > 0 { return (scale, scale) }
        let percents = [("mark-w", width, output.width), ("mark-h", height, output.height)].map { name, side, whole -> Double? in
            guard let side else { return nil }
            guard side > 1, let whole, case let percent = side * dpr / Double(whole) * 100, (0.01...100).contains(percent) else {
                parameters.ignore(name)
                return nil
            }
            return percent
        }
        return (percents[0], percents[1])
    }
}
