import BoundedCrop
import BoundedCropEffects

/// Reads the pictures of a contact sheet, each at the size of its cell and one for each thread at a time. One that fails is left out.
struct SheetPictures {
    let files: PictureFiles
    let sources: PictureSources
    let cell: PixelSize
    /// Whether a sheet of so many pictures is possible: throws if it is not.
    let check: @Sendable (_ count: Int) throws -> Void
    /// The sheet itself, which is left out where it turns up in a folder or a listing.
    let sheet: String

    /// How many pictures are on their way from servers, besides those that are decoded.
    private static let concurrentTransfers = 8

    private typealias Outcome = (number: Int, path: String, result: Result<PixelBuffer, BoundedCropError>)

    /// The pictures in the order of the inputs. Failures are added to the lines.
    ///
    /// Throws what `check` throws, and `CancellationError`.
    func read(reporting lines: BatchLines) async throws -> [PixelBuffer] {
        try check(1)
        let pool = WorkerPool.shared
        let budget = AdmissionGate(WeightLimit(total: max(200_000_000, pool.threadCount * 16_000_000)))
        let transfers = files.hasObjects || sources.downloads != nil ? Self.concurrentTransfers : 0
        var thumbnails: [Int: PixelBuffer] = [:]
        func keep(_ outcome: Outcome?) throws {
            guard let (number, path, result) = outcome else { return }
            switch result {
            case .success(let thumbnail):
                thumbnails[number] = thumbnail
                try check(thumbnails.count)
                try lines.add(.init(path: path, isPicture: true), number: number)
            case .failure(let error):
                try lines.add(.init(path: path, isPicture: true, error: error), number: number)
            }
        }
        try await withThrowingTaskGroup(of: Outcome.self) { group in
            var count = 0
            for await found in files {
                switch found {
                case .failure(let failure):
                    try lines.add(.init(path: failure.path, isPicture: false, error: failure.error), number: count)
                case .success(let entry):
                    if entry.isFound, entry.path == sheet { continue }
                    if count >= pool.threadCount + transfers { try keep(await group.next()) }
                    group.addTask { [count] in (count, entry.path, try await thumbnail(of: entry, pool, budget)) }
                }
                count += 1
            }
            while let outcome = try await group.next() { try keep(outcome) }
        }
        try Task.checkCancellation()
        return thumbnails.sorted { $0.key < $1.key }.map(\.value)
    }

    private func thumbnail(
        of entry: PictureEntry,
        _ pool: WorkerPool,
        _ budget: AdmissionGate<WeightLimit>
    ) async throws -> Result<PixelBuffer, BoundedCropError> {
        do {
            let loaded = try await sources.loaded(entry)
            let source = try await pool.run { try loaded ?? sources.read(entry, $0) }
            return .success(
                try await budget.run(source.size.area) {
                    try await pool.run { try $0.perform { try ContactSheet.thumbnail(of: source, in: cell) } }
                }
            )
        } catch let error as BoundedCropError {
            return .failure(error)
        }
    }
}
