import BoundedCropLoading
import Foundation
import Synchronization

/// A clock on which delays between attempts pass at once, and are recorded; longer waits, which are time limits, last until they are
/// cancelled.
final class ImpatientClock: LoadingClock {
    /// On which all waits last.
    static let patient = ImpatientClock(longest: .zero)
    private let state: Mutex<(now: Date, delays: [Duration])>
    private let longest: Duration

    init(now: Date = Date(), longest: Duration = .seconds(60)) {
        state = Mutex((now, []))
        self.longest = longest
    }

    var now: Date { state.withLock { $0.now } }
    /// The delays so far.
    var delays: [Duration] { state.withLock { $0.delays } }

    func set(_ now: Date) { state.withLock { $0.now = now } }

    func sleep(for duration: Duration) async throws {
        guard duration < longest else {
            let (never, end) = AsyncStream<Void>.makeStream()
            defer { end.finish() }
            for await _ in never {}
            throw CancellationError()
        }
        state.withLock { state in
            state.now += duration.seconds
            state.delays.append(duration)
        }
        try Task.checkCancellation()
    }
}
