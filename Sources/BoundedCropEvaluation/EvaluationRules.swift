internal import BoundedCrop

/// What is measured, and what counts.
package struct EvaluationRules: Sendable {
    /// The intersection over union, 0...1, from which a detection counts as the labeled face.
    package var neededOverlap = 0.4
    /// The classes by which faces are counted.
    package var sizes = DetectionScore.FaceSize.classes(from: [0.05, 0.12, 0.3])
    /// The height as a share of the photo's long side from which a detection that matches no face counts as false.
    package var smallestFalse = 0.0
    /// Detections that are less sure count for the average precision, the calibration and what is hidden only.
    package var minimumConfidence = 0.0
    /// Whether to measure what redaction would cover.
    package var measuresHiding = false

    /// The rules for a detector whose detections all count.
    package init() {}

    /// The share of a detection from which it belongs to an ignored place.
    private static let ignoredShare = 0.5

    /// Whether a detection that matches no face is a false one.
    func isFalse(_ detection: Rect, in photo: LabeledPhotos.Photo, of size: PixelSize) -> Bool {
        guard detection.height >= smallestFalse * Double(size.longSide) else { return false }
        return !photo.ignored.contains { place in
            detection.intersection(place).area >= Self.ignoredShare * detection.area
                || detection.intersectionOverUnion(place) >= neededOverlap
        }
    }

    /// What crops are planned with: as if the detector's minimum confidence were that of the rules.
    func detection(_ found: Detection) -> Detection {
        var limits = DetectionLimits()
        limits.minimumConfidence = minimumConfidence
        let unsure = found.features.filter { $0.confidence < minimumConfidence } + found.likely
        return Detection(
            found.features.filter { $0.confidence >= minimumConfidence },
            likely: unsure.filter { $0.confidence >= limits.likelyConfidence }
        )
    }

    func size(ofShare share: Double) -> DetectionScore.FaceSize { sizes.last { $0.low <= share } ?? sizes[0] }
}

extension DetectionScore {
    /// A class of faces by their height as a share of the picture's long side.
    package struct FaceSize: Hashable, Sendable, CustomStringConvertible {
        /// The smallest share that belongs to the class; 0 for the class of the smallest faces.
        package let low: Double
        /// The smallest share above the class; infinity for the class of the largest faces.
        package let high: Double

        /// The classes that begin at these ascending shares, and the one below them.
        package static func classes(from shares: [Double]) -> [FaceSize] {
            zip([0] + shares, shares + [.infinity]).map { FaceSize(low: $0, high: $1) }
        }

        /// Such as `<5%`, `5-12%` and `>30%`.
        package var description: String {
            if low == 0 { return high == .infinity ? "all" : "<\(Self.percent(high))%" }
            return high == .infinity ? ">\(Self.percent(low))%" : "\(Self.percent(low))-\(Self.percent(high))%"
        }

        private static func percent(_ share: Double) -> String {
            let rounded = (share * 1e6).rounded() / 1e4
            return Int(exactly: rounded).map(String.init) ?? "\(rounded)"
        }
    }
}
