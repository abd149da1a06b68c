internal import CLibrary

/// How a window that is too short for a face shows it, along one side: the eyes and the mouth first, then the chin, and then as much of
/// forehead and hair as fits. Photographers cut hair, never eyes or mouths.
struct CloseUp {
    /// What must be seen: from the eyes to the mouth, with a margin if there is room for one. If a window is too short even for them, their
    /// middle.
    let features: Span
    /// The window that shows the face best.
    let view: Span

    /// Around eyes and mouth, for brows, lids and lips, in distances from the eyes to the mouth.
    private static let margin = 0.3
    /// From the mouth to the chin, in the same distances: the median of the labeled photos, whose faces end at the chin.
    private static let chin = 0.75

    /// - Parameters:
    ///   - side: The side along which the face is too long.
    ///   - window: The length of the window.
    ///   - size: The picture's size.
    init(of face: Feature, along side: KeyPath<Span2D, Span>, window: Int, in size: PixelSize) {
        let isVertical = side == \Span2D.vertical
        func position(_ point: Point) -> Double { isVertical ? point.y : point.x }
        let (limit, box) = (isVertical ? size.height : size.width, face.rectangle)
        let (eyes, mouth) = face.eyesAndMouth
        let distance = hypot(eyes.middle.x - mouth.middle.x, eyes.middle.y - mouth.middle.y)
        let positions = [eyes.one, eyes.other, mouth.one, mouth.other].map(position)
        let (low, high) = (positions.min() ?? 0, positions.max() ?? 0)
        let margin = min(Self.margin * distance, max(0, (Double(window) - (high - low)) / 2))
        var features = Span(covering: low - margin, high + margin, within: limit)
        if features.length > window {
            let first = Span.start(ofWindow: window, centeredOn: (low + high) / 2, within: limit)
            features = Span(low: first, high: first + window)
        }
        self.features = features
        let down = position(mouth.middle) - position(eyes.middle)
        var start = (isVertical ? box.midY : box.midX) - Double(window) / 2
        let chin = position(mouth.middle) + Self.chin * down
        if down > distance / 2 {
            start = min(isVertical ? box.maxY : box.maxX, chin) - Double(window)
        } else if down < -distance / 2 {
            start = max(isVertical ? box.minY : box.minX, chin)
        }
        let held = min(features.low, features.high - window)...max(features.low, features.high - window)
        let first = min(max(Int(start, within: 0...max(0, limit - window)), held.lowerBound), held.upperBound)
        view = Span(low: max(0, min(first, limit - window)), high: max(0, min(first, limit - window)) + window)
    }
}

extension Feature {
    /// Two points that belong together.
    package struct Pair {
        package let one: Point
        package let other: Point
        package var middle: Point { Point(x: (one.x + other.x) / 2, y: (one.y + other.y) / 2) }
    }

    /// Where the eyes and the corners of the mouth are: the landmarks, or without any that can be those of the face, where they are in an
    /// upright one, in shares of the rectangle that detectors report.
    package var eyesAndMouth: (eyes: Pair, mouth: Pair) {
        if let landmarks, landmarks.eyeLine != nil {
            let eyes = Pair(one: landmarks.rightEye, other: landmarks.leftEye)
            let mouth = Pair(one: landmarks.rightMouthCorner, other: landmarks.leftMouthCorner)
            let around = Padding(.fraction(0.5)).applied(to: rectangle)
            let apart = hypot(eyes.middle.x - mouth.middle.x, eyes.middle.y - mouth.middle.y) / rectangle.area.squareRoot()
            let isInside = landmarks.points.allSatisfy { around.contains(Rect(x: $0.x, y: $0.y, width: 0, height: 0)) }
            if isInside, (0.15...1).contains(apart) { return (eyes, mouth) }
        }
        func point(_ x: Double, _ y: Double) -> Point { Point(x: rectangle.x + x * rectangle.width, y: rectangle.y + y * rectangle.height) }
        return (Pair(one: point(0.3, 0.4), other: point(0.7, 0.4)), Pair(one: point(0.35, 0.78), other: point(0.65, 0.78)))
    }
}
