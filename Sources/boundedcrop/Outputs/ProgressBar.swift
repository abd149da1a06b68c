import FoundationEssentials
import Synchronization

/// A progress bar on standard error for several pictures or downloads; not shown unless it is a terminal that understands escapes.
final class ProgressBar: Sendable {
    private struct State {
        var total: Int?
        var done = 0
        var failed = 0
        var received: [URL: Int] = [:]
    }

    private let isShown: Bool
    private let start = ContinuousClock.now
    private let state: Mutex<State>

    /// - Parameters:
    ///   - total: The number of pictures; nil if it is not known yet.
    ///   - downloads: Whether there are downloads, for which the bar is shown even for one picture.
    init(total: Int?, downloads: Bool = false, isQuiet: Bool = false) {
        let areMany = total.map { $0 > 1 } ?? true
        state = Mutex(State(total: total))
        isShown = (areMany || downloads) && !isQuiet && StandardError.understandsEscapes
        if areMany { change { _ in } }
    }

    /// Says how many pictures there are, once that is known.
    func know(total: Int) {
        change { $0.total = total }
    }

    func step(failed: Bool = false) {
        change { state in
            state.done += 1
            state.failed += failed ? 1 : 0
        }
    }

    /// Shows how much has been downloaded, until cancelled.
    func follow(_ downloads: Downloads) async {
        guard isShown else { return }
        await downloads.follow { url, received in change { $0.received[url] = received } }
    }

    /// Clears the bar before a line of text, and at the end.
    func clear() {
        if isShown { StandardError.write("\r\u{1B}[K") }
    }

    private func change(_ change: (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            guard isShown else { return }
            let progress = ProgressText(done: state.done, total: state.total, failed: state.failed, time: ContinuousClock.now - start)
            let line = progress.line(columns: StandardError.columns, downloaded: state.received.values.reduce(0, +))
            // Within the lock, so that a bar never replaces a later one.
            StandardError.write("\r\u{1B}[K" + line)
        }
    }
}
