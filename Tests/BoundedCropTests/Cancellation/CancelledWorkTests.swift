import CCalls
import CPixelKernels
import TestSupport
import Testing

@testable import BoundedCrop

/// Long-running work of every kind checks often whether it was cancelled, and ends when it was.
@Suite(.timeLimit(.minutes(15))) struct CancelledWorkTests {
    struct Work: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// How often it checks at least.
        let checks: Int
        let run: @Sendable () throws -> Void

        init(_ name: String, checks: Int, _ run: @escaping @Sendable () throws -> Void) {
            (testDescription, self.checks, self.run) = (name, checks, run)
        }
    }

    /// A picture of noise of any requested size.
    private struct Noise: Picture {
        var size = PixelSize(width: 400, height: 300)

        func luma(longSide: Int) throws -> LumaPlane {
            let size = size.fitted(longSide: longSide)
            var generator = SeededGenerator(seed: 1)
            return try LumaPlane(size: size, bytes: (0..<size.area).map { _ in UInt8(truncatingIfNeeded: generator.next()) })
        }

        func pixels(longSide: Int) throws -> PixelBuffer { PixelBuffer(size: size.fitted(longSide: longSide)) }

        func pixels(of rectangle: PixelRect, scaledTo size: PixelSize) throws -> PixelBuffer { PixelBuffer(size: size) }
    }

    private static let (width, height) = (800, 500)
    private static let large = [UInt8](repeating: 128, count: width * height * 4)

    private static func kernel(_ call: (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<bc_error>) -> Int32) throws {
        _ = try [UInt8](unsafeUninitializedCapacity: width * height * 4) { output, count in
            guard let start = output.baseAddress else { return }
            try CCall.check(failure: .invalidArgument) { call(start, $0) }
            count = width * height * 4
        }
    }

    private static func features(_ count: Int) -> [Feature] {
        (0..<count).map { Feature(Rect(x: Double($0) * 3, y: 0, width: 2, height: 50), confidence: 1 - Double($0) / Double(2 * count)) }
    }

    private static let many = features(2000)
    private static let dot = PixelBuffer(size: PixelSize(width: 9, height: 9))

    private static let works = [
        Work("a gaussian blur", checks: 502) { try kernel { bc_gaussian_blur(large, Int32(width), Int32(height), 4, 11, 1, $0, $1) } },
        Work("a wide gaussian blur", checks: 1_501) {
            try kernel { bc_gaussian_blur(large, Int32(width), Int32(height), 4, 40, 0, $0, $1) }
        },
        Work("a box blur", checks: 40) { try kernel { bc_box_blur(large, Int32(width), Int32(height), 101, 20, $0, $1) } },
        Work("a wide box blur", checks: 19_980) { try kernel { bc_box_blur(large, Int32(width), Int32(height), 4001, 20, $0, $1) } },
        Work("resampling", checks: 2_494) {
            let window = bc_window(x: 0, y: 0, width: 799, height: 499)
            try kernel { bc_resample(large, Int32(width), Int32(height), 4, window, $0, Int32(width), Int32(height), $1) }
        },
        Work("turning", checks: 8) {
            // A band has about a million pixels, and at least 64 rows.
            let size = PixelSize(width: 8, height: 1_000_000)
            _ = try LumaPlane(size: size, bytes: [UInt8](repeating: 9, count: size.area)).oriented(.right)
        },
        Work("cascades", checks: 500_000) { _ = try HaarCascadeDetector().features(in: Noise(), accuracy: .high) },
        Work("a cascade with many hits", checks: 583) {
            // Passes about every third window.
            var cascade = TestCascade()
            (cascade.leaves, cascade.nodes) = ("0 1", "0 -1 0 0.01")
            _ = try HaarCascadeDetector(cascade: cascade.bytes).features(
                in: Noise(size: PixelSize(width: 60, height: 45)),
                accuracy: .low
            )
        },
        Work("a network", checks: 6_848) {
            let side = PixelSize(width: 512, height: 512)
            let picture = try PixelBuffer(size: side, bytes: [UInt8](repeating: 77, count: side.area * 4))
            _ = try FaceNetworkModel.yuNet.detect(in: picture, threshold: 0)
        },
        Work("a network with parts of its channels", checks: 1_440) {
            _ = try FaceNetworkModel.centerFace.detect(in: PixelBuffer(size: PixelSize(width: 512, height: 512)), threshold: 0.9)
        },
        Work("a plan with many faces", checks: 4_669) {
            var request = CropRequest(width: 100, height: 300)
            request.padding = .zero
            _ = try CropPlanner.plan(features: many, size: PixelSize(width: 6000, height: 4000), request: request)
        },
        Work("choosing among many findings", checks: 2_000) {
            var limits = DetectionLimits()
            limits.maximumCount = .max
            _ = try limits.features(from: many, in: PixelSize(width: 20_000, height: 4000), accuracy: .low)
        },
        Work("a chain of many", checks: 1_000) {
            let nothing = ClosureFeatureDetector(name: "nothing") { _, _ in [] }
            _ = try ChainedFeatureDetector(Array(repeating: nothing, count: 1000)).features(in: dot, accuracy: .low)
        },
    ]

    @Test(arguments: works) func `work ends at the check after which it is cancelled`(work: Work) throws {
        try CountedChecks.expect(work.checks, work.run)
    }

    private static let programs = [
        Work("a program", checks: 9) { _ = try OneShotCommandDetector(shell: "sleep 6000").features(in: dot, accuracy: .low) },
        Work("a program without outputs", checks: 9) {
            _ = try OneShotCommandDetector(shell: "exec >&- 2>&-; sleep 6000").features(in: dot, accuracy: .low)
        },
        Work("a program that is asked about many pictures", checks: 9) {
            _ = try CommandDetector(shell: "sleep 6000", timeLimit: .seconds(6000)).features(in: dot, accuracy: .low)
        },
    ]

    @Test(arguments: programs) func `waiting for a program ends when it is cancelled`(work: Work) {
        for number in 1...work.checks {
            let cancellation = Cancellation(raisedAtCheck: number)
            #expect(throws: CancellationError.self) { try cancellation.perform(work.run) }
            #expect(cancellation.checkCount <= number + 3)
        }
    }
}
