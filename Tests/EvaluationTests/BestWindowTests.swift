import BoundedCrop
import Testing

@testable import BoundedCropEvaluation

/// Compares the ceiling with all possible windows.
@Suite struct BestWindowTests {
    /// A linear congruential generator (Knuth, MMIX): numbers that are the same in every run.
    private struct Numbers {
        var state: UInt64

        mutating func next(below limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
    }

    private func shown(_ rectangles: [Rect], in crop: PixelRect) -> Double {
        rectangles.reduce(0) { $0 + $1.intersection(crop.rect).area }
    }

    private static let aspects = [AspectRatio(1, 1), AspectRatio(3, 1), AspectRatio(1, 3), AspectRatio(16, 9)]

    @Test(arguments: 1...40, BoundingScheme.allCases) func noWindowShowsMore(seed: Int, scheme: BoundingScheme) throws {
        var numbers = Numbers(state: UInt64(seed))
        let size = PixelSize(width: 20 + numbers.next(below: 40), height: 20 + numbers.next(below: 40))
        let faces = (0...numbers.next(below: 4)).map { _ in
            Rect(
                x: Double(numbers.next(below: size.width)),
                y: Double(numbers.next(below: size.height)),
                width: Double(1 + numbers.next(below: 20)),
                height: Double(1 + numbers.next(below: 20))
            )
        }
        let visible = faces.map { $0.intersection(size.bounds) }
        let chosen = scheme.features(of: visible.map { Feature($0) }).map(\.rectangle)
        for aspect in Self.aspects {
            let best = try BestWindow.crop(aspect, scheme: scheme, faces: faces, in: size)
            #expect(try best.size == BestWindow.center(aspect, in: size).size)
            #expect(size.bounds.contains(best.rect))
            for y in 0...(size.height - best.height) {
                for x in 0...(size.width - best.width) {
                    let other = PixelRect(x: x, y: y, width: best.width, height: best.height)
                    let (first, second) = (shown(chosen, in: best), shown(chosen, in: other))
                    #expect(first > second || first == second && shown(visible, in: best) >= shown(visible, in: other))
                }
            }
        }
    }

    /// With quarters of pixels, whose areas have no rounding errors, all windows are tried: the one in the center first, then the others.
    @Test(arguments: 1...60) func itIsTheFirstOfTheBestOfAllWindows(seed: Int) throws {
        var numbers = Numbers(state: UInt64(seed))
        let size = PixelSize(width: 20 + numbers.next(below: 80), height: 20 + numbers.next(below: 80))
        let faces = (0..<numbers.next(below: 12)).map { _ in
            Rect(
                x: Double(numbers.next(below: size.width * 4)) / 4 - 4,
                y: Double(numbers.next(below: size.height * 4)) / 4 - 4,
                width: Double(1 + numbers.next(below: 80)) / 4,
                height: Double(1 + numbers.next(below: 80)) / 4
            )
        }
        let visible = faces.map { $0.intersection(size.bounds) }
        let subjects = visible.map { MarkedSubject($0, weight: Double(1 + numbers.next(below: 4)) / 4) }
        for aspect in Self.aspects {
            for scheme in BoundingScheme.allCases {
                let chosen = scheme.features(of: visible.map { Feature($0) }).map(\.rectangle)
                let first = try firstOfBest(aspect, size) { (shown(chosen, in: $0), shown(visible, in: $0)) }
                #expect(try BestWindow.crop(aspect, scheme: scheme, faces: faces, in: size) == first)
            }
            let first = try firstOfBest(aspect, size) { (subjects.shown(in: $0.rect), 0) }
            #expect(try BestWindow.crop(aspect, subjects: subjects, in: size) == first)
        }
    }

    private func firstOfBest(_ aspect: AspectRatio, _ size: PixelSize, _ value: (PixelRect) -> (Double, Double)) throws -> PixelRect {
        let window = try BestWindow.center(aspect, in: size).size
        let slack = (x: size.width - window.width, y: size.height - window.height)
        var best = PixelRect(x: slack.x / 2, y: slack.y / 2, width: window.width, height: window.height)
        for step in 0...max(slack.x, slack.y) {
            let crop = PixelRect(x: min(step, slack.x), y: min(step, slack.y), width: window.width, height: window.height)
            if value(crop) > value(best) { best = crop }
        }
        return best
    }

    /// If all windows are equally good, the one in the center is best.
    @Test func withoutFacesTheCenterIsBest() throws {
        let size = PixelSize(width: 90, height: 30)
        let best = try BestWindow.crop(AspectRatio(1, 1), scheme: .all, faces: [], in: size)
        #expect(best == PixelRect(x: 30, y: 0, width: 30, height: 30))
        #expect(try BestWindow.center(AspectRatio(1, 1), in: size) == best)
        #expect(try BestWindow.center(AspectRatio(3, 1), in: size) == PixelRect(x: 0, y: 0, width: 90, height: 30))
    }

    @Test(arguments: [(BoundingScheme.largest, 60), (.smallest, 0)]) func aSchemesFaceComesFirst(scheme: BoundingScheme, x: Int) throws {
        let faces = [Rect(x: 0, y: 0, width: 10, height: 10), Rect(x: 70, y: 0, width: 20, height: 20)]
        let best = try BestWindow.crop(AspectRatio(1, 1), scheme: scheme, faces: faces, in: PixelSize(width: 90, height: 30))
        #expect(shown([scheme == .largest ? faces[1] : faces[0]], in: best) == (scheme == .largest ? 400 : 100))
        #expect(scheme == .largest ? best.x >= x : best.x == x)
    }
}
