/// The order of a picture's faces, where each of them gets a picture of its own.
public enum FaceOrder: String, Hashable, Sendable, Codable, CaseIterable {
    /// By rows from the top of the upright picture, as in the captions of class photos, each from the left.
    case leftToRight = "left-to-right"
    /// By their areas, the largest first.
    case size

    /// The `CropRequest.rank` of each of the features, in this order.
    package func ranks(of features: [Feature]) -> [Int] {
        guard self == .leftToRight else { return features.isEmpty ? [] : Array(1...features.count) }
        let bySize = CropPlanner.order(features.map(\.rectangle.area))
        let ranked = bySize.enumerated().map { FaceRow.Place(rank: $0 + 1, index: $1, rectangle: features[$1].rectangle) }
        return FaceRow.rows(of: ranked).flatMap { row in
            row.places.sorted {
                ($0.rectangle.midX, $0.rectangle.midY, $0.index) < ($1.rectangle.midX, $1.rectangle.midY, $1.index)
            }
            .map(\.rank)
        }
    }
}

/// Faces beside each other.
private struct FaceRow {
    struct Place {
        let rank: Int
        let index: Int
        let rectangle: Rect
    }

    private(set) var places: [Place]
    private var sumOfMiddles: Double
    private var sumOfHeights: Double

    private init(_ place: Place) {
        (places, sumOfMiddles, sumOfHeights) = ([place], place.rectangle.midY, place.rectangle.height)
    }

    /// The rows from the top. Those nearest to each other are joined, as long as their middles are a face's height apart at most, and no face of one
    /// is above a face of the other. So the heights of people may differ, and the camera may be tilted, while rows are apart where people look
    /// over each other's shoulders. With 29 people in three rows, as on the photo of the Solvay Conference of 1927, a limit of the height alone
    /// cannot tell them.
    static func rows(of places: [Place]) -> [FaceRow] {
        var rows = places.sorted { ($0.rectangle.midY, $0.rectangle.midX, $0.index) < ($1.rectangle.midY, $1.rectangle.midX, $1.index) }
            .map(FaceRow.init)
        // Joining two neighbors changes nothing for others.
        var distances = rows.indices.dropLast().map { rows[$0].distance(to: rows[$0 + 1]) }
        while let nearest = distances.indices.min(by: { distances[$0] < distances[$1] }), distances[nearest] <= 1 {
            rows[nearest].join(rows.remove(at: nearest + 1))
            distances.remove(at: nearest)
            for index in [nearest - 1, nearest] where distances.indices.contains(index) {
                distances[index] = rows[index].distance(to: rows[index + 1])
            }
        }
        return rows
    }

    private mutating func join(_ other: FaceRow) {
        places += other.places
        sumOfMiddles += other.sumOfMiddles
        sumOfHeights += other.sumOfHeights
    }

    /// How far a lower row is, in heights of a face; infinite if it can be no part of this one.
    private func distance(to other: FaceRow) -> Double {
        let (count, otherCount) = (Double(places.count), Double(other.places.count))
        let height = (sumOfHeights / count + other.sumOfHeights / otherCount) / 2
        let distance = (other.sumOfMiddles / otherCount - sumOfMiddles / count) / height
        return distance <= 1 && !isAbove(other) ? distance : .infinity
    }

    /// Whether a face of one is above a face of the other: sideways, they are less than the usual width of a face apart, which is three quarters of its
    /// height.
    private func isAbove(_ other: FaceRow) -> Bool {
        places.contains { one in
            other.places.contains {
                abs(one.rectangle.midX - $0.rectangle.midX) < 0.75 * (one.rectangle.height + $0.rectangle.height) / 2
            }
        }
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
