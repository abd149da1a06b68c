internal import BoundedCrop

/// Writes steps as steps of transformations: the cut, the size, each change of pixels, and the file. What stands in the query is collected.
struct ImageKitWriter {
    /// The parameters of the query.
    private(set) var query: [String] = []
    /// When the URL expires, in seconds since 1970.
    private(set) var expiry: Int?

    /// The steps of a step.
    ///
    /// - Throws: `invalidArgument`, which names the part that has no word.
    mutating func steps(of step: TransformationStep) throws -> [String] {
        let url = step.url
        guard !url.isDebug, !url.isMeta else { throw TransformationGeometry.noWord("debug and meta") }
        var steps: [String] = []
        if let trim = url.trim {
            let percent = Int(Double(trim.tolerance) / 4.42, within: 1...99)
            guard trim.corner == .topLeft, trim.color == nil, trim.measure == .distance,
                CloudinaryComponent.tolerance(percent: percent) == trim.tolerance
            else { throw TransformationGeometry.noWord(trim.text) }
            steps.append("t-\(percent)")
        }
        if let crop = url.manualCrop, crop.left < crop.right {
            steps.append("w-\(crop.right - crop.left),h-\(crop.bottom - crop.top),cm-extract,x-\(crop.left),y-\(crop.top)")
        }
        for region in step.crop where region.name == "region" { steps.append(try Self.cut(region)) }
        if let size = try Self.size(TransformationGeometry(step)) { steps.append(size) }
        if url.dimensions?.flipsHorizontally == true { steps.append("fl-h") }
        if url.dimensions?.flipsVertically == true { steps.append("fl-v") }
        steps += try step.pixels.map { try Self.parameter(of: $0) }
        let file = try step.file.compactMap { try parameter(ofFile: $0) }
        return steps + (file.isEmpty ? [] : [file.joined(separator: ",")])
    }

    /// The parameter of a filter for the file; nil if it stands in the query. Throws `invalidArgument`.
    private mutating func parameter(ofFile call: FilterCall) throws -> String? {
        let value = call.argumentText
        switch call.name {
        case "format": return "f-\(value == "jpeg" ? "jpg" : value)"
        case "quality": return "q-\(value)"
        case "raw": return "orig-true"
        case "strip_icc": return "cp-false"
        case "strip_exif" where value.isEmpty: return "md-false"
        case "still", "cover": return "pg-1"
        case "attachment": query.append("ik-attachment=true")
        case "filename" where value.utf8.allSatisfy(CloudinaryComponent.isFileName): query.append("ik-attachment-name=\(value)")
        case "expires":
            guard let seconds = Int(value), seconds > 0 else { throw TransformationGeometry.noWord(call.description) }
            expiry = seconds
        default: throw TransformationGeometry.noWord(call.description)
        }
        return nil
    }

    /// `region(X,Y,W,H)` as an extraction from a corner.
    private static func cut(_ region: FilterCall) throws -> String {
        let values = region.arguments
        guard values.count == 4, let x = Int(digits: values[0][...]), let y = Int(digits: values[1][...]) else {
            throw TransformationGeometry.noWord(region.description)
        }
        let sides = try zip(["w", "h"], values[2...]).compactMap { name, text -> String? in
            if text == "100p" { return nil }
            guard let side = TransformationSide(text: text) else { throw TransformationGeometry.noWord(region.description) }
            return "\(name)-\(try self.text(side))"
        }
        return (sides + ["cm-extract", "x-\(x)", "y-\(y)"]).joined(separator: ",")
    }

    static func text(_ side: TransformationSide) throws -> String {
        switch side {
        case .pixels(let pixels): return String(pixels)
        case .share(let share):
            guard share < 1 else { throw TransformationGeometry.noWord("a side of 100 percent") }
            return ParameterText.text(share)
        }
    }
}
