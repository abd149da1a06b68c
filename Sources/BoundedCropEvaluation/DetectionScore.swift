package import BoundedCrop

/// How well detections match the labels.
package struct DetectionScore: Sendable {
    /// A count out of a total.
    package struct Share: Sendable {
        /// How many of the whole count.
        package var part = 0
        /// How many there are.
        package var whole = 0

        /// The part divided by the whole, 0...1; 1 when the whole is 0.
        package var value: Double { whole == 0 ? 1 : Double(part) / Double(whole) }

        mutating func add(_ counts: Bool) {
            whole += 1
            part += counts ? 1 : 0
        }

        mutating func add(_ other: Share) {
            part += other.part
            whole += other.whole
        }
    }

    /// What counts.
    package let rules: EvaluationRules
    /// How many of the labeled faces of each size were found. A size without labeled faces has no entry.
    package private(set) var found: [FaceSize: Share] = [:]
    /// Recall of faces whose height is at least 5% of the long side.
    package private(set) var recallAboveTiny = Share()
    /// Of the photos with faces, how many had their largest face found.
    package private(set) var largestFound = Share()
    /// Precision: how many of the detections match a labeled face.
    package private(set) var right = Share()
    /// Of the photos without a face, how many had something detected in them. Check `whole` first: without such photos, `value` is 1.
    package private(set) var falseAlarms = Share()
    /// The time that detection took, in milliseconds, for each photo in the order they were added.
    package private(set) var milliseconds: [Double] = []
    /// How much padding the detections need to include the labeled heads.
    package private(set) var paddingNeed = PaddingNeed()
    /// All detections that are right or wrong by their confidence.
    package private(set) var ranking = DetectionRanking()
    /// How many of the faces with each attribute were found.
    package private(set) var attributes = AttributeScores()

    /// Recall: how many of the labeled faces were found.
    package var recall: Share { found.values.reduce(into: Share()) { $0.add($1) } }

    /// The share of the long side from which `recallAboveTiny` counts a face.
    static let tinyShare = 0.05

    /// The missed and the false faces of one photo.
    package struct Misses: Sendable {
        /// Labeled faces that no detection matches: indices of the photo's `faces`.
        package var missed: [Int] = []
        /// Detections that match no labeled face, in pixels of the upright picture.
        package var wrong: [Rect] = []
    }

    /// A score of no photos, in which a detection counts as a labeled face if their intersection is at least 40% of their union.
    package init() {
        self.init(rules: EvaluationRules())
    }

    package init(rules: EvaluationRules) {
        self.rules = rules
    }

    /// Counts one photo. Detections are matched in order of confidence, each to the face it overlaps most; a face is matched once. A detection
    /// that matches none, but one of the ignored places, or lies in one by half or more, does not count.
    /// - Parameters:
    ///   - features: what was detected, in pixels of the upright picture.
    ///   - photo: the photo with its labels.
    ///   - size: the size of the upright picture.
    ///   - milliseconds: the time that detection took.
    /// - Returns: the faces that were missed and the detections that match no face.
    package mutating func add(_ features: [Feature], _ photo: LabeledPhotos.Photo, in size: PixelSize, milliseconds: Double) -> Misses {
        let faces = photo.faces
        var unmatched = Array(faces.indices)
        var found: Set<Int> = []
        var misses = Misses()
        for feature in features.sorted(by: { $0.confidence > $1.confidence }) {
            // Those that count come first, so that the others change nothing for them.
            let counts = feature.confidence >= rules.minimumConfidence
            let overlaps = unmatched.map { feature.rectangle.intersectionOverUnion(faces[$0]) }
            if let best = overlaps.indices.max(by: { overlaps[$0] < overlaps[$1] }), overlaps[best] >= rules.neededOverlap {
                let face = unmatched.remove(at: best)
                ranking.add(confidence: feature.confidence, isFace: true)
                guard counts else { continue }
                right.add(true)
                found.insert(face)
                paddingNeed.add(feature.rectangle, face: faces[face])
            } else if rules.isFalse(feature.rectangle, in: photo, of: size) {
                ranking.add(confidence: feature.confidence, isFace: false)
                guard counts else { continue }
                right.add(false)
                misses.wrong.append(feature.rectangle)
            }
        }
        ranking.addLabeled(faces.count)
        for (index, face) in faces.enumerated() {
            let (share, isFound) = (face.height / Double(size.longSide), found.contains(index))
            self.found[rules.size(ofShare: share), default: Share()].add(isFound)
            if share >= Self.tinyShare { recallAboveTiny.add(isFound) }
            if !photo.attributes.isEmpty { attributes.add(photo.attributes[index], share: share, isFound: isFound) }
            if !isFound { misses.missed.append(index) }
        }
        if let largest = faces.indices.max(by: { faces[$0].area < faces[$1].area }) {
            largestFound.add(found.contains(largest))
        } else {
            falseAlarms.add(!misses.wrong.isEmpty)
        }
        self.milliseconds.append(milliseconds)
        return misses
    }

    /// The detection time, in milliseconds, that this share of photos does not exceed; 0 when no photo was counted.
    /// - Parameter percentile: a share, 0...1, such as 0.5 for the median; must not be outside that range.
    package func milliseconds(percentile: Double) -> Double {
        Self.percentile(percentile, of: milliseconds)
    }

    static func percentile(_ share: Double, of values: [Double]) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return 0 }
        return sorted[Int((share * Double(sorted.count - 1)).rounded())]
    }
}
