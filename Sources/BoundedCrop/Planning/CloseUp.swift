internal import CLibrary

/// How a window that is too short for a face shows it, along one side: the eyes and the mouth first, then the chin, and then as much of
/// forehead and hair as fits. Photographers cut hair, never eyes or mouths.
struct CloseUp {
    /// From the eyes to the mouth, without any margin; the eyes alone if the window is too short for both.
    let features: Span
    /// The same with lips, lids and brows, as far as there is room.
    let margined: Span
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
        let (limit, length) = (isVertical ? size.height : size.width, Double(window))
        let (least, most) = (isVertical ? face.rectangle.minY : face.rectangle.minX, isVertical ? face.rectangle.maxY : face.rectangle.maxX)
        let (eyes, mouth) = face.eyesAndMouth
        let distance = hypot(eyes.middle.x - mouth.middle.x, eyes.middle.y - mouth.middle.y)
        let down = position(mouth.middle) - position(eyes.middle)
        func range(_ points: [Point]) -> (low: Double, high: Double) {
            let positions = points.map(position)
            return (positions.min() ?? 0, positions.max() ?? 0)
        }
        let both = range([eyes.one, eyes.other, mouth.one, mouth.other])
        let shown = both.high - both.low <= length ? both : range([eyes.one, eyes.other])
        features = Self.span(shown.low, shown.high, window, within: limit)
        // Lips need more room beside the corners of the mouth than lids beside the eyes.
        let room = max(0, length - (shown.high - shown.low))
        let mouthSide = min(Self.margin * distance, room * (abs(down) > distance / 2 ? 2.0 / 3 : 0.5))
        let eyeSide = min(Self.margin * distance, room - mouthSide)
        let (before, after) = down >= 0 ? (eyeSide, mouthSide) : (mouthSide, eyeSide)
        margined = Self.span(shown.low - before, shown.high + after, window, within: limit)
        var start = (least + most) / 2 - length / 2
        let chin = position(mouth.middle) + Self.chin * down
        if down > distance / 2 {
            start = min(most, chin) - length
        } else if down < -distance / 2 {
            start = max(least, chin)
        }
        let held = min(margined.low, margined.high - window)...max(margined.low, margined.high - window)
        let first = min(max(Int(start, within: 0...max(0, limit - window)), held.lowerBound), held.upperBound)
        view = Span(low: max(0, min(first, limit - window)), high: max(0, min(first, limit - window)) + window)
    }

    /// The whole pixels of a range, or those in its middle that fit into a window.
    private static func span(_ low: Double, _ high: Double, _ window: Int, within limit: Int) -> Span {
        let span = Span(covering: low, high, within: limit)
        guard span.length > window else { return span }
        let first = Span.start(ofWindow: window, centeredOn: (low + high) / 2, within: limit)
        return Span(low: first, high: first + window)
    }

    /// What a window must show of several faces: the eyes and mouths of all, with as much of their margins as fits; nil if not even those fit.
    static func together(_ faces: [CloseUp], window: Int) -> Span? {
        guard let first = faces.first else { return nil }
        let features = faces.dropFirst().reduce(first.features) { $0.union($1.features) }
        let margined = faces.dropFirst().reduce(first.margined) { $0.union($1.margined) }
        guard features.length <= window else { return nil }
        let room = window - features.length
        let after = min(margined.high - features.high, room * 2 / 3)
        return Span(low: features.low - min(features.low - margined.low, room - after), high: features.high + after)
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
