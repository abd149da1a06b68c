import BoundedCrop
import BoundedCropEffects
import Foundation
import Testing

@Suite struct GaussianBlurTests {
    @Test(arguments: [0.8, 2.5]) func isWithinOneLevelOfTheReference(sigma: Double) throws {
        let blurred = try Reference.picture("source").gaussianBlurred(sigma: sigma)
        #expect(try blurred.largestDifference(from: Reference.picture("gaussian-\(sigma)")) <= 1)
        #expect(blurred.isPremultiplied)
    }

    @Test func extendsThePicturesEdges() throws {
        let blurred = try Reference.picture("source").gaussianBlurred(sigma: 12)
        #expect(try blurred.largestDifference(from: Reference.picture("gaussian-12")) <= 1)
    }

    @Test func aSigmaOfZeroChangesNothing() throws {
        let picture = try Pictures.noise(9, 9, opaque: false)
        #expect(try picture.gaussianBlurred(sigma: 0) == picture)
        #expect(try picture.gaussianBlurred(sigma: 0.1) == picture)
    }

    /// The tolerance that `Blur` documents, beyond the reach of the boxes from the edges.
    @Test(arguments: [3, 5, 9, 21]) func threeBoxesAreCloseToIt(box: Int) throws {
        let sigma = (Double(box * box) - 1).squareRoot() / 2
        let reach = 3 * (box / 2)
        let size = PixelSize(width: 30 + 2 * reach, height: 10 + 2 * reach)
        let step = (0..<size.area * 4).map { ($0 / 4) % size.width < size.width / 2 && $0 % 4 != 3 ? UInt8(0) : 255 }
        for picture in [try PixelBuffer(size: size, bytes: step), try Pictures.noise(size.width, size.height)] {
            let boxes = try picture.blurred(radius: Double(box), iterations: 3)
            let gaussian = try picture.gaussianBlurred(sigma: sigma)
            for y in reach..<size.height - reach {
                for x in reach..<size.width - reach {
                    for (one, other) in zip(boxes[x, y], gaussian[x, y]) { #expect(abs(Int(one) - Int(other)) <= 6) }
                }
            }
        }
    }

    /// The kernel is far longer than the picture, so that the whole picture contributes to every pixel.
    @Test(arguments: [(1, 3), (2, 3), (5, 11.9), (7, 40), (3, 1000)])
    func aLineShorterThanTheKernelIsBlurredAsAWhole(length: Int, sigma: Double) throws {
        let levels = (0..<length).map { UInt8(20 + 230 * $0 / max(1, length - 1)) }
        let reach = Int((4 * sigma).rounded(.up))
        let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let expected = (0..<length).map { place in
            let values = (-reach...reach).map { Double(levels[min(max(place + $0, 0), length - 1)]) }
            return zip(values, weights).map(*).reduce(0, +) / weights.reduce(0, +)
        }
        for size in [PixelSize(width: length, height: 1), PixelSize(width: 1, height: length)] {
            let line = try PixelBuffer(size: size, bytes: levels.flatMap { [$0, $0, $0, 255] })
            let blurred = try line.gaussianBlurred(sigma: sigma).bytes
            for place in 0..<length { #expect(abs(Double(blurred[place * 4]) - expected[place]) <= 2, "\(size)") }
        }
    }
}
