internal import BoundedCrop

/// What the two redacting effects share: given features, it removes every trace of them.
struct Redaction {
    let style: RedactionStyle
    let margin: Double
    let shape: RedactionShape

    /// Throws `invalidArgument` for an impossible margin.
    init(style: RedactionStyle, margin: Double, shape: RedactionShape) throws {
        guard (0...100).contains(margin) else {
            throw BoundedCropError(.invalidArgument, "a redaction's margin is 0 to 100 times the feature's size, not \(margin)")
        }
        self.style = style
        self.margin = margin
        self.shape = shape
    }

    /// The parameters of a redaction for cache keys.
    static func keyParts(_ style: RedactionStyle, _ margin: Double, _ shape: RedactionShape) -> [String] {
        [style.key, margin.keyText, shape.rawValue]
    }

    /// The changed picture, and a cover that may be as large; for a blur, the cover before and after it.
    static func footprint(_ style: RedactionStyle, on size: PixelSize) -> EffectFootprint {
        var footprint = EffectFootprint.inPlace(size, layers: 1)
        if style == .blur { footprint.workingBytes = footprint.workingBytes.plus(BoxBlur.footprint(on: size, iterations: 3).workingBytes) }
        return footprint
    }

    /// Throws `code` for a rectangle that is empty, not finite or more than a billion pixels away: no picture is better than one that shows a
    /// face.
    static func check(_ features: [Feature], refusal code: BoundedCropError.Code) throws {
        for feature in features.map(\.rectangle) {
            let numbers = [feature.x, feature.y, feature.width, feature.height]
            guard !feature.isEmpty, numbers.allSatisfy({ abs($0) <= 1e9 }) else {
                throw BoundedCropError(code, "nothing was redacted: the place \(feature) is not valid")
            }
        }
    }

    /// Hides features that were checked; those outside the picture are ignored. A region was given, so that all of it is hidden: its outline
    /// is a rectangle. Returns the indices of those that were covered, of several at one place only the first: a detector for hiding may find one
    /// several times.
    @discardableResult
    func apply(to image: inout PixelBuffer, features: [Feature]) throws -> [Int] {
        var covered: [Int] = []
        for (index, feature) in features.enumerated() {
            let shape = feature.kind == .region ? .rectangle : shape
            guard let area = RedactedArea(around: feature.rectangle, margin: margin, shape: shape, in: image.size) else { continue }
            let cover = try cover(for: area, in: image)
            for row in area.bounds.vertical.low..<area.bounds.vertical.high {
                try Cancellation.checkCurrent()
                guard let columns = area.columns(ofRow: row) else { continue }
                image.replace(columns, ofRow: row, from: cover, at: (area.bounds.horizontal.low, area.bounds.vertical.low))
            }
            let place = Feature(feature.rectangle)
            if !covered.contains(where: { Feature(features[$0].rectangle).isSamePlace(as: place) }) { covered.append(index) }
        }
        return covered
    }

    /// The pixels that replace the area's bounds.
    private func cover(for area: RedactedArea, in image: PixelBuffer) throws -> PixelBuffer {
        let side = Int(area.featureSide / 5, within: 8...Argument.manyPixels, rounded: .up)
        switch style {
        case .fill(let color):
            return try PixelBuffer(size: area.bounds.size, color: color)
        case .pixelate:
            return try image.mosaic(of: area.bounds, side: side)
        case .blur:
            var cover = try image.mosaic(of: area.bounds, side: side)
            try BoxBlur(radius: Double(side), iterations: 3).apply(to: &cover)
            return cover
        }
    }
}
