import TestSupport
import Testing

@testable import BoundedCropImaging

@Suite struct ResamplingArgumentTests {
    static let picture = PixelBuffer(size: PixelSize(width: 10, height: 6), filledWith: (1, 2, 3, 4))

    @Test(arguments: [
        Rect(x: 0, y: 0, width: 0, height: 6), Rect(x: 0, y: 0, width: 10, height: -1), Rect(x: -0.1, y: 0, width: 5, height: 5),
        Rect(x: 5.1, y: 0, width: 5, height: 5), Rect(x: 0, y: 1, width: 5, height: 5.5), Rect(x: .nan, y: 0, width: 5, height: 5),
        Rect(x: 0, y: 0, width: .nan, height: 5), Rect(x: 0, y: 0, width: .infinity, height: 5),
        Rect(x: -1e300, y: 0, width: 1e300, height: 5),
    ])
    func refusesWindowsOutsideThePicture(window: Rect) throws {
        expectError(.invalidArgument, saying: "window") { _ = try Self.picture.resampled(window, to: PixelSize(width: 3, height: 3)) }
        let plane = Self.picture.luma()
        expectError(.invalidArgument, saying: "window") { _ = try plane.resampled(window, to: PixelSize(width: 3, height: 3)) }
    }

    @Test func acceptsWindowsSlightlyOutsideDueToRounding() throws {
        let window = Rect(x: -1e-9, y: 0, width: 10 + 2e-9, height: 6)
        #expect(try Self.picture.resampled(window, to: PixelSize(width: 5, height: 3)).size == PixelSize(width: 5, height: 3))
    }

    @Test(arguments: [(0, 5), (5, 0), (-1, 5), (5, -1), (-1, -1), (0, 0), (.max, 1), (1, .max), (.max, .max), (1 << 40, 1), (.min, .min)])
    func refusesImpossibleSizes(width: Int, height: Int) throws {
        expectError(.invalidArgument, saying: "\(width)x\(height)") {
            _ = try Self.picture.resized(to: PixelSize(width: width, height: height))
        }
        let plane = Self.picture.luma()
        expectError(.invalidArgument) { _ = try plane.resampled(plane.size.bounds, to: PixelSize(width: width, height: height)) }
    }

    @Test(arguments: [PixelRect(x: 0, y: 0, width: 11, height: 1), PixelRect(x: -1, y: 0, width: 2, height: 2)])
    func refusesCropsOutsideThePicture(rectangle: PixelRect) {
        expectError(.invalidArgument) { _ = try Self.picture.pixels(of: rectangle, scaledTo: PixelSize(width: 2, height: 2)) }
    }
}
