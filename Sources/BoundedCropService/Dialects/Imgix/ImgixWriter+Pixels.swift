internal import BoundedCrop

extension ImgixWriter {
    /// A turn comes before everything else at imgix, so that it exchanges the sides of the output.
    mutating func writeTurns() throws {
        let isMirroredFirst = (rest.index(of: "flip") ?? .max) < (rest.index(of: "turn") ?? -1)
        if let call = rest.call("turn") {
            guard call.arguments.count == 1, let degrees = ParameterText.number(call.arguments[0]) else { throw rest.missing(call) }
            let turns: [Double: String] = isMirroredFirst ? [90: "7", 270: "5"] : [90: "6", 180: "3", 270: "8"]
            if let value = turns[degrees] {
                values["orient"] = value
                exchangesSides = degrees != 180
                if isMirroredFirst, !rest.take("flip", "horizontal") { throw rest.missing(call) }
            } else {
                (values["rot"], values["rot-type"]) = (Decimals.text(360 - degrees), "pivot")
            }
        }
        let isHorizontal = rest.take("flip", "horizontal")
        let axes = (isHorizontal ? "h" : "") + (rest.take("flip", "vertical") ? "v" : "")
        if !axes.isEmpty { values["flip"] = axes }
    }

    /// Padding, and what is drawn over the picture's edges.
    mutating func writeMargins() throws {
        let hasBackground = rest.index(of: "background_color") != nil
        while let call = rest.call("border") {
            let sides = call.arguments.prefix(4).compactMap { Int(digits: $0[...]) }
            guard sides.count == 4, call.arguments.count <= 5, values["pad-top"] == nil else { throw rest.missing(call) }
            margins.across += sides[1] + sides[3]
            margins.down += sides[0] + sides[2]
            let color = call.arguments.count == 5 ? Self.color(call.arguments[4]) : nil
            let isBorder = color != nil && !hasBackground && values["border"] == nil
            if isBorder, let color { values["border"] = "\(sides[0]),\(color)" }
            for (edge, side) in zip(["top", "right", "bottom", "left"], sides) {
                if !isBorder { values["pad-\(edge)"] = String(side) } else if side != sides[0] { values["border-\(edge)"] = String(side) }
            }
        }
    }

    mutating func writeAdjustments() throws {
        if let amount = try rest.number("brightness") { values["bri"] = Decimals.text(amount) }
        if let amount = try rest.number("contrast") { values["con"] = Decimals.text(amount) }
        if let factor = try rest.number("saturation") { values["sat"] = Decimals.text(factor * 100 - 100) }
        if rest.take("curve", "[(0,255),(255,0)]") { values["invert"] = "true" }
        if let sigma = try rest.number("gaussian_blur") { values["blur"] = Decimals.text(sigma * 10) }
        if let side = try rest.number("pixelate") { values["px"] = Decimals.text(side) }
        if let color = rest.take("tint")?.first.flatMap(Self.color) { values["monochrome"] = color }
        while let call = rest.call("sharpen") {
            let numbers = call.arguments.prefix(2).compactMap { Decimals.number($0) }
            guard numbers.count == 2 else { throw rest.missing(call) }
            if call.arguments.last == "true", numbers[1] == 1 {
                values["sharp"] = Decimals.text(numbers[0] * 50)
            } else {
                (values["usm"], values["usmrad"]) = (Decimals.text(numbers[0] * 100), Decimals.text(numbers[1]))
            }
        }
    }

    mutating func writeMask() throws {
        let masks = ["round_corner", "corner_radius", "mask"]
        let place = masks.compactMap { rest.index(of: $0) }.min() ?? .max
        if rest.take("round_corner", "65535|65535") { values["mask"] = "ellipse" }
        if let picture = rest.take("mask")?.first { values["mask"] = picture }
        while let background = rest.index(of: "background_color"), let color = rest.take("background_color")?.first.flatMap(Self.color) {
            values[background < place ? "bg" : "mask-bg"] = color
        }
        while let call = rest.call("corner_radius") {
            if values["border"] != nil, values["border-radius"] == nil {
                values["border-radius"] = call.argumentText
            } else {
                (values["mask"], values["corner-radius"]) = ("corners", call.argumentText)
            }
        }
    }

    mutating func writeWatermark() throws {
        guard let call = rest.call("watermark") else { return }
        let arguments = call.arguments
        guard arguments.count >= 4, let transparency = Decimals.number(arguments[3]), transparency <= 100 else { throw rest.missing(call) }
        values["mark"] = arguments[0]
        if transparency > 0 { values["mark-alpha"] = Decimals.text(100 - transparency) }
        if arguments[1] == "repeat", arguments[2] == "repeat" {
            values["mark-tile"] = "grid"
        } else {
            var align: [String] = []
            for (text, name, words) in [(arguments[2], "mark-y", ("middle", "bottom")), (arguments[1], "mark-x", ("center", "right"))] {
                let fromEnd = text == "-0.0001p" ? 0 : text.hasPrefix("-") ? Int(digits: text.dropFirst()) : nil
                if text == "center" {
                    align.append(words.0)
                } else if let fromEnd {
                    guard values.updateValue(String(fromEnd), forKey: "mark-pad") ?? String(fromEnd) == String(fromEnd) else {
                        throw rest.missing(call)
                    }
                    align.append(words.1)
                } else if Int(digits: text[...]) != nil {
                    values[name] = text
                } else {
                    throw rest.missing(call)
                }
            }
            if !align.isEmpty { values["mark-align"] = align.joined(separator: ",") }
        }
        guard arguments.count > 4 else { return }
        guard arguments.count == 6, arguments[4] == arguments[5] else { throw rest.missing(call) }
        values["mark-scale"] = arguments[4]
    }
}
