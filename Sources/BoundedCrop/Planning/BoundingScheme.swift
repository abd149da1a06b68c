/// Which features a crop must contain.
public enum BoundingScheme: String, Hashable, Sendable, Codable, CaseIterable {
    /// All features.
    case all
    /// The feature with the largest area; of several equal ones, the last. Where priorities differ, only features of the highest one count.
    case largest
    /// The feature with the smallest area; of several equal ones, the last. Where priorities differ, only features of the highest one count.
    case smallest

    /// The features selected by this scheme. Sizes are compared without padding.
    package func features(of features: [Feature]) -> [Feature] {
        switch self {
        case .all: features
        case .largest: Self.last(of: features) { $0 >= $1 }.map { [$0] } ?? []
        case .smallest: Self.last(of: features) { $0 <= $1 }.map { [$0] } ?? []
        }
    }

    /// The rectangle around this scheme's features, each with its padding, clipped to the picture; nil if there are none.
    public func boundingRectangle(of features: [Feature], in size: PixelSize, padding: Padding) -> Rect? {
        let padded = self.features(of: features).map { padding.applied(to: $0).intersection(size.bounds) }
        let shown = padded.filter { !$0.isEmpty }
        // Successive unions would round each time, and the result would depend on the order.
        guard let minX = shown.map(\.minX).min(), let minY = shown.map(\.minY).min(), let maxX = shown.map(\.maxX).max(),
            let maxY = shown.map(\.maxY).max()
        else { return nil }
        return Rect(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
    }

    private static func last(of features: [Feature], where isBetter: (Double, Double) -> Bool) -> Feature? {
        features.reduce(nil as Feature?) { best, next in
            guard let best else { return next }
            let (priority, highest) = (next.countedPriority, best.countedPriority)
            if priority != highest { return priority > highest ? next : best }
            return isBetter(next.rectangle.area, best.rectangle.area) ? next : best
        }
    }
}
