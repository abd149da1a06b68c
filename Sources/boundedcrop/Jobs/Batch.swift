import ArgumentParser
import BoundedCrop
import CLibrary

/// Processes many pictures on several threads. One that fails does not stop the others.
struct Batch {
    /// The output for a picture.
    struct Line: Sendable {
        let json: any Encodable & Sendable
        /// The result as text, for standard output; nil if there is none to print.
        var text: String?
        /// A note as text, for standard error; nil if there is none.
        var note: String?
        /// The same, if it matters even to those who want to read nothing but errors.
        var warning: String?
        /// What has to be sent before the line is true, in this order.
        var uploads: [Upload] = []
        /// Whether the line is only true, and its uploads are only sent, if nothing before it has failed.
        var needsAll = false
        /// Printed instead if an upload's object exists; nil if that is an error.
        var skipped: SkippedRecord?
        /// Whether the output existed already.
        var isSkipped = false
        /// Whether no face was found where faces were looked for.
        var lacksFaces = false
        /// Whether the output may still show what should be hidden.
        var hasVisibleFaces = false
    }

    /// The work for one picture. Blocks.
    typealias Work = @Sendable (PictureEntry, ImageSource, Cancellation) throws -> [Line]
    /// Asks the server of the outputs whether a picture is left out: the lines that say so, or nil if there is work. The picture is nil if
    /// it has not been read.
    typealias Check = @Sendable (PictureEntry, ImageSource?) async throws -> [Line]?

    /// What pictures are processed with.
    struct Workers: Sendable {
        let pool: WorkerPool
        fileprivate let budget: AdmissionGate<WeightLimit>
    }

    /// How many pictures are on their way from or to object storage, besides those that are worked on.
    private static let concurrentTransfers = 16

    let files: PictureFiles
    let sources: PictureSources
    let jobs: Int?
    let reporting: Reporting
    /// The outputs of this run; nil if there are none.
    var outputs: OutputNames?
    /// Whether outputs are objects.
    var uploads = false
    var check: Check = { _, _ in nil }
    /// Whether the check needs no picture.
    var checksBeforeReading = false

    /// Exits with status 1 if a picture failed, with 130 if interrupted, with 3 if an audit found what may still be seen, and
    /// with 2 if a picture has no faces and that is to be said.
    func run(_ work: @escaping Work) async throws {
        let workers = makeWorkers()
        let total = try await StandardError.isTerminal ? WorkerPool.shared.run { [files] _ in files.localCount() } : nil
        let progress = ProgressBar(total: total, downloads: sources.downloads != nil, isQuiet: reporting.isQuiet)
        let watch = sources.downloads.map { downloads in Task { await progress.follow(downloads) } }
        defer { watch?.cancel() }
        let lines = BatchLines(progress: progress, reporting: reporting)
        let most = mostAtOnce(workers)
        do {
            try await runAll(lines, progress, most) { try await outcome($0, workers, work) }
        } catch let exit as ExitCode {
            progress.clear()
            // A reader that has closed the pipe wants to know nothing more.
            if exit.rawValue != 128 + SIGPIPE { lines.summarize(isStopped: true, expected: total) }
            throw exit
        }
        try lines.finish()
    }

    private func runAll(
        _ lines: BatchLines,
        _ progress: ProgressBar,
        _ most: Int,
        _ outcome: @escaping @Sendable (PictureFiles.Element) async throws -> BatchLines.Outcome
    ) async throws {
        try await Interrupt.cancelling {
            try await withThrowingTaskGroup(of: Void.self) { group in
                var (count, pictures) = (0, 0)
                var found = files.makeAsyncIterator()
                while let found = await found.next() {
                    if case .success(let entry) = found, entry.isFound, outputs?.contains(entry.path) == true { continue }
                    if count >= most { _ = try await group.next() }
                    group.addTask { [count] in
                        try await lines.add(outcome(found), number: count)
                    }
                    count += 1
                    pictures += found.isPicture ? 1 : 0
                }
                progress.know(total: pictures)
                lines.leaveOut(found.leftOut)
                try await group.waitForAll()
            }
            progress.clear()
            await sources.finish()
        }
    }

