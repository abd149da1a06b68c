internal import BoundedCrop

/// A face that a detector loses, or finds late, though it does not come or go at an edge of the frame: it may be visible there.
public struct LostFace: Encodable, Hashable, Sendable {
    /// The time from which it may be visible, in seconds.
    public let from: Double
    /// The end of that time.
    public let to: Double
    /// The time of the first frame of the shot.
    public let shotStart: Double
    /// The time of its last frame.
    public let shotEnd: Double

    /// What there is to say about it.
    package var text: String {
        "a face may be visible from \(Self.text(from)) to \(Self.text(to)), in the shot from \(Self.text(shotStart)) to \(Self.text(shotEnd))"
    }

    private static func text(_ seconds: Double) -> String {
        let tenths = Int((seconds * 10).rounded())
        let (minutes, rest) = (tenths / 600, tenths % 600)
        return "\(minutes):\(rest < 100 ? "0" : "")\(rest / 10).\(rest % 10)"
    }

    /// What is found in fewer frames is an error of the detector.
    private static let fewest = 3

    /// - Parameters:
    ///   - trails: The faces.
    ///   - times: When each frame is shown.
    ///   - cuts: The first frames after cuts.
    ///   - size: The size of the frames that were searched.
    static func all(in trails: [FaceTrail], times: [Double], cuts: Set<Int>, size: PixelSize) -> [LostFace] {
        let starts = ([0] + cuts).sorted()
        let shots = zip(starts, starts.dropFirst() + [times.count]).filter { $0 < $1 }
        return shots.flatMap { start, end in
            let faces = trails.filter { $0.first.frame >= start && $0.first.frame < end && $0.sightings.count >= fewest }
            let shot = (times[start], times[end - 1])
            func lost(from: Double, to: Double, at place: Rect) -> LostFace? {
                guard to > from, !isAtEdge(place, of: size) else { return nil }
                return LostFace(from: from, to: to, shotStart: shot.0, shotEnd: shot.1)
            }
            return faces.flatMap { face in
                let next = faces.filter { $0.first.frame > face.last.frame && $0.first.place.isNear(face.last.place) }.map(\.first.frame)
                    .min()
                let hasEarlier = faces.contains { $0.last.frame < face.first.frame && $0.last.place.isNear(face.first.place) }
                let before = hasEarlier ? nil : lost(from: shot.0, to: times[face.first.frame] - FaceTrail.reach, at: face.first.place)
                let after = lost(
                    from: times[face.last.frame] + FaceTrail.reach,
                    to: next.map { times[$0] - FaceTrail.reach } ?? shot.1,
                    at: face.last.place
                )
                return [before, after].compactMap(\.self)
            }
        }.sorted { $0.from < $1.from }
    }

    /// Whether a face may have come or gone there.
    private static func isAtEdge(_ place: Rect, of size: PixelSize) -> Bool {
        let room = place.area.squareRoot() / 2
        return place.minX < room || place.minY < room || place.maxX > Double(size.width) - room || place.maxY > Double(size.height) - room
    }
}
