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
        /// CenterFace on a larger copy of the part that is unclear.
        case closer
    }

    /// A place where at least one run sees something, and what each of them sees.
    private struct Place {
        var candidates: [Run: Feature]
        /// The candidate with the highest score.
        let founder: Feature
    }

    /// The size of the picture.
    let size: PixelSize
    /// Whether the view is the picture turned by a quarter, so that what is wide in the picture is high in the view.
    let isTurned: Bool
    private var runs: [Run: [Feature]] = [:]
    /// The part of the picture that the closer run was made on.
    private var closerPart: Rect?

    init(size: PixelSize, isTurned: Bool = false) { (self.size, self.isTurned) = (size, isTurned) }

    /// Candidates with a lower score say nothing.
    static let lowestScore = 0.1
    /// From this score on, a candidate of YuNet is in doubt or a face.
    private static let doubtfulScore = 0.25
    /// From this score on, YuNet needs no second opinion: of 265 labeled faces of the photos where all its candidates were that sure, each
    /// was found, and one other was missed.
    private static let clearScore = 0.85
    /// From this share of the long side on, YuNet's box on the small copy is better than that on the large one: on labeled faces of 30% and more,
    /// the intersection over union is 0.92 and 0.87.
    private static let largeShare = 0.2
    /// The closer run says nothing of places with this share of the long side and more: enlarged, a large face that is blurred looks like none.
    private static let closerShare = 0.12
    /// A place with one of these confidences is unclear. A face is likely from the lower one on.
    private static let unclear = 0.0625..<0.9
    /// The intersection over union of candidates that show the same face.
    private static let sharedArea = 0.35

    /// Adds the candidates of a run, in pixels of the picture, with the network's scores.
    mutating func add(_ candidates: [Feature], of run: Run) {
        runs[run, default: []] += candidates.filter { $0.confidence >= Self.lowestScore }
    }

    /// Adds the candidates of the closer run on a part of the picture. Those cut by the part's edges must be left out.
    mutating func add(_ candidates: [Feature], ofCloserRunOn part: Rect) {
        closerPart = part
        add(candidates, of: .closer)
    }

    /// The part of the picture to run CenterFace on more closely: around every small place that neither is a face nor none beyond doubt. Empty if
    /// there is no such place.
    var unclearPart: Rect {
        places.filter { isSmall($0) && Self.unclear.contains(face(of: $0).confidence) }.map(\.founder.rectangle)
            .reduce(Rect(x: 0, y: 0, width: 0, height: 0)) { $0.union($1.grown(by: $1.longSide)) }
    }

    /// Whether YuNet sees something, but is not sure of all of it, as it is of most portraits. Of 800 photos with faces, there were three in which
    /// it saw nothing; CenterFace found one more face in them.
    var isInDoubt: Bool {
        let candidates = runs.values.joined()
        let seen = candidates.filter { $0.confidence >= Self.doubtfulScore }
        guard !seen.isEmpty else { return !candidates.isEmpty }
        return !seen.allSatisfy { $0.confidence >= Self.clearScore && $0.landmarks?.areThoseOfAFace(of: $0.rectangle) != false }
    }

    /// Every candidate with the confidence of its place, for hiding, where no box is large enough for all.
    var candidates: [Feature] {
        places.flatMap { place in
            let face = face(of: place)
            return place.candidates.values.map { $0.with(face.confidence) } + [face]
        }
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
        let seen = [yuNet(of: place), centerFace(of: place)].compactMap(\.self).filter { $0.confidence >= 0.5 }
        var face = seen.first ?? place.founder
        // YuNet's landmarks are more exact, but it takes lying faces for upright ones. CenterFace does not.
        if let last = seen.last, let roll = last.roll, !face.isTurned(by: roll) { face = last }
        face.rectangle = box
        return face.with(confidence(of: place, box: box))
    }

    /// What YuNet sees. It sees small faces better on the large copy, and large ones on the small copy.
    private func yuNet(of place: Place) -> Feature? {
        let (small, large) = (place.candidates[.small], place.candidates[.large])
        guard let small, let large else { return small ?? large }
        return small.rectangle.height < Self.largeShare * Double(size.longSide) ? large : small
    }

    private func centerFace(of place: Place) -> Feature? { place.candidates[.second] ?? place.candidates[.closer] }

    /// The mean of the boxes of both networks, down to the chin: each of them puts it too high behind a mask.
    private func box(of place: Place) -> Rect {
        let first = yuNet(of: place)
        guard let first, let second = centerFace(of: place) else { return (first ?? place.founder).rectangle }
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
        let scores = Run.allCases.map { run in
            wasMade(run, on: place) ? Float(place.candidates[run]?.confidence ?? 0) : .nan
        }
        let (width, height) = isTurned ? (box.height, box.width) : (box.width, box.height)
        let share = Float(height / Double(size.longSide))
        return bc_face_confidence(scores[0], scores[1], scores[2], scores[3], share, Float(width / height))
    }

    private func isSmall(_ place: Place) -> Bool { place.founder.rectangle.height < Self.closerShare * Double(size.longSide) }

    private func wasMade(_ run: Run, on place: Place) -> Bool {
        guard run == .closer else { return runs[run] != nil }
        let box = place.founder.rectangle
        return isSmall(place) && closerPart?.contains(box.grown(by: 0.1 * box.longSide).intersection(size.bounds)) == true
    }
}

extension Feature {
    func with(_ confidence: Double) -> Feature {
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
