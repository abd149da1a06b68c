import BoundedCrop
import TestSupport
import Testing

@Suite struct SaliencyMapTests {
    private static let square = PixelSize(width: 100, height: 100)

    @Test(arguments: [
        ([1, 0, 0, 0] as [Float], 0), ([0, 0, 0, 1], 200), ([0, 1, 0, 0], 100), ([0, 1, 1, 0], 100), ([3, 1, 0, 2], 0),
    ])
    func takesTheWindowWithTheHighestSum(columns: [Float], x: Int) {
        let map = SaliencyMap(columns: 4, rows: 1, values: columns)
        let best = map.bestWindow(PixelSize(width: 200, height: 100), in: PixelSize(width: 400, height: 100))
        #expect(best == PixelRect(x: x, y: 0, width: 200, height: 100))
    }

    @Test func searchesVerticallyToo() {
        let map = SaliencyMap(columns: 1, rows: 4, values: [0, 0, 0, 5])
        #expect(map.bestWindow(Self.square, in: PixelSize(width: 100, height: 400)) == PixelRect(x: 0, y: 300, width: 100, height: 100))
    }

    @Test(arguments: [0, 1, 0.1] as [Float]) func ofEqualWindowsTakesTheOneNearestToTheCenter(value: Float) {
        let map = SaliencyMap(columns: 7, rows: 5, values: Array(repeating: value, count: 35))
        #expect(map.bestWindow(Self.square, in: PixelSize(width: 301, height: 100)) == PixelRect(x: 100, y: 0, width: 100, height: 100))
        #expect(map.bestWindow(Self.square, in: PixelSize(width: 100, height: 333)) == PixelRect(x: 0, y: 116, width: 100, height: 100))
    }

    /// Every window from 200 to 300 contains the spot; the center is at 150.
    @Test func ofWindowsThatContainASpotTakesTheOneNearestToTheCenter() {
        let map = SaliencyMap(columns: 5, rows: 1, values: [0, 0, 0, 1, 0])
        let best = map.bestWindow(PixelSize(width: 200, height: 100), in: PixelSize(width: 500, height: 100))
        #expect(best.x == 200)
    }

    @Test func aWindowOfTheWholePictureDoesNotMove() {
        let map = SaliencyMap(columns: 2, rows: 2, values: [0, 0, 0, 9])
        #expect(map.bestWindow(Self.square, in: Self.square) == PixelRect(x: 0, y: 0, width: 100, height: 100))
    }

    @Test func staysInsideThePicture() {
        var generator = SeededGenerator(seed: 41)
        for _ in 0..<300 {
            let picture = PixelSize(width: Int.random(in: 1...90, using: &generator), height: Int.random(in: 1...90, using: &generator))
            let window = PixelSize(
                width: Int.random(in: 1...picture.width, using: &generator),
                height: Int.random(in: 1...picture.height, using: &generator)
            )
            let values = (0..<12).map { _ in Float.random(in: 0...1, using: &generator) }
            let best = SaliencyMap(columns: 4, rows: 3, values: values).bestWindow(window, in: picture)
            #expect(best.size == window && picture.bounds.contains(best.rect))
        }
    }
}
