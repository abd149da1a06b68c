internal import BoundedCrop
internal import BoundedCropEffects
internal import BoundedCropRendering

/// Reads Cloudflare's options as a request: trim, crop and size, adjustments, ground, turns, border.
struct CloudflareReader {
    var options: CloudflareOptions
    var asked = RenderRequest()
    /// The factor for all lengths in pixels.
    var dpr = 1.0
    /// The formats that the client may receive: those of the vendor, if the best one is asked for.
    private var negotiated: [ImageFormat] = []

    init(_ options: CloudflareOptions) {
        self.options = options
    }

    /// Throws `invalidURL` for an option with an impossible value.
    mutating func request(for image: String) throws -> DialectRequest {
        dpr = try options.number("dpr", in: 0.1...3) ?? 1
        let degrees = try options.word("rotate", of: ["0", "90", "180", "270", "360"]) ?? "0"
        let background = try options.color("background")
        try readTrim()
        let hasGround = try readSize(exchanging: degrees == "90" || degrees == "270")
        if let background { add(.background(background)) }
        try readAdjustments()
        if hasGround { add(.fill(BoxFill(.color(background ?? .white)))) }
        let flip = try options.word("flip", of: ["h", "v", "hv", "vh"]) ?? ""
        if flip.contains("h") { add(.effect(.flip(.horizontal))) }
        if flip.contains("v") { add(.effect(.flip(.vertical))) }
        if let angle = Double(degrees), angle.truncatingRemainder(dividingBy: 360) != 0 { add(.effect(.turn(degrees: angle))) }
        try readBorder()
        try readFile()
        var request = DialectRequest(image, asked)
        request.ignored = options.ignored
        request.negotiated = negotiated
        return request
    }

    private mutating func add(_ step: RenderStep) { asked.last.steps.append(step) }

    /// `trim=TOP;RIGHT;BOTTOM;LEFT`, or `trim.left`, `trim.top`, `trim.width` and `trim.height`, in pixels.
    private mutating func readTrim() throws {
        let range = 0.0...65_535
        let (left, top) = (try options.number("trim.left", in: range), try options.number("trim.top", in: range))
        let (width, height) = (try options.number("trim.width", in: 1...65_535), try options.number("trim.height", in: 1...65_535))
        let isWritten = [left, top, width, height].contains { $0 != nil }
        let tolerance = try options.number("trim.border.tolerance", in: 0...442)
        let color = try options.color("trim.border.color")
        guard let text = options.text("trim") else {
            if isWritten { cut(left ?? 0, top ?? 0, width, height) }
            return
        }
        if text == "border" {
            asked.last.trim = RenderRequest.Trim(tolerance: Int(tolerance ?? Self.borderTolerance, within: 0...442), color: color)
            return
        }
        let sides = text.split(separator: ";", omittingEmptySubsequences: false).map { Decimals.number($0) ?? .infinity }
        guard sides.count == 4, sides.allSatisfy(range.contains), !isWritten else {
            throw CloudflareOptions.failure(
                "trim",
                text,
                "four numbers of pixels as in 20;30;20;0, or trim.left, trim.top, trim.width, trim.height"
            )
        }
        guard sides[1] > 0 || sides[2] > 0 else { return cut(sides[3], sides[0], nil, nil) }
        // Where the right and the bottom edges are depends on the picture's size, so the picture is turned over to cut them off.
        asked.earlier = [turnedOver(sides[3], sides[0]), turnedOver(sides[1], sides[2])]
    }

    /// The picture without its first columns and rows, turned by half.
    private func turnedOver(_ left: Double, _ top: Double) -> RenderRequest.Stage {
        var stage = RenderRequest.Stage()
        stage.cuts = [region(left, top, nil, nil)]
        stage.steps = [.effect(.turn(degrees: 180))]
        return stage
    }

    /// The distance from the corner's color that still counts as border.
    static let borderTolerance = 10.0

    private mutating func cut(_ left: Double, _ top: Double, _ width: Double?, _ height: Double?) {
        let region = region(left, top, width, height)
        if region != self.region(0, 0, nil, nil) { asked.last.cuts = [region] }
    }

