internal import BoundedCrop

/// Writes requests as Cloudflare's options.
struct CloudflareWriter {
    private let url: ImageURL
    private var rest: RemainingFilters
    private var options: [String] = []

    /// The options, separated by commas and percent-encoded.
    ///
    /// - Throws: `invalidArgument`, which names the part that has no word.
    static func options(_ url: ImageURL) throws -> String {
        var writer = CloudflareWriter(url: url, rest: RemainingFilters(url, grammar: "Cloudflare"))
        try writer.write()
        // At least one is needed, and this one changes nothing.
        return writer.options.isEmpty ? "format=auto" : writer.options.joined(separator: ",")
    }

    private mutating func write() throws {
        let degrees = rest.take("turn")?.first
        try writeTrim()
        try writeSize(exchanging: degrees == "90" || degrees == "270")
        try writeAdjustments()
        let isHorizontal = rest.take("flip", "horizontal")
        let axes = (isHorizontal ? "h" : "") + (rest.take("flip", "vertical") ? "v" : "")
        let flips = url.dimensions.map { ($0.flipsHorizontally ? "h" : "") + ($0.flipsVertically ? "v" : "") } ?? ""
        guard axes.isEmpty || flips.isEmpty else { throw rest.missing("several flips") }
        if !(axes + flips).isEmpty { options.append("flip=\(axes + flips)") }
        if let degrees { options.append("rotate=\(degrees)") }
        if let border = rest.call("border") {
            let sides = border.arguments
            guard sides.count == 5 else { throw rest.missing(border) }
            options += zip(["top", "right", "bottom", "left", "color"], sides.prefix(4) + [Self.escaped(sides[4])]).map {
                "border.\($0)=\($1)"
            }
        }
        try writeFile()
        try rest.check()
    }

    private mutating func writeTrim() throws {
        if let trim = url.trim {
            guard trim.corner == .topLeft, trim.measure == .distance else { throw rest.missing(trim.text) }
            options.append("trim=border")
            if Double(trim.tolerance) != CloudflareReader.borderTolerance { options.append("trim.border.tolerance=\(trim.tolerance)") }
            if let color = trim.color { options.append("trim.border.color=%23\(ParameterText.digits(color))") }
        }
        if let crop = url.manualCrop, crop.left < crop.right {
            throw rest.missing("the manual crop \(crop.left)x\(crop.top):\(crop.right)x\(crop.bottom)")
        }
        guard let sides = rest.take("region") else { return }
        let names = ["trim.left", "trim.top", "trim.width", "trim.height"]
        guard sides.count == 4 else { throw rest.missing("region(\(sides.joined(separator: ",")))") }
        for (name, side) in zip(names, sides) where side != "100p" { options.append("\(name)=\(side)") }
    }

    private mutating func writeSize(exchanging exchangesSides: Bool) throws {
        let dimensions = url.dimensions ?? ImageURL.Dimensions()
        let sides = exchangesSides ? (dimensions.height, dimensions.width) : (dimensions.width, dimensions.height)
        for (name, side) in [("width", sides.0), ("height", sides.1)] {
            switch side {
            case .pixels(let pixels): options.append("\(name)=\(pixels)")
            case .proportional: break
            case .original: throw rest.missing("orig")
            }
        }
        if let scale = try rest.number("scale") { options.append("dpr=\(Decimals.text(scale))") }
        if let fitIn = url.fitIn {
            guard !fitIn.isAdaptive, !fitIn.isFull else { throw rest.missing("adaptive or full fit-in") }
            let ground = rest.take("extend")
            let fit = rest.take("upscale") == nil ? "scale-down" : ground == nil ? "contain" : "pad"
            options.append("fit=\(fit)")
            // The ground has the color of the background, white without one.
            if let ground, ground != ["ffffff"], rest.index(of: "background_color") == nil {
                throw rest.missing("extend(\(ground.joined(separator: ","))) without the same background_color")
            }
        } else if dimensions.width != .proportional, dimensions.height != .proportional {
            if rest.take("stretch") != nil {
                options.append("fit=squeeze")
            } else if rest.take("no_upscale", "aspect") {
                options.append("fit=aspect-crop")
            } else {
                options.append(rest.take("no_upscale") != nil ? "fit=crop" : "fit=cover")
            }
        } else if url.dimensions != nil {
            options.append("fit=contain")
        }
        try writeGravity()
    }

    private mutating func writeGravity() throws {
        let isCentered = rest.take("fallback", "center")
        _ = rest.take("fallback", "attention")
        if url.isDebug { throw rest.missing("debug") }
        let sides = [
            url.horizontalAlignment.flatMap { $0 == .center ? nil : $0.rawValue },
            url.verticalAlignment.flatMap { $0 == .middle ? nil : $0.rawValue },
        ]
        let given = sides.compactMap(\.self)
        guard given.count < 2 else { throw rest.missing(given.joined(separator: "/")) }
        if url.isSmart {
            options.append(isCentered ? "gravity=face" : "gravity=auto")
            if let zoom = try rest.number("tightness") { options.append("zoom=\(Decimals.text(zoom))") }
        } else if let call = rest.call("focal_point") {
            let point = call.arguments.compactMap {
                $0.hasSuffix("p") ? Decimals.number($0.dropLast()).map { Decimals.text($0 / 100) } : nil
            }
            guard point.count == 2 else { throw rest.missing(call) }
            options.append("gravity=\(point[0])x\(point[1])")
        } else if let side = given.first {
            options.append("gravity=\(side)")
        }
    }

    private mutating func writeAdjustments() throws {
        if let color = rest.take("background_color")?.first { options.append("background=\(Self.escaped(color))") }
        if let call = rest.call("convolution") {
            guard call.arguments.dropFirst() == ["1", "false"] else { throw rest.missing(call) }
            options.append("brightness=\(call.arguments[0])")
        }
        if let amount = try rest.number("contrast") { options.append("contrast=\(Decimals.text((1 + amount / 100) * (1 + amount / 100)))") }
        if let factor = try rest.number("saturation") { options.append("saturation=\(Decimals.text(factor))") }
        if let call = rest.call("sharpen") {
            guard call.arguments.dropFirst() == ["0.5", "true"] else { throw rest.missing(call) }
            options.append("sharpen=\(call.arguments[0])")
        }
        if let sigma = try rest.number("gaussian_blur") { options.append("blur=\(Decimals.text(sigma * 2))") }
    }

    private mutating func writeFile() throws {
        if let quality = rest.take("quality")?.first { options.append("quality=\(quality)") }
        if let format = rest.take("format")?.first { options.append("format=\(format)") }
        if url.isMeta { options.append("format=json") }
        if rest.take("still") != nil || rest.take("cover") != nil { options.append("anim=false") }
        if let kept = rest.take("strip_exif") { options.append(kept == ["except_rights"] ? "metadata=copyright" : "metadata=none") }
    }

    private static func escaped(_ color: String) -> String {
        let digits = Color(abbreviated: color).map { "#" + ParameterText.digits($0) } ?? color
        return PercentEncoding.encoded(digits, keeping: "")
    }
}
