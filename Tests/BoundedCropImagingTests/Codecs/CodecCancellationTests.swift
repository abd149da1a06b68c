import Foundation
import PictureSupport
import Synchronization
import TestSupport
import Testing

@testable import BoundedCropImaging

/// Long-running work in a codec ends soon after it is cancelled from another thread.
@Suite(.serialized) struct CodecCancellationTests {
    enum Case: String, CaseIterable {
        case jpeg, progressive, scans, png, lossyWebP, losslessWebP
    }

    /// A part of noise, repeated.
    private static func noise(_ side: Int) throws -> PixelBuffer {
        var generator = SeededGenerator(seed: 3)
        let part = (0..<65_537).flatMap { _ in
            let bits = generator.next()
            return [UInt8(bits & 255), UInt8(bits >> 8 & 255), UInt8(bits >> 16 & 255), 255]
        }
        let size = PixelSize(width: side, height: side)
        return PixelBuffer(size: size) { output in
            part.withUnsafeBufferPointer { part in
                for start in stride(from: 0, to: size.area * 4, by: part.count) {
                    guard let bytes = part.baseAddress else { return }
                    (output + start).update(from: bytes, count: min(part.count, size.area * 4 - start))
                }
            }
        }
    }

    private final class Record: Sendable {
        let time = Mutex<ContinuousClock.Instant?>(nil)
    }

    /// Runs work that is cancelled after some milliseconds.
    private static func expectEnd(
        after milliseconds: UInt64,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ work: () throws -> Void
    ) async {
        let late = await leastLateness(.milliseconds(250)) { lateness(after: milliseconds, sourceLocation: sourceLocation, work) }
        #expect(late < .milliseconds(250), sourceLocation: sourceLocation)
    }

    private static func lateness(after milliseconds: UInt64, sourceLocation: SourceLocation, _ work: () throws -> Void) -> Duration {
        let cancellation = Cancellation()
        let clock = ContinuousClock()
        let raised = Record()
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Int(milliseconds))) {
            raised.time.withLock { $0 = clock.now }
            cancellation.cancel()
        }
        // On a fast machine, work that ends before it is cancelled starts again.
        #expect(throws: CancellationError.self, sourceLocation: sourceLocation) {
            try cancellation.perform { while true { try work() } }
        }
        // Measured from the actual cancellation, which a busy machine may delay too.
        return raised.time.withLock { $0 }.map { $0.duration(to: clock.now) } ?? .zero
    }

    private static func encoding(_ case: Case) -> ImageEncoding {
        switch `case` {
        case .png: .png(compressionLevel: 1)
        case .lossyWebP: .webp(quality: 75)
        case .losslessWebP: .webp(.lossless(effort: 1))
        default: .jpeg(quality: 75, isProgressive: `case` == .progressive)
        }
    }

    @Test(arguments: [Case.jpeg, .progressive, .png, .lossyWebP, .losslessWebP], [40, 200] as [UInt64])
    func stopsEncoding(case: Case, milliseconds: UInt64) async throws {
        let pixels = try Self.noise(6500)
        await Self.expectEnd(after: milliseconds) { _ = try pixels.blocking.encoded(as: Self.encoding(`case`)) }
    }

    @Test(arguments: Case.allCases)
    func stopsDecoding(case: Case) async throws {
        let side = [.lossyWebP, .losslessWebP].contains(`case`) ? 3500 : 6500
        var options = DecodingOptions()
        options.limits.maximumBytes = 1_000_000_000
        let bytes =
            try `case` == .scans
            ? SampledJPEG.emptyScans(32, width: side, height: side) : Self.noise(side).blocking.encoded(as: Self.encoding(`case`))
        let source = try ImageSource(bytes: bytes, options: options)
        await Self.expectEnd(after: 20) { _ = try source.pixels() }
    }

    @Test func isNotMistakenForATruncatedFile() throws {
        var options = DecodingOptions()
        options.allowsTruncated = true
        for file in ["formats/obama_420.jpg", "formats/obama_rgba_interlaced.png", "formats/obama_rgb8.png", "formats/obama_lossy.webp"] {
            let source = try Fixture.source(file, options)
            let cancellation = Cancellation()
            cancellation.cancel()
            #expect(throws: CancellationError.self) { try cancellation.perform { try source.pixels() } }
        }
    }
}
