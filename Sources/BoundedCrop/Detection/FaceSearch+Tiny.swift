/// Tiny faces: a stone or a leaf has as many pixels.
extension FaceSearch {
    /// A face is tiny below this share of the picture's long side.
    private static let tinyShare = 0.015
    /// The most closer looks at tiny faces. Where there are more of them, it is a crowd.
    private static let mostLooks = 4

    /// Faces. If all sure ones are tiny, those that a look at the picture itself, at another scale than before, does not confirm become unsure:
    /// a crop goes where they are.
    func judgingTiny(_ faces: [Feature]) throws -> [Feature] {
        let smallest = Self.tinyShare * Double(picture.size.longSide)
        let sure = faces.filter(\.isSure)
        guard !keepsAll, !sure.isEmpty, sure.allSatisfy({ $0.rectangle.longSide < smallest }) else { return faces }
        let places = sure.strongest
        let confirmed = try places.prefix(Self.mostLooks).filter(isConfirmedInPicture)
        let kept = confirmed.isEmpty ? [] : confirmed + places.dropFirst(Self.mostLooks)
        return kept + faces.map(\.unsure)
    }

    private func isConfirmedInPicture(_ face: Feature) throws -> Bool {
        try Cancellation.checkCurrent()
        let (box, reach) = (face.rectangle, face.rectangle.longSide * 4)
        let around = Rect(minX: box.midX - reach, minY: box.midY - reach, maxX: box.midX + reach, maxY: box.midY + reach)
        let part = PixelRect(Span2D(covering: around, within: picture.size))
        guard part.width > 0, part.height > 0 else { return false }
        let copy = try picture.pixels(of: part, scaledTo: part.size.fitted(longSide: 256))
        let inCopy = face.moved(x: -Double(part.x), y: -Double(part.y))
            .scaled(x: Double(copy.width) / Double(part.width), y: Double(copy.height) / Double(part.height))
        // Judged candidates are seen with a quarter or a fifth of the view.
        guard let view = try FaceView(around: inCopy, sides: 6, longSide: 256, in: copy) else { return false }
        return try detect(view.pixels).contains { seen in
            seen.confidence >= Self.confirmingScore && seen.rectangle.intersectionOverUnion(view.place) > 0.3
        }
    }
}
