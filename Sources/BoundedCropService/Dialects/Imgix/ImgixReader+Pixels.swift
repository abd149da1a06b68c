internal import BoundedCrop

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
            let opacity = Int(amount * 2.55, within: 0...255)
            pixels.append(FilterCall("tint", "704214" + (opacity < 16 ? "0" : "") + String(opacity, radix: 16)))
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
