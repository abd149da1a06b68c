internal import BoundedCrop

/// What a request means: what happens to the picture, in order, without differences that change nothing in the result. Dialects compare it
/// to check that the URL that they wrote says what it has to.
struct DialectMeaning: Equatable {
    private enum Part: Equatable {
        case trim(ImageURL.Trim)
        case geometry(ImageURL, [String: String])
        case step(FilterCall)
    }

    private let image: String
    private let isMeta: Bool
    private let isDebug: Bool
    private var parts: [Part] = []
    /// What is said of the file and of the answer; of each filter, the last one counts.
    private var file: [String: String] = [:]

    init(_ url: ImageURL) {
        (image, isMeta, isDebug) = (url.image, url.isMeta, url.isDebug)
        for request in url.earlier + [url] {
            // Only the last request makes a file.
            file = [:]
            add(request.withoutIdleParts(showsPlan: url.isMeta || url.isDebug))
        }
    }

    /// Adds the parts of a request in the order in which they apply, whatever their order in the request.
    private mutating func add(_ request: ImageURL) {
        var (geometry, texts, steps) = (ImageURL(image: ""), [String: String](), [FilterCall]())
        for call in request.filters.map(\.withPlainColors) {
            if Self.isStep(call) {
                steps.append(call)
            } else if CropFilters.readers[call.name] == nil, GeometryFilters.readers[call.name] == nil {
                file[call.name == "cover" ? "still" : call.name] = call.argumentText
            } else {
                // Of these alone, all count.
                let others = call.name == "focal" ? texts[call.name].map { "\($0) " } ?? "" : ""
                texts[call.name] = others + call.argumentText
            }
        }
        if let trim = request.trim { parts.append(.trim(trim)) }
        if let crop = request.manualCrop {
            addRegion(["\(crop.left)", "\(crop.top)", "\(crop.right - crop.left)", "\(crop.bottom - crop.top)"])
        }
        if let region = texts.removeValue(forKey: "region") { addRegion(FilterCall("region", region).arguments) }
        geometry.dimensions = request.dimensions
        geometry.fitIn = request.fitIn
        (geometry.horizontalAlignment, geometry.verticalAlignment) = (request.horizontalAlignment, request.verticalAlignment)
        geometry.isSmart = request.isSmart
        let flips = geometry.takeFlips()
        if let scale = texts["scale"].flatMap({ ParameterText.number($0) }), geometry.scale(by: scale) { texts["scale"] = nil }
        if geometry != ImageURL(image: "") || !texts.isEmpty { parts.append(.geometry(geometry, texts)) }
        parts += (flips + steps).map { .step($0) }
    }

    /// Adds a fixed part of the picture, which may also be a window at a distance from the top left corner: both are the same inside the
    /// picture.
    private mutating func addRegion(_ sides: [String]) {
        var corner = ImageURL(image: "")
        (corner.horizontalAlignment, corner.verticalAlignment) = (.left, .top)
        guard sides.count == 4, sides.allSatisfy({ Int(digits: $0[...]) != nil }) else {
            return parts.append(.geometry(ImageURL(image: ""), ["region": sides.joined(separator: ",")]))
        }
        var texts = ["window": "\(sides[2]),\(sides[3])"]
        if sides[0] != "0" || sides[1] != "0" { texts["offset"] = "\(sides[0]),\(sides[1])" }
        parts.append(.geometry(corner, texts))
    }

    /// A filter that another meaning does not have.
    func first(notIn other: DialectMeaning) -> FilterCall? {
        let found = Set(other.calls)
        return calls.first { !found.contains($0) }
    }

    private var calls: [FilterCall] {
        parts.flatMap(Self.calls) + Self.calls(file)
    }

    private static func calls(_ part: Part) -> [FilterCall] {
        switch part {
        case .trim: []
        case .geometry(_, let texts): calls(texts)
        case .step(let call): [call]
        }
    }

    private static func calls(_ texts: [String: String]) -> [FilterCall] {
        texts.sorted { $0.key < $1.key }.map { FilterCall(name: $0.key, argumentText: $0.value) }
    }

    private static func isStep(_ call: FilterCall) -> Bool {
        PictureStep.readers[call.name] != nil || PictureStep.expressionNames.contains(call.name)
    }
}

extension FilterCall {
    /// Filters with a color among their arguments.
    private static let colored: Set = ["background_color", "border", "colorize", "extend", "fill", "shadow", "tint", "turn"]

    /// The filter with its colors in the form that they all have in common.
    fileprivate var withPlainColors: FilterCall {
        guard Self.colored.contains(name) else { return self }
        let texts = arguments.map { text in
            // Three digits may be a number of pixels.
            guard ParameterText.number(text) == nil || text.count == 6 else { return text }
            return Color(abbreviated: text).map { ParameterText.digits($0) } ?? text
        }
        return FilterCall(name: name, argumentText: texts.joined(separator: ","))
    }
}

extension ImageURL {
    /// Takes the flips out of the dimensions. They apply after the crop, before all effects, as these filters do.
    fileprivate mutating func takeFlips() -> [FilterCall] {
        guard let dimensions else { return [] }
        let horizontal = dimensions.flipsHorizontally ? [FilterCall("flip", "horizontal")] : []
        let vertical = dimensions.flipsVertically ? [FilterCall("flip", "vertical")] : []
        let plain = Dimensions(width: dimensions.width, height: dimensions.height)
        self.dimensions = plain == Dimensions() ? nil : plain
        return horizontal + vertical
    }

    /// Multiplies dimensions in pixels; false if there are none.
    fileprivate mutating func scale(by scale: Double) -> Bool {
        guard let dimensions, let width = dimensions.width.scaled(by: scale), let height = dimensions.height.scaled(by: scale) else {
            return false
        }
        self.dimensions = Dimensions(width: width, height: height)
        return true
    }
}

extension ImageURL.Dimension {
    /// Nil for the picture's own side.
    fileprivate func scaled(by scale: Double) -> Self? {
        switch self {
        case .pixels(let pixels): .pixels(Int(Double(pixels) * scale, within: 1...65_535))
        case .proportional: .proportional
        case .original: nil
        }
    }
}
