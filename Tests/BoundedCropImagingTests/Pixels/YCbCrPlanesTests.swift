import BoundedCropImaging
import Testing

@Suite struct YCbCrPlanesTests {
    private static let size = PixelSize(width: 4, height: 2)

    private func planes(
        _ luma: [UInt8],
        blue: [UInt8] = [128, 128],
        red: [UInt8] = [128, 128],
        _ weights: YCbCrPlanes.Weights = .rec601
    ) throws -> YCbCrPlanes {
        try YCbCrPlanes(size: Self.size, bytes: luma + blue + red, weights: weights)
    }

    private func colors(_ pixels: PixelBuffer) -> [[Int]] {
        stride(from: 0, to: pixels.bytes.count, by: 4).map { pixels.bytes[$0..<$0 + 4].map { Int($0) } }
    }

    @Test func `black, grays and white have the whole range, and what is beyond it is clipped`() throws {
        let pixels = try planes([16, 126, 235, 255, 0, 17, 234, 81]).pixels
        #expect(colors(pixels).map { $0[0] } == [0, 128, 255, 255, 0, 1, 254, 76])
        #expect(colors(pixels).allSatisfy { $0[0] == $0[1] && $0[1] == $0[2] && $0[3] == 255 })
    }

    // The bytes of full red and full blue, as the recommendations define them.
    @Test(arguments: [
        (YCbCrPlanes.Weights.rec601, [81, 90, 240], [41, 240, 110]), (.rec709, [63, 102, 240], [32, 240, 118]),
        (.rec2020, [74, 97, 240], [29, 240, 119]),
    ])
    func `colors are those of the recommendation, for each block of four pixels`(
        weights: YCbCrPlanes.Weights,
        red: [UInt8],
        blue: [UInt8]
    ) throws {
        let luma = [red[0], red[0], blue[0], blue[0]]
        let pixels = try planes(luma + luma, blue: [red[1], blue[1]], red: [red[2], blue[2]], weights).pixels
        let expected = [[255, 0, 0, 255], [255, 0, 0, 255], [0, 0, 255, 255], [0, 0, 255, 255]]
        for (color, expected) in zip(colors(pixels), expected + expected) {
            #expect(zip(color, expected).allSatisfy { abs($0 - $1) <= 2 }, "\(color)")
        }
    }

    @Test func `brightness is resized, and has the whole range`() throws {
        let luma = try planes([16, 16, 235, 235, 16, 16, 235, 235]).luma(resizedTo: PixelSize(width: 2, height: 1))
        #expect(luma.bytes == [0, 255])
    }

    @Test(arguments: [(PixelSize(width: 3, height: 2), 9), (PixelSize(width: 4, height: 1), 6), (PixelSize(width: 4, height: 2), 11)])
    func `odd sides and another number of bytes are refused`(size: PixelSize, count: Int) {
        #expect(throws: BoundedCropError.self) {
            try YCbCrPlanes(size: size, bytes: [UInt8](repeating: 0, count: count), weights: .rec601)
        }
    }
}
