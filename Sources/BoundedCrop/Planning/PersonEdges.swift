/// Moves a window a little to the side where that leaves no half person at its edges.
struct PersonEdges {
    /// A person beside others, from shoulder to shoulder.
    private struct Person {
        let face: Span
        let shoulders: Span
        /// From the head to the hands.
        let rows: Span
        let weight: Double
    }

    /// How far the window may move, as a share of its length.
    private static let reach = 0.1
    /// The shoulders of an adult are about three faces wide.
    private static let shouldersBesideFace = 1.0
    /// Shoulders and hands, in heights of the face below it.
    static let bodyBelowFace = 2.5

    /// Features in a picture whose top is that of the output.
    let features: [Feature]
    let size: PixelSize

    private var people: [Person] {
        features.filter { $0.kind == .face }.map { face in
            let (box, reach) = (face.rectangle, Self.shouldersBesideFace * min(face.rectangle.width, face.rectangle.height))
            return Person(
                face: Span(covering: box.minX, box.maxX, within: size.width),
                shoulders: Span(covering: box.minX - reach, box.maxX + reach, within: size.width),
                rows: Span(covering: box.minY, box.maxY + Self.bodyBelowFace * box.height, within: size.height),
                weight: face.weight
            )
        }
    }

    /// The window, moved as little as possible so that the least weight of people is cut; all that is held stays in it.
    func cleared(_ crop: PixelRect, holding held: Span2D) -> PixelRect {
        let (start, length, span) = (crop.x, crop.width, held.horizontal)
        let reach = Int(Double(length) * Self.reach)
        let first = min(start, max(0, span.high - length, start - reach))
        let allowed = first...max(start, min(size.width - length, span.low, start + reach))
        guard allowed.count > 1 else { return crop }
        let rows = Span(low: crop.y, high: crop.y + crop.height)
        let people = people.filter { $0.rows.overlap(rows) > 0 }
        guard Self.cut(people, at: start, length) > 0 else { return crop }
        let starts = people.flatMap { [$0.shoulders.high, $0.shoulders.low - length] }.filter(allowed.contains)
        let best = ([start] + starts).min { one, other in
            let (cuts, otherCuts) = (Self.cut(people, at: one, length), Self.cut(people, at: other, length))
            return cuts == otherCuts ? abs(one - start) < abs(other - start) : cuts < otherCuts
        }
        var moved = crop
        moved.x = best ?? start
        return moved
    }

    /// The weight of the people of whom a window shows a part, but not the whole face.
    private static func cut(_ people: [Person], at start: Int, _ length: Int) -> Double {
        let view = Span(low: start, high: start + length)
        return people.reduce(0) { sum, person in
            view.overlap(person.shoulders) > 0 && !view.contains(person.face) ? sum + person.weight : sum
        }
    }
}
