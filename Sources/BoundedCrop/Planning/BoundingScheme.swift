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
        let union = padded.reduce(Rect(x: 0, y: 0, width: 0, height: 0)) { $0.union($1) }
        return union.isEmpty ? nil : union
    }

    private static func last(of features: [Feature], where isBetter: (Double, Double) -> Bool) -> Feature? {
        features.reduce(nil as Feature?) { best, next in
            guard let best else { return next }
            return isBetter(next.rectangle.area, best.rectangle.area) ? next : best
        }
    }
}
