extension Feature {
    /// The greatest priority.
    package static let greatestPriority = 1000.0

    /// Whether a number can be a priority: above 0, at most 1000.
    package static func isPriority(_ number: Double) -> Bool { number > 0 && number <= greatestPriority }

    /// The priority that counts: 1 for one out of range.
    package var countedPriority: Double { Self.isPriority(priority) ? priority : 1 }

    /// The feature's weight: its area, times the share of detections of this confidence that are right, times its priority.
    package var weight: Double {
        confidence > 0 ? rectangle.area * Self.precision(atConfidence: min(confidence, 1)) * countedPriority : 0
    }

    /// The precision of detections by their confidence, as measured with YuNet on the labeled photos and their harder variants
    /// (docs/detection.md), between these points along straight lines. Sure faces differ little, so that their sizes decide.
    private static func precision(atConfidence confidence: Double) -> Double {
        let points = [(0.0, 0.0), (0.25, 0.25), (0.5, 0.8), (0.65, 0.93), (0.8, 0.985), (1.0, 1.0)]
        guard let above = points.firstIndex(where: { confidence <= $0.0 }), above > 0 else { return points[0].1 }
        let (low, high) = (points[above - 1], points[above])
        return low.1 + (high.1 - low.1) * (confidence - low.0) / (high.0 - low.0)
    }
}
