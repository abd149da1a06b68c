import CCalls
import CLibrary
import CPixelKernels
import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

/// Extremely thin windows at the very edges: they show the edge, and nothing outside the picture is read.
@Suite struct SliverWindowTests {
    /// Memory between two pages that must not be accessed.
    private final class Fenced {
        let start: UnsafeMutablePointer<UInt8>
        private let map: UnsafeMutableRawPointer
        private let length: Int

        /// - Parameter atFront: whether the bytes begin right after the first guard page; otherwise they end right before the second.
        init(_ bytes: [UInt8], atFront: Bool) throws {
            let page = Int(sysconf(Int32(_SC_PAGESIZE)))
            let body = (bytes.count + page - 1) / page * page
            length = body + 2 * page
            let mapped = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
            map = try #require(mapped == MAP_FAILED ? nil : mapped)
            mprotect(map, page, PROT_NONE)
            mprotect(map + page + body, page, PROT_NONE)
            start = (map + page + (atFront ? 0 : body - bytes.count)).assumingMemoryBound(to: UInt8.self)
            start.update(from: bytes, count: bytes.count)
        }

        deinit { munmap(map, length) }
    }

    private static func check(_ call: (UnsafeMutablePointer<bc_error>) -> Int32) throws {
        try CCall.check(failure: .invalidArgument, call)
    }

    private static let starts = [-1e-7, -1e-6, -Double.leastNonzeroMagnitude, 0, 1e-9, 2, 3 - 1e-9, 3, 3 + 1e-7, 3 + 9e-7]
    private static let lengths = [Double.leastNonzeroMagnitude, 1e-300, 1e-9, 1e-7]

    @Test(arguments: starts, lengths) func windowsShowTheNearestPixel(start: Double, length: Double) throws {
        // Each corner has a pixel of a different color.
        var bytes: [UInt8] = []
        for row in 0..<3 {
            for column in 0..<3 { bytes += [UInt8(10 * column), UInt8(10 * row), 5, 40] }
        }
        for (column, row) in [(start, 0.0), (0, start), (start, start)] {
            for atFront in [true, false] {
                let source = try Fenced(bytes, atFront: atFront)
                let output = try Fenced([UInt8](repeating: 9, count: 2 * 2 * 4), atFront: atFront)
                let window = bc_window(x: column, y: row, width: length, height: length)
                try Self.check { bc_resample(source.start, 3, 3, 4, window, output.start, 2, 2, $0) }
                for pixel in 0..<4 { #expect(output.start[pixel * 4 + 3] == 40 && output.start[pixel * 4 + 2] == 5) }
            }
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, -0x1p63, 0x1p63, -1e-5, 3.1])
    func windowsWithInvalidNumbersAreRefused(number: Double) throws {
        let picture = PixelBuffer(size: PixelSize(width: 3, height: 3))
        let (one, target) = (1.0, PixelSize(width: 2, height: 2))
        for window in [
            Rect(x: number, y: 0, width: one, height: one), Rect(x: 0, y: number, width: one, height: one),
            Rect(x: 0, y: 0, width: number, height: one), Rect(x: 0, y: 0, width: one, height: number),
            Rect(x: number, y: number, width: number, height: number),
        ] {
            expectError(.invalidArgument, saying: "window") { _ = try picture.resampled(window, to: target) }
        }
    }

    @Test(arguments: [(0, 3), (3, 0), (-1, 3), (3, -1), (Int32.min, 3), (Int32.max, 3), (3, Int32.max)] as [(Int32, Int32)])
    func invalidSizesOfPicturesAndOutputsAreRefused(width: Int32, height: Int32) throws {
        let bytes = [UInt8](repeating: 0, count: 64)
        var output = bytes
        let window = bc_window(x: 0, y: 0, width: 1, height: 1)
        expectError(.invalidArgument) {
            try Self.check { bc_resample(bytes, width, height, 1, window, &output, 2, 2, $0) }
        }
        expectError(.invalidArgument) {
            try Self.check { bc_resample(bytes, 3, 3, 1, window, &output, width, height, $0) }
        }
    }

    /// With random windows of premultiplied noise, no resulting color exceeds its alpha.
    @Test(arguments: [UInt64(1), 2, 3]) func noKernelRaisesAColorAboveItsAlpha(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let size = PixelSize(width: Int.random(in: 1...40, using: &generator), height: Int.random(in: 1...40, using: &generator))
            let source = try generator.picture(size)
            let (x, y) = (
                Double.random(in: 0..<Double(size.width), using: &generator), Double.random(in: 0..<Double(size.height), using: &generator)
            )
            let window = Rect(
                x: x,
                y: y,
                width: Double.random(in: 1e-9...(Double(size.width) - x + 1e-9), using: &generator),
                height: Double.random(in: 1e-9...(Double(size.height) - y + 1e-9), using: &generator)
            )
            let target = PixelSize(width: Int.random(in: 1...50, using: &generator), height: Int.random(in: 1...50, using: &generator))
            let sigma = Double.random(in: 0...60, using: &generator)
            let box = Int32(2 * Int.random(in: 0...40, using: &generator) + 1)
            let border = Int32(Int.random(in: 0...1, using: &generator))
            let (width, height) = (Int32(size.width), Int32(size.height))
            let results = try [
                source.resampled(window, to: target).bytes,
                PixelBuffer(size: size) { output in
                    try Self.check { bc_gaussian_blur(source.bytes, width, height, 4, sigma, border, output, $0) }
                }.bytes,
                PixelBuffer(size: size) { output in
                    try Self.check { bc_box_blur(source.bytes, width, height, box, 2, output, $0) }
                }.bytes,
            ]
            for bytes in results {
                #expect(
                    stride(from: 0, to: bytes.count, by: 4).allSatisfy { max(bytes[$0], bytes[$0 + 1], bytes[$0 + 2]) <= bytes[$0 + 3] }
                )
            }
        }
    }
}
