import FoundationEssentials
import Synchronization

/// A progress bar on standard error for several pictures or downloads; not shown unless it is a terminal.
final class ProgressBar: Sendable {
    private struct State {
        var total: Int?
        var done = 0
        var received: [URL: Int] = [:]
    }

    private let isShown: Bool
    private let state: Mutex<State>

    /// - Parameters:
    ///   - total: The number of pictures; nil if it is not known yet.
    ///   - downloads: Whether there are downloads, for which the bar is shown even for one picture.
    init(total: Int?, downloads: Bool = false) {
        let areMany = total.map { $0 > 1 } ?? true
        state = Mutex(State(total: total))
        isShown = (areMany || downloads) && StandardError.isTerminal
        if areMany { change { _ in } }
    }

    /// Says how many pictures there are, once that is known.
    func know(total: Int) {
        change { $0.total = total }
    }

    func step() {
        change { $0.done += 1 }
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
        let (total, done, bytes) = state.withLock { state in
            change(&state)
            return (state.total, state.done, state.received.values.reduce(0, +))
        }
        guard isShown else { return }
        let downloaded = bytes > 0 ? ", \(bytes / 1000) kB downloaded" : ""
        StandardError.write("\r\u{1B}[K\(Self.text(done, of: total))\(downloaded)")
    }

    private static func text(_ done: Int, of total: Int?) -> String {
        guard let total else { return "\(done) done" }
        let width = 30
        // Files may have been added to a folder since they were counted.
        let filled = min(width, done * width / max(1, total))
        return "\(String(repeating: "█", count: filled))\(String(repeating: "░", count: width - filled)) \(done) of \(max(done, total))"
    }
}
