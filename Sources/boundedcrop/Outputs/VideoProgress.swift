import BoundedCrop
import Synchronization

/// How far the work on a video is, in one line on standard error; not shown unless it is a terminal that understands escapes.
final class VideoProgress: Sendable {
    private struct State {
        var stage = ""
        var start = ContinuousClock.now
        var shown = ContinuousClock.now
    }

    private let name: String
    private let isShown: Bool
    private let state = Mutex(State())

    init(_ entry: PictureEntry, number: Int, of total: Int, isQuiet: Bool) {
        name = (total > 1 ? "\(number) of \(total): " : "") + entry.fileName.printable
        isShown = !isQuiet && StandardError.understandsEscapes
    }

    /// Begins a part of the work.
    func begin(_ stage: String) {
        state.withLock { $0 = State(stage: stage) }
    }

    /// - Parameters:
    ///   - time: How far the work is, in seconds of the video.
    ///   - duration: How long the video is; nil if that is not known.
    func step(_ time: Double, of duration: Double?) {
        guard isShown else { return }
        state.withLock { state in
            let now = ContinuousClock.now
            guard now - state.shown >= .milliseconds(100) else { return }
            state.shown = now
            let line = Self.line(
                name,
                state.stage,
                time: time,
                of: duration,
                after: (now - state.start).seconds,
                columns: StandardError.columns
            )
            StandardError.write("\r\u{1B}[K" + line)
        }
    }

    /// Clears the line.
    func end() {
        if isShown { StandardError.write("\r\u{1B}[K") }
    }

    /// What is shown: how much is done, how much faster or slower than the video plays, and how long it will take.
    static func line(
        _ name: String,
        _ stage: String,
        time: Double,
        of duration: Double?,
        after seconds: Double,
        columns: Int
    ) -> String {
        var parts = ["\(name): \(stage)"]
        let share = duration.map { $0 > 0 ? min(1, max(0, time / $0)) : 1 }
        if let share { parts[0] += " \(Int(share * 100))%" }
        if seconds >= 1, time > 0 {
            let (isSlow, factor) = (time < seconds, max(time / seconds, seconds / time))
            parts.append("\((factor * 10).rounded() / 10) times as \(isSlow ? "long" : "fast") as it plays")
            if let share, share > 0 {
                let left = Int((seconds / share * (1 - share)).rounded(.up))
                parts.append(left >= 60 ? "\(left / 60) min left" : "\(left) s left")
            }
        }
        var line = parts[0]
        for part in parts.dropFirst().reversed() where line.count + part.count + 2 < columns { line += ", \(part)" }
        return String(line.prefix(max(1, columns - 1)))
    }
}
