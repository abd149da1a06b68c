import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

@Suite struct ResamplingTests {
    static let sides = [1, 2, 3, 7, 16, 33, 100]

    @Test(arguments: sides, sides)
    func keepsAConstantColor(width: Int, height: Int) throws {
        let color: (UInt8, UInt8, UInt8, UInt8) = (3, 200, 117, 230)
        let source = PixelBuffer(size: PixelSize(width: 13, height: 29), filledWith: color)
        let target = PixelSize(width: width, height: height)
        #expect(try source.resized(to: target) == PixelBuffer(size: target, filledWith: color))
        let window = Rect(x: 1.3, y: 0.7, width: 9.9, height: 20.2)
        #expect(try source.resampled(window, to: target) == PixelBuffer(size: target, filledWith: color))
    }

    @Test func toTheSameSizeGivesTheSamePicture() throws {
        var generator = SeededGenerator(seed: 6)
        let noise = try generator.picture(PixelSize(width: 31, height: 17))
        #expect(try noise.resized(to: noise.size) == noise)
        for _ in 0..<50 {
            let rectangle = generator.rectangle(inside: noise.size)
            #expect(try noise.resampled(rectangle.rect, to: rectangle.size) == noise.cut(rectangle))
        }
    }

    @Test(arguments: [2, 3, 4, 7], [1, 2, 5])
    func byAWholeFactorGivesTheAverageOfEachBox(across: Int, down: Int) throws {
        var generator = SeededGenerator(seed: 7)
        let source = try generator.picture(PixelSize(width: 6 * across, height: 5 * down))
        let shrunk = try source.resized(to: PixelSize(width: 6, height: 5))
        for row in 0..<5 {
            for column in 0..<6 {
                let box = try source.cut(PixelRect(x: column * across, y: row * down, width: across, height: down))
                for channel in 0..<4 {
                    let average = Double(box.channel(channel).reduce(0) { $0 + Int($1) }) / Double(across * down)
                    // Sums of floats are occasionally slightly less than a half.
                    #expect(abs(Double(shrunk.channel(channel)[row * 6 + column]) - average) < 0.501)
                }
            }
        }
    }

    /// Gray that rises by 4 per pixel: the average of any window is its value in the middle.
    @Test(arguments: [0, 0.25, 0.5, 1.0 / 3, 0.9, 1], [1, 1.5, 2.25, 8])
    func ofAFractionalWindowGivesTheGradientThere(offset: Double, step: Double) throws {
        let gradient = try LumaPlane(size: PixelSize(width: 60, height: 2), bytes: (0..<120).map { UInt8($0 % 60 * 4) })
        let count = Int(50 / step)
        let window = Rect(x: 5 + offset, y: 0, width: Double(count) * step, height: 2)
        let samples = try gradient.resampled(window, to: PixelSize(width: count, height: 1)).bytes
        for index in 0..<count {
            let middle = 5 + offset + (Double(index) + 0.5) * step
            let expected = 4 * (middle - 0.5)
            // Part of a pixel counts as that pixel's value, not its slope: off by at most half a step.
            #expect(abs(Double(samples[index]) - expected) <= 1.01, "\(index): \(samples[index]), not \(expected)")
        }
    }

    @Test func ofAWindowReadsNothingOutsideItsPixels() throws {
        var bytes = [UInt8](repeating: 255, count: 20 * 20)
        for row in 5..<15 { for column in 5..<15 { bytes[row * 20 + column] = 90 } }
        let plane = try LumaPlane(size: PixelSize(width: 20, height: 20), bytes: bytes)
        for target in [3, 10, 11, 40] {
            let samples = try plane.resampled(Rect(x: 5, y: 5, width: 10, height: 10), to: PixelSize(width: target, height: target))
            #expect(samples.bytes.allSatisfy { $0 == 90 })
        }
    }

    @Test(arguments: [(5, 9), (17, 40), (64, 3), (200, 200)])
    func neverRaisesAColorAboveItsAlpha(width: Int, height: Int) throws {
        var generator = SeededGenerator(seed: 8)
        let noise = try generator.picture(PixelSize(width: 16, height: 12))
        #expect(try noise.resized(to: PixelSize(width: width, height: height)).isPremultiplied)
        #expect(
            try noise.resampled(Rect(x: 0.5, y: 1.25, width: 9, height: 7.1), to: PixelSize(width: width, height: height)).isPremultiplied
        )
    }

    @Test func enlargingKeepsAnEdgeSharpAndInRange() throws {
        let edge = try LumaPlane(size: PixelSize(width: 8, height: 1), bytes: [0, 0, 0, 0, 255, 255, 255, 255])
        let grown = try edge.resampled(edge.size.bounds, to: PixelSize(width: 64, height: 1)).bytes
        #expect(grown.prefix(24).allSatisfy { $0 == 0 })
        #expect(grown.suffix(24).allSatisfy { $0 == 255 })
        #expect(zip(grown[24..<40], grown[25..<41]).allSatisfy { $0 <= $1 })
        #expect(grown == grown.reversed().map { 255 - $0 })
    }

    @Test func enlargesTheSameInBothDirections() throws {
        var generator = SeededGenerator(seed: 9)
        let noise = try generator.picture(PixelSize(width: 9, height: 9))
        let turned = try noise.oriented(.leftMirrored)
        let grown = try noise.resized(to: PixelSize(width: 40, height: 23)).oriented(.leftMirrored)
        #expect(try turned.resized(to: PixelSize(width: 23, height: 40)).difference(from: grown).largest <= 1)
    }
}
