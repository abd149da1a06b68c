internal import BoundedCrop

/// A face through the frames of a video, as a detector finds it.
struct FaceTrail: Sendable {
    /// Where it is found, at most once in a frame, in the order of time.
    private(set) var sightings: [(frame: Int, place: Rect)]

    var first: (frame: Int, place: Rect) { sightings[0] }
    var last: (frame: Int, place: Rect) { sightings[sightings.count - 1] }

    /// A face is hidden for so long, in seconds, before it is first and after it is last found, and so for twice as long between.
    static let reach = 0.5

    /// Follows what was found.
    ///
    /// - Parameters:
    ///   - found: What was found in each frame.
    ///   - times: When each frame is shown, in seconds.
    ///   - cuts: The first frames after cuts, where faces are other ones.
    static func trails(of found: [[Rect]], times: [Double], cuts: Set<Int>) -> [FaceTrail] {
        var (open, ended): ([FaceTrail], [FaceTrail]) = ([], [])
        for (frame, places) in found.enumerated() {
            let isOver = { (trail: FaceTrail) in cuts.contains(frame) || times[frame] - times[trail.last.frame] > 2 * reach }
            ended += open.filter(isOver)
            open.removeAll(where: isOver)
            let faces = faces(in: places)
            // Each face continues one trail, the nearest ones first: of two people side by side, each has an own one.
            let nearest = NearestPairs(open.indices, faces.indices) { trail, face in
                let last = open[trail].last.place
                return last.isNear(faces[face]) ? last.distance(to: faces[face]) : nil
            }
            for pair in nearest.pairs { open[pair.one].sightings.append((frame, faces[pair.other])) }
            open += nearest.rest.map { FaceTrail(sightings: [(frame, faces[$0])]) }
        }
        return ended + open
    }

    /// The places of a frame, those that two detectors found of one face together. A small face in front of a large one, or behind it, is another
    /// one.
    private static func faces(in places: [Rect]) -> [Rect] {
        places.reduce(into: []) { faces, place in
            if let same = faces.firstIndex(where: { Feature($0).isSamePlace(as: Feature(place)) && $0.isNear(place) }) {
                faces[same] = faces[same].union(place)
            } else {
                faces.append(place)
            }
        }
    }

    /// Where the face may be in frames in which it is not found: between two places, anywhere on the way.
    func missed(times: [Double], cuts: Set<Int>, _ body: (_ frame: Int, _ place: Rect) -> Void) {
        for (one, next) in zip(sightings, sightings.dropFirst()) where next.frame > one.frame + 1 {
            for frame in one.frame + 1..<next.frame { body(frame, one.place.union(next.place)) }
        }
        var frame = first.frame
        while frame > 0, !cuts.contains(frame), frame == first.frame || times[first.frame] - times[frame - 1] <= Self.reach + 1e-6 {
            frame -= 1
            body(frame, first.place)
        }
        frame = last.frame + 1
        while frame < times.count, !cuts.contains(frame),
            frame == last.frame + 1 || times[frame] - times[last.frame] <= Self.reach + 1e-6
        {
            body(frame, last.place)
            frame += 1
        }
    }
}

extension Rect {
    fileprivate func distance(to other: Rect) -> Double {
        let (across, down) = (midX - other.midX, midY - other.midY)
        return (across * across + down * down).squareRoot()
    }

    /// Whether two faces, in frames that are near, may be one.
    func isNear(_ other: Rect) -> Bool {
        let sides = (area.squareRoot(), other.area.squareRoot())
        return max(sides.0, sides.1) <= 2.5 * min(sides.0, sides.1) && distance(to: other) <= 1.5 * min(sides.0, sides.1)
    }
}
