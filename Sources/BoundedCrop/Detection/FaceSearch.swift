/// Finds the faces of one picture: with one run of the network where that finds sure faces, and with closer and turned runs where it does
/// not. `quick` and `thorough` are the searches at both accuracies.
///
/// Confidences are the network's own scores.
struct FaceSearch {
    let picture: any Picture
    /// Whether every sure candidate of every run is returned as a sure one, also if a closer run does not confirm it or a surer one is at
    /// its place: for hiding faces, where missing one is worse.
    var keepsAll = false
    /// One run of the network: the candidates in pixels of what it is given.
    let detect: (PixelBuffer) throws -> [Feature]

    /// The score at which precision and recall balance best on labeled photos.
    static let sureScore = 0.65
    /// Candidates from this score on are worth another run.
    static let unsureScore = 0.35
    /// A single run from another viewpoint has more occasions to see a face where there is none.
    static let turnedScore = 0.75
    /// From this score on, a face that seems upright is, on the small copy. On larger ones the network is more often wrong about that.
    static let uprightScore = 0.85
    /// The score of a second run that confirms an unsure candidate.
    static let confirmingScore = 0.75
    /// From this score on, one run is enough.
    static let certainScore = 0.9
    /// From this score on, runs at two scales or from two sides are enough. Those that see less must be confirmed too.
    static let likelyScore = 0.85

    /// The most closer runs at low accuracy that may deny a face. Ten of them take as long as the first run.
    static let mostDenials = 24

    /// The long side of the copy for the first run at low accuracy, and of the one for large faces and turned pictures at both.
    static let smallSide = 480
    /// The long side of the copy from which low accuracy cuts closer runs: any file is decoded at this size for the first run.
    static let closeSide = 800
    /// The long side of the copy for a second run at low accuracy.
    static let secondSide = 640
    /// The long side of the copy at high accuracy, on which a face of 1.5% has 21 pixels. The network sees faces from about 10 to 300.
    static let largeSide = 1440

    /// Runs the network on a part of a copy of the picture, and returns the candidates in pixels of the picture.
    func run(
        on copy: PixelBuffer,
        part: PixelRect? = nil,
        turning orientation: ImageOrientation = .up,
        leavingOutCut: Bool = false
    ) throws -> [Feature] {
        try Cancellation.checkCurrent()
        let part = part ?? PixelRect(all: copy.size)
        var pixels = part.size == copy.size ? copy : try copy.part(part)
        // In an icon the face itself is tiny; the network recognizes it once it is enlarged.
        if pixels.size.longSide < 160 { pixels = try pixels.resized(to: PixelSize(width: pixels.width * 3, height: pixels.height * 3)) }
        let stored = pixels.size
        let turned = try pixels.oriented(orientation)
        return try detect(turned).compactMap { face in
            let inPart = face.turnedBack(orientation, in: turned.size)
                .scaled(x: Double(part.width) / Double(stored.width), y: Double(part.height) / Double(stored.height))
            let inCopy = inPart.moved(x: Double(part.x), y: Double(part.y))
            if leavingOutCut, inCopy.rectangle.isCut(by: part, in: copy.size) { return nil }
            return picture.feature(inCopy, in: copy.size)
        }
    }
}

extension Rect {
    var longSide: Double { max(width, height) }

    /// Whether an edge of a part cuts the rectangle that is not an edge of the picture. The part beside it shows the whole.
    fileprivate func isCut(by part: PixelRect, in size: PixelSize) -> Bool {
        let margin = 4.0
        let all = part.rect
        return part.x > 0 && x < all.x + margin || part.y > 0 && y < all.y + margin
            || part.x + part.width < size.width && maxX > all.maxX - margin
            || part.y + part.height < size.height && maxY > all.maxY - margin
    }
}

extension Feature {
    /// Whether the network saw the face as it sees most faces.
    var isUpright: Bool { abs(roll ?? 0) <= 60 }

    var isSure: Bool { confidence >= FaceSearch.sureScore }

