/// Returns given features, the same for every picture.
///
/// A request's padding is added to them as to faces: for places that are exactly what is to be kept, use `Padding.zero`.
public struct FixedFeatureDetector: FeatureDetector {
    /// The name in reports; `regions` by default.
    public let name: String
    /// The features, in pixels of the upright picture.
    package let features: [Feature]

    /// Creates a detector that returns these features for every picture.
    public init(_ features: [Feature], name: String = "regions") {
        self.features = features
        self.name = name
    }

    /// Creates a detector from rectangles in pixels of the upright picture.
    public init(_ rectangles: [Rect]) {
        self.init(rectangles.map { Feature($0, kind: .region) })
    }

    /// Made of the name and of every feature's rectangle, confidence, kind, priority and landmarks.
    public var cacheKey: String {
        let parts = features.map { feature in
            let rectangle = feature.rectangle
            let numbers = [rectangle.x, rectangle.y, rectangle.width, rectangle.height, feature.confidence]
            let kind = CropCacheKey.escaped(feature.kind.rawValue)
            let priority = feature.countedPriority == 1 ? "" : ",\(feature.countedPriority)"
            let landmarks = feature.landmarks.map { ",(\($0.points.map { "\($0.x),\($0.y)" }.joined(separator: ",")))" } ?? ""
            return numbers.map(String.init(describing:)).joined(separator: ",") + "," + kind + priority + landmarks
        }
        return "\(CropCacheKey.escaped(name))(\(parts.joined(separator: ";")))"
    }

    /// Returns the given features. The picture's pixels and the accuracy have no effect.
    ///
    /// - Throws: `invalidArgument` when there are features but all of them lie outside the picture, because they were meant for another
    ///   one.
    public func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        try features(in: picture.size)
    }

    /// Returns the given features for a picture of this size; throws as `features(in:accuracy:)`.
    package func features(in size: PixelSize) throws -> [Feature] {
        let isShown = features.contains { !$0.rectangle.intersection(size.bounds).isEmpty }
        guard isShown || features.isEmpty else {
            throw BoundedCropError(.invalidArgument, "\(Self.name(of: features[0])) lies outside the picture of \(size)")
        }
        return features
    }

    /// What there is to say of features of which a picture of this size does not have all.
    package func notes(in size: PixelSize) -> [String] { features.compactMap { $0.rectangle.note(Self.name(of: $0), in: size) } }

    private static func name(of feature: Feature) -> String {
        let rectangle = feature.rectangle
        guard feature.kind == .focalPoint else { return "the region \(rectangle.text)" }
        return "the focal point \(Decimals.text(rectangle.x)),\(Decimals.text(rectangle.y))"
    }
}

/// A detector that runs a closure, for quick experiments.
public struct ClosureFeatureDetector: FeatureDetector {
    /// The name in reports, which is also the cache key.
    public let name: String
    private let find: @Sendable (any Picture, DetectionAccuracy) throws -> [Feature]

    /// Creates a detector from a closure.
    /// - Parameters:
    ///   - name: The name in reports and the cache key. Change it whenever the closure changes.
    ///   - find: Returns the features of a picture. It may be called from several threads at once.
    public init(name: String, _ find: @escaping @Sendable (any Picture, DetectionAccuracy) throws -> [Feature]) {
        self.name = name
        self.find = find
    }

    /// Returns what the closure returns, unchanged.
    ///
    /// - Throws: What the closure throws.
    public func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        try find(picture, accuracy)
    }
}