    /// A rectangle, as far as the picture goes where a side is nil.
    private func region(_ left: Double, _ top: Double, _ width: Double?, _ height: Double?) -> RenderRequest.Region {
        func pixels(_ pixels: Double, least: Int = 0) -> RenderRequest.Length { .pixels(Double(max(length(pixels), least))) }
        return RenderRequest.Region(
            x: pixels(left),
            y: pixels(top),
            width: width.map { pixels($0, least: 1) } ?? .share(1),
            height: height.map { pixels($0, least: 1) } ?? .share(1)
        )
    }

    /// `border.color`, with `border.width` or `border.top` and so on: added after resizing.
    private mutating func readBorder() throws {
        let range = 0.0...12_000
        let color = try options.color("border.color") ?? .black
        let width = try options.number("border.width", in: range) ?? 0
        let sides = try ["top", "right", "bottom", "left"].map { length(try options.number("border.\($0)", in: range) ?? width) }
        guard sides.contains(where: { $0 > 0 }) else { return }
        add(.effect(.border(top: sides[0], right: sides[1], bottom: sides[2], left: sides[3], color: color)))
    }

    /// A length in pixels, multiplied by the device pixel ratio.
    func length(_ pixels: Double) -> Int { Int(pixels * dpr, within: 0...65_535) }
}

/// Adjustments and the output file.
extension CloudflareReader {
    /// Factors of 1 change nothing, and those of 0 are ignored, except for the saturation.
    mutating func readAdjustments() throws {
        let factors = 0.0...100
        if let factor = try options.number("brightness", in: factors), factor != 0, factor != 1 {
            add(.effect(.convolution([factor], columns: 1, normalizes: false)))
        }
        if let factor = try options.number("contrast", in: factors), factor != 0, factor != 1 {
            // The effect's amount is squared: see Contrast.
            add(.effect(.contrast(100 * factor.squareRoot() - 100)))
        }
        if let factor = try options.number("gamma", in: factors), factor != 0, factor != 1 { options.ignore("gamma") }
        if let factor = try options.number("saturation", in: factors), factor != 1 {
            add(.effect(.saturation(factor)))
        }
        if let amount = try options.number("sharpen", in: 0...10), amount != 0 {
            add(.effect(.sharpen(amount: amount, radius: 0.5, luminanceOnly: true)))
        }
        if let radius = try options.number("blur", in: 0...250), radius != 0 {
            add(.effect(.gaussianBlur(sigma: radius / 2)))
        }
    }

    mutating func readFile() throws {
        asked.output.quality = try readQuality("quality")
        let formats = ["auto", "avif", "webp", "jpeg", "baseline-jpeg", "png", "json"]
        switch try options.word("format", of: formats) {
        case "auto": negotiated = [.avif, .webp]
        case "json": asked.answer = .plan
        case "baseline-jpeg": asked.output.format = .jpeg
        case let format?: asked.output.format = ImageFormat(rawValue: format)
        default: break
        }
        if let text = options.text("anim") {
            guard let animates = Bool(flag: text) else { throw CloudflareOptions.failure("anim", text, "true or false") }
            if !animates { asked.output.frame = 1 }
        }
        switch try options.word("metadata", of: ["keep", "copyright", "none"]) {
        case "none": asked.output.metadata = .nothing
        case "copyright": asked.output.metadata = .rights
        case nil: break
        default: options.ignore("metadata")
        }
        // Whether a connection is slow is not known here.
        if try readQuality("slow-connection-quality") != nil { options.ignore("slow-connection-quality") }
    }

    private mutating func readQuality(_ name: String) throws -> Int? {
        guard let text = options.text(name) else { return nil }
        if let level = Self.qualities[text] { return level }
        guard let quality = Int(digits: text[...]), (1...100).contains(quality) else {
            throw CloudflareOptions.failure(name, text, "1 to 100, high, medium-high, medium-low or low")
        }
        return quality
    }

    /// Cloudflare documents the words' order only.
    private static let qualities = ["high": 90, "medium-high": 80, "medium-low": 65, "low": 50]
}

