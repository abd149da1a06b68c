internal import BoundedCrop

extension CloudinaryComponent {
    /// `r_`, `bo_`, `o_`, `a_` and `b_`, in this order. Throws `invalidURL`.
    mutating func addLooks(to step: inout TransformationStep) throws {
        if let radius = self["r"] { try addCorners(radius, to: &step) }
        if let border = self["bo"] { try addBorder(border, to: &step) }
        if let opacity = self["o"] {
            let percent = try opacity.integer(in: 0...100)
            if percent < 100 { step.addPixels("alpha", ParameterText.text(Double(percent) / 100)) }
        }
        if let angle = self["a"] { try addTurns(angle, to: &step) }
        if let background = self["b"], step.ground == nil { try addBackground(background, to: &step) }
    }

    /// The ground of a padded picture: a color, the average or a blurred copy; white by default.
    mutating func addGround(to geometry: inout TransformationGeometry) throws {
        guard let background = self["b"] else { return }
        let name = background.value.prefix { $0 != ":" }
        switch name {
        case "auto", "blurred":
            geometry.ground = name == "auto" ? "auto" : "blur"
            if name != background.value { ignored.append(background.text) }
        case "transparent": geometry.ground = "transparent"
        case "gen_fill": ignored.append(background.text)
        default: geometry.ground = try background.color(Self.color(background.value))
        }
    }

    /// A color as it stands in parameters: `red`, `rgb:ff0000` or `rgb:f008`.
    static func color(_ text: some StringProtocol) -> String { String(text.hasPrefix("rgb:") ? text.dropFirst(4)[...] : text[...]) }

    private mutating func addBackground(_ background: TransformationParameter, to step: inout TransformationStep) throws {
        let name = background.value.prefix { $0 != ":" }
        if ["auto", "blurred", "gen_fill"].contains(name) {
            ignored.append(background.text)
        } else if name != "transparent" {
            step.addPixels("background_color", try background.color(Self.color(background.value)))
        }
    }

    private func addCorners(_ radius: TransformationParameter, to step: inout TransformationStep) throws {
        // Radii above half a side count as that half, so that these give an ellipse.
        guard radius.value != "max" else { return step.addPixels("round_corner", "65535|65535") }
        let radii = try radius.value.split(separator: ":", omittingEmptySubsequences: false).map { part in
            ParameterText.text(try radius.number(part, in: 0...65_535))
        }
        let corners =
            switch radii.count {
            case 1: radii
            case 2: [radii[0], radii[1], radii[0], radii[1]]
            case 3: [radii[0], radii[1], radii[2], radii[1]]
            case 4: radii
            default: throw radius.failure("max, or one to four radii with colons between them")
            }
        if corners.contains(where: { $0 != "0" }) { step.addPixels("corner_radius", corners.joined(separator: ",")) }
    }

    private mutating func addBorder(_ border: TransformationParameter, to step: inout TransformationStep) throws {
        let parts = border.value.split(separator: "_", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].hasSuffix("px"), parts[1] == "solid" else {
            throw border.failure("a width, a style and a color, such as 4px_solid_black")
        }
        let width = try border.integer(parts[0].dropLast(2), in: 0...1000)
        let color = try border.color(Self.color(parts[2]))
        // A border that follows rounded corners is another shape.
        guard self["r"] == nil else { return ignored.append(border.text) }
        if width > 0 { step.addPixels("border", "\(width),\(width),\(width),\(width),\(color)") }
    }

    private mutating func addTurns(_ angle: TransformationParameter, to step: inout TransformationStep) throws {
        for part in angle.value.split(separator: ".", omittingEmptySubsequences: false) {
            switch part {
            case "hflip": step.addPixels("flip", "horizontal")
            case "vflip": step.addPixels("flip", "vertical")
            case "exif": break
            case "ignore", "auto_right", "auto_left": ignored.append("a_\(part)")
            default:
                let degrees = (try angle.integer(part, in: -3600...3600) % 360 + 360) % 360
                if degrees != 0 { step.addPixels("turn", String(degrees)) }
            }
        }
    }
}
