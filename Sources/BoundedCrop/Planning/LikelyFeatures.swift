/// What is likely, but not sure: a crop holds it as far as that takes nothing from what is sure, and is placed around it where nothing is.
struct LikelyFeatures {
    /// Inside the picture.
    let features: [Feature]
    let size: PixelSize
    let request: CropRequest

    /// Those that a crop around what is sure takes into account: none if it is around one of several.
    private var counted: [Feature] { request.scheme == .all && request.rank == nil ? features : [] }

    /// The crop for a picture in which nothing is sure; nil if nothing is likely either.
    func crop() throws -> PixelRect? {
        guard !features.isEmpty else { return nil }
        var request = request
        (request.zoom, request.fill, request.kept, request.rank, request.rotatesToFaces) = (nil, nil, nil, nil, false)
        return try CropPlanner.plan(features: features, size: size, request: request).crop
    }

    /// Those that a crop holds whole.
    func whole(in crop: PixelRect) -> [Feature] { counted.filter { crop.rect.contains($0.rectangle) } }

    /// A crop, moved as little as it takes to hold the greatest weight of them, and then the greatest weight with their padding.
    ///
    /// - Parameters:
    ///   - held: What stays in the crop.
    ///   - isAllowed: Whether the crop can be at a place.
    func holding(_ crop: PixelRect, besides held: Span2D, where isAllowed: (PixelRect) -> Bool) throws -> PixelRect {
        if counted.isEmpty { return crop }
        var crop = crop
        let across = allowed(crop.x, crop.width, held.horizontal, within: size.width)
        let down = allowed(crop.y, crop.height, held.vertical, within: size.height)
        // Those that the crop can hold after it has moved down or up.
        let reached = counted.filter { feature in
            let span = Span2D(covering: feature.rectangle, within: size).vertical
            return span.low >= down.lowerBound && span.high <= down.upperBound + crop.height
        }
        crop.x = try start(crop.x, crop.width, in: across, \.horizontal, reached) { isAllowed(crop.at(x: $0, y: crop.y)) }
        let columns = Span(low: crop.x, high: crop.x + crop.width)
        let beside = counted.filter { columns.contains(Span2D(covering: $0.rectangle, within: size).horizontal) }
        crop.y = try start(crop.y, crop.height, in: down, \.vertical, beside) { isAllowed(crop.at(x: crop.x, y: $0)) }
        return crop
    }

    /// Where a crop can start so that it stays in the picture and goes on holding a span that it holds.
    private func allowed(_ start: Int, _ length: Int, _ held: Span, within limit: Int) -> ClosedRange<Int> {
        min(start, max(0, held.high - length))...max(start, min(held.low, limit - length))
    }

    private func start(
        _ start: Int,
        _ length: Int,
        in allowed: ClosedRange<Int>,
        _ direction: KeyPath<Span2D, Span>,
        _ features: [Feature],
        where isAllowed: (Int) -> Bool
    ) throws -> Int {
        guard allowed.count > 1, !features.isEmpty else { return start }
        let places = features.map { feature in
            let padded = request.padding.applied(to: feature)
            return (
                span: Span2D(covering: feature.rectangle, within: size)[keyPath: direction],
                padded: Span2D(covering: padded, within: size)[keyPath: direction], weight: feature.weight
            )
        }
        let bends = places.flatMap { [$0.span, $0.padded].flatMap { [$0.low, $0.high - length] } }
        var best = (start: start, whole: 0.0, padded: 0.0)
        for candidate in Set(bends + [start]).filter(allowed.contains).sorted(by: { (abs($0 - start), $0) < (abs($1 - start), $1) }) {
            try Cancellation.checkCurrent()
            let view = Span(low: candidate, high: candidate + length)
            let (whole, padded) = places.reduce(into: (0.0, 0.0)) { sums, place in
                if view.contains(place.span) { sums.0 += place.weight }
                if view.contains(place.padded) { sums.1 += place.weight }
            }
            if (whole, padded) > (best.whole, best.padded), isAllowed(candidate) { best = (candidate, whole, padded) }
        }
        return best.start
    }
}

extension PixelRect {
    fileprivate func at(x: Int, y: Int) -> PixelRect { PixelRect(x: x, y: y, width: width, height: height) }
}
