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
        /// Why a file in a folder is no picture; nil for a picture.
        var reasonToLeaveOut: String?
        /// Whether the picture was dropped because of an interruption.
        var isDropped = false
        /// Whether all outputs existed already.
        var isSkipped: Bool { error == nil && !lines.isEmpty && lines.allSatisfy(\.isSkipped) }

        init(path: String, isPicture: Bool, error: BoundedCropError? = nil) {
            (self.path, self.isPicture, self.error) = (path, isPicture, error)
        }

        /// What became of an input that is no picture to read.
        init(_ failure: InputFailure) {
            self.init(path: failure.path, isPicture: false)
            if failure.isLeftOut {
                reasonToLeaveOut = failure.error.message
            } else {
                error = ErrorAdvice.advised(failure.error, about: failure.path)
            }
        }
    }

    private struct State {
        /// Those that wait for an earlier one.
        var waiting: [Int: Outcome] = [:]
        /// The number of the next one to show.
        var next = 0
        var summary = RunSummary()
        /// Lines about files that were left out, as far as they are shown one by one.
        var leftOut: [(line: String, isUnread: Bool)] = []
        /// Whether it was said that the disk is full.
        var isDiskFull = false
        /// What was wrong with options and corrections, and how many more pictures it concerns than the first.
        var repeated: [String: Int] = [:]
    }

    /// How many files that were left out are named one by one: a card of a camera may have a thousand RAW photos.
    static let mostNamed = 20

    private let progress: ProgressBar
    private let reporting: Reporting
    private let printError: @Sendable (String) -> Void
    private let start = ContinuousClock.now
    private let state = Mutex(State())

    /// - Parameter noun: What is read.
    init(
        progress: ProgressBar,
        reporting: Reporting,
        noun: String = "photos",
        printError: @escaping @Sendable (String) -> Void = StandardError.print
    ) {
        (self.progress, self.reporting, self.printError) = (progress, reporting, printError)
        state.withLock { $0.summary.noun = noun }
    }

    /// Prints the outcome once it is its turn.
    ///
    /// Throws what `StandardOutput.print` throws, and an `ExitStatus` if the disk is full, so that no further picture is tried.
    /// - Parameter number: Counts the pictures, from 0.
    func add(_ outcome: Outcome, number: Int) throws {
        try state.withLock { state in
            state.waiting[number] = outcome
            while let outcome = state.waiting.removeValue(forKey: state.next) {
                state.next += 1
                if !outcome.isDropped { try show(outcome, &state) }
            }
        }
        if outcome.isPicture { progress.step(failed: outcome.error != nil) }
    }

    /// Prints the outcome at once. Throws as the other one does.
    func add(_ outcome: Outcome) throws {
        guard !outcome.isDropped else { return }
        try state.withLock { state in
            try show(outcome, &state)
            for (line, _) in state.leftOut { note(line) }
            state.leftOut = []
        }
    }

    /// Counts files that were left out before they became outcomes.
    func leaveOut(_ count: InputFilter.Count) {
        state.withLock { $0.summary.leftOut = $0.summary.leftOut + count }
    }

    /// Ends with an exit status of 1 if a picture failed, of 3 if one may still show what should be hidden, and of 2 if one has no faces and
    /// that is to be said.
    ///
    /// - Parameters:
    ///   - lines: What was done after all pictures.
    ///   - notes: Said before, unless nothing but errors is wanted.
    func finish(_ lines: [Batch.Line] = [], _ notes: [String] = []) throws {
        for line in lines { try show(line) }
        let repeated = state.withLock { state in
            state.summary.removed += lines.count(where: \.isRemoved)
            return state.repeated.filter { $0.value > 0 }
        }
        for (message, count) in repeated.sorted(by: { $0.key < $1.key }) {
            note("boundedcrop: \(count) more failed for the same reason: \(message.printable)")
        }
        if !reporting.isQuiet { for text in notes { note("boundedcrop: \(text)") } }
        summarize(isStopped: false)
        let summary = state.withLock { $0.summary }
        if summary.failed > 0 { throw ExitStatus.failure }
        if summary.withVisibleFaces > 0 { throw ExitStatus.withVisibleFaces }
        if reporting.warnsOfMissingFaces, summary.withoutFaces > 0 { throw ExitStatus.withoutFaces }
    }

    /// Prints how the run ended, if there is more to say than the lines before it.
    ///
    /// - Parameter expected: The number of all pictures, if it is known.
    func summarize(isStopped: Bool, expected: Int? = nil) {
        var (summary, leftOut) = state.withLock { ($0.summary, $0.leftOut) }
        (summary.isStopped, summary.expected) = (isStopped, expected)
        if !reporting.isQuiet {
            for (line, isUnread) in leftOut where !isUnread || reporting.summarizes { printError(line) }
            for note in summary.notes(all: reporting.summarizes) { printError("boundedcrop: \(note)") }
        }
        let areMany = summary.total + summary.leftOut.fileCount > 1
        if !areMany, reporting.summarizes, !reporting.isVerbose, let first = summary.written.first {
            let more = summary.written.count > 1 ? " and \(summary.written.count - 1) more" : ""
            printError("boundedcrop: \(first.printable)\(more) written\(summary.enlargement.map { ", \($0)" } ?? "")")
        }
        guard areMany, !reporting.isQuiet else { return }
        if reporting.summarizes || isStopped {
            printError("boundedcrop: \(reporting.isDryRun ? "dry run: " : "")\(summary.text(after: ContinuousClock.now - start))")
        } else if summary.failed > 0 {
            printError("boundedcrop: \(summary.failed) of \(summary.total) failed")
        }
    }

    /// Prints how often something was done while folders were watched.
    func summarizeWatch() {
        var summary = state.withLock { $0.summary }
        summary.isStopped = true
        if !reporting.isQuiet { printError("boundedcrop: \(summary.text(after: nil))") }
    }

    private func show(_ outcome: Outcome, _ state: inout State) throws {
        var warnings: Set<String> = []
        for line in outcome.lines {
            try show(line)
            for text in line.warnings where warnings.insert(text).inserted { note(text) }
        }
        if let reason = outcome.reasonToLeaveOut {
            state.summary.leftOut.others += 1
            let unread = UnreadPicture.format(of: outcome.path)
            if let unread { state.summary.leftOut.unread[unread, default: 0] += 1 }
            if reporting.printsJSON { try print(JSONText.text(LineRecord.leftOut(LeftOutRecord(file: outcome.path, leftOut: reason)))) }
            if !reporting.isQuiet, state.leftOut.count < Self.mostNamed {
                state.leftOut.append((Self.line("left out: \(reason)", about: outcome.path), isUnread: unread != nil))
            } else {
                state.summary.unnamed += 1
            }
            return
        }
        state.summary.total += 1
        if let error = outcome.error {
            state.summary.failed += 1
            let isFullDisk = (error.underlying as? SystemError)?.isFullDisk == true
            // Those that were in work meanwhile fail in the same way.
            if !isFullDisk || !state.isDiskFull { try report(error, of: outcome.path, &state) }
            if isFullDisk {
                state.isDiskFull = true
                throw ExitStatus.failure
            }
        } else if outcome.isSkipped {
            state.summary.skipped += 1
        } else {
            state.summary.done += 1
            state.summary.written = outcome.lines.compactMap(\.json?.writtenFile).filter { $0 != "-" }
            let enlarged = outcome.lines.compactMap(\.json?.enlarged)
            state.summary.enlarged.count += enlarged.count
            state.summary.enlarged.most = max(state.summary.enlarged.most, enlarged.max() ?? 0)
            if outcome.lines.contains(where: \.lacksFaces) { state.summary.withoutFaces += 1 }
            if outcome.lines.contains(where: \.mayShowFaces) { state.summary.withVisibleFaces += 1 }
        }
    }

    private func show(_ line: Batch.Line) throws {
        if let text = reporting.printsJSON ? try line.json.map(JSONText.text) : line.text { try print(text) }
        if let text = line.note, !reporting.isQuiet { note(text) }
    }

    private func report(_ error: BoundedCropError, of path: String, _ state: inout State) throws {
        if reporting.printsJSON { try print(JSONText.text(LineRecord.failure(ErrorRecord(file: path, error)))) }
        // What is wrong with all pictures alike is said once.
        if error.code == .invalidArgument, !reporting.isVerbose {
            state.repeated[error.message, default: -1] += 1
            guard state.repeated[error.message] == 0 else { return }
        }
        note(Self.line(error.message.printable, about: path))
    }

    /// A line for standard error about an input, or about one of its outputs.
    static func line(_ text: String, about path: String, output: String? = nil) -> String {
        "boundedcrop: \(name(of: path))\(output.map { " -> \($0.printable)" } ?? ""): \(text)"
    }

    /// What messages call an input. A data URL contains the whole picture.
    private static func name(of path: String) -> String {
        path == "-" ? "standard input" : path.utf8.count > 1000 ? "\(path.prefix(80).printable)…" : path.printable
    }

    private func note(_ line: String) {
        progress.clear { printError(line) }
    }

    private func print(_ line: String) throws {
        try progress.clear { try StandardOutput.print(line) }
    }
}

