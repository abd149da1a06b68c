internal import BoundedCrop

extension Rect {
    /// The pixels that it covers, each edge rounded. Numbers that are not finite cover none.
    var pixels: PixelRect {
        guard isFinite else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
        let place = { (edge: Double) in Int(edge, within: -1_000_000_000...1_000_000_000) }
        let (left, top) = (place(minX), place(minY))
        return PixelRect(x: left, y: top, width: max(0, place(maxX) - left), height: max(0, place(maxY) - top))
    }
}
