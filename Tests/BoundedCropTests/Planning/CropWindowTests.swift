import Testing

@testable import BoundedCrop

@Suite struct CropWindowTests {
    /// The exact largest rectangle of an aspect ratio in a picture has fractional sides. This is the nearest window of whole pixels, found
    /// by trying all of them; of equally near ones, the largest.
    private func nearest(_ aspect: AspectRatio, in picture: PixelSize) -> PixelSize {
        // In units of 1 / (aspect.width * aspect.height) of a pixel, everything is an integer.
        let unit = aspect.width * aspect.height
        let spansHeight = picture.width * aspect.height >= picture.height * aspect.width
        let exactWidth = spansHeight ? picture.height * aspect.width * aspect.width : picture.width * unit
        let exactHeight = spansHeight ? picture.height * unit : picture.width * aspect.height * aspect.height
        var best = PixelSize(width: 1, height: 1)
        var bestDistance = Int.max
        for width in 1...picture.width {
            for height in 1...picture.height {
                let distance = abs(width * unit - exactWidth) + abs(height * unit - exactHeight)
                if distance < bestDistance || (distance == bestDistance && width * height > best.area) {
                    (best, bestDistance) = (PixelSize(width: width, height: height), distance)
                }
            }
        }
        return best
    }

    @Test func largestWindowIsTheOneNearestToTheExactRectangle() {
        for width in 1...14 {
            for height in 1...14 {
                let picture = PixelSize(width: width, height: height)
                for aspect in (1...9).flatMap({ across in (1...9).map { AspectRatio(across, $0) } }) {
                    #expect(CropWindow.largest(aspect, in: picture) == nearest(aspect, in: picture), "\(aspect) in \(picture)")
                }
            }
        }
    }

    @Test(arguments: [
        (AspectRatio(1, 2), PixelSize(width: 400, height: 200), PixelSize(width: 100, height: 200)),
        (AspectRatio(16, 9), PixelSize(width: 1920, height: 1200), PixelSize(width: 1920, height: 1080)),
        (AspectRatio(1, 3), PixelSize(width: 3000, height: 8), PixelSize(width: 3, height: 8)),
        (AspectRatio(3, 1), PixelSize(width: 8, height: 3000), PixelSize(width: 8, height: 3)),
        (AspectRatio(65_535, 1), PixelSize(width: 3000, height: 8), PixelSize(width: 3000, height: 1)),
        (AspectRatio(1, 65_535), PixelSize(width: 3000, height: 8), PixelSize(width: 1, height: 8)),
        (AspectRatio(65_535, 1), PixelSize(width: 1, height: 1), PixelSize(width: 1, height: 1)),
        (AspectRatio(1_000_000_000, 1), PixelSize(width: 65_535, height: 65_535), PixelSize(width: 65_535, height: 1)),
    ])
    func largestWindow(aspect: AspectRatio, picture: PixelSize, expected: PixelSize) {
        #expect(CropWindow.largest(aspect, in: picture) == expected)
    }
}
