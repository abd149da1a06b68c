internal import BoundedCrop

/// Finds the calmest path of the window through scenes without a cut between them.
struct ShotPlanner {
    let size: PixelSize
    let times: [Double]
    let tracks: [ShotTrack]
    let options: CameraOptions
    /// Whether the tracks are windows themselves.
    let isExact: Bool
    /// The request for what is held at a moment: it is chosen already.
    private let momentRequest: CropRequest
    private let largest: PixelSize

    /// Where the window is at each frame of the scenes, and what it cost.
    struct Result {
        var window: PixelSize
        /// The corners of the window, in pixels.
        var places: [SIMD2<Double>]
        var leastMovement = 0.0
        /// The frames in which something is not whole because the camera may not be as fast as it would have to be, counted from the first.
        var broken: [Int] = []
        /// Those in which something is not whole, for this or because the camera is calmer so.
        var cut: Set<Int> = []
    }

    /// A window of another shape and size than that of the output.
    struct Room {
        var aspect: AspectRatio
        var window: PixelSize
    }

    init(size: PixelSize, times: [Double], tracks: [ShotTrack], options: CameraOptions, isExact: Bool, room: Room? = nil) {
        (self.size, self.times, self.tracks, self.options, self.isExact) = (size, times, tracks, options, isExact)
        var request = options.request
        (request.scheme, request.rank, request.kept, request.requiresFeature) = (.all, nil, nil, false)
        if let room { (request.shape, request.room, request.zoom) = (.aspect(room.aspect), .pixels(room.window), nil) }
        momentRequest = request
        largest = room?.window ?? CropWindow.largest(request.aspect(for: size), in: size)
    }

    /// What must be seen at one frame, in pixels.
    private struct Need {
        var low = SIMD2<Double>(repeating: .infinity)
        var high = SIMD2<Double>(repeating: -.infinity)
        var paddedLow = SIMD2<Double>(repeating: .infinity)
        var paddedHigh = SIMD2<Double>(repeating: -.infinity)
        /// The sides of the smallest of them.
        var least = SIMD2<Double>(repeating: .infinity)

        var isEmpty: Bool { low.x > high.x }

        mutating func add(_ rectangle: Rect, _ padded: Rect) {
            low = pointwiseMin(low, SIMD2(rectangle.minX, rectangle.minY))
            high = pointwiseMax(high, SIMD2(rectangle.maxX, rectangle.maxY))
            paddedLow = pointwiseMin(paddedLow, SIMD2(padded.minX, padded.minY))
            paddedHigh = pointwiseMax(paddedHigh, SIMD2(padded.maxX, padded.maxY))
            least = pointwiseMin(least, SIMD2(rectangle.width, rectangle.height))
        }
    }

    /// The best window at a moment, as for a still picture.
    private struct Moment {
        var frame: Int
        var crop: PixelRect
    }

    /// The path through scenes that follow each other.
    func path(through scenes: [ShotCast.Scene]) throws -> Result {
        let frames = (scenes.first?.frames.lowerBound ?? 0)..<(scenes.last?.frames.upperBound ?? 0)
        let needs = needs(in: scenes, frames)
        let moments = try moments(in: scenes, needs, frames)
        let window = self.window(moments, needs)
        let sides = SIMD2(Double(window.width), Double(window.height))
        let limits = SIMD2(Double(size.width), Double(size.height)) - sides
        var result = Result(window: window, places: .init(repeating: .zero, count: frames.count))
        let solver = CalmPath(maximumSpeed: options.maximumSpeed, maximumAcceleration: options.maximumAcceleration)
        var broken = Set<Int>()
        for axis in 0..<2 {
            let strict = corridor(axis, needs, moments, side: sides[axis], limit: max(0, limits[axis]), frames)
            let corridor = isExact || strict.still != nil ? strict : Forbearance().widened(strict)
            let places: [Double]
            if let still = corridor.still {
                let place = Self.pixel(still * sides[axis], corridor, side: sides[axis])
                places = .init(repeating: place, count: frames.count)
            } else {
                places = solver.places(in: corridor).map { $0 * sides[axis] }
                result.leastMovement += corridor.leastMovement * sides[axis]
            }
            // What rounding and the solver leave.
            let tolerance = 0.25
            for (index, place) in places.enumerated() {
                result.places[index][axis] = (place * 10_000).rounded() / 10_000
                if !corridor.places[index].isWhole(at: place / sides[axis], within: tolerance / sides[axis]) { broken.insert(index) }
                if !strict.places[index].isWhole(at: place / sides[axis], within: tolerance / sides[axis]) { result.cut.insert(index) }
            }
        }
        result.broken = broken.sorted()
        return result
    }

