internal import BoundedCrop

extension CloudinaryWriter {
    /// The component of a filter for pixels. Throws `invalidArgument`.
    static func component(of call: FilterCall) throws -> String {
        let values = call.arguments
        let word: String? =
            switch (call.name, values.count) {
            case ("grayscale", 0): "e_grayscale"
            case ("curve", 2) where call.argumentText == "[(0,255),(255,0)]": "e_negate"
            case ("curve", 1) where call.argumentText == "[(0,255),(255,0)]": "e_negate"
            case ("bitonal", 0): "e_blackwhite:50"
            case ("bitonal", 1): whole(values[0], scale: 1 / 2.55, 0...100).map { "e_blackwhite:\($0)" }
            case ("brightness", 1): whole(values[0], -99...100).map { "e_brightness:\($0)" }
            case ("contrast", 1): whole(values[0], -100...100).map { "e_contrast:\($0)" }
            case ("saturation", 1): whole(values[0], scale: 100, less: 100, -100...100).map { "e_saturation:\($0)" }
            case ("rgb", 3): channel(values)
            case ("sharpen", 2) where values[1] == "1": whole(values[0], scale: 100, 1...2000).map { "e_sharpen:\($0)" }
            case ("sharpen", 2) where values[1] == "2": whole(values[0], scale: 100, 1...2000).map { "e_unsharp_mask:\($0)" }
            case ("gaussian_blur", 1): whole(values[0], scale: CloudinaryEffect.blurStrength, 1...2000).map { "e_blur:\($0)" }
            case ("pixelate", 1): whole(values[0], 1...200).map { "e_pixelate:\($0)" }
            case ("redact", 1) where values[0] == "blur": "e_blur_faces"
            case ("redact", 1) where values[0] == "pixelate": "e_pixelate_faces"
            case ("colorize", 4) where values[0] == values[1] && values[1] == values[2]:
                try whole(values[0], 0...100).map { "co_\(try color(values[3])),e_colorize:\($0)" }
            case ("tint", 1) where values[0].utf8.count == 8 && values[0].hasPrefix("704214"): sepia(values[0].suffix(2))
            case ("shadow", 4): try shadow(values)
            default: try looks(call)
            }
        guard let word else { throw TransformationGeometry.noWord(call.description) }
        return word
    }

    private static func sepia(_ opacity: Substring) -> String? {
        Int(opacity, radix: 16).map { Int(Double($0) / 2.55, within: 1...100) }.map { "e_sepia:\($0)" }
    }

    private static func looks(_ call: FilterCall) throws -> String? {
        let values = call.arguments
        return switch (call.name, values.count) {
        case ("round_corner", 1) where values[0] == "65535|65535": "r_max"
        case ("corner_radius", 1...4) where values.allSatisfy { ParameterText.number($0) != nil }: "r_\(values.joined(separator: ":"))"
        case ("border", 5) where Set(values.prefix(4)).count == 1:
            try whole(values[0], 1...1000).map { "bo_\($0)px_solid_\(try color(values[4]))" }
        case ("alpha", 1): whole(values[0], scale: 100, 0...100).map { "o_\($0)" }
        case ("flip", 1) where values[0] == "horizontal": "a_hflip"
        case ("flip", 1) where values[0] == "vertical": "a_vflip"
        case ("turn", 1): whole(values[0], -3600...3600).map { "a_\($0)" }
        case ("background_color", 1): "b_\(try color(values[0]))"
        default: nil
        }
    }

    /// The parameters of a filter for the file. Throws `invalidArgument`.
    static func parameters(of call: FilterCall) throws -> [String] {
        let value = call.argumentText
        switch call.name {
        case "format": return ["f_\(value == "jpeg" ? "jpg" : value)"]
        case "quality": return ["q_\(value)"]
        case "attachment": return ["fl_attachment"]
        case "filename" where value.utf8.allSatisfy(CloudinaryComponent.isFileName) && !value.isEmpty: return ["fl_attachment:\(value)"]
        case "strip_icc": return ["fl_strip_profile"]
        case "strip_exif" where value.isEmpty: return ["fl_force_strip"]
        case "strip_exif": return ["fl_keep_attribution"]
        case "still", "cover": return ["pg_1"]
        default: throw TransformationGeometry.noWord(call.description)
        }
    }

    /// A number multiplied, as a whole number; nil if it is not one.
    private static func whole(_ text: String, scale: Double = 1, less: Double = 0, _ range: ClosedRange<Int>) -> Int? {
        guard let number = ParameterText.number(text) else { return nil }
        let scaled = number * scale - less
        let rounded = Int(scaled, within: range)
        return abs(Double(rounded) - scaled) < (scale < 1 ? 0.5 : 0.001) ? rounded : nil
    }

    private static func channel(_ values: [String]) -> String? {
        let changed = values.indices.filter { values[$0] != "0" }
        guard changed.count <= 1, let level = whole(values[changed.first ?? 0], -100...100) else { return nil }
        return "e_\(["red", "green", "blue"][changed.first ?? 0]):\(level)"
    }

    private static func shadow(_ values: [String]) throws -> String? {
        guard values[3] == String(CloudinaryEffect.shadowBlur), let color = TransformationColor.digits(values[0]) else { return nil }
        guard let x = whole(values[1], -1000...1000), let y = whole(values[2], -1000...1000) else { return nil }
        let opacity = color.utf8.count > 6 ? Int(color.suffix(2), radix: 16) ?? 255 : 255
        let strength = Int(Double(opacity) / 2.55, within: 0...100)
        return "co_rgb:\(color.prefix(6)),e_shadow:\(strength),x_\(x),y_\(y)"
    }
}
