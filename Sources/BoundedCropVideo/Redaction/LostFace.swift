internal import BoundedCrop
internal import BoundedCropEffects

/// A time in which faces may be visible: a detector loses them, or finds them late, though they do not come or go at an edge of the frame.
public struct LostFace: Encodable, Hashable, Sendable {
    /// The time from which it may be visible, in seconds.
    public let from: Double
    /// The end of that time.
    public let to: Double
    /// The time of the first frame of the shot.
    public let shotStart: Double
    /// The time of its last frame.
    public let shotEnd: Double
    /// How many faces may be visible, not always all at once.
    public let faces: Int

    /// What there is to say about it.
    package var text: String {
        let time = "from \(Self.text(from)) to \(Self.text(to)), in the shot from \(Self.text(shotStart)) to \(Self.text(shotEnd))"
        return "\(faces == 1 ? "a face" : "\(faces) faces") may be visible \(time)"
    }

    private static func text(_ seconds: Double) -> String {
        let tenths = Int((seconds * 10).rounded())
        let (minutes, rest) = (tenths / 600, tenths % 600)
        return "\(minutes):\(rest < 100 ? "0" : "")\(rest / 10).\(rest % 10)"
    }

    /// What is found in fewer frames is an error of the detector.
    private static let fewest = 3

    /// - Parameters:
    ///   - tracks: The faces.
    ///   - times: When each frame is shown.
    ///   - cuts: The first frames after cuts.
    ///   - size: The size of the frames that were searched.
    ///   - correction: What people hide and show: a face of which they have said that is not lost.
    static func all(
        in tracks: [FeatureTrack],
        times: [Double],
        cuts: Set<Int>,
        size: PixelSize,
        besides correction: RedactionCorrection = RedactionCorrection()
    ) -> [LostFace] {
        let starts = ([0] + cuts).sorted()
        let shots = zip(starts, starts.dropFirst() + [times.count]).filter { $0 < $1 }
        let reach = VideoRedaction.reach
        let lost = shots.flatMap { start, end in
            let shot = (times[start], times[end - 1])
            let faces = tracks.filter { $0.first.time >= shot.0 && $0.first.time <= shot.1 && $0.sightings.count >= fewest }
            func lost(from: Double, to: Double, at place: Feature) -> LostFace? {
                guard to > from, !isAtEdge(place.rectangle, of: size) else { return nil }
                if correction.settles(place.rectangle, from: from, to: to) { return nil }
                return LostFace(from: from, to: to, shotStart: shot.0, shotEnd: shot.1, faces: 1)
            }
            func goesOn(_ one: FeatureTrack, in other: FeatureTrack) -> Bool {
                other.first.time > one.last.time && other.first.feature.rectangle.isNear(one.last.feature.rectangle)
            }
            return faces.flatMap { face in
                let next = faces.filter { goesOn(face, in: $0) }.map(\.first.time).min()
                let hasEarlier = faces.contains { goesOn($0, in: face) }
                let before = hasEarlier ? nil : lost(from: shot.0, to: face.first.time - reach, at: face.first.feature)
                let after = lost(from: face.last.time + reach, to: next.map { $0 - reach } ?? shot.1, at: face.last.feature)
                return [before, after].compactMap(\.self)
            }
        }
        return merged(lost.sorted { $0.from < $1.from })
    }

    /// Times of one shot that overlap are one.
    private static func merged(_ lost: [LostFace]) -> [LostFace] {
        lost.reduce(into: []) { merged, next in
            guard let last = merged.last, last.shotStart == next.shotStart, next.from <= last.to else { return merged.append(next) }
            merged[merged.count - 1] = LostFace(
                from: last.from,
                to: max(last.to, next.to),
                shotStart: last.shotStart,
                shotEnd: last.shotEnd,
                faces: last.faces + next.faces
            )
        }
    }

    /// Whether a face may have come or gone there.
    private static func isAtEdge(_ place: Rect, of size: PixelSize) -> Bool {
        let room = place.area.squareRoot() / 2
        return place.minX < room || place.minY < room || place.maxX > Double(size.width) - room || place.maxY > Double(size.height) - room
    }
}
