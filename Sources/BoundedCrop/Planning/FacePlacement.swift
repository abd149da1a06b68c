/// Moves a crop of fixed size so that the faces lie at a pleasing place instead of its center, as far as that costs no face.
struct FacePlacement {
    /// Where in the crop the subject should be, as shares of its sides; nil leaves a direction as it is.
    private var wanted: (x: Double?, y: Double?)
    /// What should be there, in pixels of the picture.
    private let subject: Point

    /// Nil if the placement asks for nothing here.
    ///
    /// - Parameters:
    ///   - faces: The scheme's features.
    ///   - bounds: The bounding rectangle.
    ///   - window: The size of the crop.
    ///   - turn: The turn of the output, whose sides the placement is about.
    init?(
        _ placement: CropRequest.Placement,
        of faces: [Feature],
        around bounds: Rect,
        window: PixelSize,
        in picture: PixelSize,
        turn: QuarterTurn
    ) {
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
        case .headroom:
            let people = faces.filter { $0.kind == .face }
            guard !people.isEmpty else { return nil }
            let lines = people.map(\.eyesAndMouth.eyes.middle)
            subject = Point(
                x: lines.reduce(0) { $0 + $1.x } / Double(lines.count),
                y: lines.reduce(0) { $0 + $1.y } / Double(lines.count)
            )
            wanted = (nil, Self.eyeLine)
        }
        if turn.swapsSides { wanted = (wanted.y, wanted.x) }
        if turn == .half || turn == .counterclockwise { wanted.x = wanted.x.map { 1 - $0 } }
        if turn == .half || turn == .clockwise { wanted.y = wanted.y.map { 1 - $0 } }
    }

    /// The crop moved towards the wanted place, without losing any of `held`, which it contains; nil if it cannot move at all.
    func moved(_ crop: PixelRect, holding held: Span2D, in picture: PixelSize) -> PixelRect? {
        let x = Self.start(crop.width, showing: subject.x, at: wanted.x, held.horizontal, within: picture.width)
        let y = Self.start(crop.height, showing: subject.y, at: wanted.y, held.vertical, within: picture.height)
        if x == nil, y == nil { return nil }
        return PixelRect(x: x ?? crop.x, y: y ?? crop.y, width: crop.width, height: crop.height)
    }

    private static func start(_ length: Int, showing subject: Double, at share: Double?, _ held: Span, within limit: Int) -> Int? {
        let room = max(0, held.high - length)...max(0, held.high - length, min(held.low, limit - length))
        guard let share, room.count > 1 else { return nil }
        return Int(subject - share * Double(length), within: room)
    }

    /// How far the nose may be beside the middle of the eyes, in distances of the eyes, for a face that looks ahead.
    private static let frontal = 0.15
    /// The height of the eyes with headroom, from the top: see docs/cropping.md for where photographers and guides put them.
    private static let eyeLine = 1.0 / 3

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