    /// The whole pixel that is nearest to a place, unless it is outside.
    private static func pixel(_ place: Double, _ corridor: Corridor, side: Double) -> Double {
        let low = corridor.places.reduce(0) { max($0, $1.wholeLow) } * side
        let high = corridor.places.reduce(corridor.limit) { min($0, $1.wholeHigh) } * side
        let pixel = place.rounded()
        return pixel >= low && pixel <= high ? pixel : place
    }

    private func needs(in scenes: [ShotCast.Scene], _ frames: Range<Int>) -> [Need] {
        var needs = [Need](repeating: Need(), count: frames.count)
        for scene in scenes {
            for track in (scene.held ?? []).map({ tracks[$0] }) {
                track.forEach(in: scene.frames) { frame, rectangle in
                    let padded = isExact ? rectangle : options.request.padding.applied(to: rectangle).intersection(size.bounds)
                    needs[frame - frames.lowerBound].add(rectangle, padded)
                }
            }
        }
        return needs
    }

    /// Seconds between the moments that are planned like pictures.
    private static let interval = 0.2

    private func moments(in scenes: [ShotCast.Scene], _ needs: [Need], _ frames: Range<Int>) throws -> [Moment] {
        var moments: [Moment] = []
        for scene in scenes {
            let held = (scene.held ?? []).map { tracks[$0] }
            var last = -Double.infinity
            for frame in scene.frames where !needs[frame - frames.lowerBound].isEmpty {
                guard times[frame] >= last + Self.interval - 1e-6 || frame == scene.frames.upperBound - 1 else { continue }
                last = times[frame]
                if isExact, let rectangle = held.first?.rectangle(at: frame) {
                    moments.append(Moment(frame: frame, crop: PixelRect(Span2D(covering: rectangle, within: size))))
                    continue
                }
                let features = held.filter { $0.frames.contains(frame) }.map { $0.feature(at: frame) }
                let plan = try CropPlanner.plan(features: features, size: size, request: momentRequest)
                moments.append(Moment(frame: frame, crop: plan.crop))
            }
        }
        return moments
    }

    /// One size for all frames: the largest of those that the moments ask for, in which everything fits that fits into any.
    private func window(_ moments: [Moment], _ needs: [Need]) -> PixelSize {
        guard isExact || momentRequest.zoom != nil, let widest = moments.max(by: { $0.crop.width < $1.crop.width }) else {
            return largest
        }
        let most = needs.reduce(SIMD2<Double>.zero) { $1.isEmpty ? $0 : pointwiseMax($0, $1.high - $1.low) }
        let (width, height) = (Double(widest.crop.width), Double(widest.crop.height))
        let growth = max(1, most.x / width, most.y / height)
        guard growth > 1 else { return widest.crop.size }
        return PixelSize(
            width: min(largest.width, Int((width * growth).rounded(.up))),
            height: min(largest.height, Int((height * growth).rounded(.up)))
        )
    }

