import BoundedCrop
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

    /// Clears the bar, at the end.
    func clear() {
        clear {}
    }

    /// Clears the bar, and prints text in its place before another step can draw it again.
    func clear(_ print: () throws -> Void) rethrows {
        try state.withLock { _ in
            if isShown { StandardError.write("\r\u{1B}[K") }
            try print()
        }
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

/// What a progress bar says.
struct ProgressText: Sendable {
    let done: Int
    /// The number of pictures; nil if it is not known yet.
    let total: Int?
    let failed: Int
    /// How long the run has taken so far.
    let time: Duration

    /// One line that fits into a terminal. What does not fit is left out, the bar first, and the count never.
    ///
    /// - Parameters:
    ///   - columns: The width of the terminal, in characters.
    ///   - downloaded: The number of bytes that were downloaded.
    func line(columns: Int, downloaded: Int) -> String {
        // The last column stays free: a character there makes some terminals begin a line.
        let room = columns - 1
        // Files may have been added to a folder since they were counted.
        let count = total.map { "\(done) of \(max(done, $0))" } ?? "\(done) done"
        var line = count
        let further = [failed > 0 ? "\(failed) failed" : nil, timeLeft, rate, downloaded > 0 ? "\(downloaded / 1000) kB downloaded" : nil]
        for part in further.compactMap(\.self) where line.count + part.count + 2 <= room { line += ", \(part)" }
        guard let total, case let width = min(30, room - line.count - 1), width >= 10 else { return String(line.prefix(max(1, room))) }
        let filled = min(width, done * width / max(1, total))
        return "\(String(repeating: "█", count: filled))\(String(repeating: "░", count: width - filled)) \(line)"
    }

    /// Pictures a second. In the first second there is none, since it would be a guess.
    private var rate: String? {
        guard done > 0, time.seconds >= 1 else { return nil }
        let rate = (Double(done) / time.seconds * 10).rounded() / 10
        return "\(rate >= 10 ? String(Int(rate)) : String(rate))/s"
    }

    private var timeLeft: String? {
        guard let total, done > 0, done < total, time.seconds >= 1 else { return nil }
        let left = Int((time.seconds / Double(done) * Double(total - done)).rounded(.up))
        return left >= 3600 ? "\(left / 3600) h \(left / 60 % 60) min left" : left >= 60 ? "\(left / 60) min left" : "\(left) s left"
    }
}