    /// The same with a score that is not sure.
    var unsure: Feature {
        var feature = self
        feature.confidence = min(confidence, FaceSearch.sureScore.nextDown)
        return feature
    }
}

extension [Feature] {
    /// The most certain of those that show the same.
    var strongest: [Feature] {
        var kept: [Feature] = []
        for feature in sorted(by: DetectionLimits.isSurer) where !kept.contains(where: { $0.isSamePlace(as: feature) }) {
            kept.append(feature)
        }
        return kept
    }
}

/// Further runs of the network, from other viewpoints.
extension FaceSearch {
    /// The faces of the picture turned to each side and upside down, for pictures without a face that is clearly upright. The network also
    /// sees faces that lie on their side or upside down in the picture as it is, but with worse boxes and wrong landmarks.
    func turned(_ small: PixelBuffer) throws -> [Feature] {
        try [ImageOrientation.right, .down, .left].flatMap { orientation in
            try run(on: small, turning: orientation).filter {
                $0.confidence >= Self.turnedScore && $0.landmarks?.areThoseOfAFace(of: $0.rectangle) == true
            }
        }
    }

    /// The candidate, if a run on its surroundings confirms it: in a mirror, enlarged, and upright if it is not.
    func confirmed(
        _ candidate: Feature,
        from score: Double,
        in copy: PixelBuffer,
        sides: Double,
        longSide: Int
    ) throws -> Feature? {
        try Cancellation.checkCurrent()
        let inCopy = candidate.scaled(
            x: Double(copy.width) / Double(picture.size.width),
            y: Double(copy.height) / Double(picture.size.height)
        )
        guard let view = try FaceView(around: inCopy, sides: sides, longSide: longSide, in: copy) else { return nil }
        let seen = try detect(view.pixels).filter { $0.rectangle.intersectionOverUnion(view.place) > 0.3 }
        guard let best = seen.max(by: { $0.confidence < $1.confidence }), best.confidence >= score else { return nil }
        return best.confidence > candidate.confidence ? picture.feature(view.feature(best, for: inCopy), in: copy.size) : candidate
    }
}

extension FaceSearch {
    /// What the search at low accuracy found, and those of its runs that the one at high accuracy uses again.
    private struct QuickLook {
        let found: [Feature]
        let small: PixelBuffer
        /// On the small copy.
        let first: [Feature]
        /// Nil if the copy was not turned.
        let turned: [Feature]?
    }

    /// The search at low accuracy: one run, if it finds faces surely and nothing unsurely.
    func quick() throws -> [Feature] { try quickLook().found }

    private func quickLook() throws -> QuickLook {
        let small = try picture.pixels(longSide: Self.smallSide)
        let first = try run(on: small)
        var faces = first.filter(\.isSure).strongest
        faces += try confirmedSmall(first.filter { !$0.isSure }, besides: faces, in: small.size)
        let isUpright = faces.contains { $0.isUpright && $0.confidence >= Self.uprightScore }
        let turned = isUpright ? nil : try turned(small)
        let isKeepingTurned = faces.isEmpty || keepsAll
        faces += (turned ?? []).filter { face in isKeepingTurned || faces.contains { $0.isSamePlace(as: face) } }
        if !keepsAll { faces = try confirmedBesidesCertain(faces.strongest, in: small) }
        if faces.isEmpty, first.contains(where: { $0.confidence >= Self.unsureScore }) {
            let larger = try picture.pixels(longSide: Self.secondSide)
            // A small picture has no more to show.
            if larger.size != small.size { faces = try run(on: larger).filter { $0.confidence >= Self.sureScore } }
        }
        let found = try judgingTiny(faces) + first.filter { keepsAll || $0.confidence < Self.sureScore }
        return QuickLook(found: found, small: small, first: first, turned: turned)
    }

