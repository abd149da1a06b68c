import FoundationEssentials
import Synchronization

/// A progress bar on standard error for several pictures or downloads; not shown unless it is a terminal.
final class ProgressBar: Sendable {
    private struct State {
        var done = 0
        var received: [URL: Int] = [:]
    }

    private let total: Int
    private let isShown: Bool
    private let state = Mutex(State())

    /// - Parameter downloads: Whether there are downloads, for which the bar is shown even for one picture.
    init(total: Int, downloads: Bool = false) {
        self.total = total
        isShown = (total > 1 || downloads) && StandardError.isTerminal
        if total > 1 { change { _ in } }
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
        let (done, bytes) = state.withLock { state in
            change(&state)
            return (state.done, state.received.values.reduce(0, +))
        }
        guard isShown else { return }
        let width = 30
        let filled = done * width / total
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
        let downloaded = bytes > 0 ? ", \(bytes / 1000) kB downloaded" : ""
        StandardError.write("\r\u{1B}[K\(bar) \(done) of \(total)\(downloaded)")
    }
}
