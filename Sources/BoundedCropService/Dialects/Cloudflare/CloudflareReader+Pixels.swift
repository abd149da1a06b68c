internal import BoundedCrop

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
