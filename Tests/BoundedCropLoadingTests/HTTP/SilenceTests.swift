import Foundation
import Synchronization
import TestSupport
import Testing

@testable import BoundedCropLoading

/// How a server's silence is measured with any clock.
@Suite(.timeLimit(.minutes(15))) struct SilenceTests {
    /// A clock that stands still, and whose waits are over at once.
    private final class HastyClock: LoadingClock {
        let waits = Counter()
        /// A closure stored by itself is wrapped anew at each access, and calls of it then exhaust the stack.
        struct Action {
            var call: @Sendable () -> Void = {}
        }

        let whenWaiting = Mutex(Action())

        var now: Date { ManualClock.start }

        func sleep(for duration: Duration) async throws {
            whenWaiting.withLock { $0 }.call()
            waits.enter()
        }
    }

    @Test func withAClockThatDoesNotWaitTheSilenceIsOverAtOnce() async throws {
        let clock = HastyClock()
        try await Silence(clock).lasts(.seconds(5))
        #expect(clock.waits.total == Silence.parts)
    }

    @Test func aByteBeginsTheSilenceAnew() async throws {
        let clock = HastyClock()
        let silence = Silence(clock)
        // In the third of the four parts.
        clock.whenWaiting.withLock { $0.call = { if clock.waits.total == 2 { silence.interrupt() } } }
        try await silence.lasts(.seconds(5))
        #expect(clock.waits.total == 3 + Silence.parts)
        clock.whenWaiting.withLock { $0.call = {} }
    }

    /// A server that sends all the time, and a clock that returns instead of throwing.
    @Test func theMeasurementEndsWithItsTask() async {
        let clock = HastyClock()
        let silence = Silence(clock)
        clock.whenWaiting.withLock { $0.call = { silence.interrupt() } }
        let task = Task { try await silence.lasts(.seconds(5)) }
        await until { clock.waits.total > 0 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        clock.whenWaiting.withLock { $0.call = {} }
    }
}
