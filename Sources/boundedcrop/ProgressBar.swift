import Synchronization

/// A bar on standard error for more than one picture; nothing where that is no terminal.
final class ProgressBar: Sendable {
    private let total: Int
    private let isShown: Bool
    private let done = Mutex(0)

    init(total: Int) {
        self.total = total
        isShown = total > 1 && StandardError.isTerminal
        draw(0)
    }

    func step() {
        draw(
            done.withLock { done in
                done += 1
                return done
            }
        )
    }

    /// Makes room for a line of text, and cleans up at the end.
    func clear() {
        if isShown { StandardError.write("\r\u{1B}[K") }
    }

    private func draw(_ done: Int) {
        guard isShown else { return }
        let width = 30
        let filled = done * width / total
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
        StandardError.write("\r\u{1B}[K\(bar) \(done) of \(total)")
    }
}
