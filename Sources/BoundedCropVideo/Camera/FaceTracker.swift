internal import BoundedCrop
internal import FoundationEssentials

/// Joins what is found in the frames of a video into tracks, by place, size and landmarks, across short gaps. Tracks know nothing of cuts: they
/// are divided at them later.
struct FaceTracker: Sendable {
    /// Where something was seen, in pixels of the frame.
    struct Sighting: Sendable {
        var frame: Int32
        var confidence: Float
        /// Left, top, width and height.
        var place: SIMD4<Float>

        var rectangle: Rect { Rect(x: Double(place.x), y: Double(place.y), width: Double(place.z), height: Double(place.w)) }
    }

    /// Something that is followed.
    struct Track: Sendable {
        var kind: Feature.Kind
        var priority: Double
        var sightings: [Sighting] = []
        /// Some of the features themselves, for their landmarks.
        var details: [(frame: Int32, feature: Feature)] = []
    }

    private(set) var tracks: [Track] = []
    private var open: [Open] = []

    private struct Open {
        var track: Int
        var last: Feature
        var time: Double
        /// Pixels for each second.
        var velocity = SIMD2<Double>.zero
        var detailTime: Double

        func predicted(at time: Double) -> SIMD2<Double> {
            SIMD2(last.rectangle.midX, last.rectangle.midY) + velocity * min(time - self.time, FaceTracker.longestPrediction)
        }
    }

    /// Seconds for which somebody may turn away or be hidden.
    private static let longestGap = 2.0
    private static let longestGapAtEdge = 0.4
    private static let longestPrediction = 0.6
    private static let (mostGrowth, mostGrowthOfCut) = (2.0, 4.0)
    /// Seconds between the features of which landmarks are kept.
    private static let detailInterval = 0.2
    /// The strongest of more count.
    private static let mostFeatures = 256

    /// Adds what was found in a frame. Features without a part in it, or that are not finite, are ignored.
    mutating func add(_ found: [Feature], frame: Int, time: Double, size: PixelSize) {
        var features = found.compactMap { feature -> Feature? in
            guard feature.rectangle.isFinite else { return nil }
            var feature = feature.finite
            feature.rectangle = feature.rectangle.intersection(size.bounds)
            return feature.rectangle.isEmpty ? nil : feature
        }
        if features.count > Self.mostFeatures {
            features = Array(features.sorted { $0.confidence > $1.confidence }.prefix(Self.mostFeatures))
        }
        open.removeAll { time - $0.time > Self.longestGap }
        let nearest = NearestPairs(open.indices, features.indices) { Self.cost(of: features[$1], for: open[$0], at: time, size) }
        for pair in nearest.pairs { see(features[pair.other], as: pair.one, frame: frame, time: time) }
        for feature in nearest.rest.map({ features[$0] }) {
            tracks.append(Track(kind: feature.kind, priority: feature.priority))
            open.append(Open(track: tracks.count - 1, last: feature, time: time, detailTime: -.infinity))
            see(feature, as: open.count - 1, frame: frame, time: time)
        }
    }

    private mutating func see(_ feature: Feature, as place: Int, frame: Int, time: Double) {
        let (rectangle, last) = (feature.rectangle, open[place].last.rectangle)
        let passed = time - open[place].time
        if passed > 0 {
            let measured = SIMD2(rectangle.midX - last.midX, rectangle.midY - last.midY) / passed
            open[place].velocity = open[place].velocity * 0.5 + measured * 0.5
        }
        (open[place].last, open[place].time) = (feature, time)
        let track = open[place].track
        let corner = SIMD4(Float(rectangle.x), Float(rectangle.y), Float(rectangle.width), Float(rectangle.height))
        tracks[track].sightings.append(.init(frame: Int32(frame), confidence: Float(feature.confidence), place: corner))
        if time - open[place].detailTime >= Self.detailInterval {
            open[place].detailTime = time
            tracks[track].details.append((Int32(frame), feature))
        }
    }

    /// How unlike a track a feature is; nil if it cannot be the same.
    private static func cost(of feature: Feature, for track: Open, at time: Double, _ size: PixelSize) -> Double? {
        guard feature.kind == track.last.kind else { return nil }
        let sides = (track.last.rectangle.area.squareRoot(), feature.rectangle.area.squareRoot())
        // Who was at the edge of the picture left it, and whoever comes later is another one.
        guard time - track.time <= longestGapAtEdge || !touchesEdge(track.last.rectangle, size) else { return nil }
        // At the edge only a part is seen.
        let isCut = [feature, track.last].contains { touchesEdge($0.rectangle, size) }
        let growth = max(sides.0, sides.1) / min(sides.0, sides.1)
        guard growth <= mostGrowth || isCut && growth <= mostGrowthOfCut else { return nil }
        // Those that shake are where they were rather than where they seemed to go.
        let center = SIMD2(feature.rectangle.midX, feature.rectangle.midY)
        let ways = [track.predicted(at: time), SIMD2(track.last.rectangle.midX, track.last.rectangle.midY)].map { center - $0 }
        let distance = ways.reduce(.infinity) { min($0, ($1 * $1).sum().squareRoot()) } / ((sides.0 + sides.1) / 2)
        guard distance <= min(0.6 + 2.5 * (time - track.time), 2) else { return nil }
        return distance + 0.5 * (growth - 1) + landmarkDistance(feature, track.last)
    }

    private static func touchesEdge(_ rectangle: Rect, _ size: PixelSize) -> Bool {
        rectangle.minX < 1 || rectangle.minY < 1 || rectangle.maxX > Double(size.width) - 1 || rectangle.maxY > Double(size.height) - 1
    }

    /// How unlike the poses of two faces are; 0 where landmarks are unknown.
    private static func landmarkDistance(_ one: Feature, _ other: Feature) -> Double {
        guard let first = one.landmarks?.points, let second = other.landmarks?.points else { return 0 }
        func share(_ point: Point, _ rectangle: Rect) -> SIMD2<Double> {
            SIMD2((point.x - rectangle.x) / rectangle.width, (point.y - rectangle.y) / rectangle.height)
        }
        let sum = zip(first, second).reduce(0.0) { sum, pair in
            let offset = share(pair.0, one.rectangle) - share(pair.1, other.rectangle)
            return sum + (offset * offset).sum().squareRoot()
        }
        return min(0.5, sum / Double(first.count))
    }
}