/// `width`, `height`, `fit`, `gravity` and `zoom`.
extension CloudflareReader {
    private static let fits = ["scale-down", "scale-up", "contain", "cover", "crop", "aspect-crop", "pad", "squeeze"]

    /// Returns whether free room in the box gets a ground.
    mutating func readSize(exchanging exchangesSides: Bool) throws -> Bool {
        let fit = try options.word("fit", of: Self.fits) ?? "scale-down"
        let gravity = try readGravity()
        let (width, height) = (try side("width"), try side("height"))
        guard width != nil || height != nil else { return false }
        let (across, down) = exchangesSides ? (height, width) : (width, height)
        if fit == "scale-up" {
            guard across == nil || down == nil else {
                throw BoundedCropError(.invalidURL, "“fit=scale-up” cannot be honored here with both sides: give a width or a height")
            }
            let (width, height) = (across.map { length(Double($0)) }, down.map { length(Double($0)) })
            asked.last.target.least = PixelSize(width: width ?? 0, height: height ?? 0)
            return false
        }
        asked.last.target.dimensions = RenderRequest.Dimensions(
            width: across.map { .pixels($0) } ?? .proportional,
            height: down.map { .pixels($0) } ?? .proportional
        )
        asked.last.target.multiply(by: dpr)
        let hasBoth = width != nil && height != nil
        switch fit {
        case "scale-down": asked.last.target.fit = RenderRequest.FitIn()
        case "crop" where !hasBoth, "aspect-crop" where !hasBoth: asked.last.target.fit = RenderRequest.FitIn()
        case _ where !hasBoth: break
        case "squeeze": asked.last.target.stretches = true
        case "contain", "pad":
            asked.last.target.fit = RenderRequest.FitIn()
            asked.last.target.upscaling = .always
            return fit == "pad"
        default:
            if fit == "crop" { asked.last.target.upscaling = .never }
            if fit == "aspect-crop" { asked.last.target.upscaling = .neverAtAspect }
            place(gravity)
        }
        return false
    }

    private mutating func side(_ name: String) throws -> Int? {
        guard let text = options.text(name) else { return nil }
        if text == "auto" {
            // It takes the width from the browser's hints.
            options.ignore(name)
            return nil
        }
        guard let pixels = Int(digits: text[...]), (1...12_000).contains(pixels) else {
            throw CloudflareOptions.failure(name, text, "1 to 12000 pixels")
        }
        return pixels
    }

    private enum Gravity {
        case center, auto
        case face(zoom: Double)
        case side(String)
        case point(Double, Double)
    }

    private mutating func readGravity() throws -> Gravity {
        let zoom = try options.number("zoom", in: 0...1) ?? 0
        guard let text = options.text("gravity") else { return .center }
        switch text {
        // The others are names of it in libraries that write URLs for several services.
        case "auto", "attention", "entropy": return .auto
        case "face": return .face(zoom: zoom)
        case "center": return .center
        case "left", "right", "top", "bottom": return .side(text)
        default:
            let point = text.split(separator: "x", omittingEmptySubsequences: false).map { Decimals.number($0) ?? .infinity }
            guard point.count == 2, point.allSatisfy({ $0 <= 1 }) else {
                throw CloudflareOptions.failure(
                    "gravity",
                    text,
                    "auto, face, left, right, top, bottom, or shares of the sides such as 0.5x0.33"
                )
            }
            return .point(point[0], point[1])
        }
    }

    /// The point is one of the picture as it is before it is turned.
    private mutating func place(_ gravity: Gravity) {
        switch gravity {
        case .center: break
        case .auto: (asked.last.crop.detects, asked.last.crop.placement) = (true, .center)
        case .face(let zoom):
            (asked.last.crop.detects, asked.last.crop.placement, asked.last.crop.fallback) = (true, .center, .center)
            if zoom > 0 { asked.last.crop.tightness = zoom }
        case .side(let side):
            asked.last.crop.align(RenderRequest.HorizontalAlignment(rawValue: side), RenderRequest.VerticalAlignment(rawValue: side))
        case .point(let x, let y): asked.last.crop.focalPoint = RenderRequest.Lengths(x: .share(x), y: .share(y))
        }
    }
}
