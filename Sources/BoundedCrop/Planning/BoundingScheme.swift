/// Which features a crop has to hold.
public enum BoundingScheme: String, Hashable, Sendable, Codable, CaseIterable {
    /// All of them.
    case all
    /// The one that covers the largest area; of equals the last.
    case largest
    /// The one that covers the smallest area; of equals the last.
    case smallest

    /// The features that count under this scheme. Sizes are compared without padding.
    public func features(of features: [Feature]) -> [Feature] {
        switch self {
        case .all: features
        case .largest: Self.last(of: features) { $0 >= $1 }.map { [$0] } ?? []
        case .smallest: Self.last(of: features) { $0 <= $1 }.map { [$0] } ?? []
        }
    }

    /// The rectangle around this scheme's features, each with its padding, clipped by the picture; nil when there are none.
    public func boundingRectangle(of features: [Feature], in size: PixelSize, padding: Padding) -> Rect? {
        let padded = self.features(of: features).map { padding.applied(to: $0.rectangle).intersection(size.bounds) }
        let shown = padded.filter { !$0.isEmpty }
        // Not one union after the other: each rounds, and the order would show.
        guard let minX = shown.map(\.minX).min(), let minY = shown.map(\.minY).min(), let maxX = shown.map(\.maxX).max(),
            let maxY = shown.map(\.maxY).max()
        else { return nil }
        return Rect(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
    }

    private static func last(of features: [Feature], where isBetter: (Double, Double) -> Bool) -> Feature? {
        features.reduce(nil as Feature?) { best, next in
            guard let best else { return next }
            return isBetter(next.rectangle.area, best.rectangle.area) ? next : best
        }
    }
}
