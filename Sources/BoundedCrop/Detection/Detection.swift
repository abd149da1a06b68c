/// What a detector found in a picture.
public struct Detection: Hashable, Sendable, Codable {
    /// What is sure enough to count as found.
    public var features: [Feature]
    /// What is likely, but less sure: nobody is told of it, but a crop holds it where that takes nothing from the features, and is placed
    /// around it where there are none.
    public var likely: [Feature]

    /// Creates what was found, by default without anything that is only likely.
    public init(_ features: [Feature], likely: [Feature] = []) {
        (self.features, self.likely) = (features, likely)
    }

    /// Those of at least this confidence are features, and the others likely.
    package init(_ found: [Feature], sureFrom confidence: Double) {
        self.init(found.filter { $0.confidence >= confidence }, likely: found.filter { $0.confidence < confidence })
    }

    /// Of the others, which several detectors hold likely, the most certain one at each place without a feature.
    init(_ features: [Feature], others: [Feature]) {
        self.init(features, likely: others.strongest.filter { other in !features.contains { $0.isSamePlace(as: other) } })
    }

    /// Whether there is nothing to crop to.
    package var isEmpty: Bool { features.isEmpty && likely.isEmpty }

    /// The same at another scale of the picture.
    func scaled(x horizontal: Double, y vertical: Double) -> Detection {
        func scaled(_ features: [Feature]) -> [Feature] { features.map { $0.scaled(x: horizontal, y: vertical) } }
        return Detection(scaled(features), likely: scaled(likely))
    }
}
