internal import BoundedCrop

/// Reads Cloudflare's options as a request: trim, crop and size, adjustments, ground, turns, border.
struct CloudflareReader {
    var options: CloudflareOptions
    var url = ImageURL(image: "")
    /// The filters, in order.
    var filters: [FilterCall] = []
    /// The factor for all lengths in pixels.
    var dpr = 1.0

    init(_ options: CloudflareOptions) {
        self.options = options
    }

    /// Throws `invalidURL` for an option with an impossible value.
    mutating func request() throws -> DialectRequest {
        dpr = try options.number("dpr", in: 0.1...3) ?? 1
        let degrees = try options.word("rotate", of: ["0", "90", "180", "270", "360"]) ?? "0"
        let background = try options.color("background")
        try readTrim()
        let ground = try readSize(exchanging: degrees == "90" || degrees == "270", background)
        if let background { filters.append(FilterCall("background_color", background)) }
        try readAdjustments()
        if ground { filters.append(FilterCall("extend", background ?? "ffffff")) }
        let flip = try options.word("flip", of: ["h", "v", "hv", "vh"]) ?? ""
        if flip.contains("h") { filters.append(FilterCall("flip", "horizontal")) }
        if flip.contains("v") { filters.append(FilterCall("flip", "vertical")) }
        if degrees != "0", degrees != "360" { filters.append(FilterCall("turn", degrees)) }
        try readBorder()
        try readFile()
        url.filters = filters
        var request = DialectRequest(url)
        request.ignored = options.ignored
        return request
    }

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
            let border = color.flatMap { ImageURL.Trim.color($0.prefix(6)) }
            url.trim = ImageURL.Trim(tolerance: Int(tolerance ?? Self.borderTolerance, within: 0...442), color: border)
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
        url.earlier = [turnedOver(sides[3], sides[0]), turnedOver(sides[1], sides[2])]
    }

    /// The picture without its first columns and rows, turned by half.
    private func turnedOver(_ left: Double, _ top: Double) -> ImageURL {
        var url = ImageURL(image: "")
        url.filters = [FilterCall("region", String(length(left)), String(length(top)), "100p", "100p"), FilterCall("turn", "180")]
        return url
    }

    /// The distance from the corner's color that still counts as border.
    static let borderTolerance = 10.0

    private mutating func cut(_ left: Double, _ top: Double, _ width: Double?, _ height: Double?) {
        let start = [left, top].map { String(length($0)) }
        let sides = [width, height].map { $0.map { String(max(length($0), 1)) } ?? "100p" }
        guard start != ["0", "0"] || sides != ["100p", "100p"] else { return }
        filters.append(FilterCall(name: "region", argumentText: (start + sides).joined(separator: ",")))
    }

    /// `border.color`, with `border.width` or `border.top` and so on: added after resizing.
    private mutating func readBorder() throws {
        let range = 0.0...12_000
        let color = try options.color("border.color") ?? "000000"
        let width = try options.number("border.width", in: range) ?? 0
        let sides = try ["top", "right", "bottom", "left"].map { length(try options.number("border.\($0)", in: range) ?? width) }
        guard sides.contains(where: { $0 > 0 }) else { return }
        filters.append(FilterCall(name: "border", argumentText: (sides.map(String.init) + [color]).joined(separator: ",")))
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
            filters.append(FilterCall("convolution", Decimals.text(factor), "1", "false"))
        }
        if let factor = try options.number("contrast", in: factors), factor != 0, factor != 1 {
            // The filter's amount is squared: see Contrast.
            filters.append(FilterCall("contrast", Decimals.text(100 * factor.squareRoot() - 100)))
        }
        if let factor = try options.number("gamma", in: factors), factor != 0, factor != 1 { options.ignore("gamma") }
        if let factor = try options.number("saturation", in: factors), factor != 1 {
            filters.append(FilterCall("saturation", Decimals.text(factor)))
        }
        if let amount = try options.number("sharpen", in: 0...10), amount != 0 {
            filters.append(FilterCall("sharpen", Decimals.text(amount), "0.5", "true"))
        }
        if let radius = try options.number("blur", in: 0...250), radius != 0 {
            filters.append(FilterCall("gaussian_blur", Decimals.text(radius / 2)))
        }
    }

    mutating func readFile() throws {
        if let quality = try readQuality("quality") { filters.append(FilterCall("quality", String(quality))) }
        let formats = ["auto", "avif", "webp", "jpeg", "baseline-jpeg", "png", "json"]
        switch try options.word("format", of: formats) {
        case "json": url.isMeta = true
        case "baseline-jpeg": filters.append(FilterCall("format", "jpeg"))
        case let format? where format != "auto": filters.append(FilterCall("format", format))
        default: break
        }
        if let text = options.text("anim") {
            guard let animates = Bool(flag: text) else { throw CloudflareOptions.failure("anim", text, "true or false") }
            if !animates { filters.append(FilterCall("still")) }
        }
        switch try options.word("metadata", of: ["keep", "copyright", "none"]) {
        case "none": filters.append(FilterCall("strip_exif"))
        case "copyright": filters.append(FilterCall("strip_exif", "except_rights"))
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
    private static let fits = ["scale-down", "contain", "cover", "crop", "aspect-crop", "pad", "squeeze"]

    /// Returns whether free room in the box gets a ground.
    mutating func readSize(exchanging exchangesSides: Bool, _ background: String?) throws -> Bool {
        let fit = try options.word("fit", of: Self.fits) ?? "scale-down"
        let gravity = try readGravity()
        let (width, height) = (try side("width"), try side("height"))
        guard width != nil || height != nil else { return false }
        let (across, down) = exchangesSides ? (height, width) : (width, height)
        url.dimensions = ImageURL.Dimensions(
            width: across.map { .pixels($0) } ?? .proportional,
            height: down.map { .pixels($0) } ?? .proportional
        )
        let hasBoth = width != nil && height != nil
        switch fit {
        case "scale-down": url.fitIn = ImageURL.FitIn()
        case "crop" where !hasBoth, "aspect-crop" where !hasBoth: url.fitIn = ImageURL.FitIn()
        case _ where !hasBoth: break
        case "squeeze": filters.append(FilterCall("stretch"))
        case "contain", "pad":
            url.fitIn = ImageURL.FitIn()
            filters.append(FilterCall("upscale"))
            return fit == "pad"
        default:
            if fit == "crop" { filters.append(FilterCall("no_upscale")) }
            if fit == "aspect-crop" { filters.append(FilterCall("no_upscale", "aspect")) }
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
        return max(length(Double(pixels)), 1)
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
        case "auto": return .auto
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
        case .auto: url.isSmart = true
        case .face(let zoom):
            url.isSmart = true
            if zoom > 0 { filters.append(FilterCall("tightness", Decimals.text(zoom))) }
            filters.append(FilterCall("fallback", "center"))
        case .side(let side):
            url.horizontalAlignment = ImageURL.HorizontalAlignment(rawValue: side)
            url.verticalAlignment = ImageURL.VerticalAlignment(rawValue: side)
        case .point(let x, let y):
            filters.append(FilterCall("focal_point", "\(Decimals.text(x * 100))p", "\(Decimals.text(y * 100))p"))
        }
    }
}