    /// Sure faces. If some are certain, those of the others that a closer run denies become unsure. Those that are larger than certain ones
    /// would outweigh them, and the run must confirm them.
    private func confirmedBesidesCertain(_ faces: [Feature], in small: PixelBuffer) throws -> [Feature] {
        let (certain, likely) = (faces.filter { $0.confidence >= Self.uprightScore }, faces.filter { $0.confidence < Self.uprightScore })
        guard let largest = certain.map(\.rectangle.area).max() else { return faces }
        // A crowd has many.
        let judged = try likely.suffix(Self.mostDenials).map { face in
            let isLarge = face.rectangle.area > largest
            let isConfirmed =
                isLarge
                ? try confirmed(face, from: Self.confirmingScore, in: small, sides: 3, longSide: 256) != nil
                : try confirmed(face, from: Self.unsureScore, in: small, sides: 3, longSide: 128) != nil
            return isConfirmed ? face : face.unsure
        }
        return certain + likely.dropLast(Self.mostDenials) + judged
    }

    /// Of candidates that are unsure because they are small, those that a closer run confirms.
    private func confirmedSmall(_ candidates: [Feature], besides sure: [Feature], in small: PixelSize) throws -> [Feature] {
        let longest = 40 * Double(picture.size.longSide) / Double(small.longSide)
        let unsure = candidates.filter { candidate in
            candidate.confidence >= Self.unsureScore && candidate.rectangle.longSide <= longest
                && !sure.contains { $0.isSamePlace(as: candidate) }
        }
        guard !unsure.isEmpty else { return [] }
        let copy = try picture.pixels(longSide: Self.closeSide)
        return try unsure.prefix(4).compactMap { try confirmed($0, from: Self.confirmingScore, in: copy, sides: 5, longSide: 192) }
    }
}

extension FaceSearch {
    /// The search at high accuracy: that at low accuracy, and a run on a large copy in tiles. What is not certain must be confirmed by a
    /// closer run, the more so if it is seen at one scale only, except where nothing surer is found.
    func thorough() throws -> [Feature] {
        let look = try quickLook()
        let large = try picture.pixels(longSide: Self.largeSide)
        let isSmall = look.small.size == large.size
        let parts = isSmall ? [] : FaceTiles(of: large.size).parts
        let fine = isSmall ? look.first : try parts.flatMap { try run(on: large, part: $0, leavingOutCut: true) }
        let coarse = isSmall ? [] : look.first
        var (sure, doubtful): ([Feature], [Feature]) = ([], [])
        var runs = 0
        func judge(_ candidate: Feature, isSeenTwice: Bool) throws {
            if candidate.confidence >= (isSeenTwice ? Self.likelyScore : Self.certainScore) { return sure.append(candidate) }
            runs += 1
            let score = isSeenTwice ? Self.sureScore : Self.confirmingScore
            let sides = coarse.isEmpty ? 3.0 : 4
            if runs > Self.mostRuns, isSeenTwice {
                sure.append(candidate)
            } else if runs <= Self.mostRuns, let face = try confirmed(candidate, from: score, in: large, sides: sides, longSide: 256) {
                sure.append(face)
            } else if candidate.confidence >= Self.sureScore {
                doubtful.append(candidate)
            }
        }
        for candidate in (fine + coarse).filter({ $0.confidence >= Self.unsureScore }).strongest {
            try judge(candidate, isSeenTwice: Self.isSeen(candidate, in: fine, and: coarse))
        }
        let (isNoneSure, places) = (sure.isEmpty, sure + doubtful)
        let isUpright = sure.contains { $0.isUpright && $0.confidence >= Self.certainScore }
        let turned = isUpright ? [] : try look.turned ?? turned(look.small)
        for face in turned.strongest {
            let isSeenTwice = places.contains { $0.isSamePlace(as: face) }
            if isSeenTwice || isNoneSure { try judge(face, isSeenTwice: isSeenTwice) }
        }
        if keepsAll { return look.found + sure + fine + coarse + turned }
        let unsure = doubtful.map(\.unsure) + fine.filter { $0.confidence < Self.sureScore }
        if !look.found.contains(where: \.isSure) {
            sure = try judgingTiny(sure)
            if !sure.contains(where: \.isSure) { sure += try judgingTiny(doubtful) }
        }
        // Nothing that the search at low accuracy finds is lost. One box for each place, so that a limit of size is that of the surest.
        return (look.found + sure + unsure).strongest
    }

