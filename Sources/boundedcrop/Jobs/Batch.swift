import ArgumentParser
import BoundedCrop

/// Processes many pictures on several threads. One that fails does not stop the others.
struct Batch {
    /// The output for a picture.
    struct Line: Sendable {
        let json: any Encodable & Sendable
        /// The result as text, for standard output; nil if there is none to print.
        var text: String?
        /// A note as text, for standard error; nil if there is none.
        var note: String?
    }

    /// Nil for a picture that was dropped because of an interruption.
    private typealias Outcome = Result<[Line], BoundedCropError>?

    /// The work for one picture.
    typealias Work = @Sendable (PictureFiles.Entry, ImageSource, Cancellation) throws -> [Line]

    let files: PictureFiles
    let sources: PictureSources
    let jobs: Int?
    let printsJSON: Bool

    /// Exits with status 1 if a picture failed, with 130 if interrupted.
    func run(_ work: @escaping Work) async throws {
        let pool = WorkerPool(threadCount: jobs)
        // Two pictures of the default maximum size, or one camera picture for each thread. Usually a picture takes far less memory than its
        // pixels, but it may take all of it.
        let budget = AdmissionGate(WeightLimit(total: max(200_000_000, pool.threadCount * 16_000_000)))
        let progress = ProgressBar(total: files.entries.count, downloads: sources.downloads != nil)
        let watch = sources.downloads.map { downloads in Task { await progress.follow(downloads) } }
        defer { watch?.cancel() }
        for failure in files.failures { try report(failure.error, of: failure.path, progress) }
        let failed = try await Interrupt.cancelling {
            try await withThrowingTaskGroup(of: (Int, Outcome).self) { group in
                var failed = files.failures.count
                var waiting = files.entries.enumerated().makeIterator()
                // Lines are printed in the order of the inputs, not of completion.
                var done: [Int: Outcome] = [:]
                var shown = 0
                func start() {
                    guard !Task.isCancelled, let (index, entry) = waiting.next() else { return }
                    group.addTask { (index, try await outcome(index, entry, pool, budget, work)) }
                }
                // Some jobs wait in the pool, so that a thread that becomes free has its next picture immediately; downloads continue
                // alongside.
                let downloads = sources.downloads == nil ? 0 : Downloads.concurrent
                // One thread takes the pictures in order: of two for one output, the first is written.
                let ahead = pool.threadCount == 1 ? 1 : 2 * pool.threadCount
                for _ in 0..<(ahead + downloads) { start() }
                while let (index, outcome) = try await group.next() {
                    start()
                    done[index] = .some(outcome)
                    while let outcome = done.removeValue(forKey: shown) {
                        switch outcome {
                        case .success(let lines)?:
                            for line in lines { try show(line, progress) }
                        case .failure(let error)?:
                            failed += 1
                            try report(error, of: files.entries[shown].path, progress)
                        case nil:
                            break
                        }
                        shown += 1
                    }
                    progress.step()
                }
                progress.clear()
                await sources.finish()
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
        _ index: Int,
        _ entry: PictureFiles.Entry,
        _ pool: WorkerPool,
        _ budget: AdmissionGate<WeightLimit>,
        _ work: @escaping Work
    ) async throws -> Outcome {
        do {
            let loaded = try await sources.loaded(entry)
            let source = try await pool.run { cancellation in
                let next = index + pool.threadCount
                if next < files.entries.count { FileReader.announce(files.entries[next].path) }
                return try loaded ?? sources.read(entry, cancellation)
            }
            let lines = try await budget.run(source.size.area) {
                try await pool.run { try work(entry, source, $0) }
            }
            return .success(lines)
        } catch is CancellationError {
            return nil
        } catch let error as BoundedCropError {
            return .failure(error)
        } catch let exit as ExitCode {
            throw exit
        } catch {
            return .failure(BoundedCropError(.detectionFailed, "\(error)", underlying: error))
        }
    }

    private func show(_ line: Line, _ progress: ProgressBar) throws {
        if let text = printsJSON ? try JSONText.text(line.json) : line.text { try print(text, progress) }
        if let note = line.note {
            progress.clear()
            StandardError.print(note)
        }
    }

    private func report(_ error: BoundedCropError, of path: String, _ progress: ProgressBar) throws {
        if printsJSON { try print(JSONText.text(ErrorRecord(file: path, error)), progress) }
        progress.clear()
        // A data URL contains the whole picture.
        let name = path == "-" ? "standard input" : path.utf8.count > 1000 ? "\(path.prefix(80))…" : path
        StandardError.print("boundedcrop: \(name): \(error.message)")
    }

    private func print(_ line: String, _ progress: ProgressBar) throws {
        progress.clear()
        try StandardOutput.print(line)
    }
}
