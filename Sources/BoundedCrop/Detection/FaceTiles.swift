/// The parts of a large copy on which the face network runs one after the other, so that its layers stay small.
///
/// Parts overlap by an eighth of their sides or more, so that a face no longer than that is whole in one of them. A run on a smaller copy
/// of the whole picture finds larger faces.
struct FaceTiles {
    let parts: [PixelRect]

    /// Copies of at most this long side are one part.
    private static let wholeSide = 1000
    /// Sides longer than this are divided into two.
    private static let longestSide = 800

    init(of size: PixelSize) {
        guard size.longSide > Self.wholeSide else {
            parts = [PixelRect(all: size)]
            return
        }
        let columns = Self.spans(size.width), rows = Self.spans(size.height)
        parts = rows.flatMap { row in columns.map { PixelRect(Span2D(horizontal: $0, vertical: row)) } }
    }

    private static func spans(_ length: Int) -> [Span] {
        guard length > longestSide else { return [Span(low: 0, high: length)] }
        let part = (length * 9 + 15) / 16
        return [Span(low: 0, high: part), Span(low: length - part, high: length)]
    }
}