/// What a run says about itself, besides its results and errors.
struct Reporting: Sendable {
    var printsJSON = false
    /// Says what was done with each picture, and a summary.
    var isVerbose = false
    /// Says nothing but errors.
    var isQuiet = false
    /// Whether a picture without faces gives the run an exit status of its own.
    var warnsOfMissingFaces = false
    /// Whether nothing is written.
    var isDryRun = false

    /// Whether people are told how the run ended even if all went well.
    var summarizes: Bool { !isQuiet && (isVerbose || StandardError.isTerminal) }
}

/// What people can do about an error, where an option helps. Libraries and services have other means, so it is not in their messages.
enum ErrorAdvice {
    /// The error with the advice in its message.
    static func advised(_ error: BoundedCropError, about path: String) -> BoundedCropError {
        guard let advice = advice(error, path) else { return error }
        return BoundedCropError(error.code, "\(error.message); \(advice)", underlying: error.underlying, path: error.path)
    }

    private static func advice(_ error: BoundedCropError, _ path: String) -> String? {
        let message = error.message
        switch error.code {
        case .fileNotFound where path.contains("\u{FFFD}"):
            return "its name is not UTF-8, and such names cannot be opened: rename it"
        case .malformedImage where ["too early", "Premature", "the video is damaged"].contains(where: message.contains):
            return "--allow-truncated uses what can be read"
        case .limitExceeded where message.hasSuffix("along a side"): return "--max-side allows more"
        case .limitExceeded where message.hasSuffix(" MP"): return "--max-pixels allows more"
        case .limitExceeded where message.hasSuffix(" bytes"): return "--max-bytes allows more"
        case .limitExceeded where message.contains(" frames exceed"): return "--max-frames allows more"
        case .invalidArgument where message.contains("the aligned crop would reach"): return "--align-fill edge fills them"
        case _ where message.hasSuffix("private addresses must be allowed explicitly"):
            return "--allow-private allows it, for URLs that you trust"
        default: return nil
        }
    }
}
