import BoundedCrop
import Foundation
import TestSupport
import Testing

@testable import BoundedCropEffects

/// Effects on a picture so large that they are far from finished when they are cancelled.
@Suite(.serialized, .timeLimit(.minutes(15))) struct CancelledEffectsTests {
    private static let size = PixelSize(width: 2000, height: 8000)
    private static let picture = try? Pictures.flat(size)

    @Test(arguments: AllEffects.table.map(\.name))
    func `an effect ends within 250 ms of being cancelled`(name: String) async throws {
        let (picture, effect) = (try #require(Self.picture), try AllEffects.effect(name, on: Self.size))
        let late = await leastLateness(.milliseconds(250)) { Self.lateness(of: effect, on: picture) }
        #expect(late < .milliseconds(250), "\(name) continued for \(late)")
    }

    /// The time from cancellation to the end of the work.
    private static func lateness(of effect: any ImageEffect, on picture: PixelBuffer) -> Duration {
        let cancellation = Cancellation()
        let didCancel = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var start = ContinuousClock.now
        let thread = Thread {
            Thread.sleep(forTimeInterval: 0.005)
            start = .now
            cancellation.cancel()
            didCancel.signal()
        }
        thread.start()
        // Effects that finish sooner start again.
        #expect(throws: CancellationError.self) {
            try cancellation.perform { while true { _ = try picture.applying([effect]) } }
        }
        didCancel.wait()
        return ContinuousClock.now - start
    }

    @Test func `work cancelled before it begins does nothing`() throws {
        let cancellation = Cancellation()
        cancellation.cancel()
        let custom = Custom("never") { _ in
            Issue.record("the effect was applied")
            throw CancellationError()
        }
        #expect(throws: CancellationError.self) {
            try cancellation.perform { _ = try PixelBuffer(size: PixelSize(width: 2, height: 2)).applying([custom]) }
        }
    }
}
