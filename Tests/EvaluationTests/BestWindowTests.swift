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
