import BoundedCrop
import BoundedCropEffects
import BoundedCropRendering

/// Reads the pictures of a contact sheet, each at the size of its cell and one for each thread at a time. One that fails is left out.
struct SheetPictures {
    let files: PictureFiles
    let sources: PictureSources
    let corrections: CorrectionFiles
    let cell: PixelSize
    /// Whether a sheet of so many pictures is possible: throws if it is not.
    let check: @Sendable (_ count: Int) throws -> Void
    /// The sheet itself, which is left out where it turns up in a folder or a listing.
    let sheet: String

    /// How many pictures are on their way from servers, besides those that are decoded.
    private static let concurrentTransfers = 8

    private typealias Reading = (number: Int, outcome: BatchLines.Outcome, thumbnail: PixelBuffer?)

    /// The pictures in the order of the inputs. Failures are added to the lines.
    ///
    /// Throws what `check` throws, and `CancellationError`.
    func read(reporting lines: BatchLines) async throws -> [PixelBuffer] {
        try check(1)
        let pool = WorkerPool.shared
        let budget = Batch.budget(threadCount: pool.threadCount)
        let transfers = files.hasObjects || sources.downloads != nil ? Self.concurrentTransfers : 0
        var thumbnails: [Int: PixelBuffer] = [:]
        func keep(_ reading: Reading?) throws {
            guard let (number, outcome, thumbnail) = reading else { return }
            if let thumbnail {
                thumbnails[number] = thumbnail
                try check(thumbnails.count)
            }
            try lines.add(outcome, number: number)
        }
        try await withThrowingTaskGroup(of: Reading.self) { group in
            var count = 0
            var iterator = files.makeAsyncIterator()
            while let found = await iterator.next() {
                switch found {
                case .failure(let failure):
                    try lines.add(BatchLines.Outcome(failure), number: count)
                case .success(let entry):
                    if entry.isFound, entry.path == sheet { continue }
                    if count >= pool.threadCount + transfers { try keep(await group.next()) }
                    group.addTask { [count] in
                        let (outcome, thumbnail) = try await thumbnail(of: entry, pool, budget)
                        return (count, outcome, thumbnail)
                    }
                }
                count += 1
            }
            lines.leaveOut(iterator.leftOut)
            while let reading = try await group.next() { try keep(reading) }
        }
        try Task.checkCancellation()
        return thumbnails.sorted { $0.key < $1.key }.map(\.value)
    }

    private func thumbnail(
        of entry: PictureEntry,
        _ pool: WorkerPool,
        _ budget: AdmissionGate<WeightLimit>
    ) async throws -> (BatchLines.Outcome, PixelBuffer?) {
        var outcome = BatchLines.Outcome(path: entry.path, isPicture: true)
        do {
            let loaded = try await sources.loaded(entry)
            let source = try await pool.run { try loaded ?? sources.read(entry, $0) }
            let thumbnail = try await budget.run(source.size.pictureBytes) {
                try await pool.run { try $0.perform { try self.thumbnail(of: entry, source) } }
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
    private func thumbnail(of entry: PictureEntry, _ source: ImageSource) throws -> PixelBuffer? {
        var request = RenderRequest()
        let found = try corrections.corrections(of: entry) { Fingerprint.text(of: source.bytes) }
        let crop = try request.place(found(CropRequest(.source).aspect(for: source.size)), .source, in: source)
        return request.corrected.isLeftOut ? nil : try ContactSheet.thumbnail(of: source, in: cell, showing: crop)
    }
}
