package import BoundedCrop

/// How well detections match the labels.
package struct DetectionScore: Sendable {
    /// Faces by their height as a share of the picture's long side.
    package enum FaceSize: String, CaseIterable, Sendable {
        case tiny = "<5%"
        case small = "5-12%"
        case medium = "12-30%"
        case large = ">30%"

        init(share: Double) {
            self = share < 0.05 ? .tiny : share < 0.12 ? .small : share < 0.3 ? .medium : .large
        }
    }

    package struct Share: Sendable {
        package var part = 0
        package var whole = 0

        package var value: Double { whole == 0 ? 1 : Double(part) / Double(whole) }
    }

    /// The intersection over union from which a detection counts as the labeled face.
    package static let neededOverlap = 0.4

    package private(set) var found: [FaceSize: Share] = [:]
    package private(set) var largestFound = Share()
    package private(set) var right = Share()
    /// Photos without a face in which something was detected.
    package private(set) var falseAlarms = Share()
    package private(set) var milliseconds: [Double] = []
    package private(set) var paddingNeed = PaddingNeed()

    package var recall: Share { found.values.reduce(Share()) { Share(part: $0.part + $1.part, whole: $0.whole + $1.whole) } }
    /// Recall of faces whose height is at least 5% of the long side.
    package var recallAboveTiny: Share {
        found.filter { $0.key != .tiny }.values.reduce(Share()) { Share(part: $0.part + $1.part, whole: $0.whole + $1.whole) }
    }

    /// The missed and the false faces of one photo.
    package struct Misses: Sendable {
        package var missed: [Rect] = []
        package var wrong: [Rect] = []
    }

    package init() {}

    /// Counts one photo.
    package mutating func add(_ features: [Feature], faces: [Rect], in size: PixelSize, milliseconds: Double) -> Misses {
        var unmatched = Array(faces.indices)
        var misses = Misses()
        for feature in features.sorted(by: { $0.confidence > $1.confidence }) {
            let best = unmatched.max { overlap(feature, faces[$0]) < overlap(feature, faces[$1]) }
            right.whole += 1
            if let best, overlap(feature, faces[best]) >= Self.neededOverlap {
                right.part += 1
                paddingNeed.add(feature.rectangle, face: faces[best])
                unmatched.removeAll { $0 == best }
            } else {
                misses.wrong.append(feature.rectangle)
            }
        }
        for (index, face) in faces.enumerated() {
            let isFound = !unmatched.contains(index)
            let bin = FaceSize(share: face.height / Double(size.longSide))
            found[bin, default: Share()].whole += 1
            found[bin]?.part += isFound ? 1 : 0
            if !isFound { misses.missed.append(face) }
        }
        if let largest = faces.indices.max(by: { faces[$0].area < faces[$1].area }) {
            largestFound.whole += 1
            largestFound.part += unmatched.contains(largest) ? 0 : 1
        } else {
            falseAlarms.whole += 1
            falseAlarms.part += features.isEmpty ? 0 : 1
        }
        self.milliseconds.append(milliseconds)
        return misses
    }

    /// The detection time that this share of photos does not exceed.
    package func milliseconds(percentile: Double) -> Double {
        Self.percentile(percentile, of: milliseconds)
    }

    static func percentile(_ share: Double, of values: [Double]) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return 0 }
        return sorted[Int((share * Double(sorted.count - 1)).rounded())]
    }

    private func overlap(_ feature: Feature, _ face: Rect) -> Double {
        feature.rectangle.intersectionOverUnion(face)
    }
}
