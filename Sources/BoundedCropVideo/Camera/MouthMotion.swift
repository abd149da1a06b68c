internal import BoundedCrop

/// Measures how much the mouths of faces move from frame to frame.
struct MouthMotion {
    private let size: PixelSize
    private var previous: [UInt8] = []
    private var places: [(mouth: PixelRect, eyes: PixelRect)?] = []

    /// - Parameter size: The size of the frames.
    init(size: PixelSize) { self.size = size }

    /// How much each mouth of the last look has moved since the frame before, relative to its brightness and beyond what the eyes have; NaN
    /// where that is not known. A head that moves does not count.
    ///
    /// - Parameter luma: The brightness of the frame, row by row.
    mutating func motions(in luma: [UInt8]) -> [Float] {
        defer { previous = luma }
        guard previous.count == luma.count else { return places.map { _ in .nan } }
        return places.map { place in
            guard let place else { return .nan }
            let (mouth, eyes) = (change(in: place.mouth, to: luma), change(in: place.eyes, to: luma))
            return max(0, mouth.amount - eyes.amount) / max(mouth.brightness, 16)
        }
    }

    /// Takes what was found in the frame of the last call, in its pixels.
    mutating func look(at features: [Feature]) {
        places = features.map { feature in
            let face = feature.rectangle
            guard feature.kind == .face, face.isFinite, face.height >= 12 else { return nil }
            var middle = Point(x: face.midX, y: face.y + 0.78 * face.height)
            if let points = feature.landmarks {
                middle = Point(
                    x: (points.leftMouthCorner.x + points.rightMouthCorner.x) / 2,
                    y: (points.leftMouthCorner.y + points.rightMouthCorner.y) / 2 + 0.04 * face.height
                )
            }
            let mouth = part(around: middle, face)
            let eyes = part(around: Point(x: middle.x, y: middle.y - 0.45 * face.height), face)
            return mouth.size == eyes.size && mouth.width > 3 && mouth.height > 2 ? (mouth, eyes) : nil
        }
    }

    private func part(around middle: Point, _ face: Rect) -> PixelRect {
        let (width, height) = (0.5 * face.width, 0.26 * face.height)
        let (left, top) = (Int((middle.x - width / 2).rounded()), Int((middle.y - height / 2).rounded()))
        let (right, bottom) = (min(left + Int(width.rounded()), size.width), min(top + Int(height.rounded()), size.height))
        return PixelRect(x: max(0, left), y: max(0, top), width: max(0, right - max(0, left)), height: max(0, bottom - max(0, top)))
    }

    private func change(in part: PixelRect, to luma: [UInt8]) -> (amount: Float, brightness: Float) {
        var (difference, sum) = (0, 0)
        for row in part.y..<(part.y + part.height) {
            for place in (row * size.width + part.x)..<(row * size.width + part.x + part.width) {
                difference += abs(Int(luma[place]) - Int(previous[place]))
                sum += Int(luma[place])
            }
        }
        let count = Float(max(1, part.width * part.height))
        return (Float(difference) / count, Float(sum) / count)
    }
}
