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
