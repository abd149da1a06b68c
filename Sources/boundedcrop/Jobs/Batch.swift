import BoundedCrop
import BoundedCropEffects
import BoundedCropRendering
import CLibrary

/// What is done with each picture of a run.
protocol PictureJob: Sendable {
    /// The outputs of the run.
    var names: OutputNames { get }
    /// Whether the outputs are objects.
    var writesObjects: Bool { get }
    /// Whether `skipped` needs no picture.
    var skipsBeforeReading: Bool { get }
    /// The folder of all outputs; nil for a job that writes none.
    var outputFolder: String? { get }

    /// What the work for a picture costs. Decodes nothing.
    func cost(of entry: PictureEntry, _ source: ImageSource) throws -> RequestCost
    /// Asks the server of the outputs whether a picture is left out: the lines that say so, or nil if there is work.
    ///
    /// - Parameter source: Nil if the picture has not been read.
    func skipped(_ entry: PictureEntry, _ source: ImageSource?, objects: ObjectStorage) async throws -> [Batch.Line]?
    /// Does the work. Blocks.
    func run(_ entry: PictureEntry, _ source: ImageSource, cancellation: Cancellation) throws -> [Batch.Line]
    /// Does what is left to do after all pictures. Blocks.
    ///
    /// - Parameter inputs: Those of the run.
    /// - Returns: Lines about that, and what there is to say at the end, for people.
    func finish(_ inputs: [String]) throws -> (lines: [Batch.Line], notes: [String])
}

extension PictureJob {
    var writesObjects: Bool { false }
    var skipsBeforeReading: Bool { false }
    var outputFolder: String? { nil }

    func skipped(_ entry: PictureEntry, _ source: ImageSource?, objects: ObjectStorage) async throws -> [Batch.Line]? { nil }
    func finish(_ inputs: [String]) throws -> (lines: [Batch.Line], notes: [String]) { ([], []) }
}

/// Processes many pictures on several threads. One that fails does not stop the others.
struct Batch {
    /// The output for a picture.
    struct Line: Sendable {
        /// The result as JSON; nil for a job whose results are only text.
        let json: LineRecord?
        /// The result as text, for standard output; nil if there is none to print.
        var text: String?
        /// A note as text, for standard error; nil if there is none.
        var note: String?
        /// The same, where it matters even to those who want to read nothing but errors. What several lines of a picture say is shown once.
        var warnings: [String] = []
        /// What has to be sent before the line is true, in this order.
        var uploads: [Upload] = []
        /// Whether the line is only true, and its uploads are only sent, if nothing before it has failed.
        var needsAll = false
        /// Printed instead if an upload's object exists; nil if that is an error.
        var skipped: SkippedRecord?
        /// Whether the output existed already.
        var isSkipped = false
        /// Whether an output of a picture that is gone or left out was removed.
        var isRemoved = false
        /// Whether no face was found where faces were looked for.
        var lacksFaces = false
        /// Whether the output may still show what should be hidden.
        var mayShowFaces = false
        /// Whether there are corrections that do not fit the picture.
        var lacksCorrections = false
    }

    /// What pictures are processed with.
    struct Workers: Sendable {
        let pool: WorkerPool
        let budget: AdmissionGate<WeightLimit>

        /// - Parameter threadCount: Nil for as many as there are cores.
        init(threadCount: Int?) {
            pool = WorkerPool(threadCount: threadCount)
            budget = Batch.budget(threadCount: pool.threadCount)
        }
    }

    /// How many pictures are on their way from or to object storage, besides those that are worked on.
    private static let concurrentTransfers = 16

    let files: PictureFiles
    let sources: PictureSources
    let job: any PictureJob
    /// How many pictures are processed at once; nil for as many as there are cores.
    let threadCount: Int?
    let reporting: Reporting

    /// - Parameters:
    ///   - files: The inputs.
    ///   - sources: Reads them.
    ///   - job: What is done with each.
    init(_ files: PictureFiles, from sources: PictureSources, _ job: any PictureJob, threadCount: Int?, _ reporting: Reporting) {
        (self.files, self.sources, self.job, self.threadCount, self.reporting) = (files, sources, job, threadCount, reporting)
    }

