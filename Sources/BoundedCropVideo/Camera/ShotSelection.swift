internal import BoundedCrop

/// Chooses which of the tracks in a shot are to be held, as far as a window can: by kinds, rank and scheme, or what was corrected by hand.
struct ShotSelection {
    let shot: Range<Int>
    let options: CameraOptions
    let looks: ArraySlice<Int32>
    let times: [Double]
    let size: PixelSize
    private let corrections: [CameraOptions.Correction]

    /// Whether a correction says where the window is.
    var isExact: Bool { corrections.contains { if case .window = $0.place { true } else { false } } }

    /// Whether a hand says what is shown.
    var isCorrected: Bool { !corrections.isEmpty }

    init(
        _ shot: Range<Int>,
        _ opening: CameraPath.Shot.Opening,
        _ options: CameraOptions,
        looks: ArraySlice<Int32>,
        times: [Double],
        size: PixelSize
    ) {
        (self.shot, self.options, self.looks, self.times, self.size) = (shot, options, looks, times, size)
        let start = opening == .start ? -.infinity : times[shot.lowerBound]
        let end = shot.upperBound < times.count ? times[shot.upperBound] : .infinity
        corrections = options.corrections.filter { $0.time >= start && $0.time < end }.sorted { $0.time < $1.time }
    }

    func selection(of parts: [ShotTrack]) throws -> (wanted: [ShotTrack], dropped: [CameraPath.DroppedTrack]) {
        let request = options.request
        guard request.detectsFeatures, request.rectangle == nil else { return ([], []) }
        var dropped: [CameraPath.DroppedTrack] = []
        func drop(_ tracks: [ShotTrack], _ reason: CameraPath.DroppedTrack.Reason) {
            dropped += tracks.map { .init(track: $0.summary(times), reason: reason) }
        }
        if let corrected = try corrected() {
            drop(parts, .corrected)
            return ([corrected], dropped)
        }
        drop(parts.filter { !$0.isConfirmed(looks: looks, times: times) }, .unconfirmed)
        let confirmed = parts.filter { $0.isConfirmed(looks: looks, times: times) }
        let kinds = request.kept?.priorities
        drop(confirmed.filter { kinds != nil && kinds?[$0.kind] == nil }, .unwanted)
        let possible = confirmed.compactMap { track in
            guard let kinds else { return track }
            guard let priority = kinds[track.kind] else { return nil }
            var track = track
            track.priority = priority
            return track
        }
        let wanted = chosen(from: possible)
        drop(possible.filter { track in !wanted.contains { $0.id == track.id } }, .unwanted)
        return (wanted, dropped)
    }

    /// Those of the rank and the scheme.
    private func chosen(from tracks: [ShotTrack]) -> [ShotTrack] {
        var tracks = tracks
        if let rank = options.request.rank, rank <= tracks.count {
            tracks = [tracks.sorted { ($1.area, $0.id) < ($0.area, $1.id) }[rank - 1]]
        }
        switch options.request.scheme {
        case .all: return tracks
        case .largest: return alone(tracks) { $0.area * Double($0.frames.count) }
        case .smallest: return alone(tracks) { -$0.area / Double(max(1, $0.frames.count)) }
        }
    }

    /// The first track in an order, and the others where no better one is there. Only tracks of the highest priority count.
    private func alone(_ tracks: [ShotTrack], by value: (ShotTrack) -> Double) -> [ShotTrack] {
        let highest = tracks.map(\.priority).max() ?? 1
        var chosen: [ShotTrack] = []
        for track in tracks.filter({ $0.priority == highest }).sorted(by: { value($0) > value($1) }) {
            var free = [track.frames]
            for other in chosen {
                free = free.flatMap { range -> [Range<Int>] in
                    guard range.overlaps(other.frames) else { return [range] }
                    let before = range.lowerBound..<max(range.lowerBound, other.frames.lowerBound)
                    let after = min(range.upperBound, other.frames.upperBound)..<range.upperBound
                    return [before, after].filter { !$0.isEmpty }
                }
            }
            for range in free where range == track.frames || times[range.upperBound - 1] - times[range.lowerBound] >= Self.shortest {
                var part = track
                part.frames = range
                chosen.append(part)
            }
        }
        return chosen
    }

    /// Seconds for which it is worth to turn to somebody else.
    private static let shortest = 1.0

    /// What a hand gave for this shot, from one correction to the next on straight lines; nil if it gave nothing.
    private func corrected() throws -> ShotTrack? {
        var sightings: [ShotTrack.Sighting] = []
        for correction in corrections {
            var feature: Feature
            switch correction.place {
            case .window(let rectangle):
                var request = options.request
                (request.rectangle, request.zoom, request.rank, request.requiresFeature) = (rectangle, nil, nil, false)
                feature = Feature(try CropPlanner.plan(features: [], size: size, request: request).crop.rect, kind: .region)
            case .feature(let given):
                guard !isExact else { continue }
                feature = given
                feature.rectangle =
                    given.rectangle.isFinite ? given.rectangle.intersection(size.bounds) : .init(x: 0, y: 0, width: 0, height: 0)
            }
            guard !feature.rectangle.isEmpty else {
                throw BoundedCropError(.invalidArgument, "the correction at \(correction.time) s shows nothing of the video of \(size)")
            }
            let frame = min(max(times.partitionPoint { $0 <= correction.time } - 1, shot.lowerBound), shot.upperBound - 1)
            if sightings.last?.frame == frame { sightings.removeLast() }
            sightings.append(.init(feature, frame: frame))
        }
        guard let first = sightings.first?.feature else { return nil }
        return ShotTrack(id: -1, priority: first.countedPriority, sightings: sightings, frames: shot)
    }
}
