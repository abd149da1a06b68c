internal import CLibrary

/// The surroundings of a candidate, seen in a mirror, and upright if it is turned.
struct FaceView {
    let pixels: PixelBuffer
    /// Where the candidate is in the pixels.
    let place: Rect
    private let grid: SamplingGrid
    private let isTurned: Bool

    /// Faces that are turned by fewer degrees are as certain to the network as upright ones.
    private static let upright = 20.0

    /// - Parameters:
    ///   - sides: The view's side in sides of the candidate.
    ///   - longSide: The view's side in its pixels.
    ///
    /// Nil for a candidate of which nothing is inside.
    init?(around candidate: Feature, sides: Double, longSide: Int, in copy: PixelBuffer) throws {
        let box = candidate.rectangle
        let roll = candidate.roll ?? 0
        isTurned = abs(roll) > Self.upright
        let side = box.longSide * sides
        // A turned view needs what its corners touch.
        let reach = (isTurned ? 0.71 : 0.5) * side
        let around = Rect(minX: box.midX - reach, minY: box.midY - reach, maxX: box.midX + reach, maxY: box.midY + reach)
        let part = PixelRect(Span2D(covering: around, within: copy.size))
        guard part.width > 0, part.height > 0 else { return nil }
        // Shrinking averages pixels, so that the grid need not.
        let scale = Double(longSide) / side
        let shrinking = min(1, scale)
        let stored = try copy.pixels(
            of: part,
            scaledTo: PixelSize(
                width: max(1, Int((Double(part.width) * shrinking).rounded())),
                height: max(1, Int((Double(part.height) * shrinking).rounded()))
            )
        )
        let (x, y) = (Double(stored.width) / Double(part.width), Double(stored.height) / Double(part.height))
        let radians = isTurned ? roll * .pi / 180 : 0
        // From right to left.
        let across = Point(x: -cos(radians) / scale, y: -sin(radians) / scale)
        let down = Point(x: -sin(radians) / scale, y: cos(radians) / scale)
        let half = Double(longSide) / 2
        grid = SamplingGrid(
            origin: Point(x: box.midX - half * (across.x + down.x), y: box.midY - half * (across.y + down.y)),
            across: across,
            down: down
        )
        let inStored = SamplingGrid(
            origin: Point(x: (grid.origin.x - Double(part.x)) * x, y: (grid.origin.y - Double(part.y)) * y),
            across: Point(x: across.x * x, y: across.y * y),
            down: Point(x: down.x * x, y: down.y * y)
        )
        pixels = try stored.sampled(
            inStored,
            to: PixelSize(width: longSide, height: longSide),
            inside: PixelRect(all: stored.size).rect,
            fill: nil
        )
        let (width, height) = isTurned ? (box.area.squareRoot(), box.area.squareRoot()) : (box.width, box.height)
        place = Rect(x: half - width * scale / 2, y: half - height * scale / 2, width: width * scale, height: height * scale)
    }

    /// A face of the view in the copy. A turned one keeps the candidate's box, whose sides are those of the picture.
    func feature(_ seen: Feature, for candidate: Feature) -> Feature {
        var feature = seen
        feature.landmarks = seen.landmarks?.map(point).withSidesExchanged
        let (one, other) = (
            point(Point(x: seen.rectangle.maxX, y: seen.rectangle.minY)), point(Point(x: seen.rectangle.minX, y: seen.rectangle.maxY))
        )
        feature.rectangle =
            isTurned ? candidate.rectangle : Rect(minX: one.x, minY: one.y, maxX: other.x, maxY: other.y)
        return feature
    }

    private func point(_ place: Point) -> Point {
        Point(
            x: grid.origin.x + place.x * grid.across.x + place.y * grid.down.x,
            y: grid.origin.y + place.x * grid.across.y + place.y * grid.down.y
        )
    }
}
