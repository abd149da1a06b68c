import BoundedCrop
import CLibrary

/// Processes the pictures that come, until it is stopped. One that fails does not stop the others.
struct Watcher {
    let pictures: WatchedPictures
    let batch: Batch

    /// Ends without an error when it is stopped by a signal: what is missing then is made at the next start. Exits with status 1 if no
    /// folder is left, if no more can be watched, and if the disk is full.
    func run() async throws {
        let lines = BatchLines(progress: ProgressBar(total: 1, isQuiet: true), reporting: batch.reporting)
        let workers = batch.makeWorkers()
        do {
            try await Interrupt.cancelling { [pictures, batch] in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<batch.mostAtOnce(workers) {
                        group.addTask {
                            while let found = try await pictures.next() {
                                var outcome = try await batch.outcome(found, workers)
                                if case .success(let entry) = found {
                                    outcome.isDropped = !pictures.end(entry, Self.ending(outcome)) || outcome.isDropped
                                }
                                try lines.add(outcome)
                            }
                        }
                    }
                    // The first that throws ends the others.
                    for try await _ in group {}
                }
            }
        } catch let exit as ExitStatus {
            if exit != .readerLeft { lines.summarizeWatch() }
            if [.signal(SIGINT), .signal(SIGTERM)].contains(exit) { return }
            throw exit
        }
        lines.summarizeWatch()
        throw ExitStatus.failure
    }

    private static func ending(_ outcome: BatchLines.Outcome) -> WatchedPictures.Ending {
        if outcome.error != nil || outcome.reasonToLeaveOut != nil { return .failed }
        return outcome.isSkipped ? .skipped : .done
    }
}
