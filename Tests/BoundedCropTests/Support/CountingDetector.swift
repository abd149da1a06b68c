import BoundedCrop
import TestSupport

/// Returns the same features for every picture, counts its calls, and may be held up.
struct CountingDetector: FeatureDetector {
    let name: String
    let count = Counter()
    private let features: [Feature]
    private let before: @Sendable () throws -> Void

    /// - Parameter before: called in each detection, on its thread.
    init(
        _ features: [Feature] = [Feature(Rect(x: 60, y: 20, width: 20, height: 20))],
        name: String = "counting",
        before: @escaping @Sendable () throws -> Void = {}
    ) {
        self.features = features
        self.name = name
        self.before = before
    }

    func features(in picture: any Picture, accuracy: DetectionAccuracy) throws -> [Feature] {
        count.enter()
        defer { count.leave() }
        try before()
        return features
    }
}
