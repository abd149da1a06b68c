package import BoundedCrop

/// The best crop that the labels allow: an upper bound for every detector.
package enum BestWindow {
    /// Of the largest windows of an aspect, the one that shows the most face area: first of the scheme's faces, then of all faces.
    package static func crop(_ aspect: AspectRatio, scheme: BoundingScheme, faces: [Rect], in size: PixelSize) throws -> PixelRect {
        let faces = faces.map { $0.intersection(size.bounds) }
        let chosen = scheme.features(of: faces.map { Feature($0) }).map(\.rectangle)
        return try crop(aspect, showing: chosen.map { MarkedSubject($0) }, then: faces.map { MarkedSubject($0) }, in: size)
    }

    /// Of the largest windows of an aspect, the one that shows the most of the subjects, by area times weight.
    package static func crop(_ aspect: AspectRatio, subjects: [MarkedSubject], in size: PixelSize) throws -> PixelRect {
        try crop(aspect, showing: subjects, then: [], in: size)
    }

    /// The largest window that shows the most of the first subjects, and of several such windows the one that shows the most of the others.
    /// Of several equal windows, the one in the center or else the first.
    private static func crop(
        _ aspect: AspectRatio,
        showing first: [MarkedSubject],
        then second: [MarkedSubject],
        in size: PixelSize
    ) throws -> PixelRect {
        let window = try center(aspect, in: size).size
        let slack = (x: size.width - window.width, y: size.height - window.height)
        // The largest window can move in one direction only.
        let isVertical = slack.y > 0
        let track = Track(length: isVertical ? window.height : window.width, slack: max(slack.x, slack.y))
        let spans = [first, second].map { $0.map { Track.Span($0, isVertical: isVertical, in: size) } }
        let start = track.bestStart(showing: spans[0], then: spans[1])
        return PixelRect(x: isVertical ? 0 : start, y: isVertical ? start : 0, width: window.width, height: window.height)
    }

    /// The crop around the center: the baseline.
    package static func center(_ aspect: AspectRatio, in size: PixelSize) throws -> PixelRect {
        try CropPlanner.plan(features: [], size: size, request: centered(aspect)).crop
    }

    private static func centered(_ aspect: AspectRatio) -> CropRequest {
        var request = CropRequest(.aspect(aspect))
        request.detectsFeatures = false
        return request
    }
}

/// Where a window can be that moves in one direction.
private struct Track {
    /// A subject along the track.
    struct Span {
        let low: Double
        let high: Double
        /// What counts for each pixel along the track.
        let weight: Double

        init(_ subject: MarkedSubject, isVertical: Bool, in size: PixelSize) {
            let place = subject.rectangle.intersection(size.bounds)
            (low, high) = isVertical ? (place.minY, place.maxY) : (place.minX, place.maxX)
            weight = subject.weight * (isVertical ? place.width : place.height)
        }
    }

    /// Of the window.
    let length: Int
    /// How far the window can move.
    let slack: Int

    /// What a window shows grows and falls in straight lines, which begin and end where an edge of the window meets one of a subject. So the
    /// most is shown at one of these places.
    func bestStart(showing first: [Span], then second: [Span]) -> Int {
        let bends = (first + second).flatMap { [$0.low, $0.high, $0.low - Double(length), $0.high - Double(length)] }
        let starts = bends.flatMap { [$0.rounded(.down), $0.rounded(.up)] }.filter { (0...Double(slack)).contains($0) }.map { Int($0) }
        var best = slack / 2
        var bestValue = (shown(first, from: best), shown(second, from: best))
        for start in Set(starts + [0, slack]).sorted() {
            let value = shown(first, from: start)
            guard value >= bestValue.0 else { continue }
            let other = shown(second, from: start)
            if (value, other) > bestValue { (best, bestValue) = (start, (value, other)) }
        }
        return best
    }

    private func shown(_ spans: [Span], from start: Int) -> Double {
        let (from, to) = (Double(start), Double(start + length))
        return spans.reduce(0) { $0 + $1.weight * max(0, min($1.high, to) - max($1.low, from)) }
    }
}
