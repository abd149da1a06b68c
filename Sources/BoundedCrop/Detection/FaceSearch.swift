/// Finds the faces of one picture: with one run of YuNet where that is sure of all it sees, and where it is not with CenterFace, which runs again
/// more closely on what is still unclear, and with turned runs.
///
/// Confidences of what it returns are the share of such detections that are faces.
struct FaceSearch {
    /// One run of a network: the candidates in pixels of what it is given, with the network's own scores.
    typealias Network = (PixelBuffer) throws -> [Feature]

    let picture: any Picture
    /// Whether every run is made, and every candidate returned with the confidence of its place: for hiding faces, where missing one is worse.
    var keepsAll = false
    let yuNet: Network
    let centerFace: Network

    /// The long side of the copy for the first run of YuNet, and for turned ones.
    static let smallSide = 480
    /// The long side of the copy for the second run of YuNet, on which a face of 1.5% has 21 pixels. The network sees faces from about 10 to 300.
    static let largeSide = 1440
    /// The score below which YuNet sees nothing. Of 735 photos with a face that were turned by quarters, none had only candidates below it, of 29
    /// without one 8 had.
    static let lowestScore = 0.03
    /// From this confidence on, a face is one beyond doubt.
    private static let certain = 0.85
    /// The score of YuNet from which a turned candidate is looked at by CenterFace.
    private static let turnedScore = 0.5

    /// The long side of CenterFace's copy.
    static func secondSide(at accuracy: DetectionAccuracy) -> Int { accuracy == .low ? 640 : 960 }

    /// The long sides of CenterFace's copies of a picture. At high accuracy, a picture that both enlarge has two: large faces are seen better on one,
    /// small ones on the other. Of those with masks, two finds one more in a hundred.
    static func secondSides(at accuracy: DetectionAccuracy, of size: PixelSize) -> [Int] {
        let side = secondSide(at: accuracy), smaller = secondSide(at: .low)
        return side > smaller && size.longSide < smaller ? [smaller, side] : [side]
    }

    /// The long side of the copy of the whole picture whose scale CenterFace's closer run has: half as much again as its first run.
    private static func closerSide(at accuracy: DetectionAccuracy) -> Int { accuracy == .low ? 960 : 1440 }

    /// The faces, in any order; of several at one place, the most certain one, unless all are kept.
    func faces(at accuracy: DetectionAccuracy) throws -> [Feature] {
        let small = try picture.pixels(longSide: Self.smallSide)
        var upright = FaceEvidence(size: picture.size)
        let first = try run(yuNet, on: small)
        upright.add(first, of: .small)
        if accuracy == .high { upright.add(try fine(besides: small), of: .large) }
        if keepsAll || upright.isInDoubt {
            for side in Self.secondSides(at: accuracy, of: picture.size) {
                upright.add(try run(centerFace, on: try picture.enlargedPixels(longSide: side)), of: .second)
            }
            try addCloserRun(on: keepsAll ? picture.size.bounds : upright.unclearPart, to: &upright, at: accuracy)
        }
        if keepsAll { return try upright.candidates + turned(small) }
        let faces = upright.faces
        // The networks see most faces upright, so that a turned picture has none that is.
        let isUpright = faces.contains { $0.isTurned(by: 0) && $0.confidence >= Self.certain }
        let turned = try isUpright || first.isEmpty ? [] : turned(small)
        let sure = turned.filter { $0.confidence >= Self.sure }
        let seen = faces.filter { face in face.isTurned(by: 0) || !sure.contains { $0.isSamePlace(as: face) } }
        return try judgingTiny((seen + turned).strongest)
    }

    /// Runs a network on a part of a copy of the picture, and returns the candidates in pixels of the picture.
    private func run(
        _ network: Network,
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
        return try network(turned).compactMap { face in
            let inPart = face.turnedBack(orientation, in: turned.size)
                .scaled(x: Double(part.width) / Double(stored.width), y: Double(part.height) / Double(stored.height))
            let inCopy = inPart.moved(x: Double(part.x), y: Double(part.y))
            if leavingOutCut, inCopy.rectangle.isCut(by: part, in: copy.size) { return nil }
            return picture.feature(inCopy, in: copy.size)
        }
    }

    /// CenterFace on a part of the picture, at a larger scale than before. What the edges of the part cut is left out.
    private func addCloserRun(on place: Rect, to evidence: inout FaceEvidence, at accuracy: DetectionAccuracy) throws {
        guard let part = part(covering: place) else { return }
        let scale = min(2.5, Double(Self.closerSide(at: accuracy)) / Double(picture.size.longSide))
        let found = try candidates(in: part, scaledToLongSide: scale * Double(part.size.longSide))
        evidence.add(found.filter { !$0.rectangle.isCut(by: part, in: picture.size, margin: 4 / scale) }, ofCloserRunOn: part.rect)
    }

    /// The pixels that a rectangle covers; nil outside the picture.
    private func part(covering rectangle: Rect) -> PixelRect? {
        let part = PixelRect(Span2D(covering: rectangle, within: picture.size))
        return part.width > 0 && part.height > 0 ? part : nil
    }

