internal import BoundedCrop

/// Writes requests as imgix's parameters.
struct ImgixWriter {
    let url: ImageURL
    var rest: RemainingFilters
    var values: [String: String] = [:]
    /// What the margins add to the sides of the picture.
    var margins = (across: 0, down: 0)
    /// Whether width and height are exchanged by the turn.
    var exchangesSides = false

    /// The query, its parameters in alphabetical order and escaped as by imgix's clients; empty for the picture as it is.
    ///
    /// - Throws: `invalidArgument`, which names the part that has no word.
    static func query(_ url: ImageURL) throws -> String {
        var writer = ImgixWriter(url: url, rest: RemainingFilters(url, grammar: "imgix"))
        try writer.write()
        return writer.values.sorted { $0.key < $1.key }.map { "\($0)=\(PercentEncoding.encoded($1, keeping: "-._~"))" }.joined(
            separator: "&"
        )
    }

    private mutating func write() throws {
        try writeArea()
        try writeTurns()
        try writeMargins()
        try writeSize()
        try writePlacement()
        try writeAdjustments()
        try writeMask()
        try writeWatermark()
        try writeFile()
        try rest.check()
    }

    /// A share of 1 or less, with a point, which tells it from pixels.
    static func share(_ share: Double) -> String {
        let text = Decimals.text(share)
        return text.contains(".") ? text : "\(text).0"
    }

    /// Digits of a filter's color with the opacity first.
    static func color(_ digits: String) -> String? {
        guard let color = Color(abbreviated: digits) else { return nil }
        let digits = ParameterText.digits(color)
        return String(digits.dropFirst(6) + digits.prefix(6))
    }

    private mutating func writeArea() throws {
        if let trim = url.trim {
            guard trim.corner == .topLeft, trim.measure == .distance else { throw rest.missing(trim.text) }
            values["trim"] = "color"
            if trim.tolerance > 0 { values["trim-tol"] = String(trim.tolerance) }
            if let color = trim.color { values["trim-color"] = ParameterText.digits(color) }
        }
        if let area = url.manualCrop, area.left < area.right {
            values["rect"] = [area.left, area.top, area.right - area.left, area.bottom - area.top].map(String.init).joined(separator: ",")
        }
        guard let call = rest.call("region") else { return }
        let sides = call.arguments.enumerated().compactMap { index, text -> String? in
            guard text.hasSuffix("p") else { return Int(digits: text[...]).map(String.init) }
            guard let percent = Decimals.number(text.dropLast()), percent <= 100 else { return nil }
            return index > 1 && percent == 100 ? "full" : Self.share(percent / 100)
        }
        guard sides.count == 4, values["rect"] == nil else { throw rest.missing(call) }
        values["rect"] = sides.joined(separator: ",")
    }

    private mutating func writeFile() throws {
        if url.isMeta { values["fm"] = "json" }
        if url.isMeta, url.isSmart { values["faces"] = "1" }
        if let format = rest.take("format")?.first {
            guard !url.isMeta else { throw rest.missing("format(\(format)) of a plan") }
            values["fm"] = format == "jpeg" ? "jpg" : format
        }
        if let quality = rest.take("quality")?.first { values["q"] = quality }
        // imgix removes metadata with this word alone, which also says the quality.
        if values["q"] != nil, rest.take("strip_exif") { values["auto"] = "compress" }
        if rest.take("strip_icc") != nil { values["cs"] = "srgb" }
        if rest.take("still") != nil || rest.take("cover") != nil { values["frame"] = "1" }
        if let time = rest.take("expires")?.first { values["expires"] = time }
        guard rest.take("attachment") != nil else { return }
        values["dl"] = rest.call("filename")?.argumentText ?? ""
    }
}
