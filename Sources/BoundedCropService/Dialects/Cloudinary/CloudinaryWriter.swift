internal import BoundedCrop

/// Writes steps as components of transformations: the cut, the size, each change of pixels, and the file.
enum CloudinaryWriter {
    /// The components of a step.
    ///
    /// - Throws: `invalidArgument`, which names the part that has no word.
    static func components(of step: TransformationStep) throws -> [String] {
        let url = step.url
        guard !url.isDebug, !url.isMeta else { throw TransformationGeometry.noWord("debug and meta") }
        var components: [String] = []
        if let trim = url.trim {
            components.append("e_trim:\(try percent(of: trim))" + (trim.color.map { ":rgb:\(ParameterText.digits($0))" } ?? ""))
        }
        if let crop = url.manualCrop, crop.left < crop.right {
            components.append("c_crop,h_\(crop.bottom - crop.top),w_\(crop.right - crop.left),x_\(crop.left),y_\(crop.top)")
        }
        for region in step.crop where region.name == "region" { components.append(try cut(region)) }
        if let size = try size(TransformationGeometry(step)) { components.append(size) }
        if url.dimensions?.flipsHorizontally == true { components.append("a_hflip") }
        if url.dimensions?.flipsVertically == true { components.append("a_vflip") }
        components += try step.pixels.map { try component(of: $0) }
        let names = Set(step.file.map(\.name))
        guard !step.file.contains(FilterCall("strip_exif")) || names.contains("strip_icc") else {
            throw TransformationGeometry.noWord("strip_exif() alone")
        }
        let file = try step.file.flatMap { try parameters(of: $0) }
        if !file.isEmpty { components.append(file.joined(separator: ",")) }
        return components
    }

    private static func percent(of trim: ImageURL.Trim) throws -> Int {
        let percent = Int(Double(trim.tolerance) / 4.42, within: 0...100)
        guard trim.corner == .topLeft, trim.measure == .distance, CloudinaryComponent.tolerance(percent: percent) == trim.tolerance else {
            throw TransformationGeometry.noWord(trim.text)
        }
        return percent
    }

    /// `region(X,Y,W,H)` as a crop with coordinates.
    private static func cut(_ region: FilterCall) throws -> String {
        let values = region.arguments
        guard values.count == 4 else { throw TransformationGeometry.noWord(region.description) }
        let (x, y) = (try coordinate(values[0], region), try coordinate(values[1], region))
        let sides = try zip(["h", "w"], [values[3], values[2]]).compactMap { name, text -> String? in
            if text == "100p" { return nil }
            guard let side = TransformationSide(text: text) else { throw TransformationGeometry.noWord(region.description) }
            return "\(name)_\(self.text(side))"
        }
        return (["c_crop"] + sides + ["x_\(x)", "y_\(y)"]).joined(separator: ",")
    }

    /// A coordinate of a filter: pixels, or a share with a point.
    static func coordinate(_ text: String, _ call: FilterCall) throws -> String {
        let isPercent = text.hasSuffix("p")
        guard let number = ParameterText.number(isPercent ? text.dropLast() : text[...]) else {
            throw TransformationGeometry.noWord(call.description)
        }
        if !isPercent {
            guard number == number.rounded() else { throw TransformationGeometry.noWord(call.description) }
            return ParameterText.text(number)
        }
        return decimal(number / 100)
    }

    static func text(_ side: TransformationSide) -> String {
        switch side {
        case .pixels(let pixels): String(pixels)
        case .share(let share): decimal(share)
        }
    }

    /// A number that cannot be taken for pixels: with a point.
    static func decimal(_ number: Double) -> String {
        let text = ParameterText.text(number)
        return text.contains(".") ? text : text + ".0"
    }
}
