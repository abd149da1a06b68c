internal import BoundedCrop

/// `mark` and the parameters that say where it is.
extension ImgixReader {
    mutating func readWatermark() throws {
        let align = parameters.list("mark-align")
        let (x, y) = (try parameters.integer("mark-x", in: -8192...8192), try parameters.integer("mark-y", in: -8192...8192))
        let padding = try parameters.integer("mark-pad", in: 0...8192) ?? 5
        let alpha = try parameters.number("mark-alpha", in: 0...100) ?? 100
        let scale = try parameters.number("mark-scale", in: 0...100)
        let (width, height) = (try parameters.number("mark-w", in: 0...8192), try parameters.number("mark-h", in: 0...8192))
        let tile = parameters.word("mark-tile", of: ["grid"])
        let base = parameters.text("mark-base")
        let (fit, turn) = (parameters.text("mark-fit"), parameters.text("mark-rot"))
        guard let mark = parameters.text("mark") else { return }
        guard let picture = ParameterText.argument(picture: base.map { $0.hasSuffix("/") ? $0 + mark : "\($0)/\(mark)" } ?? mark) else {
            return parameters.ignore("mark")
        }
        guard align.allSatisfy(["top", "middle", "bottom", "left", "center", "right"].contains) else {
            let wanted = "a list of top, middle, bottom, left, center, right"
            throw ImgixParameters.failure("mark-align", align.joined(separator: ","), wanted)
        }
        if let fit, !["clip", "max"].contains(fit) { parameters.ignore("mark-fit") }
        if let turn, turn != "0" { parameters.ignore("mark-rot") }
        let isAligned = !align.isEmpty
        let across = align.contains("left") ? "left" : align.contains("right") || !isAligned ? "right" : "center"
        let down = align.contains("top") ? "top" : align.contains("bottom") || !isAligned ? "bottom" : "center"
        var arguments = [picture]
        arguments.append(tile != nil ? "repeat" : position(across, x, padding))
        arguments.append(tile != nil ? "repeat" : position(down, y, padding))
        arguments.append(Decimals.text(100 - alpha))
        arguments += size(width, height, scale)
        pixels.append(FilterCall(name: "watermark", argumentText: arguments.joined(separator: ",")))
    }

    private func position(_ edge: String, _ given: Int?, _ padding: Int) -> String {
        if let given { return String(length(Double(given))) }
        switch edge {
        case "left", "top": return String(length(Double(padding)))
        case "center": return "center"
        default:
            let pixels = length(Double(padding))
            // Negative zero does not exist in whole numbers: a millionth of the side is no pixel.
            return pixels == 0 ? "-0.0001p" : String(-pixels)
        }
    }

    /// The size in percent of the output. Pixels need an output whose side is known.
    private mutating func size(_ width: Double?, _ height: Double?, _ scale: Double?) -> [String] {
        if let scale, scale > 0 { return [Decimals.text(scale), Decimals.text(scale)] }
        let shares = [("mark-w", width, output.width), ("mark-h", height, output.height)].map { name, side, whole -> String? in
            guard let side else { return nil }
            guard side > 1, let whole, case let percent = side * dpr / Double(whole) * 100, (0.01...100).contains(percent) else {
                parameters.ignore(name)
                return nil
            }
            return Decimals.text(percent)
        }
        guard shares.contains(where: { $0 != nil }) else { return [] }
        return shares[1] == nil ? [shares[0] ?? "none"] : shares.map { $0 ?? "none" }
    }
}
