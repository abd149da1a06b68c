/// The order of a picture's faces, where each of them gets a picture of its own.
public enum FaceOrder: String, Hashable, Sendable, Codable, CaseIterable {
    /// By their centers, from the left of the upright picture; from the top where one is above the other.
    case leftToRight = "left-to-right"
    /// By their areas, the largest first.
    case size

    /// The `CropRequest.rank` of each of the features, in this order.
    package func ranks(of features: [Feature]) -> [Int] {
        guard self == .leftToRight else { return features.isEmpty ? [] : Array(1...features.count) }
        let bySize = CropPlanner.order(features.map(\.rectangle.area))
        let ranked = bySize.enumerated().map { (rank: $0 + 1, index: $1, rectangle: features[$1].rectangle) }
        return ranked.sorted {
            ($0.rectangle.midX, $0.rectangle.midY, $0.index) < ($1.rectangle.midX, $1.rectangle.midY, $1.index)
        }
        .map(\.rank)
    }
}

extension CropRequest {
    /// A request whose plan has all features that this one considers, whatever can be made of each.
    var forFeatures: CropRequest {
        var request = CropRequest(shape)
        (request.kept, request.accuracy, request.detectsFeatures) = (kept, accuracy, detectsFeatures)
        (request.requiresFeature, request.fallback) = (requiresFeature, .center)
        return request
    }
}
