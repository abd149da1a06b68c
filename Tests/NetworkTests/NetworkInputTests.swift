import BoundedCrop
import Testing

@testable import boundedcrop_network

/// A picture as the network's input.
@Suite struct NetworkInputTests {
    private func input(_ fields: String, of size: PixelSize) throws -> NetworkInput {
        let picture = PixelBuffer(size: size, filledWith: (10, 20, 30, 255))
        return try NetworkInput(picture, for: .text(#""shape": "ssd", "classes": [{"name": "cat"}], \#(fields)"#))
    }

    /// The value of a plane at a column and row of an input of 32x16.
    private func value(_ input: NetworkInput, _ plane: Int, _ column: Int, _ row: Int) -> Float {
        input.planes[plane * 512 + row * 32 + column]
    }

    @Test(arguments: [("rgb", [10, 20, 30] as [Float]), ("bgr", [30, 20, 10])])
    func channelsAreInTheOrderOfTheDescription(order: String, values: [Float]) throws {
        let input = try input(#""channels": "\#(order)", "mean": 0, "scale": 1"#, of: PixelSize(width: 32, height: 16))
        #expect(input.planes.count == 3 * 512 && (0..<3).map { value(input, $0, 31, 15) } == values)
    }

    @Test func theMeanIsSubtractedBeforeTheScale() throws {
        let each = try input(#""mean": [10, 10, 20], "scale": [1, 2, 0.5]"#, of: PixelSize(width: 32, height: 16))
        #expect((0..<3).map { value(each, $0, 0, 0) } == [0, 20, 5])
        let all = try input(#""mean": 30, "scale": 0.5"#, of: PixelSize(width: 32, height: 16))
        #expect((0..<3).map { value(all, $0, 0, 0) } == [-10, -5, 0])
    }

    @Test func aStretchedPictureFillsTheInput() throws {
        let input = try input(#""mean": 0, "scale": 1"#, of: PixelSize(width: 8, height: 16))
        #expect(input.shown == PixelSize(width: 32, height: 16))
        #expect(value(input, 0, 31, 15) == 10)
    }

    @Test func aLetterboxedPictureIsAtTheTopLeftOfGray() throws {
        let input = try input(#""fit": "letterbox", "gray": 114, "mean": 100, "scale": 1"#, of: PixelSize(width: 40, height: 40))
        #expect(input.shown == PixelSize(width: 16, height: 16))
        #expect((0..<3).map { value(input, $0, 15, 15) } == [-90, -80, -70])
        #expect((0..<3).map { value(input, $0, 16, 0) } == [14, 14, 14])
        let wide = try self.input(#""fit": "letterbox", "gray": 114, "mean": 0, "scale": 1"#, of: PixelSize(width: 40, height: 5))
        #expect(wide.shown == PixelSize(width: 32, height: 4))
        #expect(value(wide, 2, 31, 3) == 30 && value(wide, 2, 0, 4) == 114)
    }

    @Test(arguments: [PixelSize(width: 1, height: 1), PixelSize(width: 1, height: 5000), PixelSize(width: 5000, height: 1)])
    func extremePicturesFit(size: PixelSize) throws {
        for fit in ["letterbox", "stretch"] {
            let input = try input(#""fit": "\#(fit)""#, of: size)
            #expect(input.planes.count == 3 * 512 && input.shown.width >= 1 && input.shown.height >= 1)
        }
    }
}
