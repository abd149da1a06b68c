internal import BoundedCrop

extension ImageKitStep {
    /// The amount of `e-sharpen` without a number, and what divides the number. ImageKit states neither.
    static let sharpening = 10.0

    /// `e-` and `bl-`. Throws `invalidURL`.
    mutating func addEffects(to step: inout TransformationStep) throws {
        for effect in effects {
            let parts = effect.value.split(separator: "-", omittingEmptySubsequences: false)
            switch parts[0] {
            case "grayscale" where parts.count == 1: step.addPixels("grayscale")
            case "sharpen" where parts.count <= 2:
                let number = parts.count == 2 ? try effect.number(parts[1], in: 0...1000) : Self.sharpening
                step.addPixels("sharpen", "\(ParameterText.text(number / Self.sharpening)),1")
            case "usm":
                guard parts.count == 5 else { throw effect.failure("usm-RADIUS-SIGMA-AMOUNT-THRESHOLD") }
                let numbers = try parts.dropFirst().map { try effect.number($0, in: 0...100) }
                step.addPixels("sharpen", "\(ParameterText.text(numbers[2])),\(ParameterText.text(numbers[1]))")
                // Every edge is sharpened, however faint.
                if numbers[3] > 0 { ignored.append(effect.text) }
            case "colorize": try addColorize(effect, to: &step)
            case "shadow": try addShadow(effect, to: &step)
            default: ignored.append(effect.text)
            }
        }
        if let blur = self["bl"] { step.addPixels("blur", String(try blur.integer(in: 1...100))) }
    }

    /// The fields of an effect such as `colorize-co-red_in-50`, by name.
    private func fields(_ effect: TransformationParameter) throws -> [String: String] {
        let text = effect.value.split(separator: "-", maxSplits: 1).dropFirst().first ?? ""
        var fields: [String: String] = [:]
        for field in text.split(separator: "_") {
            let pair = field.split(separator: "-", maxSplits: 1)
            guard pair.count == 2, fields.updateValue(String(pair[1]), forKey: String(pair[0])) == nil else {
                throw effect.failure("an effect with fields such as shadow-bl-15_st-40")
            }
        }
        return fields
    }

    private func addColorize(_ effect: TransformationParameter, to step: inout TransformationStep) throws {
        let fields = try fields(effect)
        let level = try fields["in"].map { try effect.integer($0, in: 0...100) } ?? 100
        step.addPixels("colorize", "\(level),\(level),\(level),\(try color(fields["co"] ?? "808080", of: effect))")
    }

    /// A shadow, of which the offsets are percent of the picture's sides: only with both of these.
    private mutating func addShadow(_ effect: TransformationParameter, to step: inout TransformationStep) throws {
        let fields = try fields(effect)
        func percent(_ name: String) throws -> Double {
            guard let text = fields[name] else { return 2 }
            let number = try effect.number(text.drop { $0 == "N" }, in: 0...100)
            return text.hasPrefix("N") ? -number : number
        }
        let blur = try fields["bl"].map { try effect.integer($0, in: 0...15) } ?? 10
        let opacity = TransformationColor.opacity(percent: try fields["st"].map { try effect.integer($0, in: 0...100) } ?? 30)
        let (x, y) = (try percent("x"), try percent("y"))
        guard case .pixels(let width)? = step.url.dimensions?.width, case .pixels(let height)? = step.url.dimensions?.height else {
            return ignored.append(effect.text)
        }
        let offsets = [x * Double(width), y * Double(height)].map { ParameterText.text(min(max(($0 / 100).rounded(), -1000), 1000)) }
        step.addPixels("shadow", "000000\(opacity),\(offsets[0]),\(offsets[1]),\(blur)")
    }

    /// `r-`, `b-`, `o-`, `rt-`, `fl-` and `bg-`, in this order. Throws `invalidURL`.
    mutating func addLooks(to step: inout TransformationStep) throws {
        if let radius = self["r"] { try addCorners(radius, to: &step) }
        if let border = self["b"] { try addBorder(border, to: &step) }
        if let opacity = self["o"] {
            let percent = try opacity.integer(in: 0...100)
            if percent < 100 { step.addPixels("alpha", ParameterText.text(Double(percent) / 100)) }
        }
        if let rotation = self["rt"], rotation.value != "auto" {
            let degrees = try rotation.integer(rotation.value.drop { $0 == "N" }, in: 0...3600) % 360
            let clockwise = rotation.value.hasPrefix("N") ? (360 - degrees) % 360 : degrees
            if clockwise != 0 { step.addPixels("turn", String(clockwise)) }
        }
        if let flip = self["fl"] {
            for side in flip.value.split(separator: "_", omittingEmptySubsequences: false) {
                guard side == "h" || side == "v" else { throw flip.failure("h, v or h_v") }
                step.addPixels("flip", side == "h" ? "horizontal" : "vertical")
            }
        }
        if let background = self["bg"], step.ground == nil { try addBackground(background, to: &step) }
    }

    private mutating func addBackground(_ background: TransformationParameter, to step: inout TransformationStep) throws {
        let name = background.value.prefix { $0 != "_" && $0 != "-" }
        if ["blurred", "dominant", "genfill", "gradient"].contains(name) { return ignored.append(background.text) }
        step.addPixels("background_color", try color(background.value, of: background))
    }

    private func addCorners(_ radius: TransformationParameter, to step: inout TransformationStep) throws {
        // Radii above half a side count as that half, so that these give an ellipse.
        guard radius.value != "max" else { return step.addPixels("round_corner", "65535|65535") }
        let radii = try radius.value.split(separator: "_", omittingEmptySubsequences: false).map { part in
            ParameterText.text(try radius.number(part, in: 0...65_535))
        }
        guard [1, 4].contains(radii.count) else { throw radius.failure("max, a radius, or four with “_” between them") }
        if radii.contains(where: { $0 != "0" }) { step.addPixels("corner_radius", radii.joined(separator: ",")) }
    }

    private mutating func addBorder(_ border: TransformationParameter, to step: inout TransformationStep) throws {
        let parts = border.value.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "_" || $0 == "-" }
        guard parts.count == 2 else { throw border.failure("a width and a color, such as 5_FF0000") }
        let width = try border.integer(parts[0], in: 0...1000)
        let color = try color(parts[1], of: border)
        // A border that follows rounded corners is another shape.
        guard self["r"] == nil else { return ignored.append(border.text) }
        if width > 0 { step.addPixels("border", "\(width),\(width),\(width),\(width),\(color)") }
    }
}
