/// Moves a crop of fixed size so that the features lie at a pleasing place instead of its center, as far as that costs no face. Up is where the
/// output has its top.
struct FacePlacement {
    /// Where in the crop the subject should be, as shares of its sides; nil leaves a direction as it is.
    private let wanted: (x: Double?, y: Double?)
    /// What should be there, in pixels of the picture.
    private let subject: Point
    /// With headroom, what should be seen besides the faces.
    private var people: (heads: Double, chins: Double, bodies: Double)?

    /// Nil if the placement asks for nothing here.
    ///
    /// - Parameters:
    ///   - faces: The features to place; with none, nothing is asked for.
    ///   - bounds: The rectangle around all of them.
    init?(_ placement: CropRequest.Placement, of faces: [Feature], around bounds: Rect, in picture: PixelSize) {
        switch placement {
        case .center: return nil
        case .thirds:
            let (eyes, middle) = (Self.eyes(of: faces), Point(x: bounds.midX, y: bounds.midY))
            subject = faces.count == 1 ? eyes?.middle ?? middle : middle
            // Room in front of a face that is turned aside; otherwise the side of the picture that the subject is on already.
            let gaze = eyes?.gaze.x ?? 0
            let isLeft = abs(gaze) > Self.frontal ? gaze > 0 : subject.x <= Double(picture.width) / 2
            wanted = (isLeft ? 1.0 / 3 : 2.0 / 3, subject.y <= Double(picture.height) / 2 ? 1.0 / 3 : 2.0 / 3)
        case .headroom:
            let people = faces.filter { $0.kind == .face }
            guard let first = people.first?.rectangle else { return nil }
            subject = Point(x: 0, y: Self.mean(people.map(\.eyesAndMouth.eyes.middle.y)))
            wanted = (nil, Self.eyeLine)
            let heads = people.map { $0.rectangle.minY - Self.hairAboveFace * $0.rectangle.height }
            let bodies = people.map { $0.rectangle.maxY + PersonEdges.bodyBelowFace * $0.rectangle.height }
            let chins = people.map { $0.rectangle.maxY + Self.roomBelowChin * $0.rectangle.height }
            self.people = (heads.min() ?? first.minY, chins.max() ?? first.maxY, Self.mean(bodies))
        }
    }

    /// What a crop without room for the padding of a face goes on holding of that: all of it at the sides and below, but above no more than
    /// detections are inexact. Hair gives way to the chin.
    ///
    /// - Parameter face: Upright in the output.
    static func needed(_ face: Rect, _ turn: QuarterTurn, in picture: PixelSize) -> Rect {
        let (far, above) = (Double(picture.longSide), 0.1 * face.height)
        let needed = Rect(minX: face.minX - far, minY: face.minY - above, maxX: face.maxX + far, maxY: face.maxY + far)
        return turn.opposite.turned(needed, in: turn.turned(picture))
    }

    private static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

    /// The crop moved towards the wanted place, without losing any of `held`, which it contains; nil if it cannot move at all.
    func moved(_ crop: PixelRect, holding held: Span2D, in picture: PixelSize) -> PixelRect? {
        func room(_ length: Int, _ held: Span, _ limit: Int) -> ClosedRange<Int> {
            max(0, held.high - length)...max(0, held.high - length, min(held.low, limit - length))
        }
        let across = room(crop.width, held.horizontal, picture.width)
        let down = room(crop.height, held.vertical, picture.height)
        guard wanted.x != nil && across.count > 1 || wanted.y != nil && down.count > 1 else { return nil }
        var moved = crop
        if let share = wanted.x { moved.x = Int(subject.x - share * Double(crop.width), within: across) }
        if let share = wanted.y { moved.y = Int(top(share, Double(crop.height)), within: down) }
        return moved
    }

    /// The top of a crop of this height that has the subject at a share of it, or of one with more of the bodies below it. It is above the
    /// hair, or if it is too low for that, below the chin.
    private func top(_ share: Double, _ height: Double) -> Double {
        let top = subject.y - share * height
        guard let people else { return top }
        let lowest = subject.y - Self.highestEyeLine * height
        return max(min(max(top, min(people.bodies - height, lowest)), people.heads), people.chins - height)
    }

    /// How far the nose may be beside the middle of the eyes, in distances of the eyes, for a face that looks ahead.
    private static let frontal = 0.15
    /// The height of the eyes with headroom, from the top: "one third of the frame should be above the person's eyes" (UC Berkeley Graduate
    /// School of Journalism, "Headroom and Noseroom"). Photographers of the labeled photos put them at 29% in the median.
    private static let eyeLine = 1.0 / 3
    /// The least distance of the eyes from the top where that shows more of the bodies.
    private static let highestEyeLine = 1.0 / 4
    /// What is below a chin, in heights of the face: as much as the standard padding.
    private static let roomBelowChin = 0.2
    /// Hair, and a little air, in heights of the face above it: 98 of 100 labeled heads end below 0.3.
    static let hairAboveFace = 0.4

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
