import BoundedCrop
import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropRendering

@Suite struct BorderTrimTests {
    @Test func `the result extends to the outermost pixels of another color`() throws {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<200 {
            let (width, height) = (Int.random(in: 1...9, using: &random), Int.random(in: 1...9, using: &random))
            let spots = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                (x: Int.random(in: 0..<width, using: &random), y: Int.random(in: 0..<height, using: &random))
            }.filter { $0 != (0, 0) }
            let picture = try PixelBuffer.picture(width, height) { x, y in spots.contains { $0 == (x, y) } ? [255, 0, 0] : [9, 9, 9] }
            var expected = PixelRect(x: 0, y: 0, width: width, height: height)
            if let left = spots.map(\.x).min(), let right = spots.map(\.x).max(), let top = spots.map(\.y).min(),
                let bottom = spots.map(\.y).max()
            {
                expected = PixelRect(x: left, y: top, width: right + 1 - left, height: bottom + 1 - top)
            }
            #expect(try BorderTrim.rectangle(of: picture, RenderRequest.Trim()) == expected)
            #expect(try BorderTrim.rectangle(of: picture, RenderRequest.Trim(tolerance: .max)).size == picture.size)
        }
    }

    @Test func `a stated color is the border's, whatever the corner's is`() throws {
        let picture = try PixelBuffer.picture(5, 4) { x, y in
            (1...2).contains(x) && y == 2 || (x, y) == (0, 0) ? [255, 0, 0] : [250, 252, 255]
        }
        let white = Color(red: 1, green: 1, blue: 1)
        #expect(
            try BorderTrim.rectangle(of: picture, RenderRequest.Trim(tolerance: 6, color: white))
                == PixelRect(x: 0, y: 0, width: 3, height: 3)
        )
        #expect(try BorderTrim.rectangle(of: picture, RenderRequest.Trim(tolerance: 5, color: white)).size == picture.size)
    }

    /// Black letters on transparent black, which have the same color.
    @Test func `what is transparent differs from what is black`() throws {
        var picture = PixelBuffer(size: PixelSize(width: 6, height: 5))
        picture.bytes[(2 * 6 + 3) * 4 + 3] = 255
        picture.bytes[(3 * 6 + 4) * 4 + 3] = 128
        #expect(try BorderTrim.rectangle(of: picture, RenderRequest.Trim()) == PixelRect(x: 3, y: 2, width: 2, height: 2))
        // An opaque black border is not the transparent picture inside it.
        var framed = try PixelBuffer.picture(6, 5) { _, _ in [0, 0, 0] }
        for x in 2...3 { framed.bytes[(2 * 6 + x) * 4 + 3] = 0 }
        #expect(try BorderTrim.rectangle(of: framed, RenderRequest.Trim()) == PixelRect(x: 2, y: 2, width: 2, height: 1))
    }

    /// The inner pixels differ from white by 100 in each channel, which is a distance of 173.
    @Test func `a tolerance is a distance, or that of each channel as in imgproxy`() throws {
        let inner = PixelRect(x: 1, y: 2, width: 3, height: 3)
        let picture = try PixelBuffer.picture(7, 6) { x, y in
            (1...3).contains(x) && (2...4).contains(y) ? [155, 155, 155] : [255, 255, 255]
        }
        #expect(try BorderTrim.rectangle(of: picture, RenderRequest.Trim(tolerance: 173)) == inner)
        #expect(try BorderTrim.rectangle(of: picture, RenderRequest.Trim(tolerance: 174)).size == picture.size)
        #expect(try BorderTrim.rectangle(of: picture, RenderRequest.Trim(tolerance: 99, measure: .channels)) == inner)
        #expect(try BorderTrim.rectangle(of: picture, RenderRequest.Trim(tolerance: 100, measure: .channels)).size == picture.size)
        // Darker and brighter pixels differ alike.
        let gray = Color(red: 155.0 / 255, green: 155.0 / 255, blue: 155.0 / 255)
        let outer = try BorderTrim.rectangle(of: picture, RenderRequest.Trim(tolerance: 99, measure: .channels, color: gray))
        #expect(outer == PixelRect(all: picture.size))
    }

    @Test func `transparent pixels are magenta in imgproxy's comparison`() throws {
        var picture = PixelBuffer(size: PixelSize(width: 10, height: 8))
        picture.fill(2...4, 2...4, [0, 0, 0, 255])
        picture.fill(5...8, 4...6, [255, 0, 255, 255])
        #expect(try BorderTrim.rectangle(of: picture, RenderRequest.Trim(measure: .channels)) == PixelRect(x: 2, y: 2, width: 3, height: 3))
        #expect(try BorderTrim.rectangle(of: picture, RenderRequest.Trim()) == PixelRect(x: 2, y: 2, width: 7, height: 5))
    }

    /// The rectangles are those that `vips find_trim` (8.14) finds on a ground of magenta, and without it.
    @Test func `specks and lines do not stop a trim after a median`() throws {
        var picture = PixelBuffer(size: PixelSize(width: 60, height: 50))
        picture.fill(12...47, 14...39, [30, 120, 200, 255])
        picture.fill(3...3, 0...49, [255, 255, 255, 255])
        picture.fill(55...55, 45...45, [9, 9, 9, 255])
        picture.fill(56...57, 2...3, [9, 9, 9, 255])
        let smoothed = RenderRequest.Trim(tolerance: 10, measure: .channels)
        #expect(try BorderTrim.rectangle(of: picture, smoothed) == PixelRect(x: 12, y: 14, width: 36, height: 26))
        #expect(try BorderTrim.rectangle(of: picture, RenderRequest.Trim(tolerance: 10)) == PixelRect(x: 3, y: 0, width: 55, height: 50))
        // At an edge the picture goes on as it is there, and a soft edge counts where it is more than the tolerance from magenta.
        picture.fill(58...59, 20...22, [0, 255, 0, 255])
        picture.fill(12...47, 40...40, [9, 9, 9, 9])
        picture.fill(12...47, 41...41, [11, 11, 11, 11])
        picture.fill(12...47, 42...42, [11, 11, 11, 11])
        #expect(try BorderTrim.rectangle(of: picture, smoothed) == PixelRect(x: 12, y: 14, width: 48, height: 29))
    }

    @Test func `trimming can be cancelled`() throws {
        let cancellation = Cancellation()
        cancellation.cancel()
        let picture = PixelBuffer(size: PixelSize(width: 3, height: 3))
        #expect(throws: CancellationError.self) { try cancellation.perform { try BorderTrim.rectangle(of: picture, RenderRequest.Trim()) } }
        #expect(throws: CancellationError.self) {
            try cancellation.perform {
                let source = try Fixture.flat(9, 9)
                let renderer = ImageRenderer(detector: FixedFeatureDetector([]))
                let plan = try RenderJob(renderer, source).plan(RenderRequest("a")).plan
                var pixels = picture
                try DebugOverlay(plan: plan).draw(on: &pixels)
            }
        }
    }
}

extension PixelBuffer {
    fileprivate mutating func fill(_ columns: ClosedRange<Int>, _ rows: ClosedRange<Int>, _ pixel: [UInt8]) {
        for y in rows {
            for start in columns.map({ (y * width + $0) * 4 }) { bytes.replaceSubrange(start..<start + 4, with: pixel) }
        }
    }
}
