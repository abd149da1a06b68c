internal import BoundedCrop

extension ImgixWriter {
    /// The dimensions and how the picture is brought into them.
    mutating func writeSize() throws {
        guard let dimensions = url.dimensions, dimensions.width != .proportional || dimensions.height != .proportional else {
            return try writeFreeSize()
        }
        let sides = exchangesSides ? (dimensions.height, dimensions.width) : (dimensions.width, dimensions.height)
        values["w"] = try pixels(sides.0, adding: margins.across)
        values["h"] = try pixels(sides.1, adding: margins.down)
        if let scale = try rest.number("scale") {
            guard (0.01...5).contains(scale) else { throw rest.missing("scale(\(Decimals.text(scale)))") }
            values["dpr"] = Decimals.text(scale)
        }
        if dimensions.flipsHorizontally || dimensions.flipsVertically {
            guard values["flip"] == nil else { throw rest.missing("several flips") }
            values["flip"] = (dimensions.flipsHorizontally ? "h" : "") + (dimensions.flipsVertically ? "v" : "")
        }
        let hasBoth = values["w"] != nil && values["h"] != nil
        let ground = rest.take("extend")
        if let fitIn = url.fitIn {
            guard !fitIn.isAdaptive, !fitIn.isFull else { throw rest.missing("adaptive or full fit-in") }
            let enlarges = rest.take("upscale") != nil
            values["fit"] = enlarges ? ground == nil ? "clip" : "fill" : ground == nil ? "max" : "fillmax"
        } else if rest.take("stretch") != nil {
            values["fit"] = "scale"
        } else if rest.take("no_upscale", "aspect") {
            values["fit"] = "min"
        } else if hasBoth {
            values["fit"] = "crop"
        }
        try writeGround(ground)
    }

    /// Outputs that have a shape, or a share of the picture's size.
    private mutating func writeFreeSize() throws {
        if let scale = try rest.number("scale") {
            guard scale > 0, scale <= 1 else { throw rest.missing("scale(\(Decimals.text(scale)))") }
            values["w"] = Self.share(scale)
        }
        guard let shape = rest.take("aspect")?.first else { return }
        let sides = shape.split(separator: ":").map(String.init)
        values["ar"] = (exchangesSides ? sides.reversed() : sides).joined(separator: ":")
        values["fit"] = "crop"
    }

    private func pixels(_ side: ImageURL.Dimension, adding margin: Int) throws -> String? {
        switch side {
        case .pixels(let pixels):
            // One pixel would be read as the picture's whole side.
            guard (2...8192).contains(pixels + margin) else { throw rest.missing("a side of \(pixels) pixels") }
            return String(pixels + margin)
        case .proportional: return nil
        case .original: throw rest.missing("orig")
        }
    }

    private mutating func writeGround(_ ground: [String]?) throws {
        guard let ground else { return }
        switch ground {
        case ["blur"]: values["fill"] = "blur"
        case ["transparent"]: break
        default:
            guard ground.count == 1, let color = Self.color(ground[0]) else {
                throw rest.missing("extend(\(ground.joined(separator: ",")))")
            }
            (values["fill"], values["fill-color"]) = ("solid", color)
        }
    }

    /// Faces, the focal point, or alignments.
    mutating func writePlacement() throws {
        if url.isDebug { values["fp-debug"] = "true" }
        let isCentered = rest.take("fallback", "center")
        _ = rest.take("fallback", "attention")
        var modes: [String] = []
        if url.isSmart {
            if rest.take("zoom", "1", CropFilters.anyUpscaling) { return try writeFaceArea(isCentered) }
            modes = isCentered ? ["faces"] : ["faces", "edges"]
        } else if let call = rest.call("focal_point") {
            let point = call.arguments.compactMap { $0.hasSuffix("p") ? Decimals.number($0.dropLast()).map { $0 / 100 } : nil }
            guard point.count == 2, !exchangesSides else { throw rest.missing(call) }
            modes = ["focalpoint"]
            (values["fp-x"], values["fp-y"]) = (Decimals.text(point[0]), Decimals.text(point[1]))
            if let zoom = try rest.number("magnify") { values["fp-z"] = Decimals.text(zoom) }
        }
        if let vertical = url.verticalAlignment, vertical != .middle { modes.append(vertical.rawValue) }
        if let horizontal = url.horizontalAlignment, horizontal != .center { modes.append(horizontal.rawValue) }
        if !modes.isEmpty { values["crop"] = modes.joined(separator: ",") }
    }

    private mutating func writeFaceArea(_ isCentered: Bool) throws {
        guard values["fit"] == "crop", values["w"] != nil, isCentered else {
            throw rest.missing("zoom(1,any) without a crop and its fallback(center)")
        }
        values["fit"] = "facearea"
        if let padding = rest.call("padding") {
            guard padding.argumentText.hasSuffix("p"), let percent = Decimals.number(padding.argumentText.dropLast()) else {
                throw rest.missing(padding)
            }
            values["facepad"] = Decimals.text(percent / 50 + 1)
        }
        if let face = rest.take("face")?.first { values["faceindex"] = face }
    }
}
