import ArgumentParser
import BoundedCrop

/// Many pictures on many threads: lines come out as pictures are done, and one that fails stops no other.
struct Batch {
    /// What is said of a picture.
    struct Line: Sendable {
        let json: any Encodable & Sendable
        /// Nil when people need not hear of it.
        let text: String?
        var toStandardError = false
    }

    private typealias Outcome = Result<[Line], BoundedCropError>

    let files: PictureFiles
    let jobs: Int?
    let printsJSON: Bool

    /// Exits with status 1 when a picture failed, with 130 when interrupted.
    func run(_ work: @escaping @Sendable (PictureFiles.Entry, Cancellation) throws -> [Line]) async throws {
        let pool = WorkerPool(threadCount: jobs)
        let progress = ProgressBar(total: files.entries.count)
        for failure in files.failures { try report(failure.error, of: failure.path, progress) }
        let failed = try await Interrupt.cancelling {
            try await withThrowingTaskGroup(of: (PictureFiles.Entry, Outcome)?.self) { group in
                var failed = files.failures.count
                var waiting = files.entries.makeIterator()
                func start() {
                    guard !Task.isCancelled, let entry = waiting.next() else { return }
                    group.addTask { await outcome(of: entry, pool, work) }
                }
                for _ in 0..<pool.threadCount { start() }
                while let done = try await group.next() {
                    start()
                    guard let (entry, outcome) = done else { continue }
                    progress.step()
                    switch outcome {
                    case .success(let lines):
                        for line in lines { try show(line, progress) }
                    case .failure(let error):
                        failed += 1
                        try report(error, of: entry.path, progress)
                    }
                }
                progress.finish()
                return failed
            }
        }
        let total = files.entries.count + files.failures.count
        if failed > 0 {
            if total > 1 { StandardError.print("boundedcrop: \(failed) of \(total) failed") }
            throw ExitCode.failure
        }
    }

    private func outcome(
        of entry: PictureFiles.Entry,
        _ pool: WorkerPool,
        _ work: @escaping @Sendable (PictureFiles.Entry, Cancellation) throws -> [Line]
    ) async -> (PictureFiles.Entry, Outcome)? {
        do {
            return (entry, .success(try await pool.run { try work(entry, $0) }))
        } catch is CancellationError {
            return nil
        } catch let error as BoundedCropError {
            return (entry, .failure(error))
        } catch {
            return (entry, .failure(BoundedCropError(.detectionFailed, "\(error)", underlying: error)))
        }
    }

    private func show(_ line: Line, _ progress: ProgressBar) throws {
        progress.clear()
        if printsJSON { StandardOutput.print(try JSONLines.text(line.json)) }
        guard let text = line.text else { return }
        if printsJSON || line.toStandardError { StandardError.print(text) } else { StandardOutput.print(text) }
    }

    private func report(_ error: BoundedCropError, of path: String, _ progress: ProgressBar) throws {
        progress.clear()
        if printsJSON { StandardOutput.print(try JSONLines.text(ErrorRecord(file: path, error))) }
        StandardError.print("boundedcrop: \(path): \(error.message)")
    }
}
