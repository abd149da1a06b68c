internal import BoundedCrop

/// Detections of any confidence, and which of them are faces: how well a detector tells faces from others, wherever its threshold is.
package struct DetectionRanking: Sendable {
    /// Detections of about the same confidence.
    package struct Bin: Sendable {
        /// The confidences of the bin, of which only that of the last bin contains its upper bound.
        package let confidences: ClosedRange<Double>
        /// How many detections are faces.
        package fileprivate(set) var faces = DetectionScore.Share()
        fileprivate var sum = 0.0

        /// The mean of the confidences; 0 without detections.
        package var meanConfidence: Double { faces.whole == 0 ? 0 : sum / Double(faces.whole) }
    }

    private struct Detection: Sendable {
        let confidence: Double
        let isFace: Bool
    }

    private var detections: [Detection] = []
    /// How many faces are labeled.
    private var labeled = 0

    /// Counts a detection.
    mutating func add(confidence: Double, isFace: Bool) {
        detections.append(Detection(confidence: confidence, isFace: isFace))
    }

    /// Counts labeled faces, whether detected or not.
    mutating func addLabeled(_ count: Int) { labeled += count }

    /// The area under the curve of precision over recall, where the precision at each recall is the best at that recall or a higher one: the
    /// average precision with all points of PASCAL VOC 2010 (M. Everingham et al.). Nil without a labeled face.
    package var averagePrecision: Double? {
        guard labeled > 0 else { return nil }
        var points: [(recall: Double, precision: Double)] = []
        var (right, counted) = (0, 0)
        let sorted = detections.sorted { $0.confidence > $1.confidence }
        for (index, detection) in sorted.enumerated() {
            counted += 1
            right += detection.isFace ? 1 : 0
            // A threshold cannot part detections of the same confidence.
            if index + 1 < sorted.count, sorted[index + 1].confidence == detection.confidence { continue }
            points.append((Double(right) / Double(labeled), Double(right) / Double(counted)))
        }
        var (area, best) = (0.0, 0.0)
        for (index, point) in points.enumerated().reversed() {
            best = max(best, point.precision)
            area += best * (point.recall - (index > 0 ? points[index - 1].recall : 0))
        }
        return area
    }

    /// Ten bins of confidence from 0 to 1.
    package var calibration: [Bin] {
        var bins = (0..<10).map { Bin(confidences: Double($0) / 10...Double($0 + 1) / 10) }
        for detection in detections {
            let index = bins.firstIndex { detection.confidence < $0.confidences.upperBound } ?? bins.count - 1
            bins[index].faces.whole += 1
            bins[index].faces.part += detection.isFace ? 1 : 0
            bins[index].sum += detection.confidence
        }
        return bins
    }
}