    /// Exits with status 1 if a picture failed, with 130 if interrupted, with 3 if an audit found what may still be seen, and
    /// with 2 if a picture has no faces and that is to be said.
    func run() async throws {
        // Before the first output could replace one of them.
        for file in files.namedFiles { job.names.read(PictureEntry(input: file)) }
        let workers = makeWorkers()
        let total = try await StandardError.isTerminal ? WorkerPool.shared.run { [files] _ in files.localCount() } : nil
        let progress = ProgressBar(total: total, downloads: sources.downloads != nil, isQuiet: reporting.isQuiet)
        let watch = sources.downloads.map { downloads in Task { await progress.follow(downloads) } }
        defer { watch?.cancel() }
        let lines = BatchLines(progress: progress, reporting: reporting)
        let most = mostAtOnce(workers)
        do {
            try await runAll(lines, progress, most, workers)
        } catch let exit as ExitStatus {
            progress.clear()
            // A reader that has closed the pipe wants to know nothing more.
            if exit != .readerLeft { lines.summarize(isStopped: true, expected: total) }
            throw exit
        }
        let (last, notes) = try await WorkerPool.shared.run { [job, files] _ in
            if let folder = job.outputFolder {
                // Where this cannot be remembered, the next run reads the outputs as any other pictures.
                try? files.filter.state?.noteOnlyOutputs(in: folder, of: files.inputs)
            }
            do {
                return try job.finish(files.inputs)
            } catch let error as BoundedCropError {
                StandardError.print("boundedcrop: \(error.message)")
                throw ExitStatus.failure
            }
        }
        try lines.finish(last, notes)
    }

    private func runAll(
        _ lines: BatchLines,
        _ progress: ProgressBar,
        _ most: Int,
        _ workers: Workers
    ) async throws {
        try await Interrupt.cancelling {
            try await withThrowingTaskGroup(of: Void.self) { group in
                var (count, pictures) = (0, 0)
                var found = files.makeAsyncIterator()
                while let found = await found.next() {
                    if case .success(let entry) = found, entry.isFound, job.names.contains(entry.path) { continue }
                    if count >= most { _ = try await group.next() }
                    group.addTask { [count] in
                        try await lines.add(outcome(found, workers), number: count)
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

    func makeWorkers() -> Workers { Workers(threadCount: threadCount) }

    /// How many bytes pictures may take at once: those of two of the default maximum size, or of one camera picture for each thread.
    static func budget(threadCount: Int) -> AdmissionGate<WeightLimit> {
        AdmissionGate(WeightLimit(total: max(800_000_000, threadCount * 64_000_000)))
    }

    /// Some pictures wait for a thread, so that one that becomes free has its next picture immediately; transfers continue alongside.
    func mostAtOnce(_ workers: Workers) -> Int {
        let threadCount = workers.pool.threadCount
        let transfersObjects = job.writesObjects || files.hasObjects
        let transfers = transfersObjects ? Self.concurrentTransfers : sources.downloads == nil ? 0 : Downloads.concurrent
        // One thread takes the pictures in order: of two for one output, the first is written.
        return (threadCount == 1 ? 1 : 2 * threadCount) + transfers
    }

    /// Processes a picture. What fails is in the outcome, besides an `ExitStatus`, which ends everything.
    func outcome(_ found: PictureFiles.Element, _ workers: Workers) async throws -> BatchLines.Outcome {
        let entry: PictureEntry
        switch found {
        case .success(let picture): entry = picture
        case .failure(let failure): return BatchLines.Outcome(failure)
        }
        var outcome = BatchLines.Outcome(path: entry.path, isPicture: true)
        do {
            if job.skipsBeforeReading, let lines = try await job.skipped(entry, nil, objects: sources.objects) {
                outcome.lines = lines
                return outcome
            }
            let loaded = try await sources.loaded(entry)
            let (source, needed) = try await workers.pool.run { cancellation in
                let source = try loaded ?? sources.read(entry, cancellation)
                // What is wrong with the picture, the work itself says.
                return (source, (try? job.cost(of: entry, source))?.byteCount ?? source.size.pictureBytes)
            }
            if !job.skipsBeforeReading, let lines = try await job.skipped(entry, source, objects: sources.objects) {
                outcome.lines = lines
                return outcome
            }
            let lines = try await workers.budget.run(needed) {
                try await workers.pool.run { try job.run(entry, source, cancellation: $0) }
            }
            var sent: [String: BoundedCropError?] = [:]
            for line in lines { try await finish(line, &outcome, &sent) }
        } catch is CancellationError {
            outcome.isDropped = true
        } catch let error as BoundedCropError {
            outcome.reasonToLeaveOut = entry.reasonToLeaveOut(error)
            outcome.error = outcome.reasonToLeaveOut == nil ? ErrorAdvice.advised(error, about: entry.path) : nil
        } catch let exit as ExitStatus {
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
            outcome.lines.append(Line(json: .skipped(skipped), text: line.text == nil ? nil : skipped.summary))
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
