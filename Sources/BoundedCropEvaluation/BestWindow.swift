package import BoundedCrop

/// The best crop that the labels allow: an upper bound for every detector.
package enum BestWindow {
    /// Of the largest windows of an aspect, the one that shows the most face area: first of the scheme's faces, then of all faces.
    package static func crop(_ aspect: AspectRatio, scheme: BoundingScheme, faces: [Rect], in size: PixelSize) throws -> PixelRect {
        let faces = faces.map { $0.intersection(size.bounds) }
        let chosen = scheme.features(of: faces.map { Feature($0) }).map(\.rectangle)
        return try crop(aspect, in: size) { value($0, chosen, faces) }
    }

    /// Of the largest windows of an aspect, the one that shows the most of the subjects, by area times weight.
    package static func crop(_ aspect: AspectRatio, subjects: [MarkedSubject], in size: PixelSize) throws -> PixelRect {
        try crop(aspect, in: size) { (subjects.shown(in: $0.rect), 0) }
    }

    /// Of several windows of the highest value, the one in the center or else the first.
    private static func crop(_ aspect: AspectRatio, in size: PixelSize, _ value: (PixelRect) -> (Double, Double)) throws -> PixelRect {
        let window = try center(aspect, in: size).size
        let slack = (x: size.width - window.width, y: size.height - window.height)
        var best = PixelRect(x: slack.x / 2, y: slack.y / 2, width: window.width, height: window.height)
        var bestValue = value(best)
        // The largest window can move in one direction only.
        for step in 0...max(slack.x, slack.y) {
            let crop = PixelRect(x: min(step, slack.x), y: min(step, slack.y), width: window.width, height: window.height)
            let value = value(crop)
            if value > bestValue { (best, bestValue) = (crop, value) }
        }
        return best
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

    private static func value(_ crop: PixelRect, _ chosen: [Rect], _ faces: [Rect]) -> (Double, Double) {
        func shown(_ rectangles: [Rect]) -> Double { rectangles.reduce(0) { $0 + $1.intersection(crop.rect).area } }
        return (shown(chosen), shown(faces))
    }
}
