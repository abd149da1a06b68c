internal import CFaceNetwork

/// What runs of networks said of the faces of one view of a picture, place by place.
struct FaceEvidence {
    /// A run that has a place of its own in the table of confidences.
    enum Run: Int, CaseIterable {
        /// YuNet on the small copy.
        case small
        /// YuNet on the large copy.
        case large
        /// CenterFace.
        case second
    }

    /// A place where at least one run sees something, and what each of them sees.
    private struct Place {
        var candidates: [Run: Feature]
        /// The candidate with the highest score.
        let founder: Feature
    }

    /// The size of the view.
    let size: PixelSize
    private var runs: [Run: [Feature]] = [:]

    init(size: PixelSize) { self.size = size }

    /// Candidates with a lower score say nothing.
    static let lowestScore = 0.1
    /// The intersection over union of candidates that show the same face.
    private static let sharedArea = 0.35

    /// Adds the candidates of a run, in pixels of the view, with the network's scores.
    mutating func add(_ candidates: [Feature], of run: Run) {
        runs[run, default: []] += candidates.filter { $0.confidence >= Self.lowestScore }
    }

    /// The faces with their confidence, one for each place, in any order.
    var faces: [Feature] { places.map(face) }

    private var places: [Place] {
        var places: [Place] = []
        let sorted = runs.flatMap { run, candidates in candidates.map { (run: run, face: $0) } }
            .sorted { DetectionLimits.isSurer($0.face, $1.face) }
        for (run, face) in sorted {
            let overlaps = places.map { $0.founder.rectangle.intersectionOverUnion(face.rectangle) }
            guard let nearest = overlaps.indices.max(by: { overlaps[$0] < overlaps[$1] }), overlaps[nearest] > Self.sharedArea else {
                places.append(Place(candidates: [run: face], founder: face))
                continue
            }
            if places[nearest].candidates[run] == nil { places[nearest].candidates[run] = face }
        }
        return places
    }

    private func face(of place: Place) -> Feature {
        let box = box(of: place)
        // YuNet's landmarks are more exact, where it sees the face.
        let landmarks = [Run.large, .small, .second].compactMap { place.candidates[$0] }.first { $0.confidence >= 0.5 } ?? place.founder
        var face = landmarks.with(confidence(of: place, box: box))
        face.rectangle = box
        return face
    }

    /// The mean of the boxes of both networks, down to the chin: each of them puts it too high behind a mask.
    private func box(of place: Place) -> Rect {
        let first = place.candidates[.large] ?? place.candidates[.small]
        guard let first, let second = place.candidates[.second] else {
            return (first ?? place.candidates[.second] ?? place.founder).rectangle
        }
        let (one, other) = (first.rectangle, second.rectangle)
        let mean = Rect(
            minX: (one.minX + other.minX) / 2,
            minY: (one.minY + other.minY) / 2,
            maxX: (one.maxX + other.maxX) / 2,
            maxY: (one.maxY + other.maxY) / 2
        )
        guard let chin = second.chin else { return mean }
        let lowest = max(one.maxY, other.maxY)
        return Rect(minX: mean.minX, minY: mean.minY, maxX: mean.maxX, maxY: max(lowest, min(chin, lowest + 0.2 * mean.height)))
    }

    /// The share of such places that are faces on labeled photos: see `bc_face_confidence`.
    private func confidence(of place: Place, box: Rect) -> Double {
        let scores = Run.allCases.map { run in runs[run] == nil ? Float.nan : Float(place.candidates[run]?.confidence ?? 0) }
        let share = box.height / Double(size.longSide)
        return bc_face_confidence(scores[0], scores[1], scores[2], Float(share), Float(box.width / box.height))
    }
}

extension Feature {
    fileprivate func with(_ confidence: Double) -> Feature {
        var feature = self
        feature.confidence = confidence
        return feature
    }

    /// The y of the chin of an upright face: as far below the mouth as four fifths of the way from the eyes to the mouth. That is the
    /// median of labeled faces without a mask. Nil for other faces.
    fileprivate var chin: Double? {
        guard let landmarks, abs(roll ?? 180) <= 30 else { return nil }
        let eyes = (landmarks.rightEye.y + landmarks.leftEye.y) / 2
        let mouth = (landmarks.rightMouthCorner.y + landmarks.leftMouthCorner.y) / 2
        return mouth > eyes ? eyes + 1.8 * (mouth - eyes) : nil
    }
}
