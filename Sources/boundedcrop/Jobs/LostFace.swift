import BoundedCrop

/// A face that a detector loses, or finds late, though it does not come or go at an edge of the frame: it may be visible there.
struct LostFace: Encodable, Hashable, Sendable {
    /// The times between which it may be visible, in seconds.
    let from: Double
    let to: Double
    /// The times of the first and the last frame of the shot.
    let shotStart: Double
    let shotEnd: Double

    var text: String {
        "a face may be visible from \(Self.text(from)) to \(Self.text(to)), in the shot from \(Self.text(shotStart)) to \(Self.text(shotEnd))"
    }

    private static func text(_ seconds: Double) -> String {
        let tenths = Int((seconds * 10).rounded())
        let (minutes, rest) = (tenths / 600, tenths % 600)
        return "\(minutes):\(rest < 100 ? "0" : "")\(rest / 10).\(rest % 10)"
    }

    /// For so long before and after the frames in which it is found, a face is hidden, in seconds.
    private static let reach = 0.5
    /// What is found in fewer frames is an error of the detector.
    private static let fewest = 3

    /// A face in some frames of a shot.
    private struct Track {
        let first: Int
        var last: Int
        var count = 1
        let firstPlace: Rect
        var place: Rect
    }

    /// - Parameters:
    ///   - found: What was found in each frame.
    ///   - times: When each frame is shown.
    ///   - cuts: The first frames of the shots.
    ///   - size: The size of the frames that were searched.
    static func all(in found: [[Feature]], times: [Double], cuts: [Int], size: PixelSize) -> [LostFace] {
        let starts = cuts.isEmpty ? [0] : cuts
        let shots = zip(starts, starts.dropFirst() + [found.count]).filter { $0 < $1 }
        return shots.flatMap { start, end in
            let tracks = tracks(of: found, in: start..<end, times).filter { $0.count >= fewest }
            let shot = (times[start], times[end - 1])
            func lost(from: Double, to: Double, at place: Rect) -> LostFace? {
                guard to > from, !isAtEdge(place, of: size) else { return nil }
                return LostFace(from: from, to: to, shotStart: shot.0, shotEnd: shot.1)
            }
            return tracks.flatMap { track in
                let next = tracks.filter { $0.first > track.first && $0.last > track.last && isNear($0.firstPlace, track.place) }.map(
                    \.first
                ).min()
                let hasEarlier = tracks.contains { $0.first < track.first && isNear($0.place, track.firstPlace) }
                let before = hasEarlier ? nil : lost(from: shot.0, to: times[track.first] - reach, at: track.firstPlace)
                let after = lost(
                    from: times[track.last] + reach,
                    to: next.map { times[max($0, track.last)] - reach } ?? shot.1,
                    at: track.place
                )
                return [before, after].compactMap(\.self)
            }
        }.sorted { $0.from < $1.from }
    }

    private static func tracks(of found: [[Feature]], in frames: Range<Int>, _ times: [Double]) -> [Track] {
        var (open, ended): ([Track], [Track]) = ([], [])
        for frame in frames {
            // What is between two sightings so near is hidden.
            ended += open.filter { times[frame] - times[$0.last] > 2 * reach }
            open.removeAll { times[frame] - times[$0.last] > 2 * reach }
            for feature in found[frame] {
                let place = feature.rectangle
                let nearest = open.indices.filter { isNear(open[$0].place, place) }.min {
                    distance(open[$0].place, place) < distance(open[$1].place, place)
                }
                if let nearest {
                    if open[nearest].last < frame { open[nearest].count += 1 }
                    (open[nearest].last, open[nearest].place) = (frame, place)
                } else {
                    open.append(Track(first: frame, last: frame, firstPlace: place, place: place))
                }
            }
        }
        return ended + open
    }

    private static func distance(_ one: Rect, _ other: Rect) -> Double {
        let (across, down) = (one.midX - other.midX, one.midY - other.midY)
        return (across * across + down * down).squareRoot()
    }

    private static func isNear(_ one: Rect, _ other: Rect) -> Bool {
        let sides = (one.area.squareRoot(), other.area.squareRoot())
        return max(sides.0, sides.1) <= 2.5 * min(sides.0, sides.1) && distance(one, other) <= 1.5 * min(sides.0, sides.1)
    }

    /// Whether a face may have come or gone there.
    private static func isAtEdge(_ place: Rect, of size: PixelSize) -> Bool {
        let room = place.area.squareRoot() / 2
        return place.minX < room || place.minY < room || place.maxX > Double(size.width) - room || place.maxY > Double(size.height) - room
    }
}
