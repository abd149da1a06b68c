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
