/// A place that redactions covered, as JSON.
public struct CoverRecord: Codable, Hashable, Sendable {
    /// The left edge of what was found or given, without the margin, in pixels of the upright picture, rounded to 0.01 as all others.
    public var x: Double
    /// The top edge.
    public var y: Double
    /// The width.
    public var width: Double
    /// The height.
    public var height: Double
    /// The numbers of the frames in which it was covered, from 0; nil and left out for one picture.
    public var frames: [Int]?

    /// Creates a record.
    public init(_ rectangle: Rect, frames: [Int]? = nil) {
        let rounded = RectRecord(rectangle)
        (x, y, width, height) = (rounded.x, rounded.y, rounded.width, rounded.height)
        self.frames = frames
    }
}
