/// Finds the faces of one picture: with one run of the network where that finds sure faces, and with closer and turned runs where it does
/// not.
///
/// Confidences are the network's own scores.
struct FaceSearch {
    let picture: any Picture
    let network: FaceNetworkModel
    /// Candidates below this score are not returned.
    let threshold: Double

    /// The score at which precision and recall balance best on labeled photos.
    static let sureScore = 0.65
    /// Candidates from this score on are worth another run.
    static let unsureScore = 0.35
    /// A single run from another viewpoint has more occasions to see a face where there is none.
    private static let turnedScore = 0.75
    /// From this score on, a face that seems upright is, on the small copy. On larger ones the network is more often wrong about that.
    private static let uprightScore = 0.85
    /// The score of a second run that confirms an unsure candidate.
    private static let confirmingScore = 0.75
    /// From this score on, one run is enough.
    private static let certainScore = 0.9
    /// From this score on, two runs at different scales are enough.
    private static let likelyScore = 0.76

    /// The long side of the copy for the first run at low accuracy, and of the one for large faces and turned pictures at both.
    static let smallSide = 480
    /// The long side of the copy from which low accuracy cuts closer runs: any file is decoded at this size for the first run.
    static let closeSide = 800
    /// The long side of the copy for a second run at low accuracy.
    static let secondSide = 640
    /// The long side of the copy at high accuracy, on which a face of 1.5% has 21 pixels. The network sees faces from about 10 to 300.
    static let largeSide = 1440

    // MARK: Low accuracy

    /// One run, if it finds faces surely and nothing unsurely.
    func quick() throws -> [Feature] {
        let small = try picture.pixels(longSide: Self.smallSide)
        let first = try run(on: small)
        var faces = first.filter { $0.confidence >= Self.sureScore }
        faces += try confirmedSmall(first.filter { $0.confidence < Self.sureScore }, besides: faces, in: small.size)
        faces = try withTurned(faces, small, unlessFrom: Self.uprightScore)
        if faces.isEmpty, first.contains(where: { $0.confidence >= Self.unsureScore }) {
            faces = try run(on: picture.pixels(longSide: Self.secondSide)).filter { $0.confidence >= Self.sureScore }
        }
        return faces + first.filter { $0.confidence < Self.sureScore }
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
        return try unsure.prefix(4).compactMap { try confirmed($0, in: copy, sides: 6, longSide: 320) }
    }

    // MARK: High accuracy

    /// A run on a large copy in tiles, and one on a small copy. What neither of them sees surely, or only one of them, must be confirmed by
    /// a closer run, except where nothing surer is found.
    func thorough() throws -> [Feature] {
        let large = try picture.pixels(longSide: Self.largeSide)
        let small = try large.pixels(longSide: Self.smallSide)
        let fine = try FaceTiles(of: large.size).parts.flatMap { try run(on: large, part: $0, leavingOutCut: true) }
        let coarse = small.size == large.size ? [] : try run(on: small)
        var (sure, doubtful): ([Feature], [Feature]) = ([], [])
        var runs = 0
        for candidate in (fine + coarse).filter({ $0.confidence >= Self.unsureScore }).strongest {
            let isCertain = candidate.confidence >= Self.certainScore
            if isCertain || candidate.confidence >= Self.likelyScore && Self.isSeen(candidate, in: fine, and: coarse) {
                sure.append(candidate)
                continue
            }
            runs += 1
            if runs <= 12, let face = try confirmed(candidate, in: large, sides: coarse.isEmpty ? 3 : 4, longSide: 256) {
                sure.append(face)
            } else if candidate.confidence >= Self.sureScore {
                doubtful.append(candidate)
            }
        }
        sure = try withTurned(sure, small, unlessFrom: Self.certainScore)
        if sure.isEmpty { swap(&sure, &doubtful) }
        return sure + doubtful.map(\.unsure) + (fine + coarse).filter { $0.confidence < Self.sureScore }
    }

    /// Whether both runs see a face, and one of them surely.
    private static func isSeen(_ candidate: Feature, in one: [Feature], and other: [Feature]) -> Bool {
        let scores = [one, other].map { run in run.filter { $0.isSamePlace(as: candidate) }.map(\.confidence).max() ?? 0 }
        return scores.min() ?? 0 >= unsureScore && scores.max() ?? 0 >= sureScore
    }

