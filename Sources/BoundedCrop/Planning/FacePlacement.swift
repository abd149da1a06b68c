/// Moves a crop of fixed size so that the faces lie at a pleasing place instead of its center, as far as that costs no face.
struct FacePlacement {
    /// Where in the crop the subject should be, as shares of its sides; nil leaves a direction as it is.
    private var wanted: (x: Double?, y: Double?)
    /// How far it may be from there to show the bodies; nil for not at all.
    private var least: (x: Double?, y: Double?)
    /// What should be there, in pixels of the picture.
    private let subject: Point
    /// Where shoulders and hands of the people end, in the mean.
    private var bodies: Point

    /// Nil if the placement asks for nothing here.
    ///
    /// - Parameters:
    ///   - faces: The features to place; with none, nothing is asked for.
    ///   - bounds: The rectangle around all of them.
    ///   - turn: The turn of the output, whose sides the placement is about.
    init?(_ placement: CropRequest.Placement, of faces: [Feature], around bounds: Rect, in picture: PixelSize, turn: QuarterTurn) {
        let eyes = Self.eyes(of: faces)
        switch placement {
        case .center: return nil
        case .thirds:
            let middle = Point(x: bounds.midX, y: bounds.midY)
            subject = faces.count == 1 ? eyes?.middle ?? middle : middle
            let share = turn.turned(Point(x: subject.x / Double(picture.width), y: subject.y / Double(picture.height)))
            // Room in front of a face that is turned aside; otherwise the side of the picture that the subject is on already.
            let gaze = eyes.map { turn.turned(Point(x: 0.5 + $0.gaze.x, y: 0.5 + $0.gaze.y)).x - 0.5 } ?? 0
            let isLeft = abs(gaze) > Self.frontal ? gaze > 0 : share.x <= 0.5
            wanted = (isLeft ? 1.0 / 3 : 2.0 / 3, share.y <= 0.5 ? 1.0 / 3 : 2.0 / 3)
            bodies = subject
        case .headroom:
            let people = faces.filter { $0.kind == .face }
            guard !people.isEmpty else { return nil }
            subject = Self.mean(people.map(\.eyesAndMouth.eyes.middle))
            bodies = Self.mean(people.map { Self.bottom(of: $0.rectangle, turn) })
            (wanted, least) = ((nil, Self.eyeLine), (nil, Self.highestEyeLine))
        }
        (wanted, least) = (Self.turned(wanted, turn), Self.turned(least, turn))
    }

    /// Shares of the output's sides as shares of the crop's.
    private static func turned(_ shares: (x: Double?, y: Double?), _ turn: QuarterTurn) -> (x: Double?, y: Double?) {
        var shares = turn.swapsSides ? (shares.y, shares.x) : shares
        if turn == .half || turn == .counterclockwise { shares.0 = shares.0.map { 1 - $0 } }
        if turn == .half || turn == .clockwise { shares.1 = shares.1.map { 1 - $0 } }
        return shares
    }

    /// Where the body below a face ends as far as it counts, in a picture whose output is turned.
    private static func bottom(of face: Rect, _ turn: QuarterTurn) -> Point {
        let reach = bodyBelowFace * (turn.swapsSides ? face.width : face.height)
        switch turn {
        case .zero: return Point(x: face.midX, y: face.maxY + reach)
        case .half: return Point(x: face.midX, y: face.minY - reach)
        case .clockwise: return Point(x: face.maxX + reach, y: face.midY)
        case .counterclockwise: return Point(x: face.minX - reach, y: face.midY)
        }
    }

    private static func mean(_ points: [Point]) -> Point {
        let sum = points.reduce(Point(x: 0, y: 0)) { Point(x: $0.x + $1.x, y: $0.y + $1.y) }
        return Point(x: sum.x / Double(points.count), y: sum.y / Double(points.count))
    }

    /// The crop moved towards the wanted place, without losing any of `held`, which it contains; nil if it cannot move at all.
    func moved(_ crop: PixelRect, holding held: Span2D, in picture: PixelSize) -> PixelRect? {
        let x = Self.start(crop.width, showing: subject.x, at: wanted.x, or: least.x, bodies.x, held.horizontal, within: picture.width)
        let y = Self.start(crop.height, showing: subject.y, at: wanted.y, or: least.y, bodies.y, held.vertical, within: picture.height)
        if x == nil, y == nil { return nil }
        return PixelRect(x: x ?? crop.x, y: y ?? crop.y, width: crop.width, height: crop.height)
    }

    /// - Parameters:
    ///   - share: Where in the window the subject should be.
    ///   - other: How far it may be from there to show more of the body.
    private static func start(
        _ length: Int,
        showing subject: Double,
        at share: Double?,
        or other: Double?,
        _ body: Double,
        _ held: Span,
        within limit: Int
    ) -> Int? {
        let room = max(0, held.high - length)...max(0, held.high - length, min(held.low, limit - length))
        guard let share, room.count > 1 else { return nil }
        var start = subject - share * Double(length)
        if let other {
            let furthest = subject - other * Double(length)
            start = furthest > start ? min(max(start, body - Double(length)), furthest) : max(min(start, body), furthest)
        }
        return Int(start, within: room)
    }

    /// How far the nose may be beside the middle of the eyes, in distances of the eyes, for a face that looks ahead.
    private static let frontal = 0.15
    /// The height of the eyes with headroom, from the top: see docs/cropping.md for where photographers and guides put them.
    private static let eyeLine = 1.0 / 3
    /// The least distance of the eyes from the top where that shows more of the body.
    private static let highestEyeLine = 1.0 / 4
    /// The part of a body that counts, shoulders and hands, in heights of the face below it.
    private static let bodyBelowFace = 2.5

    /// The mean of all eyes and of the directions in which noses point, the latter in distances of the eyes; nil if no eyes are known.
    private static func eyes(of faces: [Feature]) -> (middle: Point, gaze: Point)? {
        var (middle, gaze, count) = (Point(x: 0, y: 0), Point(x: 0, y: 0), 0.0)
        for face in faces {
            guard let landmarks = face.landmarks, let eyes = landmarks.eyeLine else { continue }
            let nose = Point(x: landmarks.noseTip.x - eyes.middle.x, y: landmarks.noseTip.y - eyes.middle.y)
            let aside = (nose.x * eyes.direction.x + nose.y * eyes.direction.y) / eyes.distance
            // Landmarks of faces at the edge may lie anywhere.
            guard [eyes.middle.x, eyes.middle.y].allSatisfy({ abs($0) <= 1e9 }), abs(aside) <= 1e3 else { continue }
            middle = Point(x: middle.x + eyes.middle.x, y: middle.y + eyes.middle.y)
            gaze = Point(x: gaze.x + aside * eyes.direction.x, y: gaze.y + aside * eyes.direction.y)
            count += 1
        }
        guard count > 0 else { return nil }
        return (Point(x: middle.x / count, y: middle.y / count), Point(x: gaze.x / count, y: gaze.y / count))
    }
}
