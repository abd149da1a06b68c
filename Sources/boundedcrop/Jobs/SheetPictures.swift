import BoundedCrop
import BoundedCropEffects
import BoundedCropRendering

/// Reads the pictures of a contact sheet, each at the size of its cell and one for each thread at a time. One that fails is left out.
struct SheetPictures {
    let files: PictureFiles
    let sources: PictureSources
    let corrections: CorrectionFiles
    /// The sheets themselves, which are left out where they turn up in a folder or a listing.
    let names: SheetNames
    /// What is written below each picture; nil for nothing.
    let caption: SheetCaption?

    /// How many pictures are on their way from servers, besides those that are decoded.
    private static let concurrentTransfers = 8

    private typealias Reading = (number: Int, outcome: BatchLines.Outcome, thumbnail: PixelBuffer?)

    /// Puts the pictures on sheets, in the order of the inputs. Failures are added to the lines.
    ///
    /// Throws what the sheets throw, and `CancellationError`.
    func read(onto sheets: inout SheetWork, reporting lines: BatchLines) async throws {
        let pool = WorkerPool.shared
        let budget = Batch.budget(threadCount: pool.threadCount)
        let transfers = files.hasObjects || sources.downloads != nil ? Self.concurrentTransfers : 0
        // Those that wait for an earlier one; nil for those that are on no sheet.
        var (waiting, next): ([Int: PixelBuffer?], Int) = ([:], 0)
        func keep(_ number: Int, _ outcome: BatchLines.Outcome, _ thumbnail: PixelBuffer?, _ sheets: inout SheetWork) async throws {
            waiting[number] = .some(thumbnail)
            while let thumbnail = waiting.removeValue(forKey: next) {
                next += 1
                if let thumbnail { try await sheets.add(thumbnail) }
            }
            try lines.add(outcome, number: number)
        }
        try await withThrowingTaskGroup(of: Reading.self) { group in
            var count = 0
            var iterator = files.makeAsyncIterator()
            while let found = await iterator.next() {
                switch found {
                case .failure(let failure):
                    try await keep(count, BatchLines.Outcome(failure), nil, &sheets)
                case .success(let entry):
                    if entry.isFound, names.isSheet(entry.path) { continue }
                    if count >= pool.threadCount + transfers, let reading = try await group.next() {
                        try await keep(reading.number, reading.outcome, reading.thumbnail, &sheets)
                    }
                    group.addTask { [count, cell = sheets.cell] in
                        let (outcome, thumbnail) = try await thumbnail(of: entry, in: cell, pool, budget)
                        return (count, outcome, thumbnail)
                    }
                }
                count += 1
            }
            lines.leaveOut(iterator.leftOut)
            while let reading = try await group.next() {
                try await keep(reading.number, reading.outcome, reading.thumbnail, &sheets)
            }
        }
        try Task.checkCancellation()
        try await sheets.finish()
    }

    private func thumbnail(
        of entry: PictureEntry,
        in cell: PixelSize,
        _ pool: WorkerPool,
        _ budget: AdmissionGate<WeightLimit>
    ) async throws -> (BatchLines.Outcome, PixelBuffer?) {
        var outcome = BatchLines.Outcome(path: entry.path, isPicture: true)
        do {
            let loaded = try await sources.loaded(entry)
            let source = try await pool.run { try loaded ?? sources.read(entry, $0) }
            let thumbnail = try await budget.run(source.size.pictureBytes) {
                try await pool.run { try $0.perform { try self.thumbnail(of: entry, source, in: cell) } }
            }
            if thumbnail == nil { outcome.lines = [.correctedAway(entry, AspectRatio(source.size), verbose: false)] }
            return (outcome, thumbnail)
        } catch let error as BoundedCropError {
            outcome.reasonToLeaveOut = entry.reasonToLeaveOut(error)
            outcome.error = outcome.reasonToLeaveOut == nil ? error : nil
            return (outcome, nil)
        }
    }

    /// Nil for a picture that corrections leave out.
    private func thumbnail(of entry: PictureEntry, _ source: ImageSource, in cell: PixelSize) throws -> PixelBuffer? {
        var request = RenderRequest()
        let found = try corrections.corrections(of: entry) { Fingerprint.text(of: source.bytes) }
        let crop = try request.place(found(CropRequest(.source).aspect(for: source.size)), .source, in: source)
        if request.corrected.isLeftOut { return nil }
        let thumbnail = try ContactSheet.thumbnail(of: source, in: caption?.room ?? cell, showing: crop)
        return try caption?.adding(entry.fileName, to: thumbnail) ?? thumbnail
    }
}
