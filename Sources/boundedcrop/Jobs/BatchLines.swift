import ArgumentParser
import BoundedCrop
import Synchronization

/// Prints what became of the pictures of a batch, in the order of the inputs, not of completion.
final class BatchLines: Sendable {
    /// What became of a picture.
    struct Outcome: Sendable {
        let path: String
        /// Whether the path is a picture, and not an input without any.
        let isPicture: Bool
        var lines: [Batch.Line] = []
        /// Why the picture, or an output of it, failed.
        var error: BoundedCropError?
        /// Whether the picture was dropped because of an interruption.
        var isDropped = false
    }

    private struct State {
        /// Those that wait for an earlier one.
        var waiting: [Int: Outcome] = [:]
        var shown = 0
        var failed = 0
    }

    private let progress: ProgressBar
    private let printsJSON: Bool
    private let state = Mutex(State())

    init(progress: ProgressBar, printsJSON: Bool) {
        (self.progress, self.printsJSON) = (progress, printsJSON)
    }

    /// Prints the outcome once it is its turn.
    ///
    /// Throws what `StandardOutput.print` throws.
    /// - Parameter number: Counts the pictures, from 0.
    func add(_ outcome: Outcome, number: Int) throws {
        try state.withLock { state in
            state.waiting[number] = outcome
            while let outcome = state.waiting.removeValue(forKey: state.shown) {
                state.shown += 1
                if outcome.isDropped { continue }
                for line in outcome.lines { try show(line) }
                if let error = outcome.error {
                    state.failed += 1
                    try report(error, of: outcome.path)
                }
            }
        }
        if outcome.isPicture { progress.step() }
    }

    /// Ends with an exit status of 1 if a picture failed.
    func finish() throws {
        let (failed, total) = state.withLock { ($0.failed, $0.shown) }
        guard failed > 0 else { return }
        if total > 1 { StandardError.print("boundedcrop: \(failed) of \(total) failed") }
        throw ExitCode.failure
    }

    private func show(_ line: Batch.Line) throws {
        if let text = printsJSON ? try JSONText.text(line.json) : line.text { try print(text) }
        if let note = line.note {
            progress.clear()
            StandardError.print(note)
        }
    }

    private func report(_ error: BoundedCropError, of path: String) throws {
        if printsJSON { try print(JSONText.text(ErrorRecord(file: path, error))) }
        progress.clear()
        StandardError.print("boundedcrop: \(Self.name(of: path)): \(error.message)")
    }

    /// What messages call an input. A data URL contains the whole picture.
    static func name(of path: String) -> String {
        path == "-" ? "standard input" : path.utf8.count > 1000 ? "\(path.prefix(80))…" : path
    }

    private func print(_ line: String) throws {
        progress.clear()
        try StandardOutput.print(line)
    }
}