    // MARK: Further runs

    /// Sure faces, and unless one of them is clearly upright, those of the turned picture: all of them if there are no others, otherwise those
    /// in the same places. The network also sees faces that lie on their side or upside down, but with worse boxes and wrong landmarks.
    private func withTurned(_ faces: [Feature], _ small: PixelBuffer, unlessFrom score: Double) throws -> [Feature] {
        if faces.contains(where: { $0.isUpright && $0.confidence >= score }) { return faces }
        let turned = try turned(small)
        return faces.isEmpty ? turned : faces + turned.filter { face in faces.contains { $0.isSamePlace(as: face) } }
    }

    /// The sure faces of a picture that lies on its side or is upside down.
    private func turned(_ small: PixelBuffer) throws -> [Feature] {
        try [ImageOrientation.right, .down, .left].flatMap { orientation in
            try run(on: small, turning: orientation).filter {
                $0.confidence >= Self.turnedScore && $0.landmarks?.areThoseOfAFace(of: $0.rectangle) == true
            }
        }
    }

    /// The face that a mirrored run on the candidate's surroundings sees in its place, if it is sure enough.
    private func confirmed(_ candidate: Feature, in copy: PixelBuffer, sides: Double, longSide: Int) throws -> Feature? {
        let box = candidate.rectangle.scaled(from: picture.size, to: copy.size)
        let side = box.longSide * sides
        let around = Rect(x: box.midX - side / 2, y: box.midY - side / 2, width: side, height: side)
        let part = PixelRect(Span2D(covering: around, within: copy.size))
        guard part.width > 0, part.height > 0 else { return nil }
        let scale = Double(longSide) / Double(part.size.longSide)
        let size = PixelSize(
            width: max(1, Int((Double(part.width) * scale).rounded())),
            height: max(1, Int((Double(part.height) * scale).rounded()))
        )
        let seen = try run(on: copy, part: part, scaledTo: size, turning: .upMirrored)
            .filter { $0.rectangle.intersectionOverUnion(candidate.rectangle) > 0.3 }
        guard let best = seen.max(by: { $0.confidence < $1.confidence }), best.confidence >= Self.confirmingScore else { return nil }
        return best.confidence > candidate.confidence ? best : candidate
    }

    /// Runs the network on a part of a copy of the picture, and returns the candidates in pixels of the picture.
    private func run(
        on copy: PixelBuffer,
        part: PixelRect? = nil,
        scaledTo size: PixelSize? = nil,
        turning orientation: ImageOrientation = .up,
        leavingOutCut: Bool = false
    ) throws -> [Feature] {
        try Cancellation.checkCurrent()
        let part = part ?? PixelRect(all: copy.size)
        var pixels = part.size == copy.size && size == nil ? copy : try copy.pixels(of: part, scaledTo: size ?? part.size)
        // In an icon the face itself is tiny; the network recognizes it once it is enlarged.
        if pixels.size.longSide < 160 { pixels = try pixels.resized(to: PixelSize(width: pixels.width * 3, height: pixels.height * 3)) }
        let stored = pixels.size
        let turned = try pixels.oriented(orientation)
        return try network.detect(in: turned, threshold: threshold).compactMap { face in
            let inPart = face.turnedBack(orientation, in: turned.size)
                .scaled(x: Double(part.width) / Double(stored.width), y: Double(part.height) / Double(stored.height))
            let inCopy = inPart.moved(x: Double(part.x), y: Double(part.y))
            if leavingOutCut, inCopy.rectangle.isCut(by: part, in: copy.size) { return nil }
            return picture.feature(inCopy, in: copy.size)
        }
    }
}

extension Rect {
    fileprivate var longSide: Double { max(width, height) }

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
    fileprivate var isUpright: Bool { abs(roll ?? 0) <= 60 }

    /// The same with a score that is not sure.
    fileprivate var unsure: Feature {
        var feature = self
        feature.confidence = min(confidence, FaceSearch.sureScore.nextDown)
        return feature
    }
}

extension [Feature] {
    /// The most certain of those that show the same.
    fileprivate var strongest: [Feature] {
        var kept: [Feature] = []
        for feature in sorted(by: DetectionLimits.isSurer) where !kept.contains(where: { $0.isSamePlace(as: feature) }) {
            kept.append(feature)
        }
        return kept
    }
}
