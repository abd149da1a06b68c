internal import BoundedCrop
internal import BoundedCropEffects

/// What redaction would cover: of the labeled faces, and beside them.
package struct HidingScore: Sendable {
    /// How many of the labeled faces of each size are covered: at least 90% of a face without a tenth of its box on each side.
    package private(set) var covered: [DetectionScore.FaceSize: DetectionScore.Share] = [:]
    /// All sizes together.
    package var allCovered: DetectionScore.Share { covered.values.reduce(into: DetectionScore.Share()) { $0.add($1) } }
    /// The mean share of a photo that is covered, but neither a face nor an ignored place, with the margin of the redaction; 0 without photos.
    package var forNothing: Double { shares.isEmpty ? 0 : shares.reduce(0, +) / Double(shares.count) }

    private var shares: [Double] = []

    mutating func add(_ hidden: HiddenShare, _ photo: LabeledPhotos.Photo, in size: PixelSize, _ rules: EvaluationRules) {
        for (face, isCovered) in zip(photo.faces, hidden.isCovered) {
            guard let isCovered else { continue }
            covered[rules.size(ofShare: face.height / Double(size.longSide)), default: DetectionScore.Share()].add(isCovered)
        }
        shares.append(hidden.forNothing)
    }
}

/// What redaction would cover of one photo, with the default margin and outline, pixel by pixel.
struct HiddenShare: Sendable {
    /// For each labeled face, whether it is covered; nil for one outside the photo.
    let isCovered: [Bool?]
    /// The share of the photo that is covered for nothing.
    let forNothing: Double

    private static let redact = Redact(.pixelate)
    private static let edge = 0.1
    private static let neededShare = 0.9

    private struct Count {
        let place: Span2D
        var covered = 0
    }

    /// - Parameter places: What was found.
    init(of places: [Rect], in photo: LabeledPhotos.Photo, size: PixelSize) {
        let (margin, shape) = (Self.redact.margin, Self.redact.shape)
        let areas = places.compactMap { RedactedArea(around: $0, margin: margin, shape: shape, in: size) }
        let expected = (photo.faces + photo.ignored).compactMap {
            RedactedArea(around: $0, margin: margin, shape: .rectangle, in: size)?.bounds
        }
        var faces = photo.faces.map { face -> Count? in
            let middle = Rect(
                minX: face.minX + Self.edge * face.width,
                minY: face.minY + Self.edge * face.height,
                maxX: face.maxX - Self.edge * face.width,
                maxY: face.maxY - Self.edge * face.height
            )
            return middle.intersection(size.bounds).isEmpty ? nil : Count(place: Span2D(covering: middle, within: size))
        }
        var forNothing = 0
        let rows = (areas.map(\.bounds.vertical.low).min() ?? 0)..<(areas.map(\.bounds.vertical.high).max() ?? 0)
        for row in rows {
            var isHidden = [Bool](repeating: false, count: size.width)
            for area in areas where area.bounds.vertical.contains(row) {
                guard let columns = area.columns(ofRow: row) else { continue }
                for column in columns.low..<columns.high { isHidden[column] = true }
            }
            for index in faces.indices {
                guard let place = faces[index]?.place, place.vertical.contains(row) else { continue }
                faces[index]?.covered += isHidden[place.horizontal.low..<place.horizontal.high].count { $0 }
            }
            for place in expected where place.vertical.contains(row) {
                for column in place.horizontal.low..<place.horizontal.high { isHidden[column] = false }
            }
            forNothing += isHidden.count { $0 }
        }
        isCovered = faces.map { face in
            face.map { Double($0.covered) >= Self.neededShare * Double($0.place.horizontal.length * $0.place.vertical.length) }
        }
        self.forNothing = Double(forNothing) / Double(size.width * size.height)
    }
}

extension Span {
    fileprivate func contains(_ position: Int) -> Bool { low <= position && position < high }
}
