internal import BoundedCrop
internal import BoundedCropRendering

extension ImageURL: CustomStringConvertible {
    /// The instructions as percent-encoded text, the same for all equal values: to be signed, or appended to `/unsafe/`.
    ///
    /// Parsing it gives the same value, unless the image begins with text that could be an earlier part.
    package var description: String {
        let parts = earlier.flatMap { $0.parts + [ImageURLParser.separator] } + self.parts
        return PercentEncoding.encoded((parts + [image]).joined(separator: "/"))
    }

    /// The parts before the image.
    private var parts: [String] {
        var parts: [String] = []
        if isDebug { parts.append("debug") }
        if isMeta { parts.append("meta") }
        if let trim { parts.append(trim.text) }
        if let manualCrop { parts.append(manualCrop.text) }
        if let fitIn { parts.append(fitIn.text) }
        if let dimensions { parts.append(dimensions.text) }
        if let horizontalAlignment { parts.append(horizontalAlignment.rawValue) }
        if let verticalAlignment { parts.append(verticalAlignment.rawValue) }
        if isSmart { parts.append("smart") }
        if !filters.isEmpty { parts.append("filters:" + filters.map(\.description).joined(separator: ":")) }
        return parts
    }
}

extension RenderRequest.Trim {
    /// The part of a URL, such as `trim:bottom-right:10`.
    var text: String {
        let reference = color.map { ":" + ParameterText.digits($0).prefix(6) } ?? (corner == .topLeft ? "" : ":\(corner.rawValue)")
        let limit = measure == .distance ? (tolerance == 0 ? "" : ":\(tolerance)") : ":\(tolerance):\(measure.rawValue)"
        return "trim" + reference + limit
    }
}

extension ImageURL.ManualCrop {
    var text: String { "\(left)x\(top):\(right)x\(bottom)" }
}

extension RenderRequest.FitIn {
    /// The part of a URL, such as `adaptive-fit-in`.
    package var text: String { (isAdaptive ? "adaptive-" : "") + (isFull ? "full-" : "") + "fit-in" }
}

extension RenderRequest.Dimensions {
    fileprivate var text: String {
        (flipsHorizontally ? "-" : "") + width.text + "x" + (flipsVertically ? "-" : "") + height.text
    }
}

extension RenderRequest.Dimension {
    fileprivate var text: String {
        switch self {
        case .pixels(let pixels): String(pixels)
        case .proportional: "0"
        case .original: "orig"
        }
    }
}
