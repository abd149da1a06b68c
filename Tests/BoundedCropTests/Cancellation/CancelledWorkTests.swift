import CCalls
import CLibrary
import CPixelKernels
import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import BoundedCrop

/// Long-running work of every kind ends soon after it is cancelled.
@Suite(.timeLimit(.minutes(15)), .serialized) struct CancelledWorkTests {
    struct Work: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let run: @Sendable () throws -> Void

        init(_ name: String, _ run: @escaping @Sendable () throws -> Void) {
            testDescription = name
            self.run = run
        }
    }

    /// A picture of noise of any requested size.
    private struct Noise: Picture {
        let size = PixelSize(width: 4000, height: 4000)

        func luma(longSide: Int) throws -> LumaPlane {
            let size = size.fitted(longSide: longSide)
            return try LumaPlane(size: size, bytes: Array(Self.noise.prefix(size.area)))
        }

        func pixels(longSide: Int) throws -> PixelBuffer {
            let size = size.fitted(longSide: longSide)
            return PixelBuffer(size: size)
        }

        func pixels(of cuts: [PictureCut]) throws -> [PixelBuffer] { [] }

        static let noise: [UInt8] = {
            var state: UInt32 = 1
            return (0..<960 * 960).map { _ in
                state = state &* 1_664_525 &+ 1_013_904_223
                return UInt8(truncatingIfNeeded: state >> 24)
            }
        }()
    }

    /// 40 million pixels.
    private static let (width, height) = (8000, 5000)
    private static let large = [UInt8](repeating: 128, count: width * height * 4)

    /// Memory for a picture of the same size, allocated beforehand so that the allocation does not take up the time.
    // because the suite is serialized, so that only one piece of work writes to it:
    private struct Output: @unchecked Sendable {
        let start = UnsafeMutablePointer<UInt8>.allocate(capacity: width * height * 4)
    }

    private static let output = Output()

    private static func kernel(_ call: (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<bc_error>) -> Int32) throws {
        try CCall.check(failure: .invalidArgument) { call(output.start, $0) }
    }

    private static func features(_ count: Int) -> [Feature] {
        (0..<count).map { Feature(Rect(x: Double($0) * 3, y: 0, width: 2, height: 50), confidence: 1 - Double($0) / Double(2 * count)) }
    }

    private static let many = features(20_000)

    private static let works = [
        Work("a gaussian blur") { try kernel { bc_gaussian_blur(large, Int32(width), Int32(height), 4, 11, 1, $0, $1) } },
        Work("a wide gaussian blur") { try kernel { bc_gaussian_blur(large, Int32(width), Int32(height), 4, 40, 0, $0, $1) } },
        Work("a box blur") { try kernel { bc_box_blur(large, Int32(width), Int32(height), 101, 20, $0, $1) } },
        Work("a wide box blur") { try kernel { bc_box_blur(large, Int32(width), Int32(height), 4001, 20, $0, $1) } },
        Work("resampling") {
            let window = bc_window(x: 0, y: 0, width: 7999, height: 4999)
            for _ in 0..<20 {
                try kernel { bc_resample(large, Int32(width), Int32(height), 4, window, $0, Int32(width), Int32(height), $1) }
            }
        },
        Work("turning") { for _ in 0..<50 { try kernel { bc_orient(large, Int32(width), Int32(height), 4, 6, $0, $1) } } },
        Work("cascades") { for _ in 0..<20 { _ = try HaarCascadeDetector().features(in: Noise(), accuracy: .high) } },
        Work("a cascade with many hits") {
            // Passes about every third window.
            var cascade = TestCascade()
            (cascade.leaves, cascade.nodes) = ("0 1", "0 -1 0 0.01")
            let detector = try HaarCascadeDetector(cascade: cascade.bytes)
            for _ in 0..<1000 { _ = try? detector.features(in: Noise(), accuracy: .low); try Cancellation.checkCurrent() }
        },
        Work("a network") {
            let side = PixelSize(width: 4096, height: 4096)
            let picture = try PixelBuffer(size: side, bytes: [UInt8](repeating: 77, count: side.area * 4))
            let model = FaceNetworkModel(.yunet)
            for _ in 0..<20 { _ = try model.detect(in: picture, threshold: 0) }
        },
        Work("a program") {
            _ = try OneShotCommandDetector(shell: "sleep 600").features(
                in: PixelBuffer(size: PixelSize(width: 9, height: 9)),
                accuracy: .low
            )
        },
        Work("a program without outputs") {
            _ = try OneShotCommandDetector(shell: "exec >&- 2>&-; sleep 600")
                .features(in: PixelBuffer(size: PixelSize(width: 9, height: 9)), accuracy: .low)
        },
        Work("a program that is asked about many pictures") {
            _ = try CommandDetector(shell: "sleep 600").features(in: PixelBuffer(size: PixelSize(width: 9, height: 9)), accuracy: .low)
        },
        Work("a plan with many faces") {
            var request = CropRequest(width: 100, height: 300)
            request.padding = .zero
            _ = try CropPlanner.plan(features: many, size: PixelSize(width: 60_000, height: 4000), request: request)
        },
        Work("choosing among many findings") {
            var limits = DetectionLimits()
            limits.maximumCount = .max
            _ = try limits.features(from: many, in: PixelSize(width: 200_000, height: 4000), accuracy: .low)
        },
        Work("a chain of many") {
            let nothing = ClosureFeatureDetector(name: "nothing") { _, _ in
                usleep(5000); return []
            }
            _ = try ChainedFeatureDetector(Array(repeating: nothing, count: 1000))
                .features(in: PixelBuffer(size: PixelSize(width: 9, height: 9)), accuracy: .low)
        },
    ]

    @Test(arguments: works) func endsSoonAfter(work: Work) async {
        _ = (Self.large, Self.output, Self.many, Noise.noise)
        let late = await leastLateness(.milliseconds(250)) { await Self.lateness(of: work) }
        #expect(late < .milliseconds(250))
    }

    /// The time from cancellation to the end of the work.
    private static func lateness(of work: Work) async -> Duration {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "work").async {
                let cancellation = Cancellation()
                let cancelled = Mutex(ContinuousClock.now)
                DispatchQueue(label: "canceller").asyncAfter(deadline: .now() + .milliseconds(100)) {
                    cancelled.withLock { $0 = .now }
                    cancellation.cancel()
                }
                // On a fast machine, work that ends before it is cancelled starts again.
                #expect(throws: CancellationError.self, "\(work.testDescription)") {
                    try cancellation.perform { while true { try work.run() } }
                }
                continuation.resume(returning: ContinuousClock.now - cancelled.withLock(\.self))
            }
        }
    }
}