    /// Enough for the faces that matter; crowds have many unsure ones.
    private static let mostRuns = 16

    /// Whether both runs see a face, and one of them surely.
    private static func isSeen(_ candidate: Feature, in one: [Feature], and other: [Feature]) -> Bool {
        let scores = [one, other].map { run in run.filter { $0.isSamePlace(as: candidate) }.map(\.confidence).max() ?? 0 }
        return scores.min() ?? 0 >= unsureScore && scores.max() ?? 0 >= sureScore
    }
}

/// The parts of a large copy on which the face network runs one after the other, so that its layers stay small.
///
/// Parts overlap by an eighth of their sides or more, so that a face no longer than that is whole in one of them. A run on a smaller copy
/// of the whole picture finds larger faces.
struct FaceTiles {
    let parts: [PixelRect]

    /// Copies of at most this long side are one part.
    private static let wholeSide = 1000
    /// Sides longer than this are divided into two.
    private static let longestSide = 800

    init(of size: PixelSize) {
        guard size.longSide > Self.wholeSide else {
            parts = [PixelRect(all: size)]
            return
        }
        let columns = Self.spans(size.width), rows = Self.spans(size.height)
        parts = rows.flatMap { row in columns.map { PixelRect(Span2D(horizontal: $0, vertical: row)) } }
    }

    private static func spans(_ length: Int) -> [Span] {
        guard length > longestSide else { return [Span(low: 0, high: length)] }
        let part = (length * 9 + 15) / 16
        return [Span(low: 0, high: part), Span(low: length - part, high: length)]
    }
}

/// Tiny faces: a stone or a leaf has as many pixels.
extension FaceSearch {
    /// A face is tiny below this share of the picture's long side.
    private static let tinyShare = 0.015
    /// The most closer looks at tiny faces. Where there are more of them, it is a crowd.
    private static let mostLooks = 4

    /// Faces. If all sure ones are tiny, those that a look at the picture itself, at another scale than before, does not confirm become unsure:
    /// a crop goes where they are.
    func judgingTiny(_ faces: [Feature]) throws -> [Feature] {
        let smallest = Self.tinyShare * Double(picture.size.longSide)
        let sure = faces.filter(\.isSure)
        guard !keepsAll, !sure.isEmpty, sure.allSatisfy({ $0.rectangle.longSide < smallest }) else { return faces }
        let places = sure.strongest
        let confirmed = try places.prefix(Self.mostLooks).filter(isConfirmedInPicture)
        let kept = confirmed.isEmpty ? [] : confirmed + places.dropFirst(Self.mostLooks)
        return kept + faces.map(\.unsure)
    }

    private func isConfirmedInPicture(_ face: Feature) throws -> Bool {
        try Cancellation.checkCurrent()
        let (box, reach) = (face.rectangle, face.rectangle.longSide * 4)
        let around = Rect(minX: box.midX - reach, minY: box.midY - reach, maxX: box.midX + reach, maxY: box.midY + reach)
        let part = PixelRect(Span2D(covering: around, within: picture.size))
        guard part.width > 0, part.height > 0 else { return false }
        let copy = try picture.pixels(of: part, scaledTo: part.size.fitted(longSide: 256))
        let inCopy = face.moved(x: -Double(part.x), y: -Double(part.y))
            .scaled(x: Double(copy.width) / Double(part.width), y: Double(copy.height) / Double(part.height))
        // Judged candidates are seen with a quarter or a fifth of the view.
        guard let view = try FaceView(around: inCopy, sides: 6, longSide: 256, in: copy) else { return false }
        return try detect(view.pixels).contains { seen in
            seen.confidence >= Self.confirmingScore && seen.rectangle.intersectionOverUnion(view.place) > 0.3
        }
    }
}
