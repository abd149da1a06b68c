internal import BoundedCrop
internal import BoundedCropEffects

extension ImageURL {
    /// The same request without the parts that change nothing in it, and with its filters in their canonical form.
    ///
    /// - Parameter showsPlan: Whether the plan of the crop is shown, so that what was looked for counts.
    func withoutIdleParts(showsPlan: Bool) -> ImageURL {
        var url = self
        if let crop = manualCrop, crop.left >= crop.right { url.manualCrop = nil }
        if url.dimensions == Dimensions() { url.dimensions = nil }
        if url.dimensions.map({ $0.width == .proportional && $0.height == .proportional }) ?? true { url.fitIn = nil }
        if url.horizontalAlignment == .center { url.horizontalAlignment = nil }
        if url.verticalAlignment == .middle { url.verticalAlignment = nil }
        if !url.cuts {
            (url.horizontalAlignment, url.verticalAlignment) = (nil, nil)
            let looks = showsPlan || url.has("require_face") || url.has("auto_rotate")
            if !looks { url.isSmart = false }
            url.filters.removeAll { ["offset", "focal_point", "zoom"].contains($0.name) || !looks && $0.name == "keep" }
        }
        // Both set the same value, of which the last one counts.
        let upscaling: Set = ["upscale", "no_upscale"]
        let last = url.filters.lastIndex { upscaling.contains($0.name) }
        url.filters = url.filters.indices.filter { $0 == last || !upscaling.contains(url.filters[$0].name) }.map { url.filters[$0] }
        url.filters = url.filters.map(\.canonical).filter { call in
            switch call.name {
            case "no_upscale": url.fitIn == nil || url.fitIn?.isFull == true
            case "upscale": url.fitIn != nil || url.has("auto_fit")
            default: !FilterCall.withoutEffect.contains(call)
            }
        }
        return url
    }

    private func has(_ name: String) -> Bool { filters.contains { $0.name == name } }

    /// Whether parts of the picture may be cut off, at a place that depends on the picture or on the alignment.
    var cuts: Bool {
        if has("window") || has("aspect") || has("magnify") { return true }
        guard fitIn == nil, !has("stretch") else { return false }
        if isSmart, has("zoom") || has("tightness") { return true }
        guard let dimensions else { return false }
        return dimensions.width != .proportional && dimensions.height != .proportional
    }
}

extension FilterCall {
    /// Filters that say what is so without them.
    fileprivate static let withoutEffect: Set = [
        FilterCall("scheme", "all"), FilterCall("fallback", "attention"), FilterCall("placement", "center"), FilterCall("accuracy", "low"),
    ]

    /// Filters whose arguments are numbers, or percent with `p`.
    private static let numeric: Set = [
        "gaussian_blur", "saturation", "brightness", "contrast", "pixelate", "quality", "max_bytes", "scale", "at_least", "zoom", "window",
        "offset", "focal_point", "region", "turn",
    ]

    /// The filter that all ways to write the same one have in common.
    fileprivate var canonical: FilterCall {
        switch name {
        case "blur":
            guard let blur = try? PictureStep.blur(self) as? GaussianBlur else { return self }
            return FilterCall("gaussian_blur", ParameterText.text(blur.sigma))
        case "rotate":
            // Counterclockwise.
            guard arguments.count == 1, let degrees = Int(arguments[0]), abs(degrees) <= 1_000_000 else { return self }
            return FilterCall("turn", "\(((-degrees) % 360 + 360) % 360)")
        case "keep":
            return (try? KeptKinds(argumentText)).map { FilterCall(name: name, argumentText: $0.text) } ?? self
        case "format":
            let format = argumentText.lowercased()
            return FilterCall(name, format == "jpg" ? "jpeg" : format)
        default:
            guard Self.numeric.contains(name) else { return self }
            return FilterCall(name: name, argumentText: arguments.map(Self.canonicalNumber).joined(separator: ","))
        }
    }

    private static func canonicalNumber(_ text: String) -> String {
        let isPercent = text.hasSuffix("p")
        let number = ParameterText.number(isPercent ? text.dropLast() : text[...], allowsExponents: true)
        return number.map { ParameterText.text($0) + (isPercent ? "p" : "") } ?? text
    }
}
