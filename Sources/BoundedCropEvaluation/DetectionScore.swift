public import BoundedCrop

/// How well detections match the labels.
public struct DetectionScore: Sendable {
    /// Faces by their height as a share of the picture's long side.
    public enum FaceSize: String, CaseIterable, Sendable {
        /// Less than 5%.
        case tiny = "<5%"
        /// From 5% to less than 12%.
        case small = "5-12%"
        /// From 12% to less than 30%.
        case medium = "12-30%"
        /// 30% or more.
        case large = ">30%"

        init(share: Double) {
            self = share < 0.05 ? .tiny : share < 0.12 ? .small : share < 0.3 ? .medium : .large
        }
    }

    /// A count out of a total.
    public struct Share: Sendable {
        /// How many of the whole count.
        public var part = 0
        /// How many there are.
        public var whole = 0

        /// The part divided by the whole, 0...1; 1 when the whole is 0.
        public var value: Double { whole == 0 ? 1 : Double(part) / Double(whole) }
    }

    /// The intersection over union, 0...1, from which a detection counts as the labeled face.
    public static let neededOverlap = 0.4

    /// How many of the labeled faces of each size were found. A size without labeled faces has no entry.
    public private(set) var found: [FaceSize: Share] = [:]
    /// Of the photos with faces, how many had their largest face found.
    public private(set) var largestFound = Share()
    /// Precision: how many of the detections match a labeled face.
    public private(set) var right = Share()
    /// Of the photos without a face, how many had something detected in them. Check `whole` first: without such photos, `value` is 1.
    public private(set) var falseAlarms = Share()
    /// The time that detection took, in milliseconds, for each photo in the order they were added.
    public private(set) var milliseconds: [Double] = []
    /// How much padding the detections need to include the labeled heads.
    public private(set) var paddingNeed = PaddingNeed()

    /// Recall: how many of the labeled faces were found.
    public var recall: Share { found.values.reduce(Share()) { Share(part: $0.part + $1.part, whole: $0.whole + $1.whole) } }
    /// Recall of faces whose height is at least 5% of the long side.
    public var recallAboveTiny: Share {
        found.filter { $0.key != .tiny }.values.reduce(Share()) { Share(part: $0.part + $1.part, whole: $0.whole + $1.whole) }
    }

    /// The missed and the false faces of one photo.
    public struct Misses: Sendable {
        /// Labeled faces that no detection matches, in pixels of the upright picture.
        public var missed: [Rect] = []
        /// Detections that match no labeled face, in pixels of the upright picture.
        public var wrong: [Rect] = []
    }

    /// A score of no photos.
    public init() {}

    /// Counts one photo. Detections are matched in order of confidence, each to the face it overlaps most; a face is matched once.
    /// - Parameters:
    ///   - features: what was detected, in pixels of the upright picture.
    ///   - faces: the labeled faces, in pixels of the upright picture; empty for a photo without a face.
    ///   - size: the size of the upright picture.
    ///   - milliseconds: the time that detection took.
    /// - Returns: the faces that were missed and the detections that match no face.
    public mutating func add(_ features: [Feature], faces: [Rect], in size: PixelSize, milliseconds: Double) -> Misses {
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

    /// The detection time, in milliseconds, that this share of photos does not exceed; 0 when no photo was counted.
    /// - Parameter percentile: a share, 0...1, such as 0.5 for the median; must not be outside that range.
    public func milliseconds(percentile: Double) -> Double {
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