    func makeWorkers() -> Workers {
        let pool = WorkerPool(threadCount: jobs)
        // Two pictures of the default maximum size, or one camera picture for each thread. Usually a picture takes far less memory than its
        // pixels, but it may take all of it.
        return Workers(pool: pool, budget: AdmissionGate(WeightLimit(total: max(200_000_000, pool.threadCount * 16_000_000))))
    }

    /// Some pictures wait for a thread, so that one that becomes free has its next picture immediately; transfers continue alongside.
    func mostAtOnce(_ workers: Workers) -> Int {
        let threadCount = workers.pool.threadCount
        let transfers = uploads || files.hasObjects ? Self.concurrentTransfers : sources.downloads == nil ? 0 : Downloads.concurrent
        // One thread takes the pictures in order: of two for one output, the first is written.
        return (threadCount == 1 ? 1 : 2 * threadCount) + transfers
    }

    /// Processes a picture. What fails is in the outcome, besides an `ExitCode`, which ends everything.
    func outcome(_ found: PictureFiles.Element, _ workers: Workers, _ work: @escaping Work) async throws -> BatchLines.Outcome {
        let entry: PictureEntry
        switch found {
        case .success(let picture): entry = picture
        case .failure(let failure):
            return BatchLines.Outcome(path: failure.path, isPicture: false, error: ErrorAdvice.advised(failure.error, about: failure.path))
        }
        var outcome = BatchLines.Outcome(path: entry.path, isPicture: true)
        do {
            if checksBeforeReading, let lines = try await check(entry, nil) {
                outcome.lines = lines
                return outcome
            }
            let loaded = try await sources.loaded(entry)
            let source = try await workers.pool.run { try loaded ?? sources.read(entry, $0) }
            if !checksBeforeReading, let lines = try await check(entry, source) {
                outcome.lines = lines
                return outcome
            }
            let lines = try await workers.budget.run(source.size.area) {
                try await workers.pool.run { try work(entry, source, $0) }
            }
            var sent: [String: BoundedCropError?] = [:]
            for line in lines { try await finish(line, &outcome, &sent) }
        } catch is CancellationError {
            outcome.isDropped = true
        } catch let error as BoundedCropError {
            outcome.reasonToLeaveOut = entry.reasonToLeaveOut(error)
            outcome.error = outcome.reasonToLeaveOut == nil ? ErrorAdvice.advised(error, about: entry.path) : nil
        } catch let exit as ExitCode {
            throw exit
        } catch {
            outcome.error = BoundedCropError(.detectionFailed, "\(error)", underlying: error)
        }
        return outcome
    }

    /// Sends the line's uploads. If one fails, the other outputs of the picture are still sent.
    ///
    /// - Parameter sent: What became of this picture's uploads, by location. Two sizes may have the same output, which is sent once.
    private func finish(_ line: Line, _ outcome: inout BatchLines.Outcome, _ sent: inout [String: BoundedCropError?]) async throws {
        // The line may wait long for its turn, and needs no more than its text for that.
        var line = line
        let uploads = line.uploads
        line.uploads = []
        if line.needsAll, outcome.error != nil { return }
        var error: BoundedCropError?
        for upload in uploads where error == nil {
            if sent[upload.location] == nil { sent[upload.location] = .some(try await failure(of: upload)) }
            error = sent[upload.location] ?? nil
        }
        guard let error else {
            outcome.lines.append(line)
            return
        }
        if error.code == .fileExists, let skipped = line.skipped {
            outcome.lines.append(Line(json: skipped, text: line.text == nil ? nil : skipped.summary))
        } else {
            outcome.error = outcome.error ?? error
        }
    }

    /// Sends an upload. Returns why that failed; nil if it did not.
    private func failure(of upload: Upload) async throws -> BoundedCropError? {
        do {
            try await upload.send(to: sources.objects)
            return nil
        } catch let error as BoundedCropError {
            return error
        }
    }
}