    /// Runs CenterFace on a part of the picture at its own scale, and returns the candidates in pixels of the picture.
    private func candidates(in part: PixelRect, scaledToLongSide longSide: Double) throws -> [Feature] {
        try Cancellation.checkCurrent()
        let copy = try picture.pixels(of: part, scaledTo: part.size.scaled(toLongSide: longSide))
        let (x, y) = (Double(part.width) / Double(copy.width), Double(part.height) / Double(copy.height))
        return try centerFace(copy).map { $0.scaled(x: x, y: y).moved(x: Double(part.x), y: Double(part.y)) }
    }

    /// YuNet on the large copy, in tiles. A picture that is no larger than the small copy has no more to show.
    private func fine(besides small: PixelBuffer) throws -> [Feature] {
        let large = try picture.pixels(longSide: Self.largeSide)
        if large.size == small.size { return try run(yuNet, on: small) }
        return try FaceTiles(of: large.size).parts.flatMap { try run(yuNet, on: large, part: $0, leavingOutCut: true) }
    }
}

extension Picture {
    /// A copy with this long side for CenterFace, which sees small faces better when they are enlarged. An icon is enlarged only so much that it
    /// takes little time.
    func enlargedPixels(longSide: Int) throws -> PixelBuffer {
        let copy = try pixels(longSide: longSide)
        return try copy.resized(to: copy.size.scaled(toLongSide: min(Double(longSide), 2.5 * Double(copy.size.longSide))))
    }
}

extension PixelSize {
    fileprivate func scaled(toLongSide longSide: Double) -> PixelSize {
        let scale = longSide / Double(self.longSide)
        return PixelSize(width: max(1, Int((Double(width) * scale).rounded())), height: max(1, Int((Double(height) * scale).rounded())))
    }
}

extension Rect {
    var longSide: Double { max(width, height) }

    /// The rectangle with this much more at each side.
    func grown(by reach: Double) -> Rect { Rect(minX: minX - reach, minY: minY - reach, maxX: maxX + reach, maxY: maxY + reach) }

    /// Whether an edge of a part cuts the rectangle that is not an edge of the picture. The part beside it shows the whole.
    fileprivate func isCut(by part: PixelRect, in size: PixelSize, margin: Double = 4) -> Bool {
        let all = part.rect
        return part.x > 0 && x < all.x + margin || part.y > 0 && y < all.y + margin
            || part.x + part.width < size.width && maxX > all.maxX - margin
            || part.y + part.height < size.height && maxY > all.maxY - margin
    }
}

extension Feature {
    /// Whether the face is turned clockwise by about this angle, or nothing is known of that.
    ///
    /// - Parameter most: The largest difference, in degrees.
    func isTurned(by degrees: Double, within most: Double = 30) -> Bool {
        abs(((roll ?? degrees) - degrees).remainder(dividingBy: 360)) <= most
    }
}

extension FaceSearch {
    /// The faces of the picture turned to each side and upside down that are upright there. The networks also see faces that lie on their side or
    /// upside down in the picture as it is, but with worse boxes and wrong landmarks.
    private func turned(_ small: PixelBuffer) throws -> [Feature] {
        // With the angle of a face in the picture that is upright in the turned one.
        try [(ImageOrientation.right, -90.0), (.down, 180), (.left, 90)].flatMap { orientation, roll -> [Feature] in
            let candidates = try run(yuNet, on: small, turning: orientation).filter { face in
                face.landmarks?.areThoseOfAFace(of: face.rectangle) == true && face.isTurned(by: roll, within: 60)
            }
            guard candidates.contains(where: { $0.confidence >= Self.turnedScore }) else { return [] }
            var evidence = FaceEvidence(size: picture.size, isTurned: orientation != .down)
            evidence.add(candidates, of: .small)
            let larger = try picture.enlargedPixels(longSide: Self.secondSide(at: .low))
            evidence.add(try run(centerFace, on: larger, turning: orientation), of: .second)
            return evidence.faces.filter { face in candidates.contains { $0.confidence >= Self.turnedScore && $0.isSamePlace(as: face) } }
        }
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
    /// The most closer runs for tiny faces. Where there are more of them, it is a crowd.
    private static let mostCloserRuns = 4
    /// The confidence from which a place is taken for a face unless a minimum confidence says otherwise.
    private static let sure = 0.5
    /// The confidence of what a closer run denies: too little to be likely.
    private static let denied = 0.05

    /// Faces. Sure ones that are tiny become unlikely if a closer run of CenterFace on the picture itself does not confirm them: a crop goes where
    /// they are.
    private func judgingTiny(_ faces: [Feature]) throws -> [Feature] {
        let smallest = Self.tinyShare * Double(picture.size.longSide)
        let tiny = faces.filter { $0.confidence >= Self.sure && $0.rectangle.longSide < smallest }
        let confirmed = try tiny.prefix(Self.mostCloserRuns).filter(isConfirmedInPicture)
        let denied = confirmed.isEmpty ? tiny : tiny.prefix(Self.mostCloserRuns).filter { !confirmed.contains($0) }
        return faces.map { denied.contains($0) ? $0.with(Self.denied) : $0 }
    }

    private func isConfirmedInPicture(_ face: Feature) throws -> Bool {
        let (box, reach) = (face.rectangle, face.rectangle.longSide * 4)
        let around = Rect(minX: box.midX - reach, minY: box.midY - reach, maxX: box.midX + reach, maxY: box.midY + reach)
        guard let part = part(covering: around) else { return false }
        let found = try candidates(in: part, scaledToLongSide: 256)
        return found.contains { $0.confidence >= Self.sure && $0.rectangle.intersectionOverUnion(box) > 0.3 }
    }
}