    private func corridor(
        _ axis: Int,
        _ needs: [Need],
        _ moments: [Moment],
        side: Double,
        limit: Double,
        _ frames: Range<Int>
    ) -> Corridor {
        var places: [Corridor.Place] = []
        places.reserveCapacity(frames.count)
        let shares = shares(axis, needs, side: side, frames)
        var next = 0
        for (index, need) in needs.enumerated() {
            guard !need.isEmpty, !moments.isEmpty else {
                places.append(.free(limit / side))
                continue
            }
            let frame = frames.lowerBound + index
            while next < moments.count, moments[next].frame < frame { next += 1 }
            let ideal = min(max(Self.ideal(axis, moments, next, frame, side: side), 0), limit)
            places.append(Self.place(need, axis, share: shares[index], ideal: ideal, side: side, limit: limit))
        }
        let origin = times[frames.lowerBound]
        return Corridor(times: frames.map { times[$0] - origin }, places: places, limit: limit / side)
    }

    /// Where the still pictures before and after want the window, whose size may be another one.
    private static func ideal(_ axis: Int, _ moments: [Moment], _ next: Int, _ frame: Int, side: Double) -> Double {
        func start(_ moment: Moment) -> Double {
            let (start, length) = axis == 0 ? (moment.crop.x, moment.crop.width) : (moment.crop.y, moment.crop.height)
            return Double(start) + (Double(length) - side) / 2
        }
        guard next > 0 else { return start(moments[0]) }
        guard next < moments.count else { return start(moments[next - 1]) }
        let (from, to) = (moments[next - 1], moments[next])
        return start(from) + (start(to) - start(from)) * Double(frame - from.frame) / Double(to.frame - from.frame)
    }

    /// - Parameter share: How much of the padding there is room for.
    private static func place(_ need: Need, _ axis: Int, share: Double, ideal: Double, side: Double, limit: Double) -> Corridor.Place {
        let (low, high) = (need.low[axis], need.high[axis])
        // A close-up stays near where a picture would have it.
        guard high - low <= side else {
            let room = closeUpRoom * side
            let (low, high) = (max(0, ideal - room) / side, min(limit, ideal + room) / side)
            return .init(low: low, high: high, wholeLow: low, wholeHigh: high, ideal: ideal / side, face: need.least[axis] / side)
        }
        let (paddedLow, paddedHigh) = (low - share * (low - need.paddedLow[axis]), high + share * (need.paddedHigh[axis] - high))
        func inside(_ place: Double) -> Double { min(max(place, 0), limit) / side }
        let (least, most) = (inside(paddedHigh - side), inside(paddedLow))
        return .init(
            low: least,
            high: most,
            wholeLow: inside(high - side),
            wholeHigh: inside(low),
            ideal: min(max(ideal / side, least), most),
            face: need.least[axis] / side
        )
    }

    /// As much of the padding as the window has room for, at each frame. Around a frame with little room there is no more than there, so that
    /// the window need not hurry for it.
    private func shares(_ axis: Int, _ needs: [Need], side: Double, _ frames: Range<Int>) -> [Double] {
        let shares = needs.map { need in
            let length = need.high[axis] - need.low[axis]
            let padding = need.paddedHigh[axis] - need.paddedLow[axis] - length
            return padding > 0 && length <= side ? min(1, 0.9 * (side - length) / padding) : 1
        }
        guard shares.contains(where: { $0 < 1 }) else { return shares }
        let times = self.times[frames]
        let origin = frames.lowerBound
        // The frames of the window of time whose shares may be the least, rising.
        var least: [Int] = []
        var (first, next) = (0, 0)
        return shares.indices.map { index in
            while next < shares.count, times[origin + next] <= times[origin + index] + Self.hurry {
                while least.count > first, shares[least[least.count - 1]] >= shares[next] { least.removeLast() }
                least.append(next)
                next += 1
            }
            while times[origin + least[first]] < times[origin + index] - Self.hurry { first += 1 }
            return shares[least[first]]
        }
    }

    /// Seconds.
    private static let hurry = 1.0
    private static let closeUpRoom = 0.03
}
