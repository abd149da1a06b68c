import BoundedCrop
import BoundedCropEffects
import Testing

@Suite struct RegionBlurTests {
    /// Small rectangles, which are cut out with their surroundings, and large ones, for which the whole picture is blurred.
    @Test(arguments: [
        [Rect(x: 20, y: 15, width: 6, height: 5)],
        [Rect(x: -3.5, y: -2, width: 8, height: 7), Rect(x: 70.2, y: 40.9, width: 40, height: 40)],
        [Rect(x: 5, y: 5, width: 60, height: 40), Rect(x: 30, y: 0.5, width: 1, height: 1)],
        [Rect(x: -1e30, y: -1e30, width: 2e30, height: 2e30)],
    ])
    func looksLikeABlurOfTheWholePicture(rectangles: [Rect]) throws {
        let picture = try Pictures.noise(80, 50, opaque: false)
        let whole = try picture.blurred(radius: 6, iterations: 2)
        let result = try picture.blurred(radius: 6, iterations: 2, in: rectangles)
        for y in 0..<50 {
            for x in 0..<80 {
                let pixel = Rect(x: Double(x), y: Double(y), width: 1, height: 1)
                let isInside = rectangles.contains { !$0.intersection(pixel).isEmpty }
                #expect(result[x, y] == (isInside ? whole : picture)[x, y])
            }
        }
    }

    @Test func emptyRectanglesChangeNothing() throws {
        let picture = try Pictures.noise(10, 10)
        let nowhere = [
            Rect(x: 3, y: 3, width: 0, height: 4), Rect(x: 3, y: 3, width: -2, height: 4), Rect(x: 10, y: 0, width: 5, height: 5),
        ]
        #expect(try picture.blurred(radius: 5, in: nowhere) == picture)
        #expect(try picture.blurred(radius: 5, in: []) == picture)
    }

    @Test(arguments: [Double.nan, .infinity]) func refusesInvalidRectangles(number: Double) throws {
        expectRefusal(.blur(radius: 3, in: [Rect(x: 0, y: number, width: 1, height: 1)]), of: try Pictures.noise(4, 4))
        expectRefusal(.blur(radius: 3, in: [Rect(x: 0, y: 0, width: number, height: 1)]), of: try Pictures.noise(4, 4))
    }
}
