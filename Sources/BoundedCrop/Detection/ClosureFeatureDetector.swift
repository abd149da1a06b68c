/// A detector made of a closure, for a quick experiment.
public struct ClosureFeatureDetector: FeatureDetector {
    /// What reports call it, and its cache key.
    public let name: String
    private let find: @Sendable (any Picture, DetectionAccuracy) throws -> [Feature]

    /// - Parameters:
    ///   - name: also its cache key, so it has to change when the closure does.
    ///   - find: may be called from several threads at once.
    public init(name: String, _ find: @escaping @Sendable (any Picture, DetectionAccuracy) throws -> [Feature]) {
        self.name = name
        self.find = find
    }

    /// What the closure returns, unchanged. Throws what the closure throws.
    public func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        try find(picture, accuracy)
    }
}
